// The files that go with the next message.

import { el, icon } from "./dom.js";
import { encoded } from "./live.js";
import { strings } from "./strings.js";

export const MOST = 10;
export const chosen = el("ul", { class: "chosen", hidden: true });
export const button = el("button", { type: "button", class: "icon-button attach" }, icon("plus"));
const field = el("input", { type: "file", multiple: true, hidden: true });
button.append(field);

let files = [];

// Says what the button is for, and that no file is chosen.
export function reset() {
  button.title = strings().attach;
  button.setAttribute("aria-label", strings().attach);
  chosen.setAttribute("aria-label", strings().files);
  put([]);
}

function put(next) {
  files = next.slice(0, MOST);
  chosen.hidden = !files.length;
  chosen.replaceChildren(
    ...files.map((file) => {
      const away = () => put(files.filter((other) => other !== file));
      const drop = el("button", { type: "button", class: "icon-button", "aria-label": strings().without(file.name), onclick: away }, icon("close"));
      return el("li", {}, icon("file"), el("span", {}, file.name), drop);
    }),
  );
}

// Add files, as they are chosen or pasted.
export const add = (more) => put([...files, ...more]);

// The files as they are sent; after that none is chosen.
export async function taken() {
  const sent = await Promise.all(files.map(encoded));
  put([]);
  return sent;
}

export const any = () => files.length > 0;

button.addEventListener("click", () => field.click());
field.addEventListener("click", (event) => event.stopPropagation());
field.addEventListener("change", () => {
  add(field.files);
  field.value = "";
});

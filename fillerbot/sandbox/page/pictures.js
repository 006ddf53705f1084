// Pictures, and the one that is looked at closely.

import { el, icon } from "./dom.js";
import { link } from "./markdown.js";
import { local } from "./state.js";
import { strings } from "./strings.js";

const WIDEST = 550;
const HIGHEST = 350;

// The picture that stood in the same place of the message `before` stays until the new one is there.
export function picture(item, { small = false, slot = "", before = null } = {}) {
  const { media, description, spoiler } = item;
  const source = local(media.url);
  if (source === null) return el("div", { class: "elsewhere" }, `${strings().elsewhere}: `, link(media.url, media.url));
  const width = media.width ?? 550;
  const height = media.height ?? 350;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  const image = el("img", { src: source, alt: description ?? "", width, height, draggable: "false" });
  if (!small) image.style.setProperty("--width", `${Math.round(width * scale)}px`);
  image.style.aspectRatio = `${width} / ${height}`;
  const name = description ? `${strings().enlarge}: ${description}` : strings().enlarge;
  const button = el("button", { type: "button", class: small ? "picture small" : "picture", "aria-label": name, "data-slot": slot }, image);
  const old = before?.querySelector(`[data-slot="${slot}"] img:not(.old)`);
  if (old?.naturalWidth) {
    old.classList.add("old");
    button.append(old);
    for (const kind of ["load", "error"]) image.addEventListener(kind, () => old.remove(), { once: true });
  }
  if (spoiler) button.classList.add("covered");
  button.addEventListener("click", () => {
    if (button.classList.contains("covered")) button.classList.remove("covered");
    else enlarge(source, width, height, description);
  });
  return button;
}

function enlarge(source, width, height, description) {
  const image = el("img", { src: source, alt: description ?? "", width, height });
  const close = el("button", { type: "button", class: "icon-button close", "aria-label": strings().close }, icon("close"));
  const caption = description ? el("p", { class: "caption" }, description) : null;
  const dialog = el("dialog", { class: "lightbox", "aria-label": strings().picture }, close, image, caption);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

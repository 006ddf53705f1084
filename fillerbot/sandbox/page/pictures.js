// Pictures, alone and beside each other, and the one that is looked at closely.

import { el, icon } from "./dom.js";
import { link } from "./inline.js";
import { local } from "./state.js";
import { strings } from "./strings.js";

const WIDEST = 550;
const HIGHEST = 350;

// The picture that stood in the same place of the message `before` stays until the new one is there.
export function picture(item, { small = false, cropped = false, slot = "", before = null } = {}) {
  const { media, description } = item;
  const source = local(media.url);
  if (source === null) return el("div", { class: small ? "elsewhere small" : "elsewhere" }, `${strings().elsewhere}: `, link(media.url, media.url));
  const width = media.width ?? 550;
  const height = media.height ?? 350;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  const image = el("img", { src: source, alt: description ?? "", width, height, draggable: "false" });
  if (!small && !cropped) {
    image.style.setProperty("--width", `${Math.round(width * scale)}px`);
    image.style.aspectRatio = `${width} / ${height}`;
  }
  const name = description ? `${strings().enlarge}: ${description}` : strings().enlarge;
  const button = el("button", { type: "button", class: small ? "picture small" : "picture", "data-slot": slot }, image);
  const was = before?.querySelector(`[data-slot="${slot}"]`);
  const old = was?.querySelector("img:not(.old)");
  if (old?.naturalWidth) {
    old.classList.add("old");
    button.append(old);
    for (const kind of ["load", "error"]) image.addEventListener(kind, () => old.remove(), { once: true });
  }
  let secret = item.spoiler && (!was || was.classList.contains("covered"));
  const pill = el("span", { class: "pill", "aria-hidden": "true" }, strings().spoiler);
  if (secret) button.append(pill);
  button.classList.toggle("covered", Boolean(secret));
  button.setAttribute("aria-label", secret ? strings().reveal : name);
  button.addEventListener("click", () => {
    if (!secret) return enlarge(source, width, height, description);
    secret = false;
    pill.remove();
    button.classList.remove("covered");
    return button.setAttribute("aria-label", name);
  });
  return button;
}

// How many of six columns each picture takes: what is left over from rows of three stands above them.
function spans(count) {
  if (count === 3) return ["tall", "third", "third"];
  if (count === 4) return ["flat", "flat", "flat", "flat"];
  const above = { 0: [], 1: ["whole"], 2: ["half", "half"] }[count % 3];
  return [...above, ...Array(count - above.length).fill("third")];
}

export function mosaic(items, { slot, before }) {
  const place = (n) => ({ slot: `${slot}.${n}`, before });
  if (items.length === 1) return el("div", { class: "gallery" }, picture(items[0], place(0)));
  const cells = spans(items.length);
  const show = (item, n) => el("div", { class: cells[n] }, picture(item, { ...place(n), cropped: true }));
  return el("div", { class: "gallery mosaic" }, items.map(show));
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

// The files of a message: pictures beside each other, and others by their names.

import { el, icon } from "./dom.js";
import { mosaic } from "./pictures.js";
import { local, locale } from "./state.js";
import { strings } from "./strings.js";

const SECRET = /^SPOILER_/;
const isPicture = (file) => file.content_type?.startsWith("image/") && file.width;

const addressOf = (url) => url.split("?")[0];

// Everything that embeds and components point to.
function addresses(part) {
  if (typeof part === "string") return [addressOf(part)];
  if (part && typeof part === "object") return Object.values(part).flatMap(addresses);
  return [];
}

// The files that are not already shown by what the message consists of.
function loose(message) {
  const used = new Set(addresses([message.embeds, message.components]));
  return message.attachments.filter((file) => !used.has(addressOf(file.url)) && !used.has(`attachment://${file.filename}`));
}

export function attached(message, before) {
  const files = loose(message);
  const asItem = (file) => ({ media: file, description: file.description, spoiler: SECRET.test(file.filename) });
  const pictures = files.filter(isPicture).map(asItem);
  const others = files.filter((file) => !isPicture(file)).map((file) => fileOf(file, SECRET.test(file.filename)));
  return [pictures.length ? mosaic(pictures, { slot: "file", before }) : null, ...others].filter(Boolean);
}

function sizeOf(bytes) {
  const [unit, amount] = bytes < 1024 ? ["byte", bytes] : bytes < 1048576 ? ["kilobyte", bytes / 1024] : ["megabyte", bytes / 1048576];
  return new Intl.NumberFormat(locale(), { style: "unit", unit, maximumFractionDigits: unit === "byte" ? 0 : 1 }).format(amount);
}

export function fileOf(file, secret) {
  const name = el("a", { href: local(file.url), download: file.filename }, file.filename);
  const size = file.size ? el("span", { class: "quiet" }, sizeOf(file.size)) : null;
  const node = el("div", { class: "file" }, icon("file"), el("span", {}, name, size));
  return secret ? covered(node) : node;
}

// What is not to be seen at once.
export function covered(node) {
  node.classList.add("secret");
  node.inert = true;
  const cover = el("button", { type: "button", class: "cover", "aria-label": strings().reveal }, el("span", { class: "pill" }, strings().spoiler));
  cover.addEventListener("click", () => {
    cover.remove();
    node.classList.remove("secret");
    node.inert = false;
  });
  return el("div", { class: "covering" }, node, cover);
}

// Embeds as elements.

import { el } from "./dom.js";
import { inline, link } from "./inline.js";
import { markdown } from "./markdown.js";
import { picture } from "./pictures.js";
import { local } from "./state.js";
import { strings } from "./strings.js";
import { written } from "./time.js";

// A small picture beside a name; one from elsewhere is not loaded, but its place is kept.
function badge(url, files) {
  if (!url) return null;
  const own = files.find((file) => url === `attachment://${file.filename}`);
  const source = local(own?.url ?? url);
  if (source === null) return el("span", { class: "badge", title: `${strings().elsewhere}: ${url}` });
  return el("img", { class: "badge", src: source, alt: "", draggable: "false" });
}

function head(author, files) {
  const name = author.url ? link(author.url, author.name) : author.name;
  return el("div", { class: "embed-author" }, badge(author.icon_url, files), el("strong", {}, name));
}

// Up to three fields stand beside each other, and they share the width.
function rowsOf(fields) {
  const rows = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.inline && last?.[0].inline && last.length < 3) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function fieldOf(field) {
  return el("div", {}, el("strong", { class: "markdown" }, inline(field.name)), markdown(field.value));
}

function foot(raw, files) {
  const words = raw.footer?.text ? el("span", {}, raw.footer.text) : null;
  const dot = words && raw.timestamp ? el("span", { "aria-hidden": "true" }, "•") : null;
  return el("small", { class: "embed-footer" }, badge(raw.footer?.icon_url, files), words, dot, raw.timestamp ? written(raw.timestamp) : null);
}

// `files` are those of the message, `n` is the place of the embed in it.
export function embed(raw, n, { files, before }) {
  const words = el("div", { class: "embed-words" });
  if (raw.author?.name) words.append(head(raw.author, files));
  if (raw.title) {
    const title = inline(raw.title);
    words.append(el("h3", { class: "markdown" }, raw.url ? link(raw.url, title) : title));
  }
  if (raw.description) words.append(markdown(raw.description));
  const rows = rowsOf(raw.fields ?? []).map((row) => el("div", { class: `fields of-${row.length}` }, row.map(fieldOf)));
  words.append(...rows);
  const node = el("div", { class: "embed" }, words);
  if (raw.color) node.style.setProperty("--accent", `#${raw.color.toString(16).padStart(6, "0")}`);
  if (raw.thumbnail?.url) node.append(picture({ media: raw.thumbnail }, { small: true, slot: `embed-${n}-small`, before }));
  if (raw.image?.url) node.append(el("div", { class: "embed-image" }, picture({ media: raw.image }, { slot: `embed-${n}`, before })));
  if (raw.footer?.text || raw.timestamp) node.append(foot(raw, files));
  return node;
}

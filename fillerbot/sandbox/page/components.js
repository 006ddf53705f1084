// The components of a message as elements.

import { el, icon } from "./dom.js";
import { emojiOf } from "./listbox.js";
import { link, markdown } from "./markdown.js";
import { picture } from "./pictures.js";
import { choicesOf, select } from "./select.js";
import { local } from "./state.js";
import { strings } from "./strings.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

// `way` knows how to press and choose, and how the message looked before.
const BUILD = {
  1: (row, way) => el("div", { class: row.components[0]?.type === 2 ? "row" : "row menus" }, all(row.components, way)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: (section, way) =>
    el("div", { class: "section" }, el("div", {}, all(section.components, way)), one(section.accessory, way)),
  10: (text) => markdown(text.content),
  11: (thumbnail, way) => picture(thumbnail, { small: true, slot: `${thumbnail.id}.0`, before: way.before }),
  12: gallery,
  13: (file) => attached({ ...file.file, filename: file.name ?? file.file.url.split("/").pop().split("?")[0] }),
  14: (line) => el("div", { class: `separator size-${line.spacing}${line.divider ? " line" : ""}`, role: line.divider ? "separator" : null }),
  17: container,
};

export const all = (components, way) => components.map((component) => one(component, way));

function one(component, way) {
  if (!component) return null;
  const build = BUILD[component.type];
  return build ? build(component, way) : el("p", { class: "quiet" }, `[${component.type}]`);
}

function button(raw, way) {
  const words = [raw.emoji ? emojiOf(raw.emoji) : null, raw.label ? el("span", { class: "label" }, raw.label) : null];
  if (raw.style === 5) {
    const node = link(raw.url, ...words, icon("link"));
    node.className = "button link";
    if (raw.disabled) node.removeAttribute("href");
    node.title = `${raw.url} (${strings().linkOut})`;
    return node;
  }
  const node = el(
    "button",
    {
      type: "button",
      class: `button ${STYLES[raw.style] ?? "secondary"}`,
      disabled: raw.disabled,
      "data-component": raw.id,
      "data-custom-id": raw.custom_id,
    },
    el("span", { class: "inner" }, words),
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
  );
  node.addEventListener("click", () => way.press(raw, node));
  return node;
}

function menu(raw, way) {
  return select({ ...raw, options: choicesOf(raw) }, (values, node) => way.choose(raw, values, node));
}

function gallery(raw, way) {
  const items = raw.items.map((item, n) => picture(item, { slot: `${raw.id}.${n}`, before: way.before }));
  return el("div", { class: `gallery count-${Math.min(items.length, 3)}` }, items);
}

function container(raw, way) {
  const node = el("div", { class: "container" }, all(raw.components, way));
  if (raw.accent_color !== null && raw.accent_color !== undefined) {
    node.classList.add("accented");
    node.style.setProperty("--accent", `#${raw.accent_color.toString(16).padStart(6, "0")}`);
  }
  if (raw.spoiler) {
    const cover = el("button", { type: "button", class: "cover" }, strings().spoiler);
    cover.addEventListener("click", () => cover.remove());
    node.append(cover);
  }
  return node;
}

export function attached(file) {
  const source = local(file.url);
  if (file.content_type?.startsWith("image/") && file.width) {
    return picture({ media: file, description: file.description, spoiler: false });
  }
  const name = el("a", { href: source, download: file.filename }, file.filename);
  const size = file.size ? el("span", { class: "quiet" }, `${Math.ceil(file.size / 1024)} KB`) : null;
  return el("div", { class: "file" }, icon("file"), el("span", {}, name, size));
}

export function embed(raw) {
  const node = el("div", { class: "embed" });
  if (raw.color) node.style.setProperty("--accent", `#${raw.color.toString(16).padStart(6, "0")}`);
  if (raw.author?.name) node.append(el("strong", {}, raw.author.name));
  if (raw.title) node.append(el("h3", {}, raw.url ? link(raw.url, raw.title) : raw.title));
  if (raw.description) node.append(markdown(raw.description));
  const fields = (raw.fields ?? []).map((field) =>
    el("div", { class: field.inline ? "inline" : "" }, el("strong", {}, field.name), markdown(field.value)),
  );
  if (fields.length) node.append(el("div", { class: "fields" }, fields));
  if (raw.footer?.text) node.append(el("small", {}, raw.footer.text));
  return node;
}

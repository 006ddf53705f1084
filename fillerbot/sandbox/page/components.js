// The components of a message as elements.

import { el, icon } from "./dom.js";
import { covered, fileOf } from "./files.js";
import { link } from "./inline.js";
import { emojiOf } from "./listbox.js";
import { markdown } from "./markdown.js";
import { mosaic, picture } from "./pictures.js";
import { choicesOf, select } from "./select.js";
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
  12: (gallery, way) => mosaic(gallery.items, { slot: gallery.id, before: way.before }),
  13: ({ file, name, size, spoiler }) => fileOf({ ...file, filename: name ?? nameIn(file.url), size: size ?? file.size }, spoiler),
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

const nameIn = (url) => decodeURIComponent(url.split("/").pop().split("?")[0]);

function container(raw, way) {
  const node = el("div", { class: "container" }, all(raw.components, way));
  if (raw.accent_color !== null && raw.accent_color !== undefined) {
    node.classList.add("accented");
    node.style.setProperty("--accent", `#${raw.accent_color.toString(16).padStart(6, "0")}`);
  }
  return raw.spoiler ? covered(node) : node;
}

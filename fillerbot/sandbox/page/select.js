// A menu in a message or a form, of texts or of people, roles and channels.

import { channels, fitting, people, roles } from "./commands.js";
import { el, icon } from "./dom.js";
import { Listbox, anchor, emojiOf } from "./listbox.js";
import { strings } from "./strings.js";

const TEXTS = 3;
const LISTS = { 5: () => people(), 6: () => roles(), 7: () => [...people(), ...roles()], 8: (kinds) => channels(kinds) };

// The options of a menu of any kind, in the form of those of a menu of texts.
export function choicesOf(component) {
  if (component.type === TEXTS) return component.options;
  const chosen = (component.default_values ?? []).map((one) => one.id);
  const all = LISTS[component.type](component.channel_types);
  return all.map(({ name, path, who, value }) => ({ label: name, path, who, value, default: chosen.includes(value) }));
}

// `choose` is told what is chosen, in a message when the list closes, in a form (`live`) at each change.
// Only lists of people and the like are searched.
export function select(component, choose, { id = null, label = "", described = null, live = false } = {}) {
  const { max_values: most, min_values: least } = component;
  const many = most > 1;
  let chosen = component.options.filter((option) => option.default).map((option) => option.value);
  const before = chosen.join("\n");
  const list = new Listbox((entry) => toggle(entry.value), { many });
  const face = el("span", { class: "face" });
  const attributes = {
    id,
    type: "button",
    class: "menu-face",
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-describedby": described,
    "data-component": component.id,
    disabled: component.disabled,
  };
  const button = el("button", attributes, face, icon("chevron"));
  const search = component.type === TEXTS ? null : searchField();
  const field = search ?? button;
  const node = el("div", { class: "menu" }, button, list.node);
  const move = () => anchor(list.node, button);

  function draw() {
    const shown = component.options.filter((option) => chosen.includes(option.value));
    face.classList.toggle("empty", !shown.length);
    const name = component.placeholder ?? strings().choose;
    button.setAttribute("aria-label", [label || name, ...shown.map((option) => option.label)].join(", "));
    const word = (option) => el("span", {}, option.emoji ? emojiOf(option.emoji) : null, el("span", { class: "label" }, option.label));
    face.replaceChildren(...(shown.length ? shown.map(word) : [name]));
  }

  function show(active) {
    const all = component.options.map((option) => ({ ...option, name: option.label, selected: chosen.includes(option.value) }));
    list.show(search ? fitting(all, search.value) : all, { active, title: search ?? "", empty: strings().nothing });
    list.describe(field);
    move();
  }

  function open() {
    if (search) search.value = "";
    show(Math.max(component.options.findIndex((option) => chosen.includes(option.value)), 0));
    search?.focus({ preventScroll: true });
    addEventListener("scroll", move, true);
    addEventListener("resize", move);
  }

  function close(send, refocus = false) {
    if (!list.open) return;
    if (refocus) button.focus({ preventScroll: true });
    list.hide();
    list.describe(field);
    button.setAttribute("aria-expanded", "false");
    removeEventListener("scroll", move, true);
    removeEventListener("resize", move);
    const enough = chosen.length >= least && chosen.length <= most;
    if (!live && send && enough && (!many || chosen.join("\n") !== before)) choose(chosen, button);
  }

  function toggle(value) {
    if (!many) chosen = least === 0 && chosen.includes(value) ? [] : [value];
    else if (chosen.includes(value)) chosen = chosen.filter((one) => one !== value);
    else if (chosen.length < most) chosen = [...chosen, value];
    draw();
    if (live) choose(chosen, button);
    if (many) show(list.active);
    else close(true, true);
  }

  function keyed(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (list.open) list.move(step);
      else open();
      list.describe(field);
    } else if (list.open && (event.key === "Enter" || (event.key === " " && !search))) {
      event.preventDefault();
      if (list.current) toggle(list.current.value);
    } else if (list.open && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close(false, true);
    }
  }

  function searchField() {
    const input = el("input", { type: "text", class: "search", role: "combobox", autocomplete: "off", spellcheck: "false", "aria-autocomplete": "list", "aria-label": strings().search, placeholder: strings().search });
    input.addEventListener("input", () => show(0));
    return input;
  }

  // What is typed on the closed menu is what is looked for.
  function typed(event) {
    if (!search || list.open || event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    open();
  }

  button.addEventListener("click", () => (list.open ? close(true) : open()));
  for (const control of new Set([button, field])) {
    control.addEventListener("blur", (event) => node.contains(event.relatedTarget) || close(many));
    control.addEventListener("keydown", keyed);
  }
  button.addEventListener("keydown", typed);
  draw();
  return node;
}

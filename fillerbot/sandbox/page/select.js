// A menu in a message, of texts or of people, roles and channels.

import { channels, people, roles } from "./commands.js";
import { el, icon } from "./dom.js";
import { Listbox, emojiOf } from "./listbox.js";
import { strings } from "./strings.js";

const LISTS = { 5: () => people(), 6: () => roles(), 7: () => [...people(), ...roles()], 8: (kinds) => channels(kinds) };

// The options of a menu of any kind, in the form of those of a menu of texts.
export function choicesOf(component) {
  if (component.type === 3) return component.options;
  const chosen = (component.default_values ?? []).map((one) => one.id);
  const all = LISTS[component.type](component.channel_types);
  return all.map(({ name, who, value }) => ({ label: name, who, value, default: chosen.includes(value) }));
}

export function select(component, choose) {
  const many = component.max_values > 1;
  let chosen = component.options.filter((option) => option.default).map((option) => option.value);
  const before = chosen.join("\n");
  const list = new Listbox((entry) => toggle(entry.value), { many });
  const face = el("span", { class: "face" });
  const button = el(
    "button",
    {
      type: "button",
      class: "menu-face",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "data-component": component.id,
      disabled: component.disabled,
    },
    face,
    icon("chevron"),
  );
  const node = el("div", { class: "menu" }, button, list.node);

  function draw() {
    const shown = component.options.filter((option) => chosen.includes(option.value));
    face.classList.toggle("empty", !shown.length);
    const name = component.placeholder ?? strings().choose;
    button.setAttribute("aria-label", [name, ...shown.map((option) => option.label)].join(", "));
    face.replaceChildren(
      ...(shown.length
        ? shown.map((option) => el("span", {}, option.emoji ? emojiOf(option.emoji) : "", option.label))
        : [name]),
    );
  }

  function entries() {
    return component.options.map((option) => ({ ...option, name: option.label, selected: chosen.includes(option.value) }));
  }

  function open() {
    const at = component.options.findIndex((option) => chosen.includes(option.value));
    list.show(entries(), { active: Math.max(at, 0) });
    list.describe(button);
  }

  function close(send) {
    if (!list.open) return;
    list.hide();
    list.describe(button);
    const enough = chosen.length >= component.min_values && chosen.length <= component.max_values;
    if (send && enough && (!many || chosen.join("\n") !== before)) choose(chosen, button);
  }

  function toggle(value) {
    if (!many) {
      chosen = [value];
      draw();
      close(true);
      return;
    }
    if (chosen.includes(value)) chosen = chosen.filter((one) => one !== value);
    else if (chosen.length < component.max_values) chosen = [...chosen, value];
    draw();
    list.show(entries(), { active: list.active });
    list.describe(button);
  }

  button.addEventListener("click", () => (list.open ? close(true) : open()));
  button.addEventListener("blur", () => close(many));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (list.open) list.move(step);
      else open();
      list.describe(button);
    } else if (list.open && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      toggle(list.current.value);
    } else if (list.open && event.key === "Escape") {
      event.stopPropagation();
      close(false);
    }
  });
  draw();
  return node;
}

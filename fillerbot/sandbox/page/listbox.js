// A list to choose from, moved through by whoever holds the focus.

import { avatar, el, icon } from "./dom.js";
import { emoji } from "./inline.js";

let count = 0;

export class Listbox {
  // `pick` is called with the entry that is chosen.
  constructor(pick, { many = false } = {}) {
    this.pick = pick;
    this.entries = [];
    this.active = -1;
    this.id = `list-${(count += 1)}`;
    this.title = el("div", { class: "list-title" });
    this.list = el("ul", { id: this.id, role: "listbox", "aria-multiselectable": many ? "true" : null });
    this.none = el("p", { class: "list-none" });
    this.node = el("div", { class: "popup", hidden: true }, this.title, this.list, this.none);
    // A press must not take the focus out of the field.
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get open() {
    return !this.node.hidden;
  }

  get current() {
    return this.entries[this.active];
  }

  show(entries, { title = "", active = 0, empty = "" } = {}) {
    this.entries = entries;
    // A field to search in keeps the focus as long as it stays where it is.
    if (!title || title !== this.title.firstChild) this.title.replaceChildren(title);
    this.title.hidden = !title;
    this.list.replaceChildren(...entries.map((entry, n) => this.#option(entry, n)));
    this.list.hidden = !entries.length;
    this.none.textContent = entries.length ? "" : empty;
    this.none.hidden = !this.none.textContent;
    this.node.hidden = !entries.length && !title && !empty;
    this.active = -1;
    this.move(active, true);
  }

  hide() {
    this.node.hidden = true;
    this.entries = [];
    this.active = -1;
  }

  move(to, absolute = false) {
    if (!this.entries.length) return;
    const size = this.entries.length;
    const start = this.active < 0 && to < 0 ? 0 : this.active;
    this.active = absolute ? Math.min(to, size - 1) : (start + to + size) % size;
    [...this.list.children].forEach((node, n) => node.classList.toggle("active", n === this.active));
    this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
  }

  // Tell assistive technology where the focused field stands in the list.
  describe(field) {
    const active = this.open && this.active >= 0 ? `${this.id}-${this.active}` : null;
    field.setAttribute("aria-expanded", String(this.open && this.entries.length > 0));
    field.setAttribute("aria-controls", this.id);
    if (active) field.setAttribute("aria-activedescendant", active);
    else field.removeAttribute("aria-activedescendant");
  }

  #option(entry, n) {
    const picture = entry.who ? avatar(entry.who) : entry.emoji ? emojiOf(entry.emoji) : null;
    const words = el("span", { class: "words" }, el("span", { class: "name" }, entry.name));
    if (entry.description) words.append(el("span", { class: "description" }, entry.description));
    const note = entry.note ? el("span", { class: "note" }, entry.note) : null;
    const selected = entry.selected === undefined ? null : String(Boolean(entry.selected));
    return el(
      "li",
      {
        id: `${this.id}-${n}`,
        role: "option",
        "aria-selected": selected ?? "false",
        onclick: () => this.pick(entry),
        onmousemove: () => n !== this.active && this.move(n, true),
      },
      picture,
      words,
      note,
      entry.selected ? icon("check") : null,
    );
  }
}

// Put a list below what it belongs to, or above it where there is more room; nothing around it cuts it off.
export function anchor(node, to) {
  const at = to.getBoundingClientRect();
  const below = innerHeight - at.bottom;
  const down = below > at.top || below > node.scrollHeight + 16;
  node.style.maxHeight = `${Math.min(320, (down ? below : at.top) - 12)}px`;
  node.style.left = `${at.left}px`;
  node.style.width = `${at.width}px`;
  node.style.top = down ? `${at.bottom + 4}px` : "auto";
  node.style.bottom = down ? "auto" : `${innerHeight - at.top + 4}px`;
}

export function emojiOf(raw) {
  return raw.id ? emoji(raw.id, raw.name) : el("span", { class: "emoji-text" }, raw.name);
}

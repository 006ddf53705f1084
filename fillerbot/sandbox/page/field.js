// The fields of the line to write in: one for each option, and a larger one for a message.

import { el } from "./dom.js";

// Make a field as wide as its text, and one of several lines as high.
export function fit(input) {
  if (input.tagName === "INPUT") {
    input.size = Math.max(input.value.length, input.placeholder.length, 1) + 1;
    return;
  }
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}

// `on` knows what to do with what is typed, pressed and left.
export function fieldInput(label, on, { lines = false } = {}) {
  const attributes = {
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-label": label,
    "aria-describedby": "composer-error",
  };
  const input = lines ? el("textarea", { ...attributes, rows: 1, class: "plain" }) : el("input", { ...attributes, type: "text" });
  input.addEventListener("input", () => {
    fit(input);
    on.input(input);
  });
  input.addEventListener("focus", () => on.focus(input));
  input.addEventListener("blur", () => on.blur(input));
  input.addEventListener("keydown", (event) => on.keydown(event, input));
  return input;
}

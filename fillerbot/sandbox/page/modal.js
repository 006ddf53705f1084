// Forms.

import { avatar, el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { RefusedError, act, encoded } from "./live.js";
import { choicesOf, select } from "./select.js";
import { state } from "./state.js";
import { strings } from "./strings.js";

let count = 0;

// Opens the form that an interaction was answered with.
export function openModal(outcome) {
  const form = outcome.response.modal;
  const readers = new Map();
  const checks = [];
  const title = `form-${(count += 1)}`;
  const close = el("button", { type: "button", class: "icon-button", "aria-label": strings().close }, icon("close"));
  const cancel = el("button", { type: "button", class: "button plain" }, strings().cancel);
  const submit = el("button", { type: "submit", class: "button primary" }, strings().submit);
  const error = el("p", { class: "error", role: "alert" });
  const parts = form.components.map((part) => partOf(part, readers, checks));
  const node = el(
    "form",
    { method: "dialog" },
    el("header", {}, avatar({ ...state.bot, name: state.bot.username }), el("h2", { id: title }, form.title), close),
    el("div", { class: "fields" }, el("p", { class: "hint" }, strings().form(state.bot.username)), parts, error),
    el("footer", {}, cancel, submit),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": title }, node);
  close.addEventListener("click", () => dialog.close());
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  for (const kind of ["input", "click"]) node.addEventListener(kind, (event) => event.target.closest(".fields") && (error.textContent = ""));
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    const problem = checks.map((check) => check()).find(Boolean);
    if (problem) {
      error.textContent = problem;
      error.scrollIntoView({ block: "nearest" });
      return;
    }
    submit.disabled = true;
    try {
      const values = {};
      for (const [name, read] of readers) values[name] = await read();
      for (const name of Object.keys(values)) if (values[name] === null) delete values[name];
      const answer = await act(outcome.person, "submit", { interaction: outcome.interaction, values });
      if (answer.failed) error.textContent = strings().again;
      else dialog.close();
    } catch (problem) {
      error.textContent = problem instanceof RefusedError ? problem.message : strings().again;
    }
    submit.disabled = false;
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".fields input, .fields textarea, .fields button")?.focus();
}

function partOf(part, readers, checks) {
  if (part.type === 10) return markdown(part.content);
  const field = part.type === 18 ? part.component : part.components[0];
  const id = `field-${(count += 1)}`;
  const label = part.label ?? field.label ?? "";
  const star = field.required ? el("span", { class: "star", "aria-hidden": "true" }, " *") : null;
  const about = part.description ? el("p", { class: "quiet", id: `${id}-about` }, part.description) : null;
  const described = about ? about.id : null;
  const content = CONTROLS[field.type](field, id, readers, { described, label, checks });
  if ([21, 22].includes(field.type)) return el("fieldset", { "aria-describedby": described }, el("legend", {}, label, star), about, content);
  if (field.type === 23) return el("div", { class: "field" }, el("label", { class: "choice" }, content, el("span", {}, label)), about);
  return el("div", { class: "field" }, el("label", { for: id }, label, star), about, content);
}

const CONTROLS = { 3: menu, 4: text, 5: menu, 6: menu, 7: menu, 8: menu, 19: files, 21: radios, 22: boxes, 23: box };

function files(field, id, readers, { described }) {
  const node = el("input", { id, type: "file", multiple: field.max_values > 1, required: field.required, "aria-describedby": described });
  readers.set(field.custom_id, () => Promise.all([...node.files].map(encoded)));
  return node;
}

function text(field, id, readers, { described }) {
  const attributes = {
    id,
    required: field.required,
    minlength: field.min_length || null,
    maxlength: field.max_length,
    placeholder: field.placeholder,
    "aria-describedby": described,
  };
  const node = field.style === 2 ? el("textarea", { ...attributes, rows: 4 }) : el("input", { ...attributes, type: "text" });
  node.value = field.value ?? "";
  readers.set(field.custom_id, () => node.value);
  return node;
}

// The browser does not know that the page's own menu is to be filled in.
function menu(field, id, readers, { described, label, checks }) {
  const raw = { ...field, min_values: field.required === false ? 0 : field.min_values, options: choicesOf(field) };
  let chosen = raw.options.filter((option) => option.default).map((option) => option.value);
  const take = (values) => (chosen = values);
  readers.set(field.custom_id, () => chosen);
  checks.push(() => (field.required && !chosen.length ? strings().missing(label) : ""));
  return select(raw, take, { id, label, described, live: true });
}

function choices(field, id, type) {
  return field.options.map((option) => {
    const input = el("input", { type, name: id, value: option.value, checked: option.default });
    if (type === "radio") input.required = field.required;
    const about = option.description ? el("span", { class: "quiet" }, option.description) : null;
    return el("label", { class: "choice" }, input, el("span", {}, option.label, about));
  });
}

function radios(field, id, readers) {
  const node = el("div", { class: "choices" }, choices(field, id, "radio"));
  readers.set(field.custom_id, () => node.querySelector(":checked")?.value ?? null);
  return node;
}

function boxes(field, id, readers) {
  const node = el("div", { class: "choices" }, choices(field, id, "checkbox"));
  readers.set(field.custom_id, () => [...node.querySelectorAll(":checked")].map((input) => input.value));
  return node;
}

function box(field, id, readers) {
  const node = el("input", { id, type: "checkbox", checked: field.default });
  readers.set(field.custom_id, () => node.checked);
  return node;
}

// The line in which messages are written, and commands option by option, with what fits offered above it.

import * as attach from "./attach.js";
import * as offers from "./commands.js";
import { el, icon } from "./dom.js";
import { fieldInput, fit } from "./field.js";
import { Listbox } from "./listbox.js";
import { RefusedError, act, encoded } from "./live.js";
import { pending } from "./messages.js";
import { openModal } from "./modal.js";
import * as plain from "./plain.js";
import { called, localised, state } from "./state.js";
import { strings } from "./strings.js";

const PAUSE = 200;
const form = document.querySelector("#composer");
const error = el("p", { class: "error", role: "alert", id: "composer-error" });
const line = el("div", { class: "line" });
const slash = el("button", { type: "button", class: "icon-button slash" }, "/");
const send = el("button", { type: "submit", class: "icon-button send" }, icon("send"));
const list = new Listbox((entry) => pick(entry));
form.append(list.node, error, plain.quote, attach.chosen, el("div", { class: "bar" }, attach.button, slash, line, send));

let commands = [];
let command = null;
let fields = [];
let tail = null;
let asked = 0;
let timer = 0;

const on = {
  input: (input) => {
    complain("");
    suggest(input);
  },
  focus: (input) => suggest(input),
  blur: () => setTimeout(() => form.contains(document.activeElement) || list.hide()),
  keydown: (event, input) => keyed(event, input),
};

const fieldOf = (input) => fields.find((field) => field.input === input);

export function complain(text) {
  error.textContent = text;
  if (!text) for (const field of fields) field.chip.classList.remove("wrong");
}

// An empty line, for whoever acts now.
export function reset() {
  slash.setAttribute("aria-label", strings().commands);
  slash.title = strings().commands;
  send.setAttribute("aria-label", strings().send);
  plain.answering(null);
  attach.reset();
  leave();
}

// The next message is an answer to this one.
export function answer(message) {
  plain.answering(message);
  if (!command) tail.focus();
}

// What is written next stands in place of this message.
export function edit(message) {
  const text = plain.editing(message, leave);
  leave(text);
  tail.focus();
}

// Say anew what the line is for, where that has changed.
export function draw() {
  const words = state.place.writes ? strings().compose(called(state.place)) : strings().closed;
  slash.disabled = send.disabled = attach.button.disabled = !state.place.writes;
  if (command) return;
  tail.disabled = !state.place.writes;
  tail.placeholder = words;
  tail.setAttribute("aria-label", words);
}

function leave(text = "") {
  command = null;
  fields = [];
  complain("");
  list.hide();
  tail = fieldInput("", on, { lines: true });
  tail.value = text;
  line.replaceChildren(tail);
  fit(tail);
  form.classList.remove("commanding");
  draw();
}

export function start() {
  leave("/");
  tail.focus();
}

function enter(chosen) {
  command = chosen;
  fields = [];
  tail = fieldInput(strings().options, on);
  tail.classList.add("tail");
  line.replaceChildren(el("span", { class: "command" }, chosen.name), tail);
  for (const option of chosen.options) if (option.required) add(option);
  form.classList.add("commanding");
  advance();
}

function add(option) {
  const name = localised(option);
  const input = fieldInput(`${name}: ${localised(option, "description")}`, on);
  if (option.type === offers.ATTACHMENT) input.type = "file";
  const chip = el("label", { class: "chip" }, el("span", { class: "chip-name" }, name), input);
  const field = { option, name, input, chip, value: undefined };
  fields.push(field);
  tail.before(chip);
  fit(input);
  return field;
}

const left = () => command.options.filter((option) => !fields.some((field) => field.option === option));

// To the next option that is still to be filled in, or to the end.
function advance() {
  tail.placeholder = left().length ? strings().more(left().length) : "";
  fit(tail);
  const empty = fields.find((field) => !field.input.value);
  (empty?.input ?? tail).focus();
  if (document.activeElement === tail) suggest(tail);
}

function show(input, entries, options) {
  list.show(entries, options);
  list.describe(input);
}

async function suggest(input) {
  const turn = (asked += 1);
  clearTimeout(timer);
  if (input === tail && !command) return suggestCommands(turn);
  if (input === tail) {
    const entries = left().map((option) => ({ option, name: localised(option), path: option.name, description: localised(option, "description") }));
    const typed = input.value.replace(/[: ]+$/, "");
    const exact = entries.find((entry) => entry.name === typed || entry.path === typed);
    if (exact && typed !== input.value) return pick(exact);
    if (!entries.length) return list.hide();
    return show(input, offers.fitting(entries, typed), { title: strings().options, active: typed ? 0 : -1 });
  }
  const field = fieldOf(input);
  if (!field) return list.hide();
  const title = el("span", {}, el("b", {}, field.name), ` ${localised(field.option, "description")}`);
  if (field.shown !== input.value) field.value = undefined;
  if (field.option.autocomplete) return complete(field, title, turn);
  const entries = offers.known(field.option);
  if (!entries) return show(input, [], { title });
  const typed = field.value === undefined ? input.value : "";
  return show(input, offers.fitting(entries, typed), { title, empty: strings().nothing });
}

function suggestPeople() {
  const entries = plain.named(tail.value);
  return entries.length ? show(tail, entries, {}) : list.hide();
}

async function suggestCommands(turn) {
  if (!tail.value.startsWith("/")) return suggestPeople();
  const typed = tail.value.slice(1);
  const draw = () => show(tail, offers.fitting(commands, typed), { title: strings().commands, empty: strings().noCommands });
  if (commands.length) draw();
  commands = await offers.list();
  if (turn !== asked || command) return undefined;
  const exact = commands.find((entry) => [entry.name, `/${entry.path}`].includes(tail.value.trimEnd()));
  if (exact && tail.value.endsWith(" ")) return pick(exact);
  return draw();
}

// Ask the bot, once the writer pauses.
function complete(field, title, turn) {
  show(field.input, [], { title, empty: strings().loading });
  timer = setTimeout(async () => {
    const options = { [field.option.name]: field.input.value };
    for (const other of fields) {
      const value = other === field ? undefined : valueOf(other);
      if (value !== undefined && other.input.value) options[other.option.name] = value;
    }
    let entries = [];
    try {
      const body = { command: command.path, options, focused: field.option.name, channel: state.place.id };
      const outcome = await act(state.person.id, "autocomplete", body);
      entries = (outcome.response?.choices ?? []).map((choice) => ({ name: choice.name, value: choice.value }));
    } catch (problem) {
      if (!(problem instanceof RefusedError)) throw problem;
    }
    if (turn === asked) show(field.input, entries, { title, empty: strings().nothing });
  }, PAUSE);
}

function pick(entry) {
  if (entry.options) return enter(entry);
  if (entry.named) {
    tail.value = plain.withName(tail.value, entry.name);
    fit(tail);
    return list.hide();
  }
  if (entry.option) {
    tail.value = "";
    const field = add(entry.option);
    tail.placeholder = left().length ? strings().more(left().length) : "";
    fit(tail);
    return field.input.focus();
  }
  const field = fieldOf(document.activeElement);
  if (!field) return undefined;
  Object.assign(field, { value: entry.value, shown: entry.name });
  field.input.value = entry.name;
  fit(field.input);
  list.hide();
  return advance();
}

const valueOf = (field) => (field.value === undefined ? offers.read(field.option, field.input.value) : field.value);

function keyed(event, input) {
  const field = fieldOf(input);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.isComposing) return;
  if (step && list.open && list.entries.length) {
    event.preventDefault();
    list.move(step);
    list.describe(input);
  } else if (event.key === "Enter" && event.shiftKey && !command) {
    list.hide();
  } else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
    choose(event, input, field);
  } else if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    if (plain.isEditing()) plain.answering(null);
    leave();
    tail.focus();
    list.hide();
  } else if (event.key === "Backspace" && command && !input.value) {
    event.preventDefault();
    back(input, field);
  } else if (event.key === "ArrowLeft" && input.selectionEnd === 0) {
    neighbour(event, input, -1);
  } else if (event.key === "ArrowRight" && input.selectionStart === input.value.length) {
    neighbour(event, input, 1);
  }
}

// Enter and Tab take what is offered; Enter sends if nothing is.
function choose(event, input, field) {
  const settled = field && field.value !== undefined;
  const offer = list.open && (!field || input.value || field.option.required || event.key === "Tab" || list.active > 0);
  let entry = offer && !settled ? list.current : undefined;
  if (!entry && event.key === "Tab" && input === tail && list.open && input.value) entry = list.entries[0];
  if (entry) {
    event.preventDefault();
    pick(entry);
  } else if (event.key === "Enter") {
    event.preventDefault();
    submit();
  }
}

function neighbour(event, input, step) {
  const inputs = [...fields.map((field) => field.input), tail];
  const next = inputs[inputs.indexOf(input) + step];
  if (!next || !command) return;
  event.preventDefault();
  next.focus();
  const end = step < 0 ? next.value.length : 0;
  next.setSelectionRange(end, end);
}

// Take the option away that is empty, or else the command.
function back(input, field) {
  const last = fields.at(-1);
  if (field && !field.option.required) {
    fields = fields.filter((other) => other !== field);
    field.chip.remove();
    advance();
  } else if (!field && last) {
    last.input.focus();
    last.input.select();
  } else if (!field || field === fields[0]) {
    leave(command.name);
    tail.focus();
  } else {
    fields[fields.indexOf(field) - 1].input.focus();
  }
}

function object(field, text) {
  complain(text);
  field.chip.classList.add("wrong");
  field.input.focus();
}

// What the sandbox refuses begins with the name of the option, if it is about one.
function refused(text) {
  const field = fields.find(({ option }) => text.split(" ")[0] === option.name);
  if (field) object(field, text);
  else complain(text);
}

async function write() {
  const text = tail.value.trim();
  if (!text && !attach.any() && !plain.isEditing()) return;
  if (text.startsWith("/")) {
    complain(strings().noCommands);
    return;
  }
  leave();
  tail.focus();
  try {
    await plain.write(text, plain.isEditing() ? [] : await attach.taken());
  } catch (problem) {
    if (!command && !tail.value) tail.value = text;
    fit(tail);
    complain(problem instanceof RefusedError ? problem.message : strings().failed);
  }
}

async function submit() {
  if (!command) return write();
  const options = {};
  for (const field of fields) {
    if (!field.input.value.trim()) {
      if (field.option.required) return object(field, strings().missing(field.name));
      continue;
    }
    const value = valueOf(field);
    const fault = value === undefined ? strings().wrong(field.name) : offers.fault(field.option, value, field.name);
    if (fault) return object(field, fault);
    options[field.option.name] = field.input.files ? await encoded(field.input.files[0]) : value;
  }
  const kept = { command, fields, tail, nodes: [...line.childNodes] };
  const sent = pending(kept.command.path);
  leave();
  tail.focus();
  try {
    const outcome = await act(state.person.id, "invoke", { command: kept.command.path, options, channel: state.place.id });
    if (outcome.failed) sent.fail();
    else sent.done();
    if (outcome.response?.modal) openModal(outcome);
  } catch (problem) {
    sent.done();
    if (!command && !tail.value) {
      ({ command, fields, tail } = kept);
      line.replaceChildren(...kept.nodes);
      form.classList.add("commanding");
      tail.focus();
    }
    refused(problem instanceof RefusedError ? problem.message : strings().silent);
  }
  return undefined;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
slash.addEventListener("click", start);
form.addEventListener("paste", (event) => attach.add(event.clipboardData.files));
line.addEventListener("click", (event) => event.target === line && tail.focus());

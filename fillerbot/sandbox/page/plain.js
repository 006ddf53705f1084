// Plain messages: who is named in them, and what they answer.

import { people, fitting } from "./commands.js";
import { el, icon } from "./dom.js";
import { act } from "./live.js";
import { state } from "./state.js";
import { strings } from "./strings.js";

export const quote = el("p", { class: "answering", hidden: true });
let answered = null;
let edited = null;

function tell(symbol, text) {
  quote.hidden = !text;
  if (!text) return quote.replaceChildren();
  const drop = el("button", { type: "button", class: "icon-button", "aria-label": strings().cancel, onclick: () => over() }, icon("close"));
  return quote.replaceChildren(icon(symbol), text, drop);
}

let over = () => {};

// The next message is an answer to this one, or to none; `then` is called when that is dropped.
export function answering(message, then = () => {}) {
  answered = message;
  edited = null;
  over = () => (answering(null), then());
  tell("reply", message && strings().replying(message.author.username));
}

// What is written next stands in place of this message; returns its text as one writes it.
export function editing(message, then) {
  answering(null, then);
  edited = message;
  tell("pencil", strings().editing);
  const names = new Map(people().map((entry) => [entry.value, entry.who.name]));
  return message.content.replace(/<@!?(\d+)>/g, (all, id) => (names.has(id) ? `@${names.get(id)}` : all));
}

export const isEditing = () => edited !== null;

// Whoever may be named where the text ends in an @.
export function named(text) {
  const begun = text.match(/(?:^|\s)@(\w*)$/);
  return begun ? fitting(people(), begun[1]).map((entry) => ({ ...entry, named: true })) : [];
}

export const withName = (text, name) => text.replace(/@\w*$/, `${name} `);

// A text as it is sent: with ids for names.
function written(text) {
  const names = new Map(people().map((entry) => [entry.who.name, `<@${entry.value}>`]));
  return text.replace(/@(\w+)/g, (all, name) => names.get(name) ?? all);
}

export function write(text, files) {
  const content = written(text);
  const body = edited ? { message: edited.id, content } : { content, files, channel: state.place.id, reply_to: answered?.id };
  const name = edited ? "edit" : "message";
  answering(null);
  return act(state.person.id, name, body);
}

// Plain messages: who is named in them, and what they answer.

import { people, fitting } from "./commands.js";
import { el, icon } from "./dom.js";
import { act } from "./live.js";
import { state } from "./state.js";
import { strings } from "./strings.js";

export const quote = el("p", { class: "answering", hidden: true });
let answered = null;

// The next message is an answer to this one, or to none.
export function answering(message) {
  answered = message;
  quote.hidden = !message;
  if (!message) return;
  const drop = el("button", { type: "button", class: "icon-button", "aria-label": strings().cancel, onclick: () => answering(null) }, icon("close"));
  quote.replaceChildren(icon("reply"), strings().replying(message.author.username), drop);
}

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

export function write(text) {
  const body = { content: written(text), channel: state.place.id, reply_to: answered?.id };
  answering(null);
  return act(state.person.id, "message", body);
}

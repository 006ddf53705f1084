// The reactions to a message, as pills under it.

import { el } from "./dom.js";
import { emojiOf } from "./listbox.js";
import { RefusedError, act } from "./live.js";
import { locale, state } from "./state.js";
import { strings } from "./strings.js";

// The way an emoji is named in a request.
const nameOf = (emoji) => (emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name);

// A press adds one's own, or takes it away again; `fail` is told what was refused.
export function reactions(message, fail) {
  if (!message.reactions?.length) return null;
  const pill = ({ emoji, count, me }) => {
    const label = strings().reacted(emoji.name, count);
    const press = async () => {
      try {
        await act(state.person.id, "react", { message: message.id, emoji: nameOf(emoji) });
      } catch (problem) {
        fail(problem instanceof RefusedError ? problem.message : strings().failed);
      }
    };
    const attributes = { type: "button", class: "reaction", "aria-pressed": String(Boolean(me)), "aria-label": label, title: label, onclick: press };
    return el("button", { ...attributes, "data-component": `reaction-${nameOf(emoji)}` }, emojiOf(emoji), new Intl.NumberFormat(locale()).format(count));
  };
  return el("div", { class: "reactions" }, message.reactions.map(pill));
}

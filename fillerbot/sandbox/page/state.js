// What the page knows: who looks, who else is there, how far the sandbox's clock is ahead.

export const state = {
  person: null,
  people: [],
  bot: { id: "0", username: "bot", bot: true },
  channel: "",
  guild: "",
  origin: "",
  connected: false,
  ahead: 0,
};

export const now = () => Date.now() + state.ahead;

export const locale = () => state.person?.locale ?? "en-US";

export const somebody = (id) =>
  id === state.bot.id ? { ...state.bot, name: state.bot.username } : state.people.find((one) => one.id === id);

// The page may have been opened under another name of the same server.
export const local = (url) => (url.startsWith(`${state.origin}/`) ? url.slice(state.origin.length) : null);

// A name in the language of the person, as Discord chooses it.
export const localised = (thing, key = "name") => thing[`${key}_localizations`]?.[locale()] ?? thing[key];

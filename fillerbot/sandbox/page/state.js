// What the page knows: who looks at what, who and what else is there, how far the sandbox's clock is ahead.

export const state = {
  person: null,
  people: [],
  roles: [],
  places: [],
  place: null,
  bot: { id: "0", username: "bot", bot: true },
  origin: "",
  connected: false,
  ahead: 0,
};

export const now = () => Date.now() + state.ahead;

export const locale = () => state.person?.locale ?? "en-US";

const DIRECT = 1;
const GROUP = 3;
const THREAD = 11;

export const isDirect = (place) => place.kind === DIRECT || place.kind === GROUP;
export const isThread = (place) => place.kind === THREAD;

// A channel as it is written in a text.
export const called = (place) => (place ? `${isDirect(place) ? "@" : "#"}${place.name}` : "…");

export const placed = (id) => state.places.find((place) => place.id === id);

export const somebody = (id) =>
  id === state.bot.id ? { ...state.bot, name: state.bot.username } : state.people.find((one) => one.id === id);

// The page may have been opened under another name of the same server.
export const local = (url) => (url.startsWith(`${state.origin}/`) ? url.slice(state.origin.length) : null);

// A name in the language of the person, as Discord chooses it.
export const localised = (thing, key = "name") => thing[`${key}_localizations`]?.[locale()] ?? thing[key];

// The channels, and the way between them; who looks at which is in the address after #, name/channel.

import { el, icon } from "./dom.js";
import { called, isDirect, isThread, state } from "./state.js";
import { strings } from "./strings.js";

const nav = document.querySelector("#places");
const button = document.querySelector("#menu");
let unread = new Set();

// The bot's own channel with a person is another one for each.
export const address = (person, place) => {
  if (!place || place.id === state.places[0]?.id) return `#${person}`;
  return `#${person}/${place.kind === 1 ? "dm" : place.id}`;
};

export const read = (place) => `read-${state.person.name}-${place.id}`;

// Begin anew: what has been written since the last look is unread.
export function reset() {
  const newer = (place) => place.last && BigInt(place.last) > BigInt(sessionStorage.getItem(read(place)) ?? "0");
  unread = new Set(state.places.filter(newer).map((place) => place.id));
  draw();
}

export function heard(id) {
  unread.add(id);
  draw();
}

export function draw() {
  unread.delete(state.place.id);
  const groups = { home: [], elsewhere: [], direct: [] };
  for (const place of state.places) if (!isThread(place)) groups[groupOf(place)].push(place);
  nav.setAttribute("aria-label", strings().places);
  nav.replaceChildren(
    ...Object.entries(groups).flatMap(([group, places]) => [
      el("h2", {}, strings().kinds[group]),
      el("ul", {}, places.flatMap((place) => [entry(place), ...threadsOf(place).map(entry)])),
    ]),
  );
  button.setAttribute("aria-label", strings().places);
  button.classList.toggle("unread", unread.size > 0);
}

const groupOf = (place) => (isDirect(place) ? "direct" : place.home ? "home" : "elsewhere");

const threadsOf = (place) => state.places.filter((one) => one.parent === place.id);

function entry(place) {
  const here = place.id === state.place.id;
  const fresh = unread.has(place.id);
  const link = el(
    "a",
    { class: fresh ? "place unread" : "place", href: address(state.person.name, place), "aria-current": here ? "true" : null, onclick: close },
    el("span", { class: "sign", "aria-hidden": "true" }, isThread(place) ? icon("thread") : called(place)[0]),
    el("span", { class: "name" }, place.name),
    fresh ? el("span", { class: "unseen" }, `, ${strings().unread}`) : null,
  );
  return el("li", { class: isThread(place) ? "thread" : null }, link);
}

function close() {
  nav.classList.remove("open");
  button.setAttribute("aria-expanded", "false");
}

button.append(icon("menu"));
button.addEventListener("click", () => {
  const open = nav.classList.toggle("open");
  button.setAttribute("aria-expanded", String(open));
  if (open) nav.querySelector("[aria-current]")?.focus();
});
document.addEventListener("click", (event) => nav.contains(event.target) || button.contains(event.target) || close());
// Wherever the focus is: the list may have been drawn anew under it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !nav.classList.contains("open")) return;
  event.stopPropagation();
  close();
  button.focus();
});

// Begins: who looks at what is in the address after #, so that each tab is somebody of his own.

import * as composer from "./composer.js";
import { avatar, el, icon } from "./dom.js";
import { Live } from "./live.js";
import * as offers from "./commands.js";
import { opener } from "./menu.js";
import * as messages from "./messages.js";
import * as places from "./places.js";
import { called, isDirect, isThread, placed, somebody, state } from "./state.js";
import { language, strings } from "./strings.js";

const find = (id) => document.querySelector(`#${id}`);
let live = null;
let lost = false;

function begin() {
  live?.close();
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const [name, place] = decodeURIComponent(location.hash.slice(1)).split("/");
  live = new Live(name || "fox", place, handle, () => {
    lost = true;
    banner();
  });
}

function handle(event) {
  if (event.now) state.ahead = event.now - Date.now();
  if (lost) {
    lost = false;
    banner();
  }
  if (event.kind === "hello") hello(event);
  else if (event.kind === "message_created" || event.kind === "message_updated") messages.change(event);
  else if (event.kind === "message_deleted") messages.remove(event.id);
  else if (event.kind === "message_elsewhere") places.heard(event.channel);
  else if (event.kind === "places_changed" || event.kind === "resumed") moved(event.places);
  else if (event.kind === "bot_connected" || event.kind === "bot_disconnected") {
    state.connected = event.connected;
    banner();
  }
}

// What is looked at may be gone, and then the first channel is shown.
function moved(all) {
  state.places = all;
  const here = placed(state.place.id);
  if (!here) {
    if (location.hash.includes("/")) location.hash = state.person.name;
    else begin();
    return;
  }
  state.place = here;
  frame();
  places.draw();
  composer.draw();
}

function hello(event) {
  const { people, roles, bot, origin, connected } = event;
  Object.assign(state, { people, roles, bot, origin, connected, places: event.places });
  state.person = somebody(event.person);
  state.place = placed(event.place);
  state.ahead = event.now - Date.now();
  frame();
  composer.reset();
  places.reset();
  messages.reset(event.messages, composer);
  banner();
}

function frame() {
  const words = strings();
  document.documentElement.lang = language();
  const name = called(state.place);
  find("channel").replaceChildren(el("span", { class: "hash" }, isThread(state.place) ? icon("thread") : name[0]), name.slice(1));
  find("topic").textContent = words.topic;
  find("log").setAttribute("aria-label", words.messages(name));
  find("scroller").setAttribute("aria-label", words.messages(name));
  welcome(name);
  find("people").setAttribute("aria-label", words.members(state.people.length));
  find("people").replaceChildren(
    el("h2", {}, words.members(state.people.length)),
    el("ul", {}, state.people.map(memberOf)),
    el("div", { class: "member bot", id: "bot" }, face(state.bot), el("span", { class: "who" }, state.bot.username), el("span", { class: "tag" }, words.app)),
  );
  theme();
}

// How the channel begins; threads and direct messages bear a name without a sign.
function welcome(name) {
  const words = strings();
  const bare = isThread(state.place) || isDirect(state.place);
  const sign = isThread(state.place) ? icon("thread") : name[0];
  const begin = isThread(state.place) ? words.beginThread : isDirect(state.place) ? words.beginDirect(state.place.name) : words.begin(name);
  find("welcome").replaceChildren(
    el("div", { class: "hash-big", "aria-hidden": "true" }, sign),
    el("h2", {}, bare ? state.place.name : words.welcome(name)),
    el("p", {}, begin),
  );
}

function face(who) {
  return el("span", { class: "face" }, avatar(who), el("span", { class: "dot" }));
}

function memberOf(person) {
  const me = person.id === state.person.id;
  const about = strings().language(person.locale);
  const who = el("span", { class: "who" }, person.name, el("small", {}, me ? `${strings().you} · ${about}` : about));
  const label = strings().playAs(person.name);
  const place = state.place.kind === 1 || !isDirect(state.place) ? state.place : null;
  const attributes = { href: places.address(person.name, place), class: "member", "aria-current": me ? "true" : null, "aria-label": label, title: label };
  const more = opener(strings().menu(person.name), () => ({ own: [], kind: offers.ON_PERSON, target: person.id, complain: composer.complain }));
  return el("li", {}, el("a", attributes, face(person), who), more);
}

function banner() {
  const node = find("banner");
  let text = "";
  if (lost) text = strings().offline;
  else if (!state.connected && state.origin) {
    const gateway = `${state.origin.replace(/^http/, "ws")}/gateway`;
    const empty = !document.querySelector(".message");
    text = empty ? strings().waiting(`${state.origin}/api/v10`, gateway) : strings().noBot(state.bot.username);
  }
  node.textContent = text;
  node.hidden = !text;
  find("bot")?.classList.toggle("offline", !state.connected);
}

function isDark() {
  const chosen = localStorage.getItem("theme");
  return chosen ? chosen === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
}

function theme() {
  const dark = isDark();
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const button = find("theme");
  const label = strings().theme[dark ? "light" : "dark"];
  button.replaceChildren(icon(dark ? "sun" : "moon"));
  button.setAttribute("aria-label", label);
  button.title = label;
}

find("theme").addEventListener("click", () => {
  localStorage.setItem("theme", isDark() ? "light" : "dark");
  theme();
});
matchMedia("(prefers-color-scheme: light)").addEventListener("change", theme);
addEventListener("hashchange", begin);
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select") || document.querySelector("dialog[open]");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    composer.start();
  }
});
theme();
begin();

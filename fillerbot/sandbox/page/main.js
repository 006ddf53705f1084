// Begins: who looks is in the address after #, so that each tab is somebody of his own.

import * as composer from "./composer.js";
import { avatar, el, icon } from "./dom.js";
import { Live } from "./live.js";
import * as messages from "./messages.js";
import { somebody, state } from "./state.js";
import { language, strings } from "./strings.js";

const find = (id) => document.querySelector(`#${id}`);
let live = null;
let lost = false;

function begin() {
  live?.close();
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const name = decodeURIComponent(location.hash.slice(1)) || "fox";
  live = new Live(name, handle, () => {
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
  else if (event.kind === "bot_connected" || event.kind === "bot_disconnected") {
    state.connected = event.connected;
    banner();
  }
}

function hello(event) {
  const { people, bot, channel, guild, origin, connected } = event;
  Object.assign(state, { people, bot, channel, guild, origin, connected });
  state.person = somebody(event.person);
  state.ahead = event.now - Date.now();
  frame();
  composer.reset();
  messages.reset(event.messages);
  banner();
}

function frame() {
  const words = strings();
  document.documentElement.lang = language();
  find("channel").textContent = state.channel;
  find("topic").textContent = words.topic;
  find("log").setAttribute("aria-label", words.messages(state.channel));
  find("scroller").setAttribute("aria-label", words.messages(state.channel));
  find("welcome").replaceChildren(
    el("div", { class: "hash-big", "aria-hidden": "true" }, "#"),
    el("h2", {}, words.welcome(state.channel)),
    el("p", {}, words.begin(state.channel)),
  );
  find("people").setAttribute("aria-label", words.members(state.people.length));
  find("people").replaceChildren(
    el("h2", {}, words.members(state.people.length)),
    el("ul", {}, state.people.map(memberOf)),
    el("div", { class: "member bot", id: "bot" }, face(state.bot), el("span", { class: "who" }, state.bot.username), el("span", { class: "tag" }, words.app)),
  );
  theme();
}

function face(who) {
  return el("span", { class: "face" }, avatar(who), el("span", { class: "dot" }));
}

function memberOf(person) {
  const me = person.id === state.person.id;
  const about = strings().language(person.locale);
  const who = el("span", { class: "who" }, person.name, el("small", {}, me ? `${strings().you} · ${about}` : about));
  const label = strings().playAs(person.name);
  const attributes = { href: `#${person.name}`, class: "member", "aria-current": me ? "true" : null, "aria-label": label, title: label };
  return el("li", {}, el("a", attributes, face(person), who));
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

// The channel: messages in order, what is new, and where the reader is.

import { avatar, el, icon } from "./dom.js";
import { EPHEMERAL, dots, forget, heading, privately, render, usedLine } from "./message.js";
import { address, read as readKey } from "./places.js";
import { called, state } from "./state.js";
import { language, strings } from "./strings.js";
import { day } from "./time.js";

const log = document.querySelector("#log");
const scroller = document.querySelector("#scroller");
const jumpButton = document.querySelector("#jump");
const announcer = document.querySelector("#announcer");
const NEAR = 60;
const SOON = 7 * 60 * 1000;

let shown = new Map();
let on = {};
let atEnd = true;
let unread = 0;
let goal = null;

const goneKey = () => `gone-${state.person.id}`;
const gone = () => new Set(JSON.parse(sessionStorage.getItem(goneKey()) ?? "[]"));
const newer = (one, other) => BigInt(one) > BigInt(other);

// Begin anew with all messages that a person sees; `on` knows how to answer and to edit one.
export function reset(entries, acts) {
  on = acts;
  const away = gone();
  shown = new Map();
  log.replaceChildren();
  const old = sessionStorage.getItem(readKey(state.place)) ?? "0";
  for (const entry of entries) if (!away.has(entry.message.id)) put(entry);
  const first = entries.find((entry) => newer(entry.message.id, old) && shown.has(entry.message.id));
  if (first && old !== "0") markNew(shown.get(first.message.id).node);
  follow(true);
  seen();
  if (goal) jump(goal);
  goal = null;
}

function dismiss(id) {
  sessionStorage.setItem(goneKey(), JSON.stringify([...gone(), id]));
  remove(id);
  document.querySelector("#composer textarea")?.focus({ preventScroll: true });
}

function jump(id) {
  const node = shown.get(id)?.node;
  if (!node) return say(strings().original);
  node.scrollIntoView({ block: "center" });
  node.focus({ preventScroll: true });
  node.classList.add("flash");
  setTimeout(() => node.classList.remove("flash"), 1500);
}

function put(entry) {
  const { id } = entry.message;
  const before = shown.get(id);
  const node = render(entry, { before: before?.node, jump, dismiss, on });
  if (before) {
    const focused = before.node.contains(document.activeElement) ? document.activeElement.dataset.component : null;
    before.node.replaceWith(node);
    if (focused) refocus(node, focused);
  } else {
    dayLine(entry);
    log.append(node);
  }
  shown.set(id, { entry, node });
  group(node);
  group(node.nextElementSibling);
}

// What somebody writes soon after something else needs no name again.
function group(node) {
  const here = shown.get(node?.dataset.id);
  const above = shown.get(node?.previousElementSibling?.dataset.id);
  if (here) node.classList.toggle("grouped", Boolean(above) && follows(here, above));
}

function follows(here, above) {
  const [one, other] = [here.entry.message, above.entry.message];
  const secret = (message) => message.flags & EPHEMERAL;
  const plain = !here.node.matches(".answers, .system") && !above.node.matches(".system");
  const soon = new Date(one.timestamp) - new Date(other.timestamp) < SOON;
  return plain && soon && one.author.id === other.author.id && secret(one) === secret(other);
}

// Keep the focus where it was, or on the next thing that can be pressed.
function refocus(node, component) {
  const controls = [...node.querySelectorAll("[data-component]")];
  const at = controls.findIndex((control) => control.dataset.component === component);
  const next = [...controls.slice(Math.max(at, 0)), ...controls].find((control) => !control.disabled);
  (next ?? node).focus({ preventScroll: true });
}

function dayLine(entry) {
  const date = day(new Date(entry.message.timestamp).getTime());
  const last = [...log.querySelectorAll(".day")].pop();
  if (last?.textContent !== date) log.append(el("div", { class: "day", role: "separator" }, el("span", {}, date)));
}

export function change(entry) {
  const { id } = entry.message;
  const fresh = !shown.has(id);
  if (gone().has(id)) return;
  const mine = entry.message.interaction_metadata?.user.id === state.person.id;
  put(entry);
  if (fresh && !mine && (document.hidden || !atEnd)) {
    unread += 1;
    if (!log.querySelector(".new")) markNew(shown.get(id).node);
  }
  if (fresh && mine) atEnd = true;
  announce(entry, fresh);
  follow();
  seen();
}

export function remove(id) {
  const node = shown.get(id)?.node;
  const next = node?.nextElementSibling;
  node?.remove();
  shown.delete(id);
  group(next);
  for (const line of log.querySelectorAll(`.reply[data-to="${id}"]`)) forget(line);
}

// A command that is on its way, in the place where its answer will be.
export function pending(command) {
  const who = state.person;
  const bot = { ...state.bot, name: state.bot.username };
  const text = el("p", { class: "thinking" }, dots(), strings().sending);
  const body = el("div", { class: "body" }, text);
  const node = el("article", { class: "message pending-command" }, usedLine(who, command), avatar(bot), heading(bot, null), body);
  // Most answers are there before anybody could read this.
  const timer = setTimeout(() => {
    log.append(node);
    follow(true);
  }, 200);
  return {
    done: () => {
      clearTimeout(timer);
      node.remove();
    },
    fail: () => {
      clearTimeout(timer);
      log.append(node);
      text.replaceWith(el("p", { class: "failure", role: "alert" }, icon("warning"), strings().silent));
      node.classList.add("ephemeral");
      body.append(privately(() => node.remove()));
      follow(true);
    },
  };
}

function announce(entry, fresh) {
  const text = shown.get(entry.message.id).node.querySelector(".markdown")?.textContent ?? "";
  say(`${fresh ? strings().message : strings().changed}: ${text.slice(0, 200)}`);
}

function say(text) {
  announcer.textContent = text;
}

function markNew(node) {
  clearNew();
  node.before(el("div", { class: "new", role: "separator" }, el("span", { lang: language() }, strings().fresh)));
  group(node);
}

function clearNew() {
  const line = log.querySelector(".new");
  const next = line?.nextElementSibling;
  line?.remove();
  group(next);
}

// Whoever is at the end with open eyes has read everything.
function seen() {
  if (document.hidden || !atEnd || !state.person) return title();
  unread = 0;
  const last = [...shown.keys()].pop();
  if (last) sessionStorage.setItem(readKey(state.place), last);
  jumpButton.hidden = true;
  return title();
}

function title() {
  const count = unread ? `(${unread}) ` : "";
  document.title = count + strings().title(called(state.place), state.person?.name ?? "");
}

function follow(force = false) {
  if (force) atEnd = true;
  if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  jumpButton.hidden = atEnd;
  jumpButton.replaceChildren(unread ? strings().freshBelow : strings().jump, icon("down"));
}

scroller.addEventListener("scroll", () => {
  atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
  if (!atEnd) follow();
  seen();
});
new ResizeObserver(() => follow()).observe(log);
new ResizeObserver(() => follow()).observe(scroller);
// A message in another place is looked for when that is shown.
log.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-goes]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.hash === address(state.person.name, state.place)) {
    event.preventDefault();
    jump(link.dataset.goes);
  } else goal = link.dataset.goes;
});
jumpButton.addEventListener("click", () => {
  follow(true);
  seen();
});
document.addEventListener("visibilitychange", seen);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) clearNew();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || (document.activeElement !== scroller && !document.activeElement.matches(".message"))) return;
  const nodes = [...log.querySelectorAll(".message")];
  const at = nodes.indexOf(document.activeElement);
  const next = at < 0 ? nodes.at(-1) : nodes[at + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
});

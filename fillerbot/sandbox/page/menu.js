// What can be done with a message or a person: answer, delete, and whatever the bot adds.

import * as offers from "./commands.js";
import { el, icon } from "./dom.js";
import { RefusedError, act } from "./live.js";
import { openModal } from "./modal.js";
import { localised, state } from "./state.js";
import { strings } from "./strings.js";

let shown = null;

function close(refocus = false) {
  const { node, opener } = shown ?? {};
  shown = null;
  node?.remove();
  opener?.setAttribute("aria-expanded", "false");
  if (refocus) opener?.focus({ preventScroll: true });
}

// Opens at a button; `own` are the page's own entries, `kind` tells which ones of the bot fit, `target` is an id.
async function open(opener, { title, own, kind, target, complain }) {
  close();
  const apps = await offers.menu(kind);
  const entry = (text, run) => el("button", { type: "button", role: "menuitem", onclick: () => (close(true), run()) }, text);
  const invoke = (command) => async () => {
    try {
      const outcome = await act(state.person.id, "menu", { command: command.name, target, channel: state.place.id });
      if (outcome.failed) complain(strings().silent);
      else if (outcome.response?.modal) openModal(outcome);
    } catch (problem) {
      complain(problem instanceof RefusedError ? problem.message : strings().failed);
    }
  };
  const node = el(
    "div",
    { class: "popup actions", role: "menu", "aria-label": title },
    own.map(([text, run]) => entry(text, run)),
    el("h3", {}, strings().apps),
    apps.map((command) => entry(localised(command), invoke(command))),
    apps.length ? null : el("p", { class: "quiet" }, strings().noApps),
  );
  node.addEventListener("keydown", (event) => moved(event, node));
  document.body.append(node);
  const at = opener.getBoundingClientRect();
  const box = node.getBoundingClientRect();
  node.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.width - 8))}px`;
  node.style.top = `${Math.max(8, Math.min(at.bottom + 4, innerHeight - box.height - 8))}px`;
  shown = { node, opener };
  opener.setAttribute("aria-expanded", "true");
  node.querySelector("button")?.focus();
}

function moved(event, node) {
  const entries = [...node.querySelectorAll("button")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && entries.length) {
    event.preventDefault();
    entries[(entries.indexOf(document.activeElement) + step + entries.length) % entries.length].focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
    close(true);
  }
}

// A button that opens a menu; what it shows is asked for when it is pressed.
export function opener(label, content, { className = "icon-button more", face = icon("more") } = {}) {
  const button = el("button", { type: "button", class: className, "aria-label": label, title: label, "aria-haspopup": "menu", "aria-expanded": "false" }, face);
  button.addEventListener("click", () => (shown?.opener === button ? close() : open(button, { title: label, ...content() })));
  return button;
}

document.addEventListener("mousedown", (event) => shown && !shown.node.contains(event.target) && !shown.opener.contains(event.target) && close());

// One message as an element.

import * as offers from "./commands.js";
import { all } from "./components.js";
import { avatar, el, icon } from "./dom.js";
import { embed } from "./embed.js";
import { attached } from "./files.js";
import { RefusedError, act } from "./live.js";
import { content, markdown } from "./markdown.js";
import { opener } from "./menu.js";
import { openModal } from "./modal.js";
import { address } from "./places.js";
import { reactions } from "./reactions.js";
import { placed, somebody, state } from "./state.js";
import { strings } from "./strings.js";
import { clock, full, written } from "./time.js";

export const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const V2 = 1 << 15;
const REPLY = 19;
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;

export function heading(who, iso) {
  const tag = who.bot ? el("span", { class: "tag" }, strings().app) : null;
  return el("header", {}, el("span", { class: "author" }, who.username ?? who.name), tag, iso ? written(iso) : null);
}

export function usedLine(who, command) {
  const small = avatar(who);
  return el("div", { class: "reply" }, small, el("b", {}, who.name), ` ${strings().used} `, el("span", { class: "mention" }, `/${command}`));
}

// What a message answers: a command, a press on another message, the first answer to either, or a message of somebody.
function answered(entry, jump) {
  const meta = entry.message.interaction_metadata;
  if (entry.message.type === REPLY) {
    const meant = entry.message.referenced_message;
    return quoted(meant?.author, entry.message.message_reference.message_id, jump);
  }
  if (!meta) return null;
  const who = somebody(meta.user.id);
  const first = meta.original_response_message_id;
  if (first && first !== entry.message.id) return quoted(state.bot, first, jump);
  if (entry.command && who) return usedLine(who, entry.command);
  if (!meta.interacted_message_id) return null;
  return quoted(state.bot, meta.interacted_message_id, jump);
}

function quoted(author, to, jump) {
  const line = el("button", { type: "button", class: "reply", "data-to": to, onclick: () => jump(to) });
  if (author) line.append(avatar(author), el("b", {}, author.username), el("span", { class: "snippet" }, snippet(to)));
  else forget(line);
  return line;
}

// Of what is deleted not even the author is told.
export function forget(line) {
  line.replaceChildren(el("span", { class: "gone" }, icon("reply")), el("span", { class: "snippet" }, el("i", {}, strings().original)));
}

// The first words of a message that is answered.
function snippet(id) {
  return document.querySelector(`#m-${id} .markdown > *`)?.innerText.trim().replace(/\s+/g, " ").slice(0, 200) || strings().attachment;
}

export function render(entry, { before, jump, dismiss, on }) {
  const { message } = entry;
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const body = el("div", { class: "body" });
  const node = el("article", { class: "message", id: `m-${message.id}`, tabindex: "-1", "data-id": message.id });
  const way = { ...acting(node, message.id), before };
  node.classList.toggle("ephemeral", ephemeral);
  node.classList.toggle("pings", message.mentions.some((user) => user.id === state.person.id));
  const more = () => opener(strings().menu(strings().message), () => actions(message, on));
  if (message.type === THREAD_CREATED) return opened(node, message, more());
  if (message.type === THREAD_STARTER) {
    body.append(firstOfThread(message));
  } else if (message.flags & LOADING) {
    body.append(el("p", { class: "thinking" }, dots(), strings().thinking(state.bot.username)));
  } else if (message.flags & V2) {
    body.append(...all(message.components, way));
  } else {
    const { attachments, components, embeds } = message;
    if (message.content) body.append(content(message.content));
    body.append(...attached(message, before), ...embeds.map((raw, n) => embed(raw, n, { files: attachments, before })), ...all(components, way));
  }
  if (message.edited_timestamp && !(message.flags & LOADING)) {
    body.append(el("span", { class: "edited", title: full(message.edited_timestamp) }, strings().edited));
  }
  if (message.thread && placed(message.thread.id)) body.append(card(placed(message.thread.id)));
  body.append(reactions(message, (text) => complain(message.id, text)) ?? "");
  const failure = el("p", { class: "failure", role: "alert" });
  body.append(failure);
  if (ephemeral) body.append(privately(() => dismiss(message.id)));
  const author = { ...message.author, name: message.author.username };
  const line = answered(entry, jump);
  node.classList.toggle("answers", Boolean(line));
  node.append(line ?? "", avatar(author), heading(author, message.timestamp), el("span", { class: "side", "aria-hidden": "true" }, clock(message.timestamp)), body);
  if (!(message.flags & LOADING)) node.append(more());
  return node;
}

// The way to a thread: its name, and that it can be opened.
function card(place) {
  return el("a", { class: "thread-card", href: address(state.person.name, place) }, el("b", {}, place.name), el("span", {}, strings().thread, icon("thread")));
}

// That somebody has opened a thread is a line of the channel, not anybody's message.
function opened(node, message, more) {
  const place = placed(message.message_reference.channel_id);
  const words = el("p", {}, el("b", {}, message.author.username), ` ${strings().openedThread} `, el("b", {}, place?.name ?? message.content), written(message.timestamp));
  node.classList.add("system");
  const failure = el("p", { class: "failure", role: "alert" });
  node.append(icon("thread"), el("div", { class: "body" }, words, place ? card(place) : "", failure), more);
  return node;
}

function firstOfThread(message) {
  const meant = message.referenced_message;
  return el("div", { class: "quoted" }, meant?.content ? markdown(meant.content) : "", meant ? "" : el("i", { class: "quiet" }, strings().original));
}

// What the page lets a person do with a message; the sandbox has the last word.
function actions(message, on) {
  const fail = (text) => complain(message.id, text);
  const remove = async () => {
    try {
      await act(state.person.id, "delete", { message: message.id });
    } catch (problem) {
      fail(problem instanceof RefusedError ? problem.message : strings().failed);
    }
  };
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const own = [
    !ephemeral && state.place.writes ? [strings().reply, () => on.answer(message)] : null,
    message.author.id === state.person.id ? [strings().edit, () => on.edit(message)] : null,
    [strings().remove, remove],
  ].filter(Boolean);
  return { own, kind: offers.ON_MESSAGE, target: message.id, complain: fail };
}

export function privately(dismiss) {
  const button = el("button", { type: "button", class: "as-link", onclick: dismiss }, strings().dismiss);
  return el("footer", {}, icon("eye"), el("span", {}, strings().onlyYou), " · ", button);
}

export const dots = () => el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));

// How the buttons and menus of a message act; one at a time, and whatever fails says so.
function acting(node, message) {
  let busy = false;
  async function run(name, body, control) {
    if (busy) return;
    busy = true;
    const failure = node.querySelector(".failure");
    failure.replaceChildren();
    control.classList.add("pending");
    control.setAttribute("aria-busy", "true");
    node.classList.add("waiting");
    try {
      const outcome = await act(state.person.id, name, { message, ...body });
      if (outcome.person !== state.person.id) return;
      if (outcome.failed) complain(message, strings().failed);
      else if (outcome.response.modal) openModal(outcome);
    } catch (problem) {
      complain(message, problem instanceof RefusedError ? problem.message : strings().failed);
    } finally {
      busy = false;
      control.classList.remove("pending");
      control.removeAttribute("aria-busy");
      node.classList.remove("waiting");
    }
  }
  return {
    press: (raw, control) => run("press", { custom_id: raw.custom_id }, control),
    choose: (raw, values, control) => run("choose", { custom_id: raw.custom_id, values }, control),
  };
}

// The message may have been drawn anew since the press.
function complain(message, text) {
  document.querySelector(`#m-${message} .failure`)?.replaceChildren(icon("warning"), text);
}

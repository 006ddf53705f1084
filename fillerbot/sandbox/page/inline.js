// What stands inside a line of Discord's Markdown: emphasis, links, mentions, moments and emojis, built as elements.

import { el } from "./dom.js";
import { address } from "./places.js";
import { called, placed, somebody, state } from "./state.js";
import { strings } from "./strings.js";
import { moment } from "./time.js";

export function emoji(id, name) {
  return el("img", { class: "emoji", src: `/cdn/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}

// Discord's address of a message; what this page can show is gone to on it, and is in its messages under `data-goes`.
const MESSAGE = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)\/(\d+)$/;

export function link(url, ...children) {
  const [, channel, message] = MESSAGE.exec(url) ?? [];
  const place = placed(channel);
  if (place) {
    const bare = children.length === 1 && children[0] === url;
    const words = bare ? `${called(place)} › 💬` : children;
    return el("a", { class: bare ? "mention" : null, href: address(state.person?.name, place), "data-goes": message }, words);
  }
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

function mention(id) {
  const who = somebody(id);
  const mine = id === state.person?.id;
  return el("span", { class: mine ? "mention mine" : "mention" }, who ? `@${who.name}` : `<@${id}>`);
}

function spoiler(text) {
  const inside = el("span", { class: "inside", "aria-hidden": "true" }, inline(text));
  const cover = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": strings().reveal }, inside);
  const show = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    cover.replaceWith(el("span", { class: "spoiler shown" }, ...inside.childNodes));
  };
  cover.addEventListener("click", show);
  cover.addEventListener("keydown", show);
  return cover;
}

const wrapped = (tag) => (found) => el(tag, {}, inline(found[1]));

// Where several of these begin at one place the longest counts, and the first of those that are equally long.
const EMPHASIS = [
  [/\*(?=\S)((?:\*\*|\\[^]|\s+(?:\\[^]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, wrapped("em")],
  [/\b_((?:__|\\[^]|[^\\_])+?)_\b/y, wrapped("em")],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, wrapped("strong")],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, wrapped("u")],
];

const RULES = [
  // The shrug loses no arm, although a backslash is in it.
  [/¯\\_\(ツ\)_\/¯/y, (found) => found[0]],
  [/\\([^0-9A-Za-z\s])/y, (found) => found[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (found) => el("code", {}, found[2].trim())],
  [/<@!?(\d+)>/y, (found) => mention(found[1])],
  [/<#(\d+)>/y, (found) => el("a", { class: "mention", href: `#${state.person?.name}/${found[1]}` }, called(placed(found[1])))],
  [/<@&(\d+)>/y, (found) => el("span", { class: "mention" }, `@${state.roles.find((role) => role.id === found[1])?.name ?? found[1]}`)],
  [/<\/([^:>]+):\d+>/y, (found) => el("span", { class: "mention" }, `/${found[1]}`)],
  [/<id:(customize|browse|guide|linked-roles)>/y, (found) => el("span", { class: "mention" }, strings().corners[found[1]])],
  [/<a?:(\w+):(\d+)>/y, (found) => emoji(found[2], found[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (found) => moment(Number(found[1]), found[2])],
  [/<(https?:\/\/[^>\s]+)>/y, (found) => link(found[1], found[1])],
  [
    /\[((?:\\.|\[[^[\]\n]*\]|[^[\]\\\n])+)\]\(\s*<?(https?:\/\/(?:\([^\s()<>]*\)|[^\s()<>])+)>?(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*\)/y,
    (found) => titled(link(found[2], inline(found[1])), found[3] ?? found[4]),
  ],
  // Brackets belong to an address where they come in pairs.
  [/https?:\/\/(?:\([^\s()<>]*\)|[^\s()<>])*(?:\([^\s()<>]*\)|[^\s<>.,:;"'()\]*_])/y, (found) => link(found[0], found[0])],
  [/~~([^]+?)~~/y, wrapped("s")],
  [/\|\|([^]+?)\|\|/y, (found) => spoiler(found[1])],
  [/@everyone|@here/y, (found) => el("span", { class: "mention mine" }, found[0])],
  [/\n/y, () => el("br")],
];

const SPECIAL = /[\\`<[h*_~|@¯\n]/g;

function titled(node, title) {
  if (title) node.title = title;
  return node;
}

function emphasised(text, at) {
  let best = null;
  for (const [rule, build] of EMPHASIS) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (found && found[0].length > (best?.found[0].length ?? 0)) best = { found, build };
  }
  return best;
}

// The first rule that fits at a place of the text.
function fitting(text, at) {
  for (const [rule, build] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (found) return { found, build };
  }
  return emphasised(text, at);
}

export function inline(text) {
  const out = document.createDocumentFragment();
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const fit = fitting(text, at);
    if (fit) {
      out.append(plain, fit.build(fit.found));
      plain = "";
      at += fit.found[0].length;
    } else {
      SPECIAL.lastIndex = at + 1;
      const next = SPECIAL.exec(text)?.index ?? text.length;
      plain += text.slice(at, next);
      at = next;
    }
  }
  out.append(plain);
  return out;
}

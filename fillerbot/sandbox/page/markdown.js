// Discord's subset of Markdown, built as elements; nothing is ever read as HTML.

import { el } from "./dom.js";
import { called, placed, somebody, state } from "./state.js";
import { strings } from "./strings.js";
import { moment } from "./time.js";

export function emoji(id, name) {
  return el("img", { class: "emoji", src: `/cdn/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}

export function link(url, ...children) {
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

const wrapped = (tag) => (found) => el(tag, {}, inline(found[1] ?? found[2]));

const RULES = [
  [/\\([^\w\s])/y, (found) => found[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (found) => el("code", {}, found[2].trim())],
  [/<@!?(\d+)>/y, (found) => mention(found[1])],
  [/<#(\d+)>/y, (found) => el("a", { class: "mention", href: `#${state.person?.name}/${found[1]}` }, called(placed(found[1])))],
  [/<@&(\d+)>/y, (found) => el("span", { class: "mention" }, `@${state.roles.find((role) => role.id === found[1])?.name ?? found[1]}`)],
  [/<\/([^:>]+):\d+>/y, (found) => el("span", { class: "mention" }, `/${found[1]}`)],
  [/<a?:(\w+):(\d+)>/y, (found) => emoji(found[2], found[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (found) => moment(Number(found[1]), found[2])],
  [/<(https?:\/\/[^>\s]+)>/y, (found) => link(found[1], found[1])],
  [/\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (found) => link(found[2], inline(found[1]))],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"')\]*_]/y, (found) => link(found[0], found[0])],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, wrapped("strong")],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, wrapped("u")],
  [/~~([^]+?)~~/y, wrapped("s")],
  [/\|\|([^]+?)\|\|/y, (found) => spoiler(found[1])],
  [/\*(?=\S)((?:\*\*|\\[^]|\s+(?:\\[^]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, wrapped("em")],
  [/\b_((?:__|\\[^]|[^\\_])+?)_\b/y, wrapped("em")],
  [/@everyone|@here/y, (found) => el("span", { class: "mention mine" }, found[0])],
  [/\n/y, () => el("br")],
];

const SPECIAL = /[\\`<[h*_~|@\n]/g;

export function inline(text) {
  const out = document.createDocumentFragment();
  let plain = "";
  let at = 0;
  while (at < text.length) {
    let found = null;
    for (const [rule, build] of RULES) {
      rule.lastIndex = at;
      found = rule.exec(text);
      if (found) {
        const end = at + found[0].length;
        out.append(plain, build(found));
        plain = "";
        at = end;
        break;
      }
    }
    if (!found) {
      SPECIAL.lastIndex = at + 1;
      const next = SPECIAL.exec(text)?.index ?? text.length;
      plain += text.slice(at, next);
      at = next;
    }
  }
  out.append(plain);
  return out;
}

const ITEM = /^( *)([-*]|\d{1,9}\.) +(.+)/;

// Lines of a list, of which deeper ones belong to the item before them.
function list(lines, at) {
  const [, indent, mark] = lines[at].match(ITEM);
  const node = /\d/.test(mark) ? el("ol", { start: parseInt(mark, 10) }) : el("ul");
  while (at < lines.length) {
    const found = lines[at].match(ITEM);
    if (!found || found[1].length < indent.length) break;
    if (found[1].length > indent.length && node.lastChild) {
      const [inner, end] = list(lines, at);
      node.lastChild.append(inner);
      at = end;
    } else {
      node.append(el("li", {}, inline(found[3])));
      at += 1;
    }
  }
  return [node, at];
}

function blocks(text) {
  const out = document.createDocumentFragment();
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) out.append(el("p", {}, inline(plain.join("\n"))));
    plain = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const heading = line.match(/^(#{1,3}) +(.+)/);
    const small = line.match(/^-# +(.+)/);
    if (ITEM.test(line)) {
      flush();
      const [node, end] = list(lines, at);
      out.append(node);
      at = end;
      continue;
    }
    if (/^>>> /.test(line)) {
      flush();
      out.append(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"))));
      break;
    }
    if (/^> /.test(line)) {
      flush();
      const quoted = [];
      while (at < lines.length && /^> /.test(lines[at])) quoted.push(lines[at++].slice(2));
      out.append(el("blockquote", {}, blocks(quoted.join("\n"))));
      continue;
    }
    if (heading || small) {
      flush();
      // Headings of messages stand below those of the page itself.
      out.append(heading ? el(`h${heading[1].length + 2}`, {}, inline(heading[2])) : el("small", {}, inline(small[1])));
    } else {
      plain.push(line);
    }
    at += 1;
  }
  flush();
  return out;
}

const FENCE = /```(?:([\w+-]+)\n)?\n*([^]*?)\n*```\n?/g;

export function markdown(text) {
  const out = el("div", { class: "markdown" });
  let at = 0;
  for (const found of text.matchAll(FENCE)) {
    if (!found[2].trim()) continue;
    const before = text.slice(at, found.index).replace(/\n$/, "");
    if (before) out.append(blocks(before));
    out.append(el("pre", { tabindex: "0" }, el("code", {}, found[2])));
    at = found.index + found[0].length;
  }
  if (at < text.length) out.append(blocks(text.slice(at)));
  return out;
}

// Discord's subset of Markdown, built as elements; nothing is ever read as HTML.

import { el } from "./dom.js";
import { inline } from "./inline.js";

const ITEM = /^( *)([-*]|\d{1,9}\.) +(.+)/;

// Lines of a list, of which deeper ones belong to the item before them.
function list(lines, at) {
  const [, indent, mark] = lines[at].match(ITEM);
  const node = /\d/.test(mark) ? el("ol", { start: parseInt(mark, 10) }) : el("ul");
  while (at < lines.length) {
    const found = lines[at].match(ITEM);
    if (!found || found[1].length < indent.length) break;
    // Numbers after bullets, or bullets after numbers, are a list of their own.
    if (found[1].length === indent.length && /\d/.test(found[2]) !== /\d/.test(mark)) break;
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
// What a terminal takes for colours.
const ESCAPES = /\u001b\[[\d;]*m/g;
const EMOJI = String.raw`\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[\d#*]\uFE0F?\u20E3`;
const ONLY_EMOJIS = new RegExp(`^(?:\\s|<a?:\\w+:\\d+>|(?:${EMOJI})(?:\\uFE0F|\\p{Emoji_Modifier}|\\u200D(?:${EMOJI}))*)+$`, "u");
const MOST_LARGE = 30;

// The text of a message; a few emojis without words are larger.
export function content(text) {
  const out = markdown(text);
  if (ONLY_EMOJIS.test(text) && [...new Intl.Segmenter().segment(text.replace(/<a?:\w+:\d+>/g, "x"))].length <= MOST_LARGE) {
    out.classList.add("jumbo");
  }
  return out;
}

export function markdown(text) {
  const out = el("div", { class: "markdown" });
  let at = 0;
  for (const [all, language, code] of text.matchAll(FENCE)) {
    if (!code.trim()) continue;
    const start = text.indexOf(all, at);
    const before = text.slice(at, start).replace(/\n$/, "");
    if (before) out.append(blocks(before));
    out.append(el("pre", { tabindex: "0" }, el("code", {}, language === "ansi" ? code.replace(ESCAPES, "") : code)));
    at = start + all.length;
  }
  if (at < text.length) out.append(blocks(text.slice(at)));
  return out;
}

// Moments in text, and those that count down.

import { el } from "./dom.js";
import { locale, now } from "./state.js";
import { strings } from "./strings.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Infinity],
];

function relative(milliseconds) {
  const seconds = (milliseconds - now()) / 1000;
  let size = 1;
  for (const [unit, count] of UNITS) {
    const amount = Math.round(seconds / size);
    if (Math.abs(amount) < count) return new Intl.RelativeTimeFormat(locale()).format(amount, unit);
    size *= count;
  }
  return "";
}

const write = (milliseconds, style) => new Intl.DateTimeFormat(locale(), STYLES[style]).format(milliseconds);

// The element for <t:seconds:style>.
export function moment(seconds, style = "f") {
  const milliseconds = seconds * 1000;
  if (Math.abs(milliseconds) > 8.64e15) return document.createTextNode(`<t:${seconds}:${style}>`);
  const node = el("time", {
    class: "moment",
    datetime: new Date(milliseconds).toISOString(),
    title: write(milliseconds, "F"),
  });
  if (style === "R") node.dataset.at = milliseconds;
  node.textContent = style === "R" ? relative(milliseconds) : write(milliseconds, style);
  return node;
}

export function day(milliseconds) {
  return write(milliseconds, "D");
}

export const full = (iso) => write(new Date(iso), "F");

export const clock = (iso) => write(new Date(iso), "t");

// When a message was written.
export function written(iso) {
  const at = new Date(iso);
  const time = write(at, "t");
  const days = Math.round((new Date(now()).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 864e5);
  const text = days === 0 ? strings().today(time) : days === 1 ? strings().yesterday(time) : write(at, "s");
  return el("time", { datetime: iso, title: write(at, "F") }, text);
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-at]")) {
    const text = relative(Number(node.dataset.at));
    if (node.textContent !== text) node.textContent = text;
  }
}, 500);

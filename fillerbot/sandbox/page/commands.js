// The synced commands as the composer needs them: who may use which, and what their options take.

import { commands } from "./live.js";
import { localised, state } from "./state.js";
import { strings } from "./strings.js";

const SUBCOMMAND = 1;
const GROUP = 2;
export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const NUMBER = 10;

function offered(command) {
  if (command.type !== 1 || (command.contexts && !command.contexts.includes(0))) return false;
  const needed = command.default_member_permissions;
  const rights = BigInt(state.person.permissions);
  const owner = rights === (1n << 53n) - 1n;
  return needed === null || owner || (needed !== "0" && (BigInt(needed) & ~rights) === 0n);
}

function leaves(node, path, shown) {
  const here = [...path, node.name];
  const label = [...shown, localised(node)];
  const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (inner.length) return inner.flatMap((option) => leaves(option, here, label));
  return [{ path: here.join(" "), name: `/${label.join(" ")}`, description: localised(node, "description"), options: node.options ?? [] }];
}

export async function list() {
  return (await commands()).filter(offered).flatMap((command) => leaves(command, [], []));
}

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

// Those that begin with the words come first, those that merely hold them after.
export function fitting(entries, text) {
  const wanted = plain(text.trim());
  const at = (entry) => {
    const places = [entry.name, entry.path ?? ""].map((name) => plain(name).replace(/^[/@]/, "").indexOf(wanted));
    return Math.min(...places.map((place) => (place < 0 ? Infinity : place)));
  };
  return entries.filter((entry) => at(entry) < Infinity).sort((one, other) => (at(one) ? 1 : 0) - (at(other) ? 1 : 0));
}

// What may be put in for an option, as far as it is known beforehand.
export function known(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ name: localised(choice), path: choice.name, value: choice.value }));
  if (option.type === USER) {
    const bot = { ...state.bot, name: state.bot.username };
    return [...state.people, bot].map((who) => ({ name: `@${who.name}`, who, value: who.id }));
  }
  if (option.type === BOOLEAN) {
    return [
      { name: strings().yes, path: "true", value: true },
      { name: strings().no, path: "false", value: false },
    ];
  }
  return null;
}

// The value that a text stands for, or undefined if it is none.
export function read(option, text) {
  const trimmed = text.trim();
  const entries = known(option);
  if (entries) {
    const exact = (entry) => [entry.name, entry.path, entry.who?.name].some((name) => name && plain(name) === plain(trimmed));
    const found = entries.filter(exact);
    const some = found.length ? found : fitting(entries, trimmed);
    return found.length || some.length === 1 ? some[0].value : undefined;
  }
  if (option.type === INTEGER) return /^[-+]?\d+$/.test(trimmed) ? Number(trimmed) : undefined;
  if (option.type === NUMBER) {
    const number = Number(trimmed.replace(",", "."));
    return Number.isFinite(number) ? number : undefined;
  }
  return trimmed;
}

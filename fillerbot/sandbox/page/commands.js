// The commands that are offered, as the composer and the menus need them, and what their options take.

import { commands } from "./live.js";
import { called, localised, state } from "./state.js";
import { strings } from "./strings.js";

const SUBCOMMAND = 1;
const GROUP = 2;
export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const MENTIONABLE = 9;
export const NUMBER = 10;
export const ATTACHMENT = 11;

const LINE = 1;
export const ON_PERSON = 2;
export const ON_MESSAGE = 3;

const offered = async (kind) => (await commands(state.person.id, state.place.id)).filter((command) => command.type === kind);

// The entries that the bot adds to the menu of a person or a message.
export const menu = (kind) => offered(kind);

function leaves(node, path, shown) {
  const here = [...path, node.name];
  const label = [...shown, localised(node)];
  const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (inner.length) return inner.flatMap((option) => leaves(option, here, label));
  return [{ path: here.join(" "), name: `/${label.join(" ")}`, description: localised(node, "description"), options: node.options ?? [] }];
}

export async function list() {
  return (await offered(LINE)).flatMap((command) => leaves(command, [], []));
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

export function people() {
  const bot = { ...state.bot, name: state.bot.username };
  return [...state.people, bot].map((who) => ({ name: `@${who.name}`, who, value: who.id }));
}

export const roles = () => state.roles.map((role) => ({ name: `@${role.name.replace(/^@/, "")}`, path: role.name, value: role.id }));

export function channels(kinds) {
  const here = state.places.filter((place) => place.guild === state.place.guild && (!kinds?.length || kinds.includes(place.kind)));
  return here.map((place) => ({ name: called(place), path: place.name, value: place.id }));
}

// What may be put in for an option, as far as it is known beforehand.
export function known(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ name: localised(choice), path: choice.name, value: choice.value }));
  if (option.type === USER) return people();
  if (option.type === ROLE) return roles();
  if (option.type === MENTIONABLE) return [...people(), ...roles()];
  if (option.type === CHANNEL) return channels(option.channel_types);
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

const units = (text) => [...text].length;

// What is wrong with a value: numbers and the lengths of texts may be bounded.
export function fault(option, value, name) {
  const isText = option.type === STRING;
  if (!isText && option.type !== INTEGER && option.type !== NUMBER) return "";
  const size = isText ? units(value) : value;
  const [low, high] = isText ? [option.min_length, option.max_length] : [option.min_value, option.max_value];
  if (size >= (low ?? -Infinity) && size <= (high ?? Infinity)) return "";
  return strings()[isText ? "length" : "range"](name, low, high);
}

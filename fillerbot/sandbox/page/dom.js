// Small helpers to build elements; text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 4.9l1.4-1.4 2.8 2.8-1.4 1.4zM16.3 17.7l1.4-1.4 2.8 2.8-1.4 1.4zM3.5 19.1l2.8-2.8 1.4 1.4-2.8 2.8zM16.3 6.3l2.8-2.8 1.4 1.4-2.8 2.8z",
  moon: "M20.7 14.6A9 9 0 0 1 9.4 3.3a9 9 0 1 0 11.3 11.3Z",
  eye: "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7Zm0 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9Zm0-2.2a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z",
  link: "M14 3h7v7h-2.2V6.7l-9 9-1.5-1.5 9-9H14V3ZM5 5h5v2.2H6.2v10.6h10.6V14H19v6H4V5z",
  send: "M3.4 20.6 21.5 12 3.4 3.4 3.2 10l11 2-11 2 .2 6.6Z",
  close: "M18.4 4 12 10.4 5.6 4 4 5.6l6.4 6.4L4 18.4 5.6 20l6.4-6.4 6.4 6.4 1.6-1.6-6.4-6.4L20 5.6z",
  chevron: "M5.6 8 4 9.6l8 8 8-8L18.4 8 12 14.4z",
  check: "M9.2 16.2 4.8 11.8 3 13.6l6.2 6.2L21.5 7.5l-1.8-1.8z",
  warning: "M12 2.5 1 21h22L12 2.5Zm-1.2 7h2.4v6h-2.4v-6Zm0 7.5h2.4v2.3h-2.4V17Z",
  file: "M6 2h8l5 5v15H5V2h1Zm7 1.8V8h4.2L13 3.8Z",
  menu: "M3 5.5h18v2.2H3zM3 10.9h18v2.2H3zM3 16.3h18v2.2H3z",
  more: "M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  thread: "M4 3h2.2v9.8H18l-3.6-3.6L16 7.6l6.3 6.3L16 20.2l-1.6-1.6 3.6-3.6H4z",
  reply: "M10 5v4.2c7 .6 10.6 4.3 11.5 10.3-2.7-4-6.1-5.7-11.5-5.7V18L2.5 11.5z",
  plus: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm1 5v4h4v2h-4v4h-2v-4H7v-2h4V7h2Z",
  pencil: "M3 17.2V21h3.8L18 9.8 14.2 6 3 17.2ZM20.7 7.1a1 1 0 0 0 0-1.4l-2.4-2.4a1 1 0 0 0-1.4 0L15 5.2 18.8 9l1.9-1.9Z",
  down: "M11 4h2v11.2l4.3-4.3 1.5 1.4L12 19.1l-6.8-6.8 1.5-1.4 4.3 4.3z",
};

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

const AVATARS = ["#5865f2", "#3ba55c", "#c77d0e", "#d83c5b", "#a35bd6", "#1f8fb8"];

export function avatar(who) {
  const colour = who.bot ? AVATARS[0] : AVATARS[1 + (Number(BigInt(who.id) % 100n) % 5)];
  const node = el("span", { class: "avatar", "aria-hidden": "true" }, (who.name ?? who.username)[0].toUpperCase());
  node.style.backgroundColor = colour;
  return node;
}

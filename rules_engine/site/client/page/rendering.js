/** Helpers of the pages whose scripts are loaded on demand, kept apart from those that every page loads. */

import { make, updateAttribute } from "../shared/dom.js";
import { fetchJson } from "../shared/fetched.js";

/** Return text that isn't translated, such as a name that a player entered. @param {string} text */
export const verbatim = (text) => document.createTextNode(text);

/** Return a picture made of elements, with a label that is also its tooltip.
 * @param {string} style @param {string} label @param {import("../shared/dom.js").Child} inside */
export const labelledImage = (style, label, inside) =>
  make("span", { class: style, role: "img", title: label, "aria-label": label }, inside);

/** Return a shuffled copy of a list. @template T @param {readonly T[]} list @returns {T[]} */
export function shuffled(list) {
  const left = [...list];
  return Array.from(list, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}

/** Fetch a JSON file, or return null if it can't be fetched or parsed. @param {string} address */
export const jsonOrNull = (address) => fetchJson(address).catch(() => null);

/** Set the game whose pages, card faces and suit colours a table uses.
 * @param {HTMLElement} table @param {DOMStringMap} of */
export function setGame(table, { game, gamePage, generalPage, faces, suitColours }) {
  Object.assign(table.dataset, { game, gamePage, generalPage, faces });
  updateAttribute(table, "data-suit-colours", suitColours || false);
}

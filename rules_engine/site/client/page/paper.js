/** What is made for paper alone: sheets that the browser prints instead of the page. */

import { make, one } from "../shared/dom.js";

/** @typedef {"a4" | "a4-across" | "letter"} Paper */

/** Width and height in millimetres. @type {Record<Paper, [number, number]>} */
export const PAPERS = { a4: [210, 297], "a4-across": [297, 210], letter: [215.9, 279.4] };

const laid = make("div", { class: "fs-paper" });
/** The styles that hold the page's size and margins while sheets lie ready. @type {CSSStyleSheet | undefined} */
let dressed;

/**
 * Prints sheets on paper of that size, with a margin in millimetres. They lie in the page until the reader does something else,
 * for not every browser waits in `print`.
 * @param {Node[]} sheets @param {Paper} paper @param {number} margin
 */
export function printSheets(sheets, paper, margin) {
  clear();
  const [width, height] = PAPERS[paper];
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  dressed = links[links.length - 1]?.sheet ?? undefined; // the last: what is said there of the page's size counts
  dressed?.insertRule(`@page { size: ${width}mm ${height}mm; margin: ${margin}mm; }`, dressed.cssRules.length);
  laid.replaceChildren(...sheets);
  document.body.append(laid);
  document.documentElement.toggleAttribute("data-on-paper", true);
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, clear, { once: true, capture: true });
  print();
}

/** What is chosen of several. @param {ParentNode} within @param {string} name */
export const chosen = (within, name) => /** @type {HTMLInputElement} */ (one(within, `input[name=${name}]:checked`));

/** The page is itself again. */
export function clear() {
  document.documentElement.removeAttribute("data-on-paper");
  dressed?.deleteRule(dressed.cssRules.length - 1);
  dressed = undefined;
  laid.remove();
}

/** Printing of sheets designed for paper instead of the page. */

import { make, one } from "../shared/dom.js";

/** @typedef {"a4" | "a4-across" | "letter"} Paper */

/** Width and height of each paper format in millimetres. @type {Record<Paper, [number, number]>} */
export const PAPERS = { a4: [210, 297], "a4-across": [297, 210], letter: [215.9, 279.4] };

const laid = make("div", { class: "fs-paper" });
/** The style sheet that contains our `@page` rule while sheets are ready to print. @type {CSSStyleSheet | undefined} */
let dressed;

/**
 * Print sheets in a paper format, with a margin in millimetres. The sheets stay in the page until the next key or pointer event,
 * because in some browsers `print` returns immediately.
 *
 * @param {Node[]} sheets @param {Paper} paper @param {number} margin
 */
export function printSheets(sheets, paper, margin) {
  clear();
  const [width, height] = PAPERS[paper];
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  dressed = links[links.length - 1]?.sheet ?? undefined; // the last style sheet, because a later `@page` rule wins
  dressed?.insertRule(`@page { size: ${width}mm ${height}mm; margin: ${margin}mm; }`, dressed.cssRules.length);
  laid.replaceChildren(...sheets);
  document.body.append(laid);
  document.documentElement.toggleAttribute("data-on-paper", true);
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, clear, { once: true, capture: true });
  print();
}

/** Return the checked input in a group. @param {ParentNode} within @param {string} name */
export const chosen = (within, name) => /** @type {HTMLInputElement} */ (one(within, `input[name=${name}]:checked`));

/** Remove the sheets from the page. */
export function clear() {
  document.documentElement.removeAttribute("data-on-paper");
  dressed?.deleteRule(dressed.cssRules.length - 1);
  dressed = undefined;
  laid.remove();
}

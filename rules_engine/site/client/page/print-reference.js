/** Printing of a reference card: two copies on a sheet of A4 to cut apart, for all variants of the game or for one. */

import { all, make, one } from "../shared/dom.js";
import { printSheets } from "./paper.js";

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const card = /** @type {HTMLElement | null} */ (form.closest(".fs-reference"));
  if (!card) return;
  event.preventDefault();
  const version = /** @type {HTMLSelectElement | null} */ (form.querySelector("select"));
  const copies = [1, 2].map(() => cardOf(card, version));
  printSheets([make("div", { class: "fs-two-cards" }, ...copies)], "a4-across", 0);
});

/** Clone a reference card, keeping only the rows of the selected variant.
 * @param {HTMLElement} card @param {HTMLSelectElement | null} version */
function cardOf(card, version) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  copy.querySelector("form")?.remove();
  if (!version?.value) return copy;
  one(copy, "header > p").append(` · ${version.selectedOptions[0].textContent}`);
  for (const row of all(copy, "[data-in]")) {
    if (!row.dataset.in?.split(" ").includes(version.value)) row.remove();
    else row.querySelector("td > em")?.remove();
  }
  return copy;
}

/**
 * The end of a practice hand: the last trick goes to its taker, and when the panel with the result appears, its figures count up
 * and the cards of a match's winner spread out.
 */

import { all } from "../shared/dom.js";
import { speed, sweepTrick } from "./card-motion.js";

/** Duration of the figures' and the cards' movement in milliseconds. */
const COUNT = 600, SPREAD = 800;
const FIGURES = ".fs-gain, tr:is(.fs-sum, .fs-total) > td, td:is(.fs-sum, .fs-total)";
/** Actions that continue the hand. */
const CONTINUES = ["next", "go"];

export class HandEnding {
  /** True if the last trick of the hand is still on the table. */
  #lies = false;

  /** @param {import("./table.js").FollowSuitTable} table */
  constructor(table) {
    this.table = table;
  }

  /** The panel with the result of the hand, or null. */
  get panel() {
    return /** @type {HTMLElement | null} */ (this.table.stage.querySelector(".fs-ending[data-kind=end]"));
  }

  /** Move the last trick to its taker if an action shows the result. @param {object} action */
  async sweep(action) {
    if (!this.#lies || !("do" in action) || !CONTINUES.includes(String(action.do))) return;
    await sweepTrick(this.table.stage, this.table.stage.querySelector(".fs-ring:has(.fs-laid.fs-won)"));
  }

  /** Return whether a response is the first to show the result.
   * @param {HandAnswer} answer @param {string} before the hand before it */
  isReachedBy({ over, waiting, save }, before) {
    const reached = over && !waiting && (this.#lies || (before !== "" && before !== save));
    this.#lies = over && waiting;
    return reached;
  }

  /** Animate the panel. Without card animations it is complete at once. */
  celebrate() {
    const { panel } = this;
    if (!panel || !speed()) return;
    countUp(panel);
    spread(all(panel, ".fs-spread > .fs-card"));
  }
}

/** @param {HTMLElement[]} cards */
function spread(cards) {
  const middle = cards.reduce((sum, { offsetLeft }) => sum + offsetLeft, 0) / cards.length;
  for (const [place, card] of cards.entries()) {
    const rotate = `${(place - cards.length / 2) * 4}deg`;
    card.animate([{ translate: `${middle - card.offsetLeft}px 0`, rotate }, { translate: "0 0", rotate: "0deg" }],
      { duration: SPREAD, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}

/** Count the figures up from zero. Screen readers wait for the final ones. @param {HTMLElement} panel */
function countUp(panel) {
  const figures = all(panel, FIGURES).map((element) => ({ element, shown: element.textContent, final: element.textContent }))
    .filter(({ final }) => /^[+−]?\d+$/.test(final));
  const begun = performance.now();
  panel.setAttribute("aria-busy", "true");
  const step = (/** @type {number} */ now) => {
    const part = Math.min(1, Math.max(0, now - begun) / COUNT);
    for (const figure of figures) {
      if (figure.element.textContent !== figure.shown) continue; // another response has changed it
      figure.shown = figure.final.replace(/\d+/, (digits) => String(Math.round(Number(digits) * part * (2 - part))));
      figure.element.textContent = figure.shown;
    }
    if (part < 1) requestAnimationFrame(step);
    else panel.removeAttribute("aria-busy");
  };
  requestAnimationFrame(step);
}

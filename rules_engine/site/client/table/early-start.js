/**
 * Python starts a little before the click that needs it: when the pointer rests on such a control, when the focus does,
 * or when a practice table that was scrolled to stays in view. Not where the reader asks to save data, and never more than once.
 */

import { engine } from "../python/engine.js";

/** The controls that lead to Python. */
const LEADS = ".fs-choice, #fs-do-new, #fs-do-resume, #fs-do-whatif, #fs-do-another";

/** A pointer or a focus that passes by is no wish. */
const RESTS = 100;

/** Neither is a practice table that is scrolled past. */
const LOOKED_AT = 1500;

/** @param {HTMLElement} table @param {AbortSignal} signal ends it when the table leaves the page */
export function foresee(table, signal) {
  if (navigator.connection?.saveData) return;
  let clock = 0;
  const wait = (/** @type {number} */ time) => {
    clearTimeout(clock);
    clock = window.setTimeout(() => engine.start(), time);
  };
  const forget = () => clearTimeout(clock);
  const near = (/** @type {Event} */ { target }) => /** @type {Element} */ (target).closest(LEADS) !== null;
  // Not "pointerover": a control that appears below a pointer at rest, as after an answer, was not gone to.
  for (const sign of ["pointermove", "focusin"]) {
    table.addEventListener(sign, (event) => near(event) && wait(RESTS), { signal });
  }
  for (const sign of ["pointerout", "focusout"]) {
    table.addEventListener(sign, (event) => near(event) && forget(), { signal });
  }
  table.addEventListener("pointerdown", (event) => near(event) && wait(0), { signal, passive: true });
  signal.addEventListener("abort", forget);
  if (table.dataset.kind === "practice") whenLookedAt(table, wait, forget, signal);
}

/**
 * In view when the page opens is no sign of anything: only a table that was scrolled to counts.
 *
 * @param {Element | null} control @param {(time: number) => void} wait @param {() => void} forget
 * @param {AbortSignal} signal
 */
function whenLookedAt(control, wait, forget, signal) {
  let opened = false;
  const watch = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) forget();
    else if (opened) wait(LOOKED_AT);
    opened = true;
  });
  if (control) watch.observe(control);
  signal.addEventListener("abort", () => watch.disconnect());
}

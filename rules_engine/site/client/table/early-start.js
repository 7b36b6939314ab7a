/**
 * Python starts a little before the click that needs it: when the pointer rests on such a control, when the focus does,
 * or when a practice table that was scrolled to stays in view. Not where the reader asks to save data, and never more than once.
 * On a page made for playing it comes while that is read, where the browser says that megabytes cost nothing and come soon.
 */

import { engine } from "../python/engine.js";

/** The controls that lead to Python. */
const LEADS = ".fs-choice, #fs-do-new, #fs-do-resume, #fs-do-whatif, #fs-do-another";

/** A pointer or a focus that passes by is no wish. */
const RESTS = 100;

/** Neither is a practice table that is scrolled past. */
const LOOKED_AT = 1500;

/** Whoever stays so long at a table that the page opened with reads what is said there, and plays next. */
const READ = 4000;

/** Whether what nobody asked for may come: a line that is said to be good, and not a phone's. */
function lineIsFree() {
  const { effectiveType, type } = navigator.connection ?? {};
  return effectiveType === "4g" && type !== "cellular";
}

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
 * A table that was scrolled to counts soon, one in view when the page opens after a while, and only where the line is free.
 *
 * @param {Element | null} control @param {(time: number) => void} wait @param {() => void} forget
 * @param {AbortSignal} signal
 */
function whenLookedAt(control, wait, forget, signal) {
  let opened = false;
  const watch = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) forget();
    else if (opened) wait(LOOKED_AT);
    else if (lineIsFree()) wait(READ);
    opened = true;
  });
  if (control) watch.observe(control);
  signal.addEventListener("abort", () => watch.disconnect());
}

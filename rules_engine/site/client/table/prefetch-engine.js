/**
 * Early start of Python, before the click that needs it: when the pointer or the focus rests on a control that needs Python, or
 * when a practice table stays in view after scrolling. A practice table that is in view when the page opens also starts Python if
 * the connection is fast and not cellular. Python never starts early if the browser's data saver is on, or in
 * a frame in another site's page.
 */

import { engine } from "../python/engine.js";

/** Selector for the controls that need Python. */
const LEADS = ".fs-choice, #fs-do-new, #fs-do-resume, #fs-do-whatif, #fs-do-another";

/** Milliseconds that the pointer or the focus must rest on a control. */
const RESTS = 100;

/** Milliseconds that a practice table must stay in view after scrolling. */
const LOOKED_AT = 1500;

/** Milliseconds that a table must stay in view after the page has opened. A reader who stays that long will probably play. */
const READ = 4000;

/** Return whether prefetching is acceptable: the connection is 4G or better, and not known to be cellular. */
function lineIsFree() {
  const { effectiveType, type } = navigator.connection ?? {};
  return effectiveType === "4g" && type !== "cellular";
}

/** @param {HTMLElement} table @param {AbortSignal} signal aborted when the table leaves the page */
export function foresee(table, signal) {
  if (navigator.connection?.saveData || table.dataset.place === "embed") return;
  let clock = 0;
  const wait = (/** @type {number} */ time) => {
    clearTimeout(clock);
    clock = window.setTimeout(() => engine.start(), time);
  };
  const forget = () => clearTimeout(clock);
  const near = (/** @type {Event} */ { target }) => /** @type {Element} */ (target).closest(LEADS) !== null;
  // Not "pointerover": it also fires when a control appears under a resting pointer, as after a response.
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
 * Start Python for a table that stays in view: soon if it was scrolled to, later if it was in view when the page opened and the
 * connection allows prefetching.
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

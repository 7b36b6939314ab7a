/**
 * Tooltips for touch screens: tapping an icon, chip, name plate or card shows the name that a hover tooltip or a screen reader
 * would give. A tap that triggers an action shows no name.
 */

import { make } from "../shared/dom.js";
import { layBeside } from "./rule-preview.js";

const SIGN = "[role=img][aria-label], abbr[title]:not(.fs-term)";
const DOES = "a, button, summary, label, select, .fs-run";

const told = make("div", { class: "fs-preview fs-sign-name", "aria-hidden": "true" });

/** @param {Event} event */
function pressed({ target }) {
  told.remove();
  const sign = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest?.(SIGN) ?? null);
  if (!sign || sign.closest(DOES)) return;
  told.textContent = sign.title || sign.getAttribute("aria-label");
  document.body.append(told);
  layBeside(told, sign.getBoundingClientRect());
}

addEventListener("click", pressed);
for (const type of ["scroll", "keydown", "hashchange"]) {
  addEventListener(type, () => told.remove(), { capture: true, passive: true });
}

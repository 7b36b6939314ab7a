/** Hands that are kept, and how they lay when they were left. Other sites of the origin could have written that, too. */

import { ownHtml } from "../shared/own-html.js";
import * as is from "../shared/shape.js";
import { strict } from "../shared/shape.js";
import { handOf, keptHand, setHand } from "../shared/storage.js";

const SEEN = is.shape({ save: is.text(1_000_000), html: is.text(1_000_000), faces: is.text(), underWay: is.flag });
/** Hands that a newer version saved. */
const NEWER = /^fs(?!1\.)\d+\./;

/** @param {string} figure */
const seenOf = (figure) => `${figure}:seen`;

/** Whether a new game would end a hand that was left, and how it lay, if that is known of this very hand.
 * @param {string} figure @param {string} save @param {string} faces where the page's cards are */
export function leftHand(figure, save, faces) {
  const seen = save ? strict(keptHand(seenOf(figure)), SEEN) : null;
  if (seen?.save !== save) return { underWay: true, html: "" };
  return { underWay: seen.underWay, html: seen.faces === faces ? ownHtml(seen.html) ?? "" : "" };
}

/** @param {string} figure @param {string} save @param {{html: string, faces: string, underWay: boolean}} seen how it lies
 * @returns {boolean} whether a reload brings it back */
export function keepHand(figure, save, seen) {
  if (NEWER.test(keptHand(figure))) return false;
  const kept = setHand(figure, save);
  setHand(seenOf(figure), JSON.stringify({ save, ...seen }));
  return kept;
}

/** Calls when another tab keeps another hand in its place.
 * @param {string} figure @param {(save: string) => void} heard @param {AbortSignal} signal */
export function onOtherHand(figure, heard, signal) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === handOf(figure) && newValue) heard(newValue);
  }, { signal });
}

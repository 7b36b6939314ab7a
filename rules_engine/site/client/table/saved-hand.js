/**
 * Hands in the browser's storage, and how they looked when the reader left them. Since other sites of the origin can write to
 * that storage, the data is validated.
 */

import { ownHtml } from "../shared/own-html.js";
import * as is from "../shared/shape.js";
import { strict } from "../shared/shape.js";
import { handOf, keptHand, setHand } from "../shared/storage.js";

const SEEN = is.shape({ save: is.text(1_000_000), html: is.text(1_000_000), faces: is.text(), underWay: is.flag });
/** Prefix of hands saved by a newer version. */
const NEWER = /^fs(?!1\.)\d+\./;

/** @param {string} figure */
const seenOf = (figure) => `${figure}:seen`;

/** Return whether a new game would end the reader's hand, and the HTML of the hand if it was stored for this very hand.
 * @param {string} figure @param {string} save @param {string} faces the folder of the page's card faces */
export function leftHand(figure, save, faces) {
  const seen = save ? strict(keptHand(seenOf(figure)), SEEN) : null;
  if (seen?.save !== save) return { underWay: true, html: "" };
  return { underWay: seen.underWay, html: seen.faces === faces ? ownHtml(seen.html) ?? "" : "" };
}

/** @param {string} figure @param {string} save @param {{html: string, faces: string, underWay: boolean}} seen how it looks
 * @returns {boolean} whether a reload restores it */
export function keepHand(figure, save, seen) {
  if (NEWER.test(keptHand(figure))) return false;
  const kept = setHand(figure, save);
  setHand(seenOf(figure), JSON.stringify({ save, ...seen }));
  return kept;
}

/** Call a function when another tab stores another hand of the figure.
 * @param {string} figure @param {(save: string) => void} heard @param {AbortSignal} signal */
export function onOtherHand(figure, heard, signal) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === handOf(figure) && newValue) heard(newValue);
  }, { signal });
}

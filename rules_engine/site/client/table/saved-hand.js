/**
 * Hands in the browser's storage, each with its HTML at the time the reader left it. Other sites on the origin can write to that
 * storage, so the data is validated.
 */

import { ownHtml } from "../shared/own-html.js";
import * as is from "../shared/shape.js";
import { strict } from "../shared/shape.js";
import { handOf, keptHand, setHand } from "../shared/storage.js";

const SEEN = is.shape({ save: is.text(1_000_000), html: is.text(1_000_000), faces: is.text(), underWay: is.flag });
/** Pattern for hands saved by a newer version. */
const NEWER = /^fs(?!1\.)\d+\./;

/** @param {string} figure */
const seenOf = (figure) => `${figure}:seen`;

/** Return whether a new game would end the reader's hand, and the stored HTML if it belongs to this save.
 * @param {string} figure @param {string} save @param {string} faces the URL of the folder with the page's card faces */
export function leftHand(figure, save, faces) {
  const seen = save ? strict(keptHand(seenOf(figure)), SEEN) : null;
  if (seen?.save !== save) return { underWay: true, html: "" };
  return { underWay: seen.underWay, html: seen.faces === faces ? ownHtml(seen.html) ?? "" : "" };
}

/** @param {string} figure @param {string} save @param {{html: string, faces: string, underWay: boolean}} seen its HTML and state
 * @returns {boolean} whether a reload restores the hand */
export function keepHand(figure, save, seen) {
  if (NEWER.test(keptHand(figure))) return false;
  const kept = setHand(figure, save);
  setHand(seenOf(figure), JSON.stringify({ save, ...seen }));
  return kept;
}

/** Call a function when another tab stores a hand for the figure.
 * @param {string} figure @param {(save: string) => void} heard @param {AbortSignal} signal */
export function onOtherHand(figure, heard, signal) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === handOf(figure) && newValue) heard(newValue);
  }, { signal });
}

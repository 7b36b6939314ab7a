/**
 * What the page's scripts say, in the page's language. They are written in English; a page in another language brings a
 * catalogue for them. Texts are put into the language where they are shown and said.
 */

import { entryOf } from "./entries.js";

/** What differs from time to time, `{n}` in a catalogue: numbers, and the names of files. */
const OPEN = /[\w-]+\.[a-z]+|\d+/g;
const SENTENCES = /([.!?…]) (?=\p{L})/gu;
/** What no text holds. */
const CUT = "\u0000";

/** The site's own language, as far as a page in it was seen: the theme leaves the first page's where it changes pages. */
const own = document.getElementById("fs-words") ? "en" : document.documentElement.lang;

/** @type {HTMLElement | null} */
let place = null;
/** @type {Record<string, string>} */
let catalogue = {};

/** The page's own: instant navigation brings another. */
function words() {
  const found = document.getElementById("fs-words");
  if (found !== place) {
    place = found;
    const root = document.documentElement;
    const lang = found?.lang || own;
    // even to say it once more would style the whole page anew
    if (root.lang !== lang) root.lang = lang;
    catalogue = found ? JSON.parse(found.textContent ?? "{}") : {};
  }
  return catalogue;
}

globalThis.document$?.subscribe(words);

/** The code of the page's language; an empty text for English. */
export function language() {
  return document.getElementById("fs-words")?.lang ?? "";
}

/** A text in the page's language; as it is where the catalogue hasn't got it. @param {string} text */
export function put(text) {
  const known = words();
  if (!place) return text;
  return whole(text, known) ?? text.replace(SENTENCES, `$1${CUT}`).split(CUT).map((each) => whole(each, known) ?? each).join(" ");
}

/** @param {string} text @param {Record<string, string>} known @returns {string | undefined} */
function whole(text, known) {
  const bare = text.trim();
  /** @type {string[]} */
  const found = [];
  const told = entryOf(known, bare)
    ?? entryOf(known, bare.replace(OPEN, (each) => `{n${found.push(each) > 1 ? found.length : ""}}`));
  return told && text.replace(bare, () => told.replace(/\{n(\d*)\}/g, (_, at) => found[(at || 1) - 1]));
}

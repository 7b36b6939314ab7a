/**
 * Translation of the strings in the page's scripts. The strings are in English; a page in another language contains a catalogue.
 * Strings are translated where they are shown or announced.
 */

import { entryOf } from "./entries.js";

/** Pattern for the variable parts of a string, `{n}` in a catalogue: numbers and file names. */
const OPEN = /[\w-]+\.[a-z]+|\d+/g;
const SENTENCES = /([.!?…]) (?=\p{L})/gu;
/** A separator that occurs in no string. */
const CUT = "\u0000";

/** The site's language as found on the first page: on instant navigation the theme doesn't update the `lang` attribute. */
const own = document.getElementById("fs-words") ? "en" : document.documentElement.lang;

/** @type {HTMLElement | null} */
let place = null;
/** @type {Record<string, string>} */
let catalogue = {};

/** Return the page's catalogue, and reload it when instant navigation has replaced the page. */
function words() {
  const found = document.getElementById("fs-words");
  if (found !== place) {
    place = found;
    const root = document.documentElement;
    const lang = found?.lang || own;
    // setting the same value would still restyle the document
    if (root.lang !== lang) root.lang = lang;
    catalogue = found ? JSON.parse(found.textContent ?? "{}") : {};
  }
  return catalogue;
}

globalThis.document$?.subscribe(words);

/** Return the code of the page's language, or an empty string for English. */
export function language() {
  return document.getElementById("fs-words")?.lang ?? "";
}

/** Translate a string into the page's language. A string that the catalogue lacks is returned unchanged. @param {string} text */
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

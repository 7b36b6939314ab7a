/**
 * Access to the browser's storage: this tab's table in sessionStorage, hands and settings in localStorage. If storage is
 * blocked, nothing is stored and no error is raised.
 *
 * Sites on one origin share its storage, so each key contains the site's path. Early versions used the same keys for all sites;
 * such a value is copied to the site's own key when it is first read.
 */

import { ROOT, SITE } from "./this-site.js";

const OURS = `follow-suit:${SITE}:`;
/** Prefix of the legacy keys, which were shared by all sites on an origin. */
const SHARED = "follow-suit-";

/** @param {() => Storage} storage @param {string} name @returns {string | null} */
function read(storage, name) {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Write or remove an item. Return false if storage is full or blocked.
 * @param {() => Storage} storage @param {string} name @param {string | null} text null removes it
 * @returns {boolean} whether that succeeded */
function write(storage, name, text) {
  try {
    if (text === null) storage().removeItem(name);
    else storage().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} beginning @returns {string[]} the rest of each key with this prefix */
function namesAfter(beginning) {
  try {
    return Object.keys(good()).filter((name) => name.startsWith(beginning)).map((name) => name.slice(beginning.length));
  } catch {
    return [];
  }
}

const tab = () => sessionStorage;
const good = () => localStorage;
const place = () => `follow-suit:${location.pathname}`;

/** Return the stored state of this page's table in this tab, as JSON. */
export const keptTable = () => read(tab, place()) ?? "";

/** @param {object} table */
export function keepTable(table) {
  write(tab, place(), JSON.stringify(table));
}

/** @param {string} figure */
export const handOf = (figure) => `${place()}#${figure}`;

/** Return the text stored for a figure on this page, such as the hand played last in any tab. @param {string} figure */
export const keptHand = (figure) => read(good, handOf(figure)) ?? "";

/** @param {string} figure @param {string} text @returns {boolean} whether it was stored */
export const setHand = (figure, text) => write(good, handOf(figure), text);

/** @param {string} name @param {string} otherwise
 * @param {(text: string) => boolean} [fits] whether a value under the legacy key belongs to this site */
export function setting(name, otherwise, fits = () => true) {
  const own = read(good, OURS + name);
  if (own !== null) return own || otherwise;
  const shared = sharedSetting(name);
  if (!shared || !fits(shared)) return otherwise;
  write(good, OURS + name, shared);
  return shared;
}

/** Return a setting's value if it is one of the given values, otherwise the first of them. Another version may have stored
 * others.
 * @param {string} name @param {readonly string[]} values */
export const chosen = (name, values) => values.find((value) => value === setting(name, "")) ?? values[0];

/** Return the value under a legacy key. @param {string} name */
export const sharedSetting = (name) => read(good, SHARED + name) ?? "";

/** Change the value under a legacy key, for sites that haven't copied it yet. @param {string} name @param {string} text */
export const setShared = (name, text) => write(good, SHARED + name, text || null);

/** @param {string} name @param {string} value @returns {boolean} whether it was stored */
export function set(name, value) {
  return write(good, OURS + name, value || (sharedSetting(name) ? "" : null)); // "" prevents another copy of the legacy value
}

/** Return the names of the settings with a prefix. @param {string} beginning */
export function settingsOf(beginning) {
  const own = namesAfter(OURS + beginning).filter((name) => read(good, OURS + beginning + name));
  const shared = namesAfter(SHARED + beginning).filter((name) => read(good, OURS + beginning + name) === null);
  return [...own, ...shared].map((name) => beginning + name);
}

/** Listen for changes of a setting, or of a part of a journal, in other tabs.
 * @param {string} name @param {(key: string) => void} heard
 * @param {AbortSignal} [signal] */
export function onSetElsewhere(name, heard, signal) {
  window.addEventListener("storage", ({ key }) => { // no key: the storage was cleared
    if (key === null || key === OURS + name || key.startsWith(`${OURS}${name}:`)) heard(key?.slice(OURS.length) ?? "");
  }, { signal });
}

/** Return a channel shared by the site's tabs and workers, or null, since some browsers with blocked storage don't allow one.
 * @param {string} name */
export function channel(name) {
  try {
    return new BroadcastChannel(`${name} ${ROOT}`);
  } catch {
    return null;
  }
}

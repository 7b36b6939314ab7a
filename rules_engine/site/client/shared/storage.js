/**
 * What a reader's browser keeps: this tab's table for the session, hands and settings for good. Without storage, nothing.
 *
 * Sites of one origin share its storage, so each name carries the site. Before they did, all sites had the same names: what such
 * a name holds is copied when it is first read under the site's own.
 */

import { ROOT, SITE } from "./this-site.js";

const OURS = `follow-suit:${SITE}:`;
/** The names that all sites of an origin once had in common begin so. */
const SHARED = "follow-suit-";

/** @param {() => Storage} storage @param {string} name @returns {string | null} */
function read(storage, name) {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden: it goes on without it then.
 * @param {() => Storage} storage @param {string} name @param {string | null} text null removes it
 * @returns {boolean} whether it is kept */
function write(storage, name, text) {
  try {
    if (text === null) storage().removeItem(name);
    else storage().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} beginning @returns {string[]} the rest of each name that begins so */
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

/** What lay on this page's table in this tab, as it was written. */
export const keptTable = () => read(tab, place()) ?? "";

/** @param {object} table */
export function keepTable(table) {
  write(tab, place(), JSON.stringify(table));
}

/** @param {string} figure */
export const handOf = (figure) => `${place()}#${figure}`;

/** The hand that was played last on this page, in whichever tab, or what else is kept of it. @param {string} figure */
export const keptHand = (figure) => read(good, handOf(figure)) ?? "";

/** @param {string} figure @param {string} text @returns {boolean} whether it is kept */
export const setHand = (figure, text) => write(good, handOf(figure), text);

/** @param {string} name @param {string} otherwise @param {(text: string) => boolean} [fits] whether a text that all sites shared
 * is this site's */
export function setting(name, otherwise, fits = () => true) {
  const own = read(good, OURS + name);
  if (own !== null) return own || otherwise;
  const shared = sharedSetting(name);
  if (!shared || !fits(shared)) return otherwise;
  write(good, OURS + name, shared);
  return shared;
}

/** A setting that has one of some values; one that isn't among them, as of another version, counts as the first of them.
 * @param {string} name @param {readonly string[]} values */
export const chosen = (name, values) => values.find((value) => value === setting(name, "")) ?? values[0];

/** What all sites of the origin shared under a name. @param {string} name */
export const sharedSetting = (name) => read(good, SHARED + name) ?? "";

/** Changes it for those that haven't taken it over yet. @param {string} name @param {string} text */
export const setShared = (name, text) => write(good, SHARED + name, text || null);

/** @param {string} name @param {string} value @returns {boolean} whether it is kept */
export function set(name, value) {
  return write(good, OURS + name, value || (sharedSetting(name) ? "" : null)); // one that is gone isn't copied again
}

/** The names of the settings that begin so. @param {string} beginning */
export function settingsOf(beginning) {
  const own = namesAfter(OURS + beginning).filter((name) => read(good, OURS + beginning + name));
  const shared = namesAfter(SHARED + beginning).filter((name) => read(good, OURS + beginning + name) === null);
  return [...own, ...shared].map((name) => beginning + name);
}

/** Calls when another tab changes a setting, or a part of one. @param {string} name @param {(key: string) => void} heard
 * @param {AbortSignal} [signal] */
export function onSetElsewhere(name, heard, signal) {
  window.addEventListener("storage", ({ key }) => { // no key: all of it was deleted
    if (key === null || key === OURS + name || key.startsWith(`${OURS}${name}:`)) heard(key?.slice(OURS.length) ?? "");
  }, { signal });
}

/** What tabs and workers of the site talk over; where a browser keeps nothing, some don't allow it. @param {string} name */
export function channel(name) {
  try {
    return new BroadcastChannel(`${name} ${ROOT}`);
  } catch {
    return null;
  }
}

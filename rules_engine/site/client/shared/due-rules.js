/** The stored due date and level of each rule, as computed after the last answer. Pages read only this stored result. */

import * as is from "./shape.js";
import { parsed } from "./shape.js";
import { set, setting } from "./storage.js";
import { isOurs } from "./this-site.js";

/** @typedef {[due: number, level: number, last: number, right: number]} Known `due` and `last` are times in seconds, `level`
 * counts from 1, and `right` is 0 or 1 */

/** Lowest level at which a rule counts as firmly known: for a week or longer. */
export const FIRM = 4;
export const FOUND = "memory-due";

const KNOWN = is.mapOf(/^[\w-]+\/[\w-]+$/, is.tuple(is.count(), is.count(5), is.count(), is.oneOf(0, 1)));

/** @returns {Record<string, Known>} by `GAME/RULE` */
export function found() {
  const known = parsed(setting(FOUND, "{}"), KNOWN)?.value ?? {};
  return Object.fromEntries(Object.entries(known).filter(([rule]) => isOurs(rule.split("/")[0])));
}

/** @param {Record<string, Known>} all */
export function keepFound(all) {
  set(FOUND, Object.keys(all).length ? JSON.stringify(all) : "");
  dispatchEvent(new Event("follow-suit-known"));
}

const GONE = "memory-gone";

/** Return the rules, as `GAME/RULE`, that were asked about but no longer exist, because they were renamed or removed. They
 * aren't counted. Their answers are kept, because the rules may be restored. */
export const gone = () => setting(GONE, "").split(" ");

/** Store the rules that were asked about but no longer exist in their game.
 * @param {{id: string, rules: {id: string}[]}[]} games @param {string[]} asked */
export function keepGone(games, asked) {
  const lacking = asked.filter((each) => games.some(({ id, rules }) => (
    each.startsWith(`${id}/`) && !rules.some((rule) => each === `${id}/${rule.id}`))));
  set(GONE, lacking.join(" "));
}

/** Return whether a rule is due today. @param {Known} known @param {Date} [now] */
export function isDue([due], now = new Date()) {
  return due < new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() / 1000;
}

/** Return the number of rules due today, in one game or in all games. @param {string} [game] */
export function countDue(game) {
  return Object.entries(found()).filter(([rule, each]) => (!game || rule.startsWith(`${game}/`)) && isDue(each)).length;
}

const DAY = 86_400;

/** Return a future time as text, relative to now in days, weeks or months. @param {number} days @returns {string} */
export function inDays(days) {
  if (days < 1) return "today";
  if (days < 2) return "tomorrow";
  if (days < 14) return `in ${Math.floor(days)} days`;
  return days < 60 ? `in ${Math.round(days / 7)} weeks` : `in ${Math.round(days / 30)} months`;
}

/** Return a past time as text, relative to now in days, weeks or months. @param {number} at in seconds @param {number} [now] */
export function ago(at, now = Date.now() / 1000) {
  const days = Math.floor((now - at) / DAY);
  if (days < 1) return "today";
  if (days < 2) return "yesterday";
  if (days < 14) return `${days} days ago`;
  return days < 60 ? `${Math.round(days / 7)} weeks ago` : `${Math.round(days / 30)} months ago`;
}

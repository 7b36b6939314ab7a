/**
 * What was asked of each rule and how it went: kept in the browser alone, as plain facts. When a rule comes back is worked out
 * from them (`schedule.js`), so they are never wrong by a change of that, and two lists of them are joined by taking both.
 *
 * Nothing is held here: each change reads what is kept, adds to it and writes it, so another tab loses nothing. What can't be
 * written stays until it can, or until the tab is closed.
 */

import { set, setting } from "./storage.js";

/** @typedef {[at: number, right: number, tries: number, seconds: number]} Answer `right` is 0 or 1, no `seconds` aren't known */
/** @typedef {Record<string, Answer[]>} Answers by `GAME/RULE`, in their order */
/** @typedef {"" | "damaged" | "newer"} Fault */

/** Raised when what is kept changes its form; `read` still takes what was kept before. */
export const FORMAT = 1;
/** So many answers of a rule are kept: the last ones tell when it comes back. */
export const MOST = 100;
export const DAY = 86_400;
/** Nothing was kept before 2026: a clock that stands earlier is wrong, and says nothing about the answers that are there. */
const BORN = Date.UTC(2026, 0) / 1000;
const RULE = /^[\w-]+\/[\w-]+$/;
const [KEPT, ASIDE] = ["memory", "memory-damaged"];

/** What couldn't be written yet. @type {Answers} */
let waiting = {};

// ---- what is kept

/** @param {string} text @returns {{answers: Answers, fault: Fault}} what can be read of it; damaged, if that isn't all */
export function read(text) {
  const kept = parsed(text || "{}");
  const { format = FORMAT, rules = {} } = kept ?? {};
  if (format > FORMAT) return { answers: {}, fault: "newer" };
  return isPlain(kept) && isPlain(rules) ? readRules(rules) : { answers: {}, fault: "damaged" };
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {Record<string, unknown>} rules @returns {{answers: Answers, fault: Fault}} */
function readRules(rules) {
  /** @type {Answers} */
  const answers = {};
  let lost = 0;
  for (const [rule, list] of Object.entries(rules)) {
    const given = Array.isArray(list) && RULE.test(rule) ? list : [null];
    const good = /** @type {Answer[]} */ (given.map(readAnswer).filter(Boolean));
    lost += given.length - good.length;
    if (good.length) answers[rule] = tidy(good);
  }
  return { answers, fault: lost ? "damaged" : "" };
}

/** @param {unknown} thing */
const isPlain = (thing) => typeof thing === "object" && thing !== null && !Array.isArray(thing);

/** One answer; what an older version didn't note is filled in. @param {unknown} given @returns {Answer | null} */
function readAnswer(given) {
  if (!Array.isArray(given)) return null;
  const [at, right, tries = 1, seconds = 0] = given.map(Number);
  const fits = [at, right, tries, seconds].every((each) => Number.isInteger(each) && each >= 0) && given.length > 1;
  return fits && at > 0 && at < 1e11 && right < 2 ? [at, right, Math.max(tries, 1), seconds] : null;
}

/** In their order, each once, and not more than are of use. @param {Answer[]} list @returns {Answer[]} */
function tidy(list) {
  const once = new Map(list.map((answer) => [answer[0], answer]));
  return [...once.values()].sort((one, other) => one[0] - other[0]).slice(-MOST);
}

/** @param {Answers} some @param {Answers} others @returns {Answers} all of both */
export function joined(some, others) {
  const all = { ...some };
  for (const [rule, list] of Object.entries(others)) all[rule] = tidy([...(all[rule] ?? []), ...list]);
  return all;
}

/** Everything that is known now. @returns {{answers: Answers, fault: Fault}} */
export function remembered() {
  const { answers, fault } = read(setting(KEPT, ""));
  return { answers: joined(answers, waiting), fault };
}

/** @param {Answers} answers */
export const written = (answers) => JSON.stringify({ format: FORMAT, rules: answers });

/** Writes all of it. What is there and can't be read is put aside first; what a newer version wrote is left alone.
 * @param {Answers} answers @returns {boolean} whether it is kept */
function keep(answers) {
  const there = setting(KEPT, "");
  const { fault } = read(there);
  const room = fault === "" || (fault === "damaged" && (setting(ASIDE, "") !== "" || set(ASIDE, there)));
  const kept = room && set(KEPT, written(answers));
  waiting = kept ? {} : answers;
  return kept;
}

// ---- what happens

/**
 * Notes that rules were asked.
 *
 * @param {string} game @param {Iterable<string>} rules @param {{right: boolean, tries?: number, seconds?: number}} how
 * @param {number} [now] in milliseconds
 * @returns {boolean} whether it is kept
 */
export function note(game, rules, { right, tries = 1, seconds = 0 }, now = Date.now()) {
  const at = Math.max(Math.floor(now / 1000), BORN);
  const { answers } = remembered();
  for (const rule of rules) {
    const name = `${game}/${rule}`;
    answers[name] = answered(answers[name] ?? [], { right, tries, seconds }, at);
  }
  return keep(answers);
}

/** A list with one answer more. @param {Answer[]} list @param {{right: boolean, tries: number, seconds: number}} how
 * @param {number} at in seconds @returns {Answer[]} */
export function answered(list, { right, tries, seconds }, at) {
  const before = at > BORN ? redated(list, at) : list;
  const own = Math.max(at, (before[before.length - 1]?.[0] ?? 0) + 1); // never two at once
  return tidy([...before, [own, Number(right), tries, Math.round(seconds)]]);
}

/** Answers of the future, from before a clock was set back, are answers of now; their order stays.
 * @param {Answer[]} list @param {number} now @returns {Answer[]} */
function redated(list, now) {
  let last = 0;
  return list.map(([at, ...how]) => [last = Math.max(isFuture(at, now) ? now : at, last + 1), ...how]);
}

/** Whether an answer's date can't be: a day is what clocks and zones may differ by. @param {number} at @param {number} now */
export const isFuture = (at, now) => at > now + DAY;

/** Forgets all of it. @returns {string} what brings it back */
export function erase() {
  const text = written(remembered().answers);
  waiting = {};
  set(KEPT, "");
  return text;
}

/**
 * Adds what a file holds to what is known. Nothing is lost by it, and nothing changes if it can't be read.
 *
 * @param {string} text
 * @returns {{told: string, added: number, rules: number, kept: boolean}} `told` says what is wrong with it
 */
export function bringBack(text) {
  const { answers: given, fault } = text.includes('"rules"') ? read(text) : { answers: {}, fault: "damaged" };
  if (fault === "newer") return refused("A newer version of this site wrote this file: reload the page, then try again.");
  if (!Object.keys(given).length) return refused("This isn't a file that was saved here. Nothing was changed.");
  const { answers: known } = remembered();
  const all = joined(known, given);
  const fresh = Object.keys(all).filter((rule) => all[rule].length > (known[rule]?.length ?? 0));
  const added = fresh.reduce((sum, rule) => sum + all[rule].length - (known[rule]?.length ?? 0), 0);
  return { told: "", added, rules: fresh.length, kept: keep(all) };
}

/** @param {string} told */
const refused = (told) => ({ told, added: 0, rules: 0, kept: true });

/** What couldn't be read and was put aside. */
export const setAside = () => setting(ASIDE, "");
export const forgetAside = () => set(ASIDE, "");

/** Whether the browser keeps anything at all. */
export function keepsNothing() {
  const kept = set("memory-try", "1");
  set("memory-try", "");
  return !kept || Object.keys(waiting).length > 0;
}

/**
 * The answers to questions on each rule, stored only in this browser. Only raw answers are stored: `spaced-repetition.js` derives
 * the due dates, so a change of that calculation invalidates no data. Two lists are merged by taking their union.
 */

import { freshNumber, Journal, ours, sharedBy } from "./journal.js";
import { byName, record } from "./joining.js";
import * as is from "./shape.js";
import { MISFIT, parsed } from "./shape.js";
import { set, setShared, setting, sharedSetting } from "./storage.js";
import { entryOf } from "./entries.js";

/**
 * @typedef {[at: number, right: number, tries: number, seconds: number, id?: number]} Answer `right` is 0 or 1; `seconds` is 0
 * if unknown; `id` identifies the answer even if its date is corrected; without an `id`, the date identifies it
 */
/** @typedef {Record<string, Answer[]>} Answers by `GAME/RULE`, oldest first */
/** @typedef {import("./journal.js").Fault} Fault */

/** Version of the stored format. `read` still accepts older ones. */
export const FORMAT = 1;
/** Maximum number of answers kept per rule: due dates depend on the latest ones. */
export const MOST = 100;
export const DAY = 86_400;
/** Earliest plausible time of an answer, in seconds. A clock that shows an earlier time is wrong and must not change the dates of
 * stored answers. */
const BORN = Date.UTC(2026, 0) / 1000;
const RULE = /^[\w-]+\/[\w-]+$/;
const [KEPT, ASIDE] = ["memory", "memory-damaged"];
/** Upper bound of answer ids; it is below any date in seconds. */
const IDS = 1e9;

// ---- stored format

/** Parse an answer. Fields that older versions didn't store get defaults. @type {import("./shape.js").Schema<Answer>} */
function readAnswer(given) {
  if (!Array.isArray(given) || given.length < 2) return MISFIT;
  const [at, right, tries = 1, seconds = 0, ...id] = given.map(Number);
  const fits = [at, right, tries, seconds, ...id].every((each) => Number.isInteger(each) && each >= 0);
  if (!fits || at < 1 || at >= 1e11 || right > 1) return MISFIT;
  return [at, right, Math.max(tries, 1), seconds, .../** @type {[number?]} */ (id.slice(0, 1))];
}

/** The record type for the answers on one rule, or the tries at one puzzle. @type {import("./joining.js").Kind<Answer[]>} */
export const ANSWERS = {
  read: (given, loss) => {
    const answers = is.list(readAnswer, 10_000)(given, loss);
    return answers === MISFIT || !answers.length ? MISFIT : tidy(answers);
  },
  join: (some, others) => tidy([...some, ...others]),
};
const BY_RULE = byName(RULE, ANSWERS);
/** The schema for a saved file, and for the legacy record shared by all sites on an origin. */
const FILE = is.shape({ format: is.count(), rules: BY_RULE.read }, () => ({ format: FORMAT, rules: {} }));
const JOURNAL = new Journal(KEPT, record({ rules: BY_RULE }), sharedBy(FILE, ({ format, rules }) => {
  const own = format === FORMAT ? ours(rules) : undefined;
  return own && { rules: own };
}));

/** Parse a saved file. The fault is "damaged" if part of the file can't be read, "newer" if a newer version wrote it.
 * @param {string} text @returns {{answers: Answers, fault: Fault}} */
export function read(text) {
  const found = parsed(text || "{}", FILE);
  const format = parsed(text || "{}", is.shape({ format: is.count() }))?.value.format ?? 0;
  if (format > FORMAT) return { answers: {}, fault: "newer" };
  return { answers: found?.value.rules ?? {}, fault: found?.lost === 0 ? "" : "damaged" };
}

/** @param {Answer} answer */
const idOf = ([at, , , , id]) => id ?? at;

/** Return answers sorted by time, without duplicates, and at most `MOST` of them.
 * @param {Answer[]} answers @returns {Answer[]} */
function tidy(answers) {
  /** @type {Map<number, Answer>} */
  const once = new Map();
  for (const answer of answers) {
    const known = once.get(idOf(answer));
    if (!known || answer[0] < known[0]) once.set(idOf(answer), answer);
  }
  return [...once.values()].sort((one, other) => one[0] - other[0] || idOf(one) - idOf(other)).slice(-MOST);
}

/** @param {Answers} some @param {Answers} others @returns {Answers} the union of both */
export const joined = (some, others) => BY_RULE.join(some, others);

/** Return all stored answers. @returns {{answers: Answers, fault: Fault}} */
export function remembered() {
  const { value, fault } = JOURNAL.read();
  return { answers: value?.rules ?? {}, fault };
}

/** @param {Answers} answers */
export const written = (answers) => JSON.stringify({ format: FORMAT, rules: answers });

// ---- changes

/**
 * Record an answer for each of the given rules.
 *
 * @param {string} game @param {Iterable<string>} rules @param {{right: boolean, tries?: number, seconds?: number}} how
 * @param {number} [now] in milliseconds
 * @returns {boolean} whether it was stored
 */
export function note(game, rules, { right, tries = 1, seconds = 0 }, now = Date.now()) {
  const at = Math.max(Math.floor(now / 1000), BORN);
  const { answers } = remembered();
  const names = [...rules].map((rule) => `${game}/${rule}`);
  return JOURNAL.add({ rules: Object.fromEntries(names.map((name) => {
    const known = entryOf(answers, name) ?? [];
    return [name, answered(known, { right, tries, seconds }, at).filter((answer) => !known.includes(answer))];
  })) });
}

/** Return the list with one more answer.
 * @param {Answer[]} known @param {{right: boolean, tries: number, seconds: number}} how
 * @param {number} at in seconds @returns {Answer[]} */
export function answered(known, { right, tries, seconds }, at) {
  const before = at > BORN ? redated(known, at) : known;
  const own = Math.max(at, (before[before.length - 1]?.[0] ?? 0) + 1); // at most one answer per second and tab
  return tidy([...before, [own, Number(right), tries, Math.round(seconds), freshNumber(IDS)]]);
}

/** Change dates in the future to the present, keeping the order of the answers. Such dates come from a wrong clock that was
 * corrected since.
 * @param {Answer[]} known @param {number} now @returns {Answer[]} */
function redated(known, now) {
  let last = 0;
  return known.map((answer) => {
    const [at, right, tries, seconds] = answer;
    last = Math.max(isFuture(at, now) ? now : at, last + 1);
    return last === at ? answer : [last, right, tries, seconds, idOf(answer)];
  });
}

/** Return whether an answer's date is too far in the future to be right. Clocks and time zones may differ by a day.
 * @param {number} at @param {number} now */
export const isFuture = (at, now) => at > now + DAY;

/** Erase all answers. @returns {string} the content of a file that restores them */
export function erase() {
  const text = written(remembered().answers);
  JOURNAL.erase();
  eraseShared();
  return text;
}

/** Remove the answers about this site's games from the legacy record. Answers about other sites' games stay. */
function eraseShared() {
  const { answers, fault } = read(sharedSetting(KEPT));
  const own = ours(answers);
  if (fault || !own) return;
  const theirs = Object.entries(answers).filter(([rule]) => entryOf(own, rule) === undefined);
  setShared(KEPT, theirs.length ? written(Object.fromEntries(theirs)) : "");
}

/**
 * Import a saved file: add its answers on this site's games. No stored answer is lost, and nothing changes if the file can't be
 * read.
 *
 * @param {string} text
 * @returns {{told: string, added: number, rules: number, kept: boolean}} `told` is an error message, or empty
 */
export function bringBack(text) {
  const { answers: given, fault } = text.includes('"rules"') ? read(text) : { answers: {}, fault: "damaged" };
  if (fault === "newer") return refused("A newer version of this site wrote this file: reload the page, then try again.");
  if (!Object.keys(given).length) return refused("This isn't a file that was saved here. Nothing was changed.");
  const own = ours(given);
  if (!own) return refused("This file is about games that this site doesn't have. Nothing was changed.");
  const { answers: known } = remembered();
  const all = joined(known, own);
  const gained = Object.entries(all).map(([rule, list]) => list.length - (entryOf(known, rule)?.length ?? 0));
  const more = gained.filter((count) => count > 0);
  const added = more.reduce((sum, count) => sum + count, 0);
  return { told: "", added, rules: more.length, kept: JOURNAL.add({ rules: own }) };
}

/** @param {string} told */
const refused = (told) => ({ told, added: 0, rules: 0, kept: true });

/** Return the raw text of damaged records. */
export const setAside = () => [JOURNAL.damaged, setting(ASIDE, "")].filter(Boolean).join("\n");

export function forgetAside() {
  JOURNAL.forgetDamaged();
  set(ASIDE, "");
}

/** The damaged records of this module, for pages that report them. */
export const MEMORY = { get damaged() { return setAside(); }, forgetDamaged: forgetAside };

/** Return whether storage is unavailable, because it is full or blocked. */
export function keepsNothing() {
  const kept = set("memory-try", "1");
  set("memory-try", "");
  return !kept || JOURNAL.waits;
}

/**
 * What was asked of each rule and how it went: kept in the browser alone, as plain facts. When a rule comes back is worked out
 * from them (`schedule.js`), so they are never wrong by a change of that, and two lists of them are joined by taking both.
 */

import { freshNumber, Journal, ours, sharedBy } from "./journal.js";
import { byName, record } from "./joining.js";
import * as is from "./shape.js";
import { MISFIT, parsed } from "./shape.js";
import { set, setShared, setting, sharedSetting } from "./storage.js";
import { entryOf } from "./entries.js";

/**
 * @typedef {[at: number, right: number, tries: number, seconds: number, id?: number]} Answer `right` is 0 or 1; 0 `seconds`
 * where they aren't known; `id` tells it from others of the same second, also with another date; without one its date does
 */
/** @typedef {Record<string, Answer[]>} Answers by `GAME/RULE`, in their order */
/** @typedef {import("./journal.js").Fault} Fault */

/** Raised when what is kept changes its form; `read` still takes what was kept before. */
export const FORMAT = 1;
/** So many answers of a rule are kept: the last ones tell when it comes back. */
export const MOST = 100;
export const DAY = 86_400;
/** Nothing was kept before 2026: a clock that stands earlier is wrong, and says nothing about the answers that are there. */
const BORN = Date.UTC(2026, 0) / 1000;
const RULE = /^[\w-]+\/[\w-]+$/;
const [KEPT, ASIDE] = ["memory", "memory-damaged"];
/** Answers are told apart by numbers below any date. */
const IDS = 1e9;

// ---- what is kept

/** What an older version didn't note is filled in. @type {import("./shape.js").Schema<Answer>} */
function readAnswer(given) {
  if (!Array.isArray(given) || given.length < 2) return MISFIT;
  const [at, right, tries = 1, seconds = 0, ...id] = given.map(Number);
  const fits = [at, right, tries, seconds, ...id].every((each) => Number.isInteger(each) && each >= 0);
  if (!fits || at < 1 || at >= 1e11 || right > 1) return MISFIT;
  return [at, right, Math.max(tries, 1), seconds, .../** @type {[number?]} */ (id.slice(0, 1))];
}

/** The answers of one rule, or how the tries of one puzzle went. @type {import("./joining.js").Kind<Answer[]>} */
export const ANSWERS = {
  read: (given, loss) => {
    const answers = is.list(readAnswer, 10_000)(given, loss);
    return answers === MISFIT || !answers.length ? MISFIT : tidy(answers);
  },
  join: (some, others) => tidy([...some, ...others]),
};
const BY_RULE = byName(RULE, ANSWERS);
/** What a file holds, and what all sites of an origin had in common. */
const FILE = is.shape({ format: is.count(), rules: BY_RULE.read }, () => ({ format: FORMAT, rules: {} }));
const JOURNAL = new Journal(KEPT, record({ rules: BY_RULE }), sharedBy(FILE, ({ format, rules }) => {
  const own = format === FORMAT ? ours(rules) : undefined;
  return own && { rules: own };
}));

/** @param {string} text @returns {{answers: Answers, fault: Fault}} what can be read of it; damaged, if that isn't all */
export function read(text) {
  const found = parsed(text || "{}", FILE);
  const format = parsed(text || "{}", is.shape({ format: is.count() }))?.value.format ?? 0;
  if (format > FORMAT) return { answers: {}, fault: "newer" };
  return { answers: found?.value.rules ?? {}, fault: found?.lost === 0 ? "" : "damaged" };
}

/** @param {Answer} answer */
const idOf = ([at, , , , id]) => id ?? at;

/** In their order, each once, and not more than are of use. @param {Answer[]} answers @returns {Answer[]} */
function tidy(answers) {
  /** @type {Map<number, Answer>} */
  const once = new Map();
  for (const answer of answers) {
    const known = once.get(idOf(answer));
    if (!known || answer[0] < known[0]) once.set(idOf(answer), answer);
  }
  return [...once.values()].sort((one, other) => one[0] - other[0] || idOf(one) - idOf(other)).slice(-MOST);
}

/** @param {Answers} some @param {Answers} others @returns {Answers} all of both */
export const joined = (some, others) => BY_RULE.join(some, others);

/** Everything that is known now. @returns {{answers: Answers, fault: Fault}} */
export function remembered() {
  const { value, fault } = JOURNAL.read();
  return { answers: value?.rules ?? {}, fault };
}

/** @param {Answers} answers */
export const written = (answers) => JSON.stringify({ format: FORMAT, rules: answers });

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
  const names = [...rules].map((rule) => `${game}/${rule}`);
  return JOURNAL.add({ rules: Object.fromEntries(names.map((name) => {
    const known = entryOf(answers, name) ?? [];
    return [name, answered(known, { right, tries, seconds }, at).filter((answer) => !known.includes(answer))];
  })) });
}

/** A list with one answer more. @param {Answer[]} known @param {{right: boolean, tries: number, seconds: number}} how
 * @param {number} at in seconds @returns {Answer[]} */
export function answered(known, { right, tries, seconds }, at) {
  const before = at > BORN ? redated(known, at) : known;
  const own = Math.max(at, (before[before.length - 1]?.[0] ?? 0) + 1); // never two at once in one tab
  return tidy([...before, [own, Number(right), tries, Math.round(seconds), freshNumber(IDS)]]);
}

/** Answers of the future, from before a clock was set back, are answers of now; their order stays.
 * @param {Answer[]} known @param {number} now @returns {Answer[]} */
function redated(known, now) {
  let last = 0;
  return known.map((answer) => {
    const [at, right, tries, seconds] = answer;
    last = Math.max(isFuture(at, now) ? now : at, last + 1);
    return last === at ? answer : [last, right, tries, seconds, idOf(answer)];
  });
}

/** Whether an answer's date can't be: a day is what clocks and zones may differ by. @param {number} at @param {number} now */
export const isFuture = (at, now) => at > now + DAY;

/** Forgets all of it. @returns {string} what brings it back */
export function erase() {
  const text = written(remembered().answers);
  JOURNAL.erase();
  eraseShared();
  return text;
}

/** What sites of the origin shared keeps the answers on the others' games. */
function eraseShared() {
  const { answers, fault } = read(sharedSetting(KEPT));
  const own = ours(answers);
  if (fault || !own) return;
  const theirs = Object.entries(answers).filter(([rule]) => entryOf(own, rule) === undefined);
  setShared(KEPT, theirs.length ? written(Object.fromEntries(theirs)) : "");
}

/**
 * Adds what a file holds on this site's games to what is known. Nothing is lost by it, and nothing changes if it can't be read.
 *
 * @param {string} text
 * @returns {{told: string, added: number, rules: number, kept: boolean}} `told` says what is wrong with it
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

/** What couldn't be read. */
export const setAside = () => [JOURNAL.damaged, setting(ASIDE, "")].filter(Boolean).join("\n");

export function forgetAside() {
  JOURNAL.forgetDamaged();
  set(ASIDE, "");
}

/** The same for who tells of it. */
export const MEMORY = { get damaged() { return setAside(); }, forgetDamaged: forgetAside };

/** Whether the browser keeps anything at all. */
export function keepsNothing() {
  const kept = set("memory-try", "1");
  set("memory-try", "");
  return !kept || JOURNAL.waits;
}

/**
 * The form for a hand's score: it determines the fields that apply, and checks the answers in the browser, without Python. The
 * engine runs the same checks before it scores a hand (`core/game/score_form.py`).
 *
 * @typedef {Record<string, number | string | (number | null)[] | null>} Told the answers so far, by the keys of the fields
 * @typedef {{text: string, right: boolean}} Doubt the result of a check: a sentence, and whether the check passed
 * @typedef {(seats: readonly number[]) => string} Called a function that returns the names of some seats
 */

import { entryOf } from "../shared/entries.js";
import { put } from "../shared/translation.js";

/** Return the fields that apply after these answers. If several fields share a key, only the last one is included.
 * @param {ScoreForm} form @param {Told} told */
export function asked(form, told) {
  /** @type {Map<string, FormField>} */
  const found = new Map();
  for (const ask of form.asks) {
    const wanted = ask.when.every(({ key, answers }) => found.has(key) && answers.some((each) => each === entryOf(told, key)));
    if (wanted) found.set(ask.key, ask);
  }
  return [...found.values()];
}

/** Return valid answers to exactly the fields that apply; missing or invalid answers get their defaults.
 * @param {ScoreForm} form @param {Told} told @returns {Told} */
export function completed(form, told) {
  const asks = asked(form, told);
  const whole = Object.fromEntries(asks.map((ask) => {
    const value = entryOf(told, ask.key);
    return [ask.key, value !== undefined && fits(ask, value) ? value : beginning(form, ask)];
  }));
  const settled = asked(form, whole).length === asks.length; // a dropped answer may make other fields inapplicable
  return settled ? whole : completed(form, whole);
}

/** Maximum number of values for which the number pad has one key per value; larger ranges are entered with digits. */
const KEYS = 21;

/** Return whether the number pad has one key for each of a field's values. @param {FormField} ask */
export const isSmall = ({ least = 0, most = 0 }) => most - least < KEYS;

/** Return the default answer to a field. It is zero if a required sum will reveal a missing number, or if the field is a single
 * number with a small range and a minimum of zero. Otherwise it is null, which means unanswered.
 * @param {ScoreForm} form @param {FormField} ask */
function beginning(form, ask) {
  if (ask.options) return null;
  const first = form.sums.some(({ keys, exact }) => exact && keys.includes(ask.key)) ? 0 : null;
  if (ask.who?.length) return ask.who.map(() => first);
  return ask.least || !isSmall(ask) ? first : 0;
}

/** Return whether an answer is valid; numbers in a row may be missing. @param {FormField} ask @param {unknown} value */
function fits({ options, who = [], least = 0, most = 0 }, value) {
  const number = (/** @type {unknown} */ each) => Number.isInteger(each) && Number(each) >= least && Number(each) <= most;
  if (options) return options.some((each) => each.value === value);
  if (!who.length) return number(value);
  return Array.isArray(value) && value.length === who.length && value.every((each) => each === null || number(each));
}

/** @param {Told} told @param {string} key @returns {(number | null)[]} */
export function numbers(told, key) {
  const value = entryOf(told, key);
  return Array.isArray(value) ? value : [typeof value === "number" ? value : null];
}

/** Return the results of all checks as sentences, errors first.
 * @param {ScoreForm} form @param {Told} told @param {Called} called
 * @returns {Doubt[]} */
export function doubts(form, told, called) {
  const asks = asked(form, told);
  const isAsked = (/** @type {string} */ key) => asks.some((ask) => ask.key === key);
  const found = [
    ...asks.flatMap((ask) => missing(ask, told, called)),
    ...form.sums.filter(({ keys }) => keys.every(isAsked)).flatMap((each) => summed(each, told)),
    ...form.shares.filter(({ key, of }) => isAsked(key) && isAsked(of)).flatMap((each) => shared(form, each, told, called)),
  ];
  return found.sort((one, other) => Number(one.right) - Number(other.right));
}

/** Return whether a hand is complete and consistent. @param {ScoreForm} form @param {Told} told */
export function holds(form, told) {
  const fit = asked(form, told).every((ask) => fits(ask, entryOf(told, ask.key)));
  return fit && doubts(form, told, String).every(({ right }) => right);
}

/** @param {FormField} ask @param {Told} told @param {Called} called @returns {Doubt[]} */
function missing({ key, label, options, who = [] }, told, called) {
  const open = options ? entryOf(told, key) === null : numbers(told, key).includes(null);
  if (!open) return [];
  const whose = who.filter((_, place) => numbers(told, key)[place] === null).map(called).join(", ");
  return [{ text: [whose ? `${label}, ${whose}:` : `${label}:`, put("still to be told.")].join(" "), right: false }];
}

/** @param {FieldSum} sum @param {Told} told @returns {Doubt[]} */
function summed({ keys, total, what, exact }, told) {
  const found = keys.flatMap((key) => numbers(told, key)).reduce((/** @type {number} */ all, each) => all + (each ?? 0), 0);
  const over = found - total;
  if (over <= 0 && !exact) return [];
  const stands = [put(`${found} of ${total}`), what].join(" ");
  return [over ? { text: `${stands}: ${put(amiss(over))}.`, right: false } : { text: stands, right: true }];
}

/** @param {number} over */
function amiss(over) {
  if (over > 0) return over === 1 ? "one too many" : `${over} too many`;
  return over === -1 ? "one is missing" : `${-over} are missing`;
}

/** @param {ScoreForm} form @param {FieldLimit} share @param {Told} told @param {Called} called @returns {Doubt[]} */
function shared(form, { key, of, times }, told, called) {
  const who = form.asks.find((each) => each.key === key)?.who ?? [];
  const what = (/** @type {string} */ each) => form.sums.find(({ keys }) => keys.includes(each))?.what ?? "";
  const most = numbers(told, of);
  return numbers(told, key).flatMap((each, place) => (each ?? 0) <= times * (most[place] ?? 0) ? [] : [{
    text: `${called(who[place])}: ${put("too few")} ${what(of)} ${put("for so many")} ${what(key)}.`, right: false,
  }]);
}

/** Return a message with the numbers in a row that were adjusted because another one changed.
 * @param {Told} before @param {Told} after @param {FormField} ask @param {number} place @param {Called} called
 * @returns {string} */
export function alsoChanged(before, after, { key, who = [] }, place, called) {
  const [was, is] = [numbers(before, key), numbers(after, key)];
  const others = who.flatMap((seats, other) => other === place || was[other] === is[other] ? [] : [{ seats, now: is[other] }]);
  return others.map(({ seats, now }) => [`${called(seats)}:`, put(`now ${now}.`)].join(" ")).join(" ");
}

/** Return the message for a number out of range, or an empty string. @param {FormField} ask @param {number | null} value */
export function beyond({ least = 0, most = 0 }, value) {
  if (value === null || (value >= least && value <= most)) return "";
  return put(value > most ? `At most ${most}.` : `At least ${least}.`);
}

/** Return the answers with a number changed. If two numbers have a fixed sum, the second one is adjusted.
 * @param {ScoreForm} form @param {Told} told @param {FormField} ask @param {number} place @param {number | null} value
 * @returns {Told} */
export function withNumber(form, told, ask, place, value) {
  if (!ask.who?.length) return { ...told, [ask.key]: value };
  const row = [...numbers(told, ask.key)];
  row[place] = value;
  const sum = form.sums.find(({ keys, exact }) => exact && keys.length === 1 && keys[0] === ask.key);
  if (row.length === 2 && sum && value !== null) row[1 - place] = sum.total - value;
  return { ...told, [ask.key]: row };
}

/** Return a number after a key press: with a digit appended, its sign changed, or its last digit removed.
 * @param {number | null} value @param {string} digit @returns {number | null} */
export function withDigit(value, digit) {
  const sign = (value ?? 0) < 0 ? -1 : 1;
  const size = Math.abs(value ?? 0);
  if (digit === "±") return value && -value;
  if (digit === "erase") return size > 9 ? Math.trunc(size / 10) * sign : null;
  return (size * 10 + Number(digit)) * sign;
}

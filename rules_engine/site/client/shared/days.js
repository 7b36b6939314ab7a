/**
 * The puzzle of the day: the list of puzzles by date, and the reader's results. The site provides the list; the current date is
 * that of the reader's local clock. Results are stored by date, so a wrong clock can add a result but can't remove one.
 */

import { after, byName, newest, record } from "./joining.js";
import { Journal, ours, sharedBy } from "./journal.js";
import { begunGames } from "./progress.js";
import { gameOf, puzzleFacts } from "./puzzle-facts.js";
import * as is from "./shape.js";
import { entryOf } from "./entries.js";
import { put } from "./translation.js";

/**
 * @typedef {{id: string, hard: number, src: string, kind: "puzzle" | "quiz"}} DayPuzzle `hard`: 1 to 3; `src`: the URL of its
 * content, or empty
 */
/** @typedef {{first: string, puzzles: [string, number, string, "puzzle" | "quiz"][], days: number[]}} DayList */
/**
 * @typedef {{how: "first" | "later" | "tried", squares: string, seconds: number, on: string}} DayResult `squares`: a letter for
 * each decision, `g` right at the first try, `y` after a mistake or a hint, `r` shown; `on`: the date of the try
 */

const DAY = 86_400_000;
const GAME = /^[\w-]+$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** @type {import("./shape.js").Schema<DayResult>} */
const RESULT = is.shape({
  how: is.oneOf("first", "later", "tried"), squares: is.text(200, /^[gyr]*$/), seconds: is.count(), on: is.text(10, DATE),
}, () => ({ squares: "", seconds: 0, on: "" }));

/** Return the better of two results for a day: the solved one if only one is solved, otherwise the earlier one.
 * @param {DayResult} one @param {DayResult} other */
function betterOf(one, other) {
  const order = (/** @type {DayResult} */ { how, on, squares, seconds }) =>
    [Number(how === "tried"), on, seconds, squares, how].join(" ");
  return order(one) <= order(other) ? one : other;
}

const BY_GAME = byName(GAME, byName(DATE, { read: RESULT, join: betterOf }));
/** Results by game and date. */
const DAYS = new Journal("days", record({ games: BY_GAME }), sharedBy(BY_GAME.read, (shared) => {
  const games = ours(shared);
  return games && { games };
}));
const LIST = is.shape({ games: is.list(is.text(100, GAME)) });
const FOLLOWS = new Journal("follows", byName(GAME, newest(is.oneOf(0, 1))), sharedBy(LIST,
  ({ games }) => ours(Object.fromEntries(games.map((game, place) => [game, /** @type {[number, 0 | 1]} */ ([place, 1])])))));
/** The journals of this module, for pages that report damaged records. */
export const KEPT_DAYS = [DAYS, FOLLOWS];

// ---- dates, as ISO strings, which sort chronologically

/** Return the date on the reader's local clock, as `YYYY-MM-DD`. */
export function dateOf(now = new Date()) {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return [String(year).padStart(4, "0"), ...[month, day].map((each) => String(each).padStart(2, "0"))].join("-");
}

/** @param {string} date @param {number} days */
export const shifted = (date, days) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** @param {string} date @param {string} since */
export const daysSince = (date, since) => Math.round((Date.parse(date) - Date.parse(since)) / DAY);

/** Return whether a string is a valid date. @param {string} written */
export const isDate = (written) => DATE.test(written) && !Number.isNaN(Date.parse(written)) && shifted(written, 0) === written;

// ---- the list

/** Return the number of a day's puzzle, counted from 1, or 0 if the list doesn't contain that day.
 * @param {DayList} list @param {string} date */
export function numberOf({ first, days }, date) {
  const place = daysSince(date, first);
  return place >= 0 && place < days.length ? place + 1 : 0;
}

/** Return the puzzle for a day, or null if it was changed or removed.
 * @param {DayList} list @param {string} date @returns {DayPuzzle | null} */
export function puzzleOf(list, date) {
  const found = list.puzzles[list.days[numberOf(list, date) - 1] ?? -1];
  return found ? { id: found[0], hard: found[1], src: found[2], kind: found[3] } : null;
}

// ---- results

/** @param {string} game @returns {Record<string, DayResult>} by date */
export function resultsOf(game) {
  const found = entryOf(DAYS.read().value?.games, game) ?? {};
  return Object.fromEntries(Object.entries(found).filter(([date]) => isDate(date)));
}

/** Record the result of a day's puzzle and return the stored result. A solved result is never replaced. After an earlier
 * mistake, a solution counts as `later` instead of `first`. Dispatches `follow-suit-days` if it stores a result.
 * @param {string} game @param {string} date @param {Omit<DayResult, "on">} result @param {string} [today] */
export function noteDay(game, date, result, today = dateOf()) {
  const before = entryOf(resultsOf(game), date);
  if (before && before.how !== "tried") return before;
  /** @type {DayResult} */
  const noted = { ...result, on: today, how: before && result.how === "first" ? "later" : result.how };
  DAYS.add({ games: { [game]: { [date]: noted } } });
  dispatchEvent(new Event("follow-suit-days"));
  return noted;
}

/** Return whether a day counts towards the streak: its puzzle was solved on that date.
 * @param {DayResult | undefined} result @param {string} date */
const onTime = (result, date) => result !== undefined && result.how !== "tried" && result.on === date;

/** Return the length of the streak: consecutive days up to today with a solved puzzle. If today's isn't solved yet, the streak
 * up to yesterday counts.
 * @param {string} game @param {string} [today] */
export function rowOf(game, today = dateOf()) {
  const results = resultsOf(game);
  let day = onTime(entryOf(results, today), today) ? today : shifted(today, -1);
  let row = 0;
  for (; onTime(entryOf(results, day), day); day = shifted(day, -1)) row++;
  return row;
}

// ---- the games that the reader follows

/** Return the games that the reader follows, in the order in which they were chosen, or null if the reader has never chosen
 * any.
 * @returns {string[] | null} */
export function chosen() {
  const games = Object.entries(FOLLOWS.read().value ?? {}).sort(([, [one]], [, [other]]) => one - other);
  return games.length ? games.filter(([, [, on]]) => on).map(([game]) => game) : null;
}

/** Return the games that the reader follows. If none was ever chosen, return those with a daily result, a solved puzzle or a
 * begun course.
 * @returns {string[]} */
export function followed() {
  const solved = Object.entries(puzzleFacts()).filter(([, facts]) => facts.solved).map(([name]) => gameOf(name));
  return chosen() ?? [...new Set([...Object.keys(DAYS.read().value?.games ?? {}), ...solved, ...begunGames()])];
}

/** @param {string} game @param {boolean} on */
export function follow(game, on) {
  FOLLOWS.add({ [game]: [after(entryOf(FOLLOWS.read().value, game)?.[0]), on ? 1 : 0] });
  dispatchEvent(new Event("follow-suit-days"));
}

// ---- text

const SQUARES = /** @type {Record<string, string>} */ ({ g: "🟩", y: "🟨", r: "⬛" });

/** @param {number} hard from 1 to 3 */
export const dots = (hard) => "●".repeat(hard) + "○".repeat(Math.max(3 - hard, 0));

/** @param {string} letters */
export const squares = (letters) => [...letters].map((each) => entryOf(SQUARES, each) ?? "").join("");

/** @param {number} seconds */
export function clock(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Return a date in the page's language. @param {string} date @param {Intl.DateTimeFormatOptions} [how] */
export function named(date, how = { day: "numeric", month: "long" }) {
  const lang = document.documentElement.lang || "en";
  return new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { ...how, timeZone: "UTC" }).format(new Date(date));
}

/** Return a one-line summary of a result to share, without the solution.
 * @param {string[]} about descriptions of the puzzle @param {{squares: string, seconds: number}} went @param {string[]} more */
export const lineOf = (about, went, more = []) =>
  [...about, squares(went.squares), clock(went.seconds), ...more].filter(Boolean).join(" · ");

/** Return the summary to share for a puzzle of the day, with its stored result if there is one.
 * @param {{date: string, number: number, hard: number, game: string, name: string}} day
 * @param {{squares: string, seconds: number}} went @param {string} [today] */
export function lineOfDay({ date, number, hard, game, name }, went, today = dateOf()) {
  const row = rowOf(game, today);
  const about = [`Follow Suit ${number}`, `${name} ${dots(hard)}`, named(date, { day: "numeric", month: "short" })];
  return lineOf(about, entryOf(resultsOf(game), date) ?? went, row > 1 ? [put(`row ${row}`)] : []);
}

/**
 * The browser's record of puzzles: the results of tries, the reader's rating for each game, and the due dates for reviewing
 * failed puzzles. Raw results are stored first. Ratings and due dates are calculated from them when the scheduler has loaded.
 */

import { answered } from "../shared/answer-log.js";
import { ALL, gameOf, lastOf, puzzleFacts, PUZZLES as KEPT, START } from "../shared/puzzle-facts.js";
import { entryOf, setEntry } from "../shared/entries.js";

/** @typedef {import("../shared/puzzle-facts.js").Facts} Facts */
/** @typedef {import("../shared/rating.js").Outcome} Outcome */
/** @typedef {import("../shared/rating.js").Strength & {row: number, best: number}} OfGame `row`: the current streak of puzzles
 * solved at the first try; `best`: the longest streak */
/** @typedef {{solved: Record<string, "first" | "later">, tried: string[], due: Record<string, number>}} Kept puzzles by
 * `GAME/ID`: `solved` maps them to the try that solved them, `tried` lists those with any try, `due` maps failed ones to the
 * due time in seconds since the epoch */

export { ALL };
export const PUZZLES = "fs-figure[data-kind=puzzle]";
const DAY = 86_400;
/** The highest rating of a puzzle; the lowest is 0. */
const HARDEST = 10_000;

/** @returns {Kept} */
export function puzzleRecord() {
  /** @type {Kept} */
  const known = { solved: {}, tried: [], due: {} };
  for (const [name, { first, solved, failed, due }] of Object.entries(puzzleFacts())) {
    if (first) known.tried.push(name);
    if (solved) setEntry(known.solved, name, solved[1]);
    if (failed) setEntry(known.due, name, due?.[0] === lastOf(failed) ? due[1] : lastOf(failed) + DAY); // provisional
  }
  return known;
}

/** @param {string} name @param {Facts} facts */
function write(name, facts) {
  KEPT.add({ facts: { [name]: facts } });
  dispatchEvent(new Event("follow-suit-puzzles"));
}

/** Return the results of the first tries at a game's rated puzzles, in chronological order.
 * @param {string} game @returns {Outcome[]} */
function outcomesOf(game) {
  const tries = Object.entries(puzzleFacts()).flatMap(([name, { first }]) => first && gameOf(name) === game ? [first] : []);
  return tries.sort(([one], [other]) => one - other).filter(([, { hard }]) => hard)
    .map(([at, how]) => ({ ...how, day: Math.floor(at / DAY) }));
}

/** Return the stored ratings for a game: the one from before the stored results, and the latest calculated one, if any.
 * @param {string} game */
function ofGames(game) {
  const { before, rated } = entryOf(KEPT.read().value?.games, game) ?? {};
  return { before: before?.[1] ?? START, rated: rated?.[1] };
}

/** Return the reader's rating and streaks for a game. @param {string} game @returns {OfGame} */
export function ofGame(game) {
  const { before, rated } = ofGames(game);
  let { row, best } = before;
  for (const { score } of outcomesOf(game)) {
    row = score === 1 ? row + 1 : 0;
    best = Math.max(best, row);
  }
  const { rating, doubt, swing, day } = rated ?? before;
  return { rating, doubt, swing, day, row, best };
}

/** Return the number of solved puzzles for a game, excluding generated ones and the reader's own.
 * @param {string} game */
export const countSolved = (game) => Object.keys(puzzleRecord().solved)
  .filter((name) => gameOf(name) === game && !/\/(made|own)-/.test(name)).length;

/** Record help that was shown before the first try. It counts even if the reader leaves the puzzle and returns.
 * @param {string} name @param {number} help amount of help, from 1 (the idea) to 4 (the card) */
export function noteHelp(name, help) {
  const { first, helped = 0 } = entryOf(puzzleFacts(), name) ?? {};
  if (!first && helped < help) write(name, { helped: help });
}

/**
 * Store the result of a try at a puzzle and return it. Only the first try affects the streak and the rating. A failed puzzle is
 * scheduled for review, and later tries update its schedule.
 *
 * @param {string} name
 * @param {{solved: boolean, told: number, hard: number, seconds: number, again: boolean}} how `told`: hints shown, 0 to 4;
 * `again`: whether an earlier result of this try is stored already
 * @param {number} [now] in milliseconds
 * @returns {"first" | "later" | "tried"}
 */
export function noteTry(name, { solved, told, hard, seconds, again }, now = Date.now()) {
  const known = entryOf(puzzleFacts(), name) ?? {};
  const at = Math.max(Math.floor(now / 1000), 1);
  const help = known.first ? told : Math.max(told, known.helped ?? 0);
  const score = scored(solved, help);
  const first = !known.first && score === 1;
  const went = wentAs(solved, first);
  write(name, {
    first: known.first ?? [at, { hard: Math.min(Math.max(hard || 0, 0), HARDEST), score }],
    solved: went === "tried" ? known.solved : known.solved ?? [at, went],
    failed: again || first ? known.failed : failedAs(known, { right: score > 0, tries: 1 + help, seconds }, at),
  });
  return went;
}

/** @param {boolean} solved @param {boolean} first */
const wentAs = (solved, first) => solved ? first ? "first" : "later" : "tried";

/** Return all tries at a failed puzzle, including this one, or undefined if the puzzle was solved at the first try.
 * @param {Facts} known @param {{right: boolean, tries: number, seconds: number}} how @param {number} at in seconds */
const failedAs = ({ first, failed }, how, at) => failed || !first ? answered(failed ?? [], how, at) : undefined;

/** Return the score of a try from 0 to 1. Each hint costs a quarter. @param {boolean} solved @param {number} help */
const scored = (solved, help) => solved ? 1 - help / ALL : 0;

/** Record a puzzle made from a mistake in a hand as failed, so that it is scheduled for review.
 * @param {string} name @param {number} [now] in milliseconds */
export function noteMissed(name, now = Date.now()) {
  if (entryOf(puzzleFacts(), name)?.first) return;
  const { gone = 0 } = entryOf(KEPT.read().value?.facts, name) ?? {};
  const at = Math.max(Math.floor(now / 1000), gone + 1);
  write(name, { first: [at, { hard: 0, score: 0 }], failed: answered([], { right: false, tries: 1, seconds: 0 }, at) });
}

/** Record the removal of a puzzle, so that it is no longer reviewed.
 * @param {string} name @param {number} [now] in milliseconds */
export function noteGone(name, now = Date.now()) {
  const { first, failed } = entryOf(puzzleFacts(), name) ?? {};
  write(name, { gone: Math.max(Math.floor(now / 1000), first?.[0] ?? 0, lastOf(failed ?? [])) });
}

/** Calculate ratings and due dates from the stored results. Reject if the required modules can't be fetched. */
export async function workOut(now = Date.now()) {
  const [{ rated }, { known }] = await Promise.all([import("../shared/rating.js"), import("../shared/spaced-repetition.js")]);
  const facts = Object.entries(puzzleFacts());
  if (!facts.length) return; // the record was deleted in the meantime
  const games = [...new Set(facts.map(([name]) => gameOf(name)))].flatMap((game) => {
    const { before } = ofGames(game);
    const all = [...before.waiting, ...outcomesOf(game)];
    if (!all.length) return [];
    const { rating, doubt, swing, day } = rated(before.day ? before : { ...before, day: all[0]?.day ?? 0 }, all);
    return [[game, { rated: [all.length, { rating, doubt, swing, day }] }]];
  });
  const due = facts.flatMap(([name, { failed }]) =>
    failed ? [[name, { due: [lastOf(failed), known(failed, Math.floor(now / 1000))[0]] }]] : []);
  KEPT.add({ facts: Object.fromEntries(due), games: Object.fromEntries(games) });
  dispatchEvent(new Event("follow-suit-puzzles"));
}

/** Return the names of a game's puzzles that are due by the end of the day, the most overdue first.
 * @param {string} game @param {number} [now] */
export function comingBack(game, now = Date.now()) {
  const { due } = puzzleRecord();
  const tonight = new Date(now).setHours(24, 0, 0, 0) / 1000;
  const ours = Object.entries(due).filter(([name]) => name.startsWith(`${game}/`) && !name.startsWith(`${game}/made-`));
  return ours.filter(([, at]) => at < tonight).sort(([, one], [, other]) => one - other).map(([name]) => name);
}

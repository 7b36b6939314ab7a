/**
 * What the browser keeps of puzzles: which were tried and how it went, how strong the reader is at each game's, and when one that
 * failed comes back. Kept are facts; what is worked out from them, with code that isn't always there, is made up for later.
 */

import { keep, kept } from "../shared/kept.js";
import { answered } from "../shared/memory.js";

/** @typedef {import("../shared/memory.js").Answer} Answer */
/** @typedef {import("../shared/rating.js").Strength} Strength */
/** @typedef {import("../shared/rating.js").Outcome} Outcome */
/**
 * @typedef {Strength & {waiting: Outcome[], row: number, best: number}} OfGame
 * `waiting`: what isn't rated yet; `row`: how many in a row at the first try, and the `best` there was
 */
/**
 * @typedef {{solved: Record<string, string>, tried: string[], helped: Record<string, number>,
 *   failed: Record<string, Answer[]>, due: Record<string, number>, games: Record<string, OfGame>,
 *   streak?: number, rating?: number}} Kept
 * by `GAME/ID`: how it was solved, whether it was tried, how much was told of it, from 0 to 4; of those that failed how each
 * try went, and when they come back, in seconds. `streak` and `rating` are of a time when there was one for all games.
 */

export const PUZZLES = "fs-figure[data-kind=puzzle]";
const START = { rating: 1200, doubt: 350, swing: 0.06, day: 0, waiting: [], row: 0, best: 0 };
const DAY = 86_400;
const KEPT = "puzzles";
/** So much is told by the best move itself, and by what values say. */
export const ALL = 4;

/** @returns {Kept} */
export function puzzleRecord() {
  return kept(KEPT, { solved: {}, tried: [], helped: {}, failed: {}, due: {}, games: {} });
}

/** @param {Kept} record */
function write(record) {
  keep(KEPT, record);
  dispatchEvent(new Event("follow-suit-puzzles"));
}

/** How the reader does at a game's puzzles. @param {string} game @param {Kept} [record] @returns {OfGame} */
export function ofGame(game, { games, rating, tried } = puzzleRecord()) {
  const before = rating && tried.some((name) => name.startsWith(`${game}/`)) ? { rating, doubt: 150 } : {};
  return games[game] ?? { ...START, ...before };
}

/** How many of a game's puzzles are solved, but for those made fresh. @param {string} game */
export const countSolved = (game) => ofPages(game, puzzleRecord().solved).length;

/** Those of a game that stand on its pages: others were made fresh, or of the reader's own hands.
 * @param {string} game @param {object} byName */
const ofPages = (game, byName) =>
  Object.keys(byName).filter((name) => name.startsWith(`${game}/`) && !/\/(made|own)-/.test(name));

/** Something of a puzzle was told before it was tried: that counts, also for who leaves it and comes back.
 * @param {string} name @param {number} much from 1, its idea, to 4, its card */
export function noteHelp(name, much) {
  const record = puzzleRecord();
  if (record.tried.includes(name) || (record.helped[name] ?? 0) >= much) return;
  record.helped[name] = much;
  write(record);
}

/**
 * Notes how a puzzle went. Its first try changes row and rating; what failed once comes back, and each time that it is begun
 * tells how firmly it is known.
 *
 * @param {string} name
 * @param {{solved: boolean, told: number, hard: number, seconds: number, again: boolean}} how `told`: how much was, from 0 to 4;
 * `again`: this is how it ended, after it was noted how it began
 * @param {number} [now] in milliseconds
 * @returns {"first" | "later" | "tried"}
 */
export function noteTry(name, { solved, told, hard, seconds, again }, now = Date.now()) {
  const record = puzzleRecord();
  const at = Math.floor(now / 1000);
  const known = record.tried.includes(name);
  const much = Math.max(told, record.helped[name] ?? 0);
  const score = scored(solved, much);
  const first = !known && score === 1;
  if (!known) noteFirst(record, name, { day: Math.floor(at / DAY), hard, score });
  if (solved && !record.solved[name]) record.solved[name] = first ? "first" : "later";
  if (!again && (record.failed[name] || !(known || first))) {
    noteFailed(record, name, { right: score > 0, tries: 1 + much, seconds }, at);
  }
  write(record);
  return went(solved, first);
}

/** What a try brings: each hint costs a quarter. @param {boolean} solved @param {number} much */
const scored = (solved, much) => solved ? 1 - much / ALL : 0;

/** @param {boolean} solved @param {boolean} first */
const went = (solved, first) => solved ? first ? "first" : "later" : "tried";

/** @param {Kept} record @param {string} name @param {Outcome} outcome */
function noteFirst(record, name, outcome) {
  const [game] = name.split("/");
  const of = ofGame(game, record);
  record.tried.push(name);
  delete record.helped[name];
  const row = outcome.score === 1 ? of.row + 1 : 0;
  record.games[game] = { ...of, row, best: Math.max(of.best, row), waiting: [...of.waiting, outcome] };
}

/** A puzzle is one because it was failed, at the table: it comes back.
 * @param {string} name @param {number} [now] in milliseconds */
export function noteMissed(name, now = Date.now()) {
  const record = puzzleRecord();
  if (record.tried.includes(name)) return;
  record.tried.push(name);
  noteFailed(record, name, { right: false, tries: 1, seconds: 0 }, Math.floor(now / 1000));
  write(record);
}

/** What isn't there any more doesn't come back. @param {string} name */
export function noteGone(name) {
  const record = puzzleRecord();
  record.tried = record.tried.filter((each) => each !== name);
  for (const of of [record.solved, record.failed, record.due]) delete of[name];
  write(record);
}

/** @param {Kept} record @param {string} name @param {{right: boolean, tries: number, seconds: number}} how @param {number} at */
function noteFailed(record, name, how, at) {
  record.failed[name] = answered(record.failed[name] ?? [], how, at);
  record.due[name] = at + DAY; // until it is worked out
}

/** Works out what was noted: ratings, and when what failed comes back. Without a network it may have to wait. */
export async function workOut(now = Date.now()) {
  const [{ rated }, { known }] = await Promise.all([import("../shared/rating.js"), import("../shared/schedule.js")]);
  const record = puzzleRecord();
  if (!record.tried.length) return; // forgotten meanwhile
  for (const [game, of] of Object.entries(record.games)) {
    const from = of.day ? of : { ...of, day: of.waiting[0]?.day ?? 0 };
    record.games[game] = { ...of, ...rated(from, of.waiting), waiting: [] };
  }
  for (const [name, list] of Object.entries(record.failed)) record.due[name] = known(list, Math.floor(now / 1000))[0];
  write(record);
}

/** The puzzles of a game that come back by now, the longest due first. @param {string} game @param {number} [now] */
export function comingBack(game, now = Date.now()) {
  const { due } = puzzleRecord();
  const tonight = new Date(now).setHours(24, 0, 0, 0) / 1000;
  const ours = Object.keys(due).filter((name) => name.startsWith(`${game}/`) && !name.startsWith(`${game}/made-`));
  return ours.filter((name) => due[name] < tonight).sort((one, other) => due[one] - due[other]);
}

/**
 * How strong a reader is at a game's puzzles, and how sure that is: Glicko-2. Each puzzle is an opponent whose rating is its
 * difficulty, and each day without one makes the number less sure. Fetched once a puzzle was tried.
 */

import glicko from "../vendor/glicko2-lite.js";

/** @typedef {{rating: number, doubt: number, swing: number, day: number}} Strength `doubt`: the deviation; `day`: since 1970 */
/** @typedef {{day: number, hard: number, score: number}} Outcome `score` from 0, failed, to 1, solved at the first try */

/** Where everybody begins: easy puzzles have about this much, and nothing is known yet. */
export const BEGINNER = Object.freeze({ rating: 1200, doubt: 350, swing: 0.06 });
/** How sure a puzzle's own difficulty is. */
const PUZZLE_DOUBT = 120;
const [LEAST, MOST] = [45, 350];
/** Points to a step of Glicko-2's own scale. */
const SCALE = 173.7178;
/** A clock that jumps makes nobody a stranger. */
const LONGEST = 365;

/** @param {Strength} strength @param {Outcome[]} outcomes in their order @returns {Strength} */
export const rated = (strength, outcomes) => outcomes.reduce(after, strength);

/** @param {Strength} strength @param {Outcome} outcome @returns {Strength} */
function after({ rating, doubt, swing, day }, outcome) {
  const idle = Math.min(Math.max(outcome.day - day, 0), LONGEST);
  const by = Math.min(Math.hypot(doubt, swing * SCALE * Math.sqrt(idle)), MOST);
  const found = glicko(rating, by, swing, [[outcome.hard, PUZZLE_DOUBT, outcome.score]], { rating: BEGINNER.rating });
  return { rating: found.rating, doubt: Math.max(found.rd, LEAST), swing: found.vol, day: Math.max(outcome.day, day) };
}

/**
 * The reader's Glicko-2 rating for a game's puzzles. Each puzzle is an opponent whose rating is its difficulty, and each day
 * without a puzzle increases the deviation. This module is loaded only after a try at a puzzle.
 */

import glicko from "../vendor/glicko2-lite.js";

/** @typedef {{rating: number, doubt: number, swing: number, day: number}} Strength `doubt`: the deviation; `swing`: the
 * volatility; `day`: days since 1970 */
/** @typedef {{day: number, hard: number, score: number}} Outcome `score`: 0 (failed) to 1 (solved at the first try) */

/** The initial rating: about that of an easy puzzle, with the maximum deviation. */
export const BEGINNER = Object.freeze({ rating: 1200, doubt: 350, swing: 0.06 });
/** The deviation of a puzzle's rating. */
const PUZZLE_DOUBT = 120;
const [LEAST, MOST] = [45, 350];
/** Rating points per unit of Glicko-2's internal scale. */
const SCALE = 173.7178;
/** Maximum number of idle days counted, so that a wrong clock doesn't reset the deviation. */
const LONGEST = 365;

/** @param {Strength} strength @param {Outcome[]} outcomes in chronological order @returns {Strength} */
export const rated = (strength, outcomes) => outcomes.reduce(after, strength);

/** @param {Strength} strength @param {Outcome} outcome @returns {Strength} */
function after({ rating, doubt, swing, day }, outcome) {
  const idle = Math.min(Math.max(outcome.day - day, 0), LONGEST);
  const by = Math.min(Math.hypot(doubt, swing * SCALE * Math.sqrt(idle)), MOST);
  const found = glicko(rating, by, swing, [[outcome.hard, PUZZLE_DOUBT, outcome.score]], { rating: BEGINNER.rating });
  return { rating: found.rating, doubt: Math.max(found.rd, LEAST), swing: found.vol, day: Math.max(outcome.day, day) };
}

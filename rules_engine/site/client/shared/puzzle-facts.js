/**
 * Facts about the reader's puzzles by `GAME/ID`: the time and score of the first try, the time it was solved, the number of
 * hints, and the tries at a failed puzzle. Ratings and due dates are stamped with the facts that they were derived from.
 */

import { byName, earliest, most, newest, record } from "./joining.js";
import { Journal, ours, sharedBy } from "./journal.js";
import { ANSWERS } from "./answer-log.js";
import * as is from "./shape.js";

/** @typedef {import("./answer-log.js").Answer} Answer */
/** @typedef {import("./rating.js").Strength} Strength */
/** @typedef {Strength & {waiting: import("./rating.js").Outcome[], row: number, best: number}} Before `row`: the current
 * streak of puzzles solved at the first try; `best`: the longest streak; `waiting`: outcomes not rated yet */

/** Maximum number of hints: the last one is the best move itself. */
export const ALL = 4;
const NAME = /^[\w-]+\/[\w-]+$/;
const GAME = /^[\w-]+$/;

const HARD = is.number(0, 10_000);
const RATING = { rating: is.number(-10_000, 20_000), doubt: is.number(0, 1_000), swing: is.number(0, 10), day: is.count() };
const STRENGTH = is.shape(RATING);
const OUTCOMES = is.list(is.shape({ day: is.count(), hard: HARD, score: is.number(0, 1) }), 1_000);
/** The initial rating of every reader. @type {Before} */
export const START = Object.freeze({ rating: 1200, doubt: 350, swing: 0.06, day: 0, waiting: [], row: 0, best: 0 });
/** The schema for a rating from before facts were stored. */
const BEFORE = is.shape({ ...RATING, waiting: OUTCOMES, row: is.count(), best: is.count() }, () => ({ ...START }));

const FACTS = record({
  /** The time of the first try in seconds, the puzzle's difficulty (0 if unrated), and the score of the try. */
  first: earliest(is.shape({ hard: HARD, score: is.number(0, 1) })),
  solved: earliest(is.oneOf("first", "later")),
  helped: most(is.count(ALL)),
  failed: ANSWERS,
  /** The due date of a failed puzzle, stamped with the time of the last try that it was derived from. */
  due: newest(is.count()),
  /** The time when the puzzle was removed; facts up to that time are ignored. */
  gone: most(),
});
const GAMES = record({
  before: earliest(BEFORE),
  /** The rating, stamped with the number of tries that it was derived from. */
  rated: newest(STRENGTH),
});

/** @typedef {import("./shape.js").Value<typeof FACTS.read>} Facts */

/** The schema for the legacy record, which was shared by all sites on an origin. */
const SHARED = is.shape({
  solved: is.mapOf(NAME, is.oneOf("first", "later")), tried: is.list(is.text(200, NAME), 100_000),
  helped: is.mapOf(NAME, is.count(ALL)), failed: is.mapOf(NAME, ANSWERS.read), due: is.mapOf(NAME, is.count()),
  games: is.mapOf(GAME, BEFORE), rating: is.number(0, 10_000), streak: is.count(),
}, () => ({ solved: {}, tried: [], helped: {}, failed: {}, due: {}, games: {}, rating: 0, streak: 0 }));

const KIND = record({ facts: byName(NAME, FACTS), games: byName(GAME, GAMES) });
export const PUZZLES = new Journal("puzzles", KIND, sharedBy(SHARED, factsOf));

/** Return the legacy record's facts about puzzles in this site's games.
 * @param {import("./shape.js").Value<typeof SHARED>} shared
 * @returns {import("./shape.js").Value<typeof KIND.read> | undefined} */
function factsOf({ solved, tried, helped, failed, due, games, rating }) {
  const names = ours(Object.fromEntries([...tried, ...[solved, helped, failed].flatMap(Object.keys)].map((name) => [name, {}])));
  /** @type {(name: string) => Facts} */
  const of = (name) => ({
    first: tried.includes(name) ? [0, { hard: 0, score: 0 }] : undefined, solved: solved[name] && [0, solved[name]],
    helped: helped[name], failed: failed[name], due: failed[name] && due[name] ? [lastOf(failed[name]), due[name]] : undefined,
  });
  const facts = Object.fromEntries(Object.keys(names ?? {}).map((name) => [name, of(name)]));
  const tries = rating ? Object.keys(facts).filter((name) => tried.includes(name)).map(gameOf) : [];
  const own = ours({ ...Object.fromEntries(tries.map((game) => [game, { ...START, rating, doubt: 150 }])), ...games });
  /** @type {import("./shape.js").Value<typeof KIND.read>["games"]} */
  const before = Object.fromEntries(Object.entries(own ?? {}).map(([game, each]) => [game, { before: [0, each] }]));
  return names || own ? { facts, games: before } : undefined;
}

/** @param {string} name */
export const gameOf = (name) => name.split("/")[0];

/** Return the time of the last answer in seconds, or 0 if there is none. @param {Answer[]} answers */
export const lastOf = (answers) => answers[answers.length - 1]?.[0] ?? 0;

/** Return the facts about each puzzle, without those from before its removal. @returns {Record<string, Facts>} */
export function puzzleFacts() {
  const { facts = {} } = PUZZLES.read().value ?? {};
  return Object.fromEntries(Object.entries(facts).map(([name, each]) => [name, each.gone ? since(each, each.gone) : each]));
}

/** @param {Facts} facts @param {number} gone in seconds @returns {Facts} */
function since({ first, solved, failed, due }, gone) {
  const left = failed?.filter(([at]) => at > gone);
  return {
    ...(first && first[0] > gone ? { first } : {}), ...(solved && solved[0] > gone ? { solved } : {}),
    ...(left?.length ? { failed: left } : {}), ...(due && due[0] > gone ? { due } : {}),
  };
}

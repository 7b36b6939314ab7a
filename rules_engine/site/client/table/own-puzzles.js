/**
 * Puzzles from the reader's own hands, made from choices that lost points. They are stored only in this browser and listed with
 * the puzzles on their game's page. Each counts as failed, because the reader made the mistake in the hand, and so is scheduled
 * for review.
 */

import { dateOf, named } from "../shared/days.js";
import { engine } from "../python/engine.js";
import { make } from "../shared/dom.js";
import { after, byName, newest } from "../shared/joining.js";
import { Journal, sharedBy } from "../shared/journal.js";
import { entryOf } from "../shared/entries.js";
import { noteGone, noteMissed } from "./puzzle-history.js";
import * as is from "../shared/shape.js";
import { MISFIT } from "../shared/shape.js";
import { isOurs } from "../shared/this-site.js";
import { put } from "../shared/translation.js";

/** @typedef {{scenario: ScenarioJson, title: string, on: string}} Own `on`: the creation date */
/** @typedef {import("./figure.js").FollowSuitFigure} Figure */
/** @typedef {import("./table.js").FollowSuitTable} Table */

/** Maximum number of puzzles; the oldest are removed first. */
const MOST = 100;
const ID = /^own-[\w-]+$/;
/** Schema for a scenario from the engine. It checks little, because the engine validates scenarios when it loads them.
 * @type {import("../shared/shape.js").Schema<ScenarioJson>} */
const SCENARIO = (given, loss) => {
  const whole = is.json()(given, loss);
  return is.shape({ game: is.text(100, /^[\w-]+$/), setup: is.json() })(whole, loss) === MISFIT ? MISFIT : whole;
};
/** @type {import("../shared/shape.js").Schema<Own>} */
const OWN = is.shape({ scenario: SCENARIO, title: is.text(500), on: is.text(10, /^\d{4}-\d\d-\d\d$/) });

/** The record of the newest puzzles and, up to the same number, of the newest removals.
 * @type {import("../shared/joining.js").Kind<Record<string, Stamped>>} */
const LATEST = (() => {
  const { read, join } = byName(ID, newest(is.either(OWN, is.oneOf(null))));
  return { read, join: (one, other) => {
    const entries = Object.entries(join(one, other)).sort(([, [first]], [, [second]]) => second - first);
    const [kept, gone] = [true, false].map((there) => entries.filter(([, [, own]]) => Boolean(own) === there).slice(0, MOST));
    return Object.fromEntries([...kept, ...gone]);
  } };
})();
/** @typedef {[at: number, own: Own | null]} Stamped `own` is null if the puzzle was removed */

export const KEPT = new Journal("own-puzzles", LATEST, sharedBy(is.mapOf(ID, OWN), (shared) => {
  const own = Object.entries(shared).filter(([, { scenario }]) => isOurs(scenario.game));
  const stamped = own.map(([id, each], place) => [id, /** @type {Stamped} */ ([place, each])]);
  return own.length ? Object.fromEntries(stamped) : undefined;
}));

const everything = () => KEPT.read().value ?? {};

/** Return the reader's own puzzles for a game, each with its id, the newest first.
 * @param {string} game @returns {[string, Own][]} */
export const ownPuzzles = (game) => Object.entries(everything()).sort(([, [one]], [, [other]]) => other - one)
  .flatMap(([id, [, own]]) => own?.scenario.game === game ? [/** @type {[string, Own]} */ ([id, own])] : []);

/** Store a puzzle and record it as failed, unless a puzzle with the same position is stored already.
 * @param {ScenarioJson} scenario @param {string} title @returns {string} its id */
export function keepOwn(scenario, title) {
  const id = `own-${digest(JSON.stringify([scenario.game, scenario.variant, scenario.setup]))}`;
  const [at, before] = entryOf(everything(), id) ?? [0, null];
  if (before) return id;
  KEPT.add({ [id]: [after(at), { scenario, title, on: dateOf() }] });
  noteMissed(`${scenario.game}/${id}`);
  return id;
}

/** @param {string} id */
export function forgetOwn(id) {
  const [at, own] = entryOf(everything(), id) ?? [0, null];
  if (!own) return;
  KEPT.add({ [id]: [after(at), null] });
  noteGone(`${own.scenario.game}/${id}`);
}

/** Make a puzzle from a choice in a finished hand and show it on the hand's table, with a button that returns to the hand.
 * @param {import("./hand-mode.js").Hand} hand @param {number} place */
export async function setPuzzle(hand, place) {
  const { figure, table, save } = hand;
  const state = hand.state();
  const question = /** @type {Question<"ownpuzzle">} */ ({ op: "ownpuzzle", save, place });
  const made = await hand.ask(question, () => setPuzzle(hand, place));
  if (!made) return;
  if (!made.scenario) return hand.tell("No puzzle can be made of this: it can't be proved what was best.");
  const puzzle = ownFigure(keepOwn(made.scenario, made.title ?? ""), table);
  puzzle.back = () => table.put(figure, { wanted: true, state });
  await table.put(puzzle, { wanted: true });
  table.bring();
}

/** Return a puzzle's title with its creation date. @param {Own} own */
export const titleOf = ({ title, on }) => `${title}, ${named(on)}`;

/** Return a figure for one of the reader's own puzzles, to show on a table.
 * @param {string} id @param {Table} table @returns {Figure} */
export function ownFigure(id, table) {
  const mine = /** @type {Own} */ (entryOf(everything(), id)?.[1]);
  const { game, puzzle } = mine.scenario;
  const figure = make("fs-figure",
    { id, "data-kind": "puzzle", "data-own": "", "data-game": game, "data-rating": puzzle?.rating ?? "" });
  figure.brought = () => content(mine, table);
  return figure;
}

/** Return a puzzle's content, with its initial position as rendered by the engine.
 * @param {Own} own @param {Table} table @returns {Promise<FigureContent>} */
async function content(own, { links }) {
  const { scenario } = own;
  const answer = await engine.call({ op: "puzzle", scenario, moves: [], explored: null, do: "", value: "", links });
  if (!("html" in answer)) throw new Error("error" in answer ? answer.error : "");
  const steps = [{ html: answer.html, say: answer.say }];
  return { kind: "puzzle", called: put("Your own puzzle"), title: titleOf(own), source: scenario, steps };
}

/** @param {string} text */
function digest(text) {
  let sum = 5381;
  for (const each of text) sum = (Math.imul(sum, 33) ^ (each.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

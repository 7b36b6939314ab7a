/** The choice of the next puzzle on a page. */

import { all } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { comingBack, ofGame, puzzleRecord, PUZZLES } from "./puzzle-history.js";

/** @typedef {import("./figure.js").FollowSuitFigure} Figure */

/** @param {Figure} figure */
const nameOf = (figure) => `${figure.dataset.game}/${figure.id}`;

/**
 * Return the next puzzle: one due for review today, otherwise the unsolved one whose rating is closest to the reader's. Hidden
 * puzzles are skipped.
 *
 * @param {string} game @param {Figure} now the figure on the table
 * @returns {Figure | undefined}
 */
export function nextUnsolved(game, now) {
  const puzzles = /** @type {Figure[]} */ (all(document, PUZZLES)).filter((each) => each !== now && !each.hidden);
  const back = comingBack(game).map((name) => puzzles.find((each) => nameOf(each) === name)).find(Boolean);
  if (back) return back;
  const { solved } = puzzleRecord();
  const { rating } = ofGame(game);
  const away = (/** @type {Figure} */ each) => Math.abs(Number(each.dataset.rating ?? rating) - rating);
  return puzzles.filter((each) => !entryOf(solved, nameOf(each))).sort((one, other) => away(one) - away(other))[0];
}

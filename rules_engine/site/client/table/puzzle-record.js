/** What the browser keeps of puzzles, and how pages show it. */

import { all } from "../shared/dom.js";
import { setting } from "../shared/storage.js";
import { put } from "../shared/translation.js";

/** What stands in a link to the puzzle that the date chose. */
export const TODAY = "today";
export const PUZZLES = "fs-figure[data-kind=puzzle]";
const BEGINS_AT = 1200;

/** How many of a game's puzzles are solved, but for those made fresh. @param {string} game */
export function countSolved(game) {
  const names = Object.keys(puzzleRecord().solved).filter((name) => name.startsWith(`${game}/`));
  return names.filter((name) => !name.startsWith(`${game}/made-`)).length;
}

/** What this browser keeps of puzzles. */
export function puzzleRecord() {
  /** @type {{solved: Record<string, string>, tried: string[], streak: number, rating: number}} */
  const record = { solved: {}, tried: [], streak: 0, rating: BEGINS_AT };
  try {
    return { ...record, ...JSON.parse(setting("puzzles", "{}")) };
  } catch {
    return record;
  }
}

/** Marks the puzzles of the page that are solved, and tells how it stands. */
export function markSolved() {
  const { solved, tried, streak, rating } = puzzleRecord();
  const puzzles = all(document, PUZZLES);
  for (const each of puzzles) each.toggleAttribute("data-solved", `${each.dataset.game}/${each.id}` in solved);
  const done = puzzles.filter((each) => each.hasAttribute("data-solved")).length;
  for (const tally of all(document, ".fs-tally")) {
    tally.hidden = !tried.length;
    tally.textContent = [`${done} of ${puzzles.length} solved here`, `your rating ${rating}`,
      ...(streak > 1 ? [`${streak} in a row at the first try`] : [])].map(put).join(" · ");
  }
}

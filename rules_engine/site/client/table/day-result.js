/** Parts that puzzles and questions of a day share on the table: the heading, the way back, and the result to share. */

import { action, copied, make, sent } from "../shared/dom.js";
import { dateOf, named } from "../shared/days.js";
import { put } from "../shared/translation.js";

/** @typedef {import("./table.js").FollowSuitTable} Table */
/** @typedef {{date: string, number: number, hard: number, game: string, name: string}} Day a puzzle of the day */

/** Show the date and number of a daily puzzle in the heading. @param {Table} table @param {Day} day */
export function callBy(table, { date, number }) {
  const kind = date === dateOf() ? "Today's puzzle" : "Puzzle of the day";
  table.querySelector(".fs-kind")?.replaceChildren(put(kind));
  const told = put(`no. ${number}`);
  table.heading = `${named(date)} · ${told}`;
}

/** Show a button that returns to the table's previous content. @param {Table} table @param {string} told @param {string} deed */
export function offerBack(table, told, deed) {
  table.stage.before(make("div", { class: "fs-guest" }, make("b", {}, told), action(deed, "Back to the hand")));
}

/** Remove the button that returns to the table's previous content. @param {Table} table */
export const endBack = (table) => table.querySelector(":scope > .fs-guest")?.remove();

/** Share or copy a result without revealing the solution. @param {import("./mode.js").Mode} mode @param {string} text */
export async function shareResult(mode, text) {
  if (await sent({ text })) return;
  if (await copied(text)) mode.tell("Copied, to be sent to others. It gives nothing away.");
  else mode.tell("Copy this:", text);
}

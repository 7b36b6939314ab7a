/**
 * The content of a page's table at the time this tab left the page. Other sites on the origin can write to that storage, so the
 * data is validated.
 */

import * as is from "../shared/shape.js";
import { strict } from "../shared/shape.js";

/** @typedef {import("../shared/shape.js").Value<typeof KEPT>} Kept `asked`: the URL fragment of the link that was opened */

const MOVES = is.list(is.text(), 2_000);
const MADE = is.shape({ scenario: is.json(), title: is.text(500), html: is.text(1_000_000), name: is.text() });
const DAY = is.shape({ date: is.text(10), number: is.count(), hard: is.count(), game: is.text(), name: is.text() });
/** Schema for the state from which the table's mode is restored, with the fields of all modes. */
const STATE = is.partial({
  step: is.count(), line: is.orNull(is.shape({ moves: MOVES })), place: is.count(), seed: is.orNull(is.count()),
  save: is.text(1_000_000), guest: is.flag, moves: MOVES, explored: is.orNull(MOVES), told: is.count(), hints: is.count(),
  marks: is.mapOf(/^\d+$/, is.oneOf("g", "y", "r")), noted: is.oneOf("", "tried", "solved"), made: is.orNull(MADE),
  day: is.orNull(DAY), seconds: is.count(),
});
const KEPT = is.shape({ figure: is.text(), touched: is.flag, state: STATE, asked: is.text(1_000_000) }, () => ({ asked: "" }));

/** @param {string} written @returns {Kept | null} null if it is invalid */
export const readTable = (written) => strict(written, KEPT);

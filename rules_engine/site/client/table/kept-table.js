/** What lay on a page's table when this tab left it. Other sites of the origin could have written it, too. */

import * as is from "../shared/shape.js";
import { strict } from "../shared/shape.js";

/** @typedef {import("../shared/shape.js").Value<typeof KEPT>} Kept `asked`: the part of the address that brought it */

const MOVES = is.list(is.text(), 2_000);
const MADE = is.shape({ scenario: is.json(), title: is.text(500), html: is.text(1_000_000), name: is.text() });
const DAY = is.shape({ date: is.text(10), number: is.count(), hard: is.count(), game: is.text(), name: is.text() });
/** What brings back a mode of the table, of whichever kind. */
const STATE = is.partial({
  step: is.count(), line: is.orNull(is.shape({ moves: MOVES })), place: is.count(), seed: is.orNull(is.count()),
  save: is.text(1_000_000), guest: is.flag, moves: MOVES, explored: is.orNull(MOVES), told: is.count(), hints: is.count(),
  marks: is.mapOf(/^\d+$/, is.oneOf("g", "y", "r")), noted: is.oneOf("", "tried", "solved"), made: is.orNull(MADE),
  day: is.orNull(DAY), seconds: is.count(),
});
const KEPT = is.shape({ figure: is.text(), touched: is.flag, state: STATE, asked: is.text(1_000_000) }, () => ({ asked: "" }));

/** @param {string} written @returns {Kept | null} nothing where it can't be read */
export const readTable = (written) => strict(written, KEPT);

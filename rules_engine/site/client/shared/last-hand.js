/** The practice hand that the reader played last, for the panel on the home page. */

import * as is from "./shape.js";
import { parsed } from "./shape.js";
import { set, setting } from "./storage.js";

/** @typedef {import("./shape.js").Value<typeof HAND>} LastHand `page`: see `pageName`; `name`: the game's; `hand`: its number in
 * the match; `finished`: whether the match is over */

const KEPT = "last-hand";
const HAND = is.shape({ page: is.text(500), name: is.text(100), hand: is.count(), finished: is.flag });

/** @returns {LastHand | undefined} */
export const lastHand = () => parsed(setting(KEPT, ""), HAND)?.value;

/** @param {LastHand} hand */
export const keepLastHand = (hand) => set(KEPT, JSON.stringify(hand));

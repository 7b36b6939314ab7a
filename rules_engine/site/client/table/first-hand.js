/**
 * A reader's first hand of a game: the table asks once how well the others play, and shows the object of the game. The last hand
 * is stored for the panel on the home page.
 */

import { all, forgetWish } from "../shared/dom.js";
import { keepLastHand } from "../shared/last-hand.js";
import { pageName } from "../shared/progress.js";
import { set, setting } from "../shared/storage.js";
import { put } from "../shared/translation.js";
import { levelChoice } from "./hand-settings.js";

/** @typedef {import("./hand-mode.js").Hand} Hand */

/** Return the name of the setting that marks a game of which the reader has finished a hand. @param {Hand} hand */
const metOf = ({ content }) => `met-${content.source.game}`;
const ASKED = "level-asked";

/** Prepare the table before a hand. On the home page, the button next to the table starts the hand. @param {Hand} hand */
export function greet(hand) {
  const { table, kept } = hand;
  table.toggleAttribute("data-met", setting(metOf(hand), "") !== "");
  for (const card of all(table.stage, "#fs-hand > .fs-card:not(button)")) {
    card.onclick = (event) => {
      event.stopPropagation(); // a tap that deals shows no tooltip
      hand.press("", "", card);
    };
  }
  const start = table.closest(".fs-home")?.querySelector(".fs-deals");
  if (start) start.textContent = put(kept ? "Resume your hand" : "Play your first hand");
  else if (!kept && !table.lesson && !setting(ASKED, setting("level", ""))) {
    const asked = levelChoice();
    asked.className = "fs-ask-level";
    table.stage.querySelector(".fs-mid")?.append(asked);
  }
  if (location.hash === "#deal") { // the reader chose this game's first hand on another page
    forgetWish();
    if (!kept) requestAnimationFrame(() => hand.deal());
  }
}

/** Note a hand that the reader plays. @param {Hand} hand @param {HandAnswer} answer */
export function noteHand(hand, { hand: number, over, finished }) {
  const { name = "" } = hand.table.dataset;
  keepLastHand({ page: pageName(location.pathname), name, hand: number, finished });
  set(ASKED, "1");
  if (over) set(metOf(hand), "1");
}

/** The coach at the table: it thinks in Python, a slice at a time, so that whatever the reader presses is answered at once. */

import { engine } from "../python/engine.js";
import { chosenOf } from "./hand-settings.js";

/** Milliseconds before it thinks about a turn by itself: cards come to rest first. */
const REST = 300;

/** Whether it may ask if a mistake is to stand: not in a course, where it speaks of what was taught.
 * @param {import("./table.js").FollowSuitTable} table */
export function speaksUp(table) {
  return chosenOf("coach") === "" && !table.lesson && engine.state === "ready";
}

/** It thinks about the reader's turn while the reader does, and shows nothing. @param {import("./hand-mode.js").Hand} hand */
export async function ponder(hand) {
  const { asked } = hand;
  await new Promise((resolve) => setTimeout(resolve, REST));
  for (let thinking = true; thinking && !hand.left && asked === hand.asked;) {
    thinking = Boolean((await slice(hand, "ponder"))?.thinking);
  }
}

/** Asks on, until all is said or the reader does anything. @param {import("./hand-mode.js").Hand} hand @param {string} deed */
export async function thinkOn(hand, deed) {
  const { asked } = hand;
  for (let thinking = true; thinking;) {
    const answer = await slice(hand, deed);
    if (!answer || hand.left || asked !== hand.asked) return;
    hand.table.show(answer.html, undefined, { ...answer, still: true });
    thinking = Boolean(answer.thinking);
  }
}

/** @param {import("./hand-mode.js").Hand} hand @param {string} deed @returns {Promise<HandAnswer | null>} */
async function slice({ save, table: { links } }, deed) {
  const level = chosenOf("level");
  const answer = await engine.call({ op: "do", do: deed, value: "more", save, links, level }).catch(() => null);
  return answer && "html" in answer ? answer : null;
}

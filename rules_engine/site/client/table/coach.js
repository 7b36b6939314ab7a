/**
 * The coach at the table. Its analysis runs in Python in short slices, so that the engine can respond to the reader in between.
 */

import { engine } from "../python/engine.js";
import { make } from "../shared/dom.js";
import { chosenOf } from "./hand-settings.js";

/** Milliseconds before the coach starts to analyse a turn, so that card animations have finished. */
const REST = 300;

/**
 * Return whether the coach may interrupt the reader at a mistake. In a course it may not: there it comments only on the lesson's
 * rules.
 *
 * @param {import("./table.js").FollowSuitTable} table
 */
export function speaksUp(table) {
  return chosenOf("coach") === "" && !table.lesson && engine.state === "ready";
}

/** Run the coach's analysis of the reader's turn in the background, without showing anything.
 * @param {import("./hand-mode.js").Hand} hand */
export async function ponder(hand) {
  const { asked } = hand;
  await new Promise((resolve) => setTimeout(resolve, REST));
  for (let thinking = true; thinking && !hand.left && asked === hand.asked;) {
    thinking = Boolean((await slice(hand, "ponder"))?.thinking);
  }
}

/** Let the coach look back at a finished hand, and show its sentence on the result, unless it speaks only when asked.
 * @param {import("./hand-mode.js").Hand} hand @param {HTMLElement} panel */
export async function judge(hand, panel) {
  if (chosenOf("coach") === "ask" || hand.table.lesson || engine.state !== "ready") return;
  const { asked } = hand;
  if (!panel.querySelector(".fs-coach")) {
    panel.append(make("p", { class: "fs-coach", id: "fs-coach" }, "The coach looks at your choices …"));
  }
  await new Promise((resolve) => setTimeout(resolve, REST));
  for (let thinking = true; thinking && !hand.left && asked === hand.asked;) {
    const answer = await slice(hand, "judge");
    if (!answer || hand.left || asked !== hand.asked) return;
    thinking = Boolean(answer.thinking);
    if (!thinking) hand.table.show(answer.html, undefined, { ...answer, still: true });
  }
}

/** Show the coach's analysis as it grows, until it is complete or the reader acts.
 * @param {import("./hand-mode.js").Hand} hand @param {string} deed */
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

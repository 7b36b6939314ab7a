/** The print version of a course: all its steps, followed by the answers on a separate page. */

import { all, make } from "../shared/dom.js";

/** @typedef {import("./course.js").Step} Step */

/** Register print listeners that move the steps' answers to a final page before printing, and restore them afterwards.
 * @param {HTMLElement} text @param {Step[]} steps
 * @param {AbortSignal} signal */
export function printAsBooklet(text, steps, signal) {
  /** @type {(() => void)[]} */
  let back = [];
  addEventListener("beforeprint", () => {
    const answers = steps.map(({ title, figure }) => {
      const words = document.querySelector(`#${figure} .fs-words`);
      if (!(words instanceof HTMLElement)) return null;
      const told = all(words, ":scope > :not(summary)").map((each) => each.cloneNode(true));
      const { parentNode, nextSibling } = words;
      words.remove();
      back.push(() => parentNode?.insertBefore(words, nextSibling));
      return make("li", {}, make("b", {}, title), ...told);
    }).filter((each) => each !== null);
    const booklet = make("section", { class: "fs-booklet" }, make("h2", {}, "Answers"), make("ol", {}, ...answers));
    text.append(booklet);
    back.push(() => booklet.remove());
  }, { signal });
  addEventListener("afterprint", () => {
    for (const undo of back.reverse()) undo();
    back = [];
  }, { signal });
}

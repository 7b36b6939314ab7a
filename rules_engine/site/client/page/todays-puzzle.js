/** Today's puzzle, on the pages that lead to it, which alone load this. */

import { visited } from "../offline/registration.js";
import { TODAY } from "../table/puzzle-mode.js";

/** Today's puzzle, the same for everyone: the page has the list, the date chooses. */
class FollowSuitToday extends HTMLElement {
  connectedCallback() {
    /** @type {string[]} */
    const puzzles = JSON.parse(this.dataset.puzzles ?? "[]");
    const link = this.querySelector("a");
    if (!link || !puzzles.length) return;
    const now = new Date();
    const day = Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000);
    const [today] = puzzles.slice((day * 7919) % puzzles.length); // also where a clock stands before 1970
    link.href = `${today}:${TODAY}`;
    this.hidden = false;
  }
}

if (!customElements.get("fs-today")) customElements.define("fs-today", FollowSuitToday);

visited([import.meta.url]); // it may have come after the page told what it loaded

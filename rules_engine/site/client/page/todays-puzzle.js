/** Today's puzzle, and how many are solved, on the pages that lead to puzzles, which alone load this. */

import { visited } from "../offline/registration.js";
import { all } from "../shared/dom.js";
import { put } from "../shared/translation.js";
import { TODAY, countSolved } from "../table/puzzle-record.js";

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
    all(document, ".fs-solved").forEach(tellSolved);
  }
}

/** A game's tile tells how many of its puzzles are solved. @param {HTMLElement} tile */
function tellSolved(tile) {
  const of = Number(tile.dataset.of);
  const done = Math.min(countSolved(tile.dataset.game ?? ""), of);
  tile.hidden = false;
  tile.style.setProperty("--done", `${(done / of) * 100}%`);
  tile.lastElementChild?.replaceChildren(put(`${done} of ${of} solved`));
}

if (!customElements.get("fs-today")) customElements.define("fs-today", FollowSuitToday);

visited([import.meta.url]); // it may have come after the page told what it loaded

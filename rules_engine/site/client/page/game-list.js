/** The list of games on the page with tools for real tables. */

import { all, one } from "../shared/dom.js";
import { isolated, known } from "../shared/names.js";
import { entryOf } from "../shared/entries.js";

/** The list of games, each with its last players; the game played most recently comes first. */
export class FollowSuitRounds extends HTMLElement {
  connectedCallback() {
    const { game, rounds, names } = known();
    const list = one(this, "ul");
    const last = list.querySelector(`[data-game="${CSS.escape(game)}"]`)?.closest("li");
    if (last) list.prepend(last);
    for (const place of all(list, "p[data-game]")) {
      const { players = [] } = entryOf(rounds, place.dataset.game ?? "") ?? {};
      place.textContent = players.filter((name) => names.includes(name)).map(isolated).join(", ");
    }
  }
}

if (!customElements.get("fs-rounds")) customElements.define("fs-rounds", FollowSuitRounds);

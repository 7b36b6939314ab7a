/** The list of games on the page for all real tables. */

import { all, make, one } from "../shared/dom.js";
import { known } from "../shared/names.js";

/** The game that was played last is the first of the list, and who plays it stands beside it. */
export class FollowSuitRounds extends HTMLElement {
  connectedCallback() {
    const { game, rounds } = known();
    const list = one(this, "ul");
    const last = list.querySelector(`[data-game="${CSS.escape(game)}"]`);
    if (last) list.prepend(last);
    for (const item of all(list, "li")) {
      const round = rounds[item.dataset.game ?? ""];
      if (round && !item.querySelector("small")) item.append(" ", make("small", {}, round.players.join(", ")));
    }
  }
}

if (!customElements.get("fs-rounds")) customElements.define("fs-rounds", FollowSuitRounds);

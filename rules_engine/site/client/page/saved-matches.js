/** The list of stored scores from all games, newest first, on the page with tools for real tables. */

import { all, make } from "../shared/dom.js";
import { evening } from "./saved-match.js";
import { summary, tellDamaged } from "./score-view.js";

export class FollowSuitEvenings extends HTMLElement {
  connectedCallback() {
    const pages = new Map(all(this, "[data-game]").map((link) => [link.dataset.game, /** @type {HTMLAnchorElement} */ (link)]));
    const items = evening().matches.flatMap((match) => {
      const page = pages.get(match.game);
      return page ? make("li", {}, make("a", { href: `${page.href}#fs:score:${match.id}` }, `${page.textContent}: `,
        summary(match))) : [];
    });
    for (const old of all(this, ".fs-kept, .fs-empty")) old.remove();
    this.prepend(items.length ? make("ul", { class: "fs-kept" }, items) : make("div", { class: "fs-empty" },
      make("b", {}, "No score is kept here yet."),
      make("p", {}, "Choose your game below and put in the names; after each hand, enter what you took.")));
    tellDamaged(this, true, () => this.connectedCallback());
  }
}

if (!customElements.get("fs-evenings")) customElements.define("fs-evenings", FollowSuitEvenings);

/**
 * A dialog over the table that shows a rule when a link to it is clicked, together with a link to the rules page. The hand stays
 * open, and gets the focus back when the dialog closes. If the text next to the table contains the rule, the page scrolls there
 * instead.
 */

import { fill, make } from "../shared/dom.js";
import { closed, settled } from "../shared/back-button.js";
import { Sheet } from "../shared/sheet.js";
import { beginningOf, sectionOf } from "./rule-preview.js";

const LINKS = "fs-table a[href*='#rule-']";
/** Approximate maximum length of the rule's text, in characters. */
const ROOM = 900;

class RuleSheet {
  #text = make("div", { id: "fs-rule-text" });
  #more = make("a", {}, "Open in the rules");
  #sheet = new Sheet({ class: "fs-rule-sheet", "aria-describedby": "fs-rule-text" }, this.#text, this.#more);

  listen() {
    window.addEventListener("click", (event) => this.#pressed(event), { capture: true });
    this.#more.addEventListener("click", (event) => this.#leave(event));
  }

  /** @param {MouseEvent} event */
  #pressed(event) {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.(LINKS) ?? null);
    if (!link || event.button || elsewhere(event) || !this.#sheet.dialog.showModal || beside(link)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#open(link);
  }

  /** @param {HTMLAnchorElement} link */
  async #open(link) {
    const section = await sectionOf(link).catch(() => null);
    if (section === undefined) return location.assign(link.href); // the search index lacks this rule
    const lines = section ? beginningOf(section.text, ROOM) : ["This rule can't be had now: the network doesn't answer."];
    const title = section?.title ?? link.textContent ?? "";
    fill(this.#text, make("h2", {}, title), lines.map((line) => make("p", {}, line)));
    this.#more.href = link.href;
    fill(this.#more, "Open in the rules");
    this.#sheet.open(title);
  }

  /** Close the dialog and the table first, then open the rules page, so that the Back button returns to this page.
   * @param {MouseEvent} event */
  async #leave(event) {
    if (elsewhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const { href } = this.#more;
    closed(this.#sheet.close); // called here, because the dialog fires its `close` event asynchronously
    this.#sheet.close();
    await settled();
    const table = document.querySelector("fs-table");
    if (table?.matches("[data-open], [data-full]")) table.close();
    await settled();
    const way = make("a", { href }); // clicked, so that the theme's instant navigation handles it
    document.body.append(way);
    way.click();
    way.remove();
  }
}

/** Return whether a click requests a new tab or window. @param {MouseEvent} event */
const elsewhere = ({ metaKey, ctrlKey, shiftKey }) => metaKey || ctrlKey || shiftKey;

/** Return whether the rule is in the text next to the table. @param {HTMLAnchorElement} link */
function beside(link) {
  const table = link.closest("fs-table");
  return link.pathname === location.pathname && !table?.sheet && !table?.hasAttribute("data-full");
}

new RuleSheet().listen();

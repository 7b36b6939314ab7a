/**
 * The entry point of a page's scripts: registers the custom elements for the figures and for the page's one table, which steps
 * through figures, checks answers and plays hands. The page is complete as HTML without it. The scripts contain no game logic:
 * the engine makes every picture and sentence, at build time or in the worker, and only the message fields listed in
 * `rules_engine/api/messages.py` are read.
 *
 * Custom elements connect and disconnect by themselves when Material's instant navigation replaces the page.
 */

import { all, make } from "./shared/dom.js";
import { setting } from "./shared/storage.js";
import { FollowSuitFigure } from "./table/figure.js";
import { FollowSuitTable } from "./table/table.js";
import { FollowSuitVariant } from "./table/variant-choice.js";

/** Optional parts of a page; one that fails to load doesn't affect the others. The service worker is registered after them, so
 * that it can report the files that they loaded. */
const parts = [
  import("./page/old-addresses.js"), import("./page/light-or-dark.js"), import("./page/page-chrome.js"),
  import("./page/rule-preview.js"), import("./page/rule-sheet.js"), import("./page/tap-tooltips.js"),
];
const told = (/** @type {unknown} */ fault) => console.error("Follow Suit: a part of the page is missing.", fault);
for (const part of parts) part.catch(told);
Promise.allSettled(parts).then(() => import("./offline/registration.js")).catch(told);

// The build removed this attribute so that the theme's script, which ran before this one, leaves the colour choice alone. Author
// scripts may query the attribute.
document.querySelector("[data-fs-palette]")?.setAttribute("data-md-component", "palette");

/** Define the custom elements, once per document. */
function enliven() {
  if (customElements.get("fs-table")) return;
  customElements.define("fs-figure", FollowSuitFigure); // first, because the table calls methods of the figures
  customElements.define("fs-table", FollowSuitTable);
  customElements.define("fs-variant", FollowSuitVariant);
}

setTimeout(enliven); // in a task of its own: together with the theme's script it would block the page twice as long

/** Put wide tables that scroll into the tab order, so that they can be scrolled with the keyboard. The theme doesn't. */
function reachWideTables() {
  for (const wrap of all(document, ".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
  }
}

/** Scripts that are loaded only on pages with an element that matches the selector.
 * @type {[wanted: string, load: () => Promise<unknown>][]} */
const FURNITURE = [
  ["fs-playground", () => import("./playground/playground.js")],
  ["fs-offline", () => import("./offline/keep-whole-site.js")],
  ["fs-print, fs-meetings", () => import("./page/print-cards.js")],
  ["fs-sheets", () => import("./page/print-sheets.js")],
  [".fs-card-print", () => import("./page/print-reference.js")],
  ["fs-course", () => import("./page/course.js")],
  [".md-button[href$='learn/']", () => import("./page/course-progress.js")],
  ["fs-know", () => import("./page/progress-page.js")],
  ["fs-referee", () => import("./page/referee.js")],
  ["fs-score", () => import("./page/score.js")],
  ["fs-evenings", () => import("./page/saved-matches.js")],
  ["fs-rounds", () => import("./page/game-list.js")],
  ["fs-days", () => import("./page/day-puzzles.js")],
  [".fs-tally, .fs-solved", () => import("./page/puzzles.js")],
];

const MISSING = "A part of this page could not be loaded: reload the page.";

function furnishPage() {
  for (const [wanted, load] of FURNITURE) {
    const place = document.querySelector(wanted);
    if (place) load().catch((fault) => {
      told(fault);
      place.before(make("p", { class: "fs-missing", role: "alert" }, MISSING));
    });
  }
  if (setting("memory-due", "")) import("./page/progress-badges.js").catch(told);
}

const settled = () => setTimeout(reachWideTables, 50);
globalThis.document$?.subscribe(settled);
globalThis.document$?.subscribe(furnishPage);
addEventListener("resize", settled);
settled();
furnishPage();

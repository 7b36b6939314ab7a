/**
 * The figures of a page and its one table come alive. All of it stands whole in the page already; this puts figures on
 * the table, steps, checks answers and plays. No game is known here: every picture and sentence was made by the engine,
 * at build time or in the worker, and only the message fields that `rules_engine/api/messages.py` lists are read.
 *
 * The elements are custom ones, so that they come and go with Material's instant navigation by themselves.
 */

import { all, make } from "./shared/dom.js";
import { setting } from "./shared/storage.js";
import { FollowSuitFigure } from "./table/figure.js";
import { FollowSuitTable } from "./table/table.js";
import { FollowSuitVariant } from "./table/variant-choice.js";

/** What a page can do without: a fault in one of them is its own. The last tells what the others loaded. */
const parts = [
  import("./page/old-addresses.js"), import("./page/light-or-dark.js"), import("./page/frame.js"),
  import("./page/rule-preview.js"), import("./page/rule-sheet.js"), import("./page/sign-names.js"),
];
const told = (/** @type {unknown} */ fault) => console.error("Follow Suit: a part of the page is missing.", fault);
for (const part of parts) part.catch(told);
Promise.allSettled(parts).then(() => import("./offline/registration.js")).catch(told);

// The build hid the choice of colours from the theme's script, which ran before this one. An author's script may query it.
document.querySelector("[data-fs-palette]")?.setAttribute("data-md-component", "palette");

/** Everything of ours comes alive. */
function enliven() {
  if (customElements.get("fs-table")) return;
  customElements.define("fs-figure", FollowSuitFigure); // first: the table asks the figures
  customElements.define("fs-table", FollowSuitTable);
  customElements.define("fs-variant", FollowSuitVariant);
}

setTimeout(enliven); // the theme's script is up next, and together they would hold up the page twice as long

/** The theme lets wide tables scroll, but not by keyboard: they need to be in the tab order then. */
function reachWideTables() {
  for (const wrap of all(document, ".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
  }
}

/** Scripts that are only for the pages that have what they are for. @type {[wanted: string, load: () => Promise<unknown>][]} */
const FURNITURE = [
  ["fs-playground", () => import("./playground/playground.js")],
  ["fs-offline", () => import("./offline/keep-whole-site.js")],
  ["fs-print, fs-meetings", () => import("./page/print-cards.js")],
  ["fs-sheets", () => import("./page/print-sheets.js")],
  [".fs-card-print", () => import("./page/print-reference.js")],
  ["fs-course", () => import("./page/course.js")],
  [".md-button[href$='learn/']", () => import("./page/course-progress.js")],
  ["fs-know", () => import("./page/know.js")],
  ["fs-referee", () => import("./page/referee.js")],
  ["fs-score", () => import("./page/score.js")],
  ["fs-evenings", () => import("./page/evenings.js")],
  ["fs-rounds", () => import("./page/rounds.js")],
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
  if (setting("memory-due", "")) import("./page/remembered.js").catch(told);
}

const settled = () => setTimeout(reachWideTables, 50);
globalThis.document$?.subscribe(settled);
globalThis.document$?.subscribe(furnishPage);
addEventListener("resize", settled);
settled();
furnishPage();

/**
 * The entry point for a page's scripts. It registers the custom elements for figures and for the page's table, which steps
 * through figures, checks answers and plays hands. The page's HTML is complete without scripts. The scripts contain no game
 * logic: the engine makes every picture and sentence, at build time or in the worker, and the scripts read only the message
 * fields listed in `rules_engine/api/messages.py`.
 *
 * Browsers call the elements' connect and disconnect callbacks when Material's instant navigation replaces the page.
 */

import { all, make } from "./shared/dom.js";
import { setting } from "./shared/storage.js";
import { FollowSuitFigure } from "./table/figure.js";
import { FollowSuitTable } from "./table/table.js";
import { FollowSuitVariant } from "./table/variant-choice.js";

/** Optional modules; one that fails to load doesn't affect the others. The service worker is registered after them, so that it
 * learns which files they loaded. */
const parts = [
  import("./page/old-addresses.js"), import("./page/light-or-dark.js"), import("./page/page-chrome.js"),
  import("./page/rule-preview.js"), import("./page/rule-sheet.js"), import("./page/tap-tooltips.js"),
];
const told = (/** @type {unknown} */ fault) => console.error("Follow Suit: a part of the page is missing.", fault);
for (const part of parts) part.catch(told);
const offline = Promise.allSettled(parts).then(() => import("./offline/registration.js"));
offline.catch(told);
/** Report the scripts that were loaded after the page reported its resources to the service worker, in a later task, in which
 * the browser lists them. */
const reportScripts = () => setTimeout(() => offline.then(({ visitedResources }) => visitedResources(), () => {}));

// The build removed this attribute so that the theme's script, which has already run, doesn't handle the colour choice. It is
// restored because site authors' scripts may query it.
document.querySelector("[data-fs-palette]")?.setAttribute("data-md-component", "palette");

/** Define the custom elements, once per document. */
function enliven() {
  if (customElements.get("fs-table")) return;
  customElements.define("fs-figure", FollowSuitFigure); // first, because the table calls methods of the figures
  customElements.define("fs-table", FollowSuitTable);
  customElements.define("fs-variant", FollowSuitVariant);
}

setTimeout(enliven); // in a separate task, because together with the theme's script it would block input for twice as long

/** Add wide, scrollable tables to the tab order, so that they can be scrolled with the keyboard; the theme doesn't do this. */
function reachWideTables() {
  for (const wrap of all(document, ".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
  }
}

/** Scripts with the selector of the element that needs them; a script is loaded only on pages with such an element.
 * @type {[wanted: string, load: () => Promise<unknown>][]} */
const FURNITURE = [
  ["fs-playground", () => import("./playground/playground.js")],
  ["fs-offline", () => import("./offline/keep-whole-site.js")],
  ["fs-print, fs-meetings", () => import("./page/print-cards.js")],
  ["fs-sheets", () => import("./page/print-sheets.js")],
  [".fs-card-print", () => import("./page/print-reference.js")],
  ["fs-course", () => import("./page/course.js")],
  [".md-button[href$='learn/']", () => import("./page/course-progress.js")],
  ["fs-test", () => import("./page/strategy-test.js")],
  ["fs-know", () => import("./page/progress-page.js")],
  ["fs-referee", () => import("./page/referee.js")],
  ["fs-score", () => import("./page/score.js")],
  ["fs-evenings", () => import("./page/saved-matches.js")],
  [".fs-game, fs-compare", () => import("./page/games.js")],
  [".fs-deals, fs-resume", () => import("./page/home.js")],
  ["fs-rounds", () => import("./page/game-list.js")],
  ["fs-days", () => import("./page/day-puzzles.js")],
  [".fs-tally, .fs-solved", () => import("./page/puzzles.js")],
];

const MISSING = "A part of this page could not be loaded: reload the page.";

/** Repeat a press on one of an element's buttons that came before its script was loaded.
 * @param {Element} place @param {Promise<unknown>} loaded */
function repeatEarlyPress(place, loaded) {
  /** @type {HTMLElement | null} */
  let pressed = null;
  const note = (/** @type {Event} */ event) => {
    pressed = /** @type {Element} */ (event.target).closest("button");
  };
  place.addEventListener("click", note);
  loaded.then(() => {
    place.removeEventListener("click", note);
    pressed?.click();
  }, () => {});
}

/** The elements whose scripts were requested. @type {WeakSet<Element>} */
const furnished = new WeakSet();

function furnishPage() {
  for (const [wanted, load] of FURNITURE) {
    const place = document.querySelector(wanted);
    if (!place || furnished.has(place)) continue;
    furnished.add(place);
    const loaded = load();
    repeatEarlyPress(place, loaded);
    loaded.then(reportScripts, (fault) => {
      told(fault);
      place.before(make("p", { class: "fs-missing", role: "alert" }, MISSING));
    });
  }
  if (setting("memory-due", "")) import("./page/progress-badges.js").then(reportScripts, told);
}

const settled = () => setTimeout(reachWideTables, 50);
globalThis.document$?.subscribe(settled);
globalThis.document$?.subscribe(furnishPage);
addEventListener("resize", settled);
settled();
furnishPage();

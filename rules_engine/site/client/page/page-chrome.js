/**
 * The parts around a page's text: header, drawer, search box and the bar of a game's pages. The hidden search box is
 * kept out of the tab order. This module also reports the open page to the search worker, when the search box gets the focus or
 * the worker requests it.
 */

import { say } from "../shared/dom.js";
import { channel } from "../shared/storage.js";

const SEARCH = channel("follow-suit search");

function tellWhere() {
  if (document.hasFocus() && document.activeElement?.matches(".md-search__input")) SEARCH?.postMessage(location.href);
}

addEventListener("focusin", tellWhere);
SEARCH?.addEventListener("message", ({ data }) => data === "where" && tellWhere());
tellWhere();

/** Media query for windows in which the search box is hidden until opened, and the drawer contains the table of contents. */
const NARROW = matchMedia("(max-width: 59.9375em)");

/** Take the search box out of the tab order while it is hidden; the search icon opens it. */
function hideFromTab() {
  const open = /** @type {HTMLInputElement | null} */ (document.getElementById("__search"))?.checked;
  const box = /** @type {HTMLElement | null} */ (document.querySelector(".md-search__input"));
  if (box) box.tabIndex = NARROW.matches && !open ? -1 : 0;
}

document.getElementById("__search")?.addEventListener("change", hideFromTab);
NARROW.addEventListener("change", hideFromTab);
hideFromTab();

const tabs = () => /** @type {HTMLElement | null} */ (document.querySelector(".fs-game-tabs"));

/** Mark the ends at which the row of a game's tabs is cut off, where the style sheet lets it fade. */
function markCut() {
  const row = tabs();
  if (!row) return;
  const from = Math.abs(row.scrollLeft); // negative on a right-to-left page
  const cut = [from > 1 && "start", from + row.clientWidth < row.scrollWidth - 1 && "end"].filter(Boolean).join(" ");
  if (cut) row.dataset.cut = cut;
  else delete row.dataset.cut;
}

/** Scroll the row of a game's tabs to the current one. */
function showCurrent() {
  const row = tabs();
  const current = row?.querySelector("[aria-current]")?.parentElement;
  if (row && current) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  row?.addEventListener("scroll", markCut, { passive: true });
  markCut();
}

globalThis.document$?.subscribe(showCurrent);
addEventListener("resize", markCut);

/** Set the header's height for the styles if it has two rows, because of the theme's settings or large text. */
const header = document.querySelector(".md-header");
const { style } = document.documentElement;
if (header) {
  new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) => {
    const usual = 2.4 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (Math.abs(blockSize - usual) > 1) style.setProperty("--md-header-height", `${blockSize}px`);
    else style.removeProperty("--md-header-height");
  }).observe(header);
}

/** Close the list of other games, unless the given node is inside it. */
function fold(/** @type {Node | null} */ beside) {
  const others = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".fs-switch[open]"));
  if (others && !others.contains(beside)) others.open = false;
}

for (const type of ["click", "focusin"]) addEventListener(type, ({ target }) => fold(/** @type {Node} */ (target)));
window.addEventListener("keydown", ({ key }) => key === "Escape" && fold(null));

/** The path of the current page. After instant navigation we announce the page's title, as the browser does after a load. */
let opened = location.pathname;
globalThis.document$?.subscribe(() => {
  if (location.pathname !== opened) say(document.title);
  opened = location.pathname;
});

/** Copy the page's feature list and the colour of its game to the body for the styles of the header, which instant navigation
 * doesn't replace. */
function tellHeld() {
  const told = /** @type {HTMLElement | null} */ (document.querySelector(".md-container"))?.dataset ?? {};
  for (const name of ["holds", "ground"]) {
    if (document.body.dataset[name] === told[name]) continue;
    if (told[name]) document.body.dataset[name] = told[name];
    else delete document.body.dataset[name];
  }
}

globalThis.document$?.subscribe(tellHeld);

/** Copy the links to other languages into the header, which instant navigation doesn't replace. */
function tellLanguages() {
  const here = document.querySelector(".md-container > .fs-languages");
  const links = [...here?.children ?? []].map((each) => each.cloneNode(true));
  if (here) document.querySelector(".md-header .fs-languages")?.replaceChildren(...links);
}

globalThis.document$?.subscribe(tellLanguages);

/** Scroll the drawer to the page's contents when *Contents* is clicked. */
addEventListener("click", ({ target }) => {
  const rail = document.querySelector(".md-sidebar--primary .md-sidebar__scrollwrap");
  const site = /** @type {HTMLElement | null} */ (document.querySelector(".fs-rail-site"));
  if (!rail || !site || !(target instanceof Element)) return;
  if (target.closest(".fs-contents")) rail.scrollTop = site.offsetTop + site.offsetHeight;
  else if (target.closest("[for=__drawer]")) rail.scrollTop = 0;
});

/** Return whether the page has our layout; on other pages the theme handles scrolling. */
function isFramed() {
  const { holds } = /** @type {HTMLElement} */ (document.querySelector(".md-container") ?? document.body).dataset;
  return Boolean(holds?.split(" ").includes("frame"));
}

/** Number of animation frames during which heights above the target may still change. */
const RESTLESS = 12;

/**
 * Keep the target of the URL fragment in place for a few frames, unless the reader scrolls. Strips, the small drawings of tricks
 * in the text, have an estimated height until they are rendered, and would move the target when the real height is known.
 */
function holdTarget() {
  const target = document.querySelector(":target");
  if (!target || !isFramed()) return;
  const moved = new AbortController();
  const { signal } = moved;
  for (const move of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(move, () => moved.abort(), { signal, passive: true });
  }
  const hold = (/** @type {number} */ left) => {
    if (signal.aborted) return;
    target.scrollIntoView({ behavior: "instant" });
    if (left) requestAnimationFrame(() => hold(left - 1));
    else moved.abort();
  };
  hold(RESTLESS);
}

addEventListener("hashchange", holdTarget);

// On a phone the theme locks scrolling while the search is open. A page opened from the results can't scroll to the match before
// the lock ends.
let heldAt = "";
new MutationObserver(() => {
  if (document.body.hasAttribute("data-md-scrolllock")) heldAt = location.href;
  else if (location.href !== heldAt) holdTarget();
}).observe(document.body, { attributeFilter: ["data-md-scrolllock"] });

// Zensical's instant navigation fires `popstate` but not `hashchange` for links within the page. If the browser hasn't fired
// `hashchange` within 50 ms, we dispatch it.
let before = location.pathname;
let told = true;
addEventListener("hashchange", () => (told = true));
addEventListener("popstate", () => {
  told = location.pathname !== before || !location.hash;
  before = location.pathname;
  setTimeout(() => told || !isFramed() || dispatchEvent(new HashChangeEvent("hashchange")), 50);
});

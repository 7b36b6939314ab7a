/**
 * What stands around a page's text, for those who go by keyboard: a drawer and a search box that are closed take no focus.
 * And the search is told which page is open, when somebody turns to its box, or if it asks as it comes late.
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

/** Narrower than this, the search box is out of sight until somebody asks for it, and the contents are in the drawer. */
const NARROW = matchMedia("(max-width: 59.9375em)");

/** Out of sight is out of the way of Tab: the search box is reached by its sign then. */
function hideFromTab() {
  const open = /** @type {HTMLInputElement | null} */ (document.getElementById("__search"))?.checked;
  const box = /** @type {HTMLElement | null} */ (document.querySelector(".md-search__input"));
  if (box) box.tabIndex = NARROW.matches && !open ? -1 : 0;
}

document.getElementById("__search")?.addEventListener("change", hideFromTab);
NARROW.addEventListener("change", hideFromTab);
hideFromTab();

/** The row of pages shows the one that is open, where it has no room for all. */
function showCurrent() {
  const current = /** @type {HTMLElement | null} */ (document.querySelector(".fs-pages [aria-current]"));
  const row = current?.closest("ul");
  if (row && current) row.scrollLeft = current.offsetLeft - row.offsetLeft - row.clientWidth / 3;
}

globalThis.document$?.subscribe(showCurrent);

/** What the row has folded folds again when one turns away from it. */
function fold(/** @type {Node | null} */ beside) {
  const others = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".fs-others[open]"));
  if (others && !others.contains(beside)) others.open = false;
}

for (const type of ["click", "focusin"]) addEventListener(type, ({ target }) => fold(/** @type {Node} */ (target)));
window.addEventListener("keydown", ({ key }) => key === "Escape" && fold(null));

/** A page that comes without a load tells its name, as one that is loaded does. */
let opened = location.pathname;
globalThis.document$?.subscribe(() => {
  if (location.pathname !== opened) say(document.title);
  opened = location.pathname;
});

/** The head isn't changed with the page, and asks the body what the page has. */
function tellHeld() {
  const { holds } = /** @type {HTMLElement | null} */ (document.querySelector(".md-container"))?.dataset ?? {};
  if (document.body.dataset.holds === holds) return;
  if (holds) document.body.dataset.holds = holds;
  else delete document.body.dataset.holds;
}

globalThis.document$?.subscribe(tellHeld);

/** Nor does it know where the page is in another language. */
function tellLanguages() {
  const here = document.querySelector(".md-container > .fs-languages");
  const links = [...here?.children ?? []].map((each) => each.cloneNode(true));
  if (here) document.querySelector(".md-header .fs-languages")?.replaceChildren(...links);
}

globalThis.document$?.subscribe(tellLanguages);

/** *Contents* opens the drawer, and in it what the page has, not its neighbours. */
addEventListener("click", ({ target }) => {
  const contents = /** @type {HTMLInputElement | null} */ (document.getElementById("__toc"));
  if (contents && target instanceof Element && target.closest(".fs-contents")) contents.checked = true;
});

/** Returns whether the page has our layout. Others scroll as the theme does it. */
function isFramed() {
  const { holds } = /** @type {HTMLElement} */ (document.querySelector(".md-container") ?? document.body).dataset;
  return Boolean(holds?.split(" ").includes("frame"));
}

/** Frames in which what is above a place may still take its own height. */
const RESTLESS = 12;

/**
 * A strip that was never seen has a guessed height, its own once it comes near: what was jumped to would move away with it.
 * So it is held where it belongs for a moment, unless the reader moves on.
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

// On a phone the theme holds the page fast while one searches: a page that comes before it lets go can't go to what was found.
let heldAt = "";
new MutationObserver(() => {
  if (document.body.hasAttribute("data-md-scrolllock")) heldAt = location.href;
  else if (location.href !== heldAt) holdTarget();
}).observe(document.body, { attributeFilter: ["data-md-scrolllock"] });

// Where Zensical navigates instantly, history alone tells of a link to another place of the page. The browser's own event comes
// at once if it comes at all.
let before = location.pathname;
let told = true;
addEventListener("hashchange", () => (told = true));
addEventListener("popstate", () => {
  told = location.pathname !== before || !location.hash;
  before = location.pathname;
  setTimeout(() => told || !isFramed() || dispatchEvent(new HashChangeEvent("hashchange")), 50);
});

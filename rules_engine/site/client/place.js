/**
 * Where the reader is on a page. Tables out of sight aren't laid out, and have a guessed height until they are seen: a page
 * holds thousands of cards, and would be slow to open with all of them. So two things need care: a link leads to its heading
 * though tables above it change their height, and who comes back to a page finds it as high as it was.
 */

/** So long do tables that came into view change the page. */
const SETTLES = 1_000;

/** After these the reader moves the page. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];

/** Heights of tables that were seen, in pixels, until the browser loads the next page by itself. @type {Map<string, number>} */
const heights = new Map();

/** @param {HTMLElement} widget @param {AbortSignal} signal ends it when the widget leaves the page */
export function keepHeight(widget, signal) {
  const place = `${innerWidth} ${location.pathname}#${widget.id}`;
  const known = heights.get(place);
  if (known !== undefined) widget.style.containIntrinsicBlockSize = `auto ${known}px`;
  const watch = new ResizeObserver(([{ contentBoxSize: [{ blockSize }] }]) => {
    if (!signal.aborted) heights.set(place, blockSize);
  });
  watch.observe(widget);
  signal.addEventListener("abort", () => watch.disconnect());
}

let arriving = new AbortController();

/**
 * Holds the heading that the address names where it belongs until the page has settled or the reader moves it. Who comes
 * back to a page, or loads it once more, is brought to where the page was by the theme or the browser.
 */
function arrive(anew) {
  arriving.abort();
  if (!anew) return;
  const { signal } = arriving = new AbortController();
  for (const sign of HANDS) addEventListener(sign, () => arriving.abort(), { signal, capture: true, passive: true });
  let until = 0;
  const hold = (now) => {
    if (signal.aborted) return;
    if (!until && document.readyState === "complete") until = now + SETTLES;
    document.querySelector(".md-typeset :target")?.scrollIntoView();
    if (!until || now < until) requestAnimationFrame(hold);
    else arriving.abort();
  };
  requestAnimationFrame(hold);
}

let here = new URL(location.href);

/** The page is another, or another part of it is wanted. */
function moved() {
  if (location.href === here.href) return;
  here = new URL(location.href);
  arrive(history.state === null);
}

arrive(performance.getEntriesByType("navigation").at(0)?.type === "navigate");
globalThis.document$?.subscribe(moved); // the theme has brought in a page: until then the one before is shown
const within = () => location.pathname === here.pathname && moved();
globalThis.location$?.subscribe(within);
addEventListener("hashchange", within);

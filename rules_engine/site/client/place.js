/**
 * Where the reader is on a page. Tables out of sight aren't laid out, and have a guessed height until they are seen: a page
 * holds thousands of cards, and would be slow to open with all of them. So two things need care: a link leads to its heading
 * though tables above it change their height, and who comes back to a page, or loads it again, finds it as high as it was.
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

/** Holds the page at a place until it has settled or the reader moves it. @param {() => void} go */
function arrive(go) {
  arriving.abort();
  const { signal } = arriving = new AbortController();
  for (const sign of HANDS) addEventListener(sign, () => arriving.abort(), { signal, capture: true, passive: true });
  let until = 0;
  const hold = (now) => {
    if (signal.aborted) return;
    if (!until && document.readyState === "complete") until = now + SETTLES;
    go();
    if (!until || now < until) requestAnimationFrame(hold);
    else arriving.abort();
  };
  requestAnimationFrame(hold);
}

/** The heading that the address names. */
const toHeading = () => document.querySelector(".md-typeset :target")?.scrollIntoView();

let here = new URL(location.href);

/** The page is another, or another part of it is wanted. Who goes back is brought to where the page was by the theme. */
function moved() {
  if (location.href === here.href) return;
  here = new URL(location.href);
  if (history.state === null) arrive(toHeading);
  else arriving.abort();
}

const kept = () => `follow-suit-place:${location.pathname}`;

/** A page that is loaded again is brought to the heading that was next to the top: above it, heights are guessed anew. */
function keepPlace() {
  const headings = [...document.querySelectorAll(".md-typeset > :is(h1, h2, h3, h4)[id]")]
    .map((heading) => ({ id: heading.id, top: heading.getBoundingClientRect().top }))
    .sort((one, other) => Math.abs(one.top) - Math.abs(other.top));
  try {
    sessionStorage.setItem(kept(), JSON.stringify(headings[0] ?? {}));
  } catch { /* storage is full or forbidden: the browser knows about how far down the page was */ }
}

function toKeptPlace() {
  try {
    const { id, top } = JSON.parse(sessionStorage.getItem(kept()) ?? "{}");
    if (id) arrive(() => {
      const moved = (document.getElementById(id)?.getBoundingClientRect().top ?? top) - top;
      if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: "instant" });
    });
  } catch { /* nothing is kept */ }
}

addEventListener("pagehide", keepPlace);
if (performance.getEntriesByType("navigation").at(0)?.type === "navigate") arrive(toHeading);
else toKeptPlace();
globalThis.document$?.subscribe(moved); // the theme has brought in a page: until then the one before is shown
const within = () => location.pathname === here.pathname && moved();
globalThis.location$?.subscribe(within);
addEventListener("hashchange", within);

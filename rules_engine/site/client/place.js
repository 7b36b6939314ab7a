/**
 * Where the reader is on a page. Tables out of sight aren't laid out, and have a guessed height until they are seen: a page
 * holds thousands of cards, and would be slow to open with all of them. So two things need care: a link leads to its heading
 * though tables above it change their height, and who comes back to a page, or loads it again, finds it where it was.
 */

/** A page has settled when nothing moved for so many milliseconds, and in so many frames. */
const SETTLES = 1_000;
const FRAMES = 30;

/** After these the reader moves the page. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];

let arriving = new AbortController();

/** Holds the page at a place until it has settled or the reader moves it. @param {() => void} go */
function arrive(go) {
  arriving.abort();
  const { signal } = arriving = new AbortController();
  for (const sign of HANDS) addEventListener(sign, () => arriving.abort(), { signal, capture: true, passive: true });
  let [since, frames] = [performance.now(), 0];
  const hold = (now) => {
    if (signal.aborted) return;
    const before = scrollY;
    go();
    frames += 1;
    if (document.readyState !== "complete" || Math.abs(scrollY - before) > 1) [since, frames] = [now, 0];
    if (now - since < SETTLES || frames < FRAMES) requestAnimationFrame(hold);
    else arriving.abort();
  };
  requestAnimationFrame(hold);
}

/** To the heading that the address names. The theme may have missed to make it the target. */
function toHeading() {
  const named = document.getElementById(location.hash.slice(1));
  if (named && !document.querySelector(":target")) location.replace(location.hash);
  else if (named?.matches(".md-typeset :target")) named.scrollIntoView();
}

let here = new URL(location.href);
const kept = () => `follow-suit-place:${here.pathname}`;

/** The heading next to the top of the page, and how far from it: how far down it is would be guessed anew. */
function keepPlace() {
  const [next] = [...document.querySelectorAll(".md-typeset > :is(h1, h2, h3, h4)[id]")]
    .map((heading) => ({ id: heading.id, top: heading.getBoundingClientRect().top }))
    .sort((one, other) => Math.abs(one.top) - Math.abs(other.top));
  try {
    sessionStorage.setItem(kept(), JSON.stringify(next ?? {}));
  } catch { /* storage is full or forbidden: theme or browser know about where the page was */ }
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

/** Whether a link is followed: what was visited before has a state that the theme gave it, and gives all in time. */
let anew = false;

/** Another page is wanted, which the theme will bring in, or another part of this one. */
function wanted() {
  if (location.href === here.href) return;
  anew = history.state === null;
  if (location.pathname === here.pathname) come();
  else {
    arriving.abort();
    keepPlace();
  }
}

/** The page is there. */
function come() {
  if (location.href === here.href) return;
  const other = location.pathname !== here.pathname;
  here = new URL(location.href);
  if (anew) arrive(toHeading);
  else if (other) toKeptPlace();
}

if (performance.getEntriesByType("navigation").at(0)?.type === "navigate") arrive(toHeading);
else toKeptPlace();
addEventListener("pagehide", keepPlace);
addEventListener("hashchange", wanted);
globalThis.location$?.subscribe(wanted);
globalThis.document$?.subscribe(come);

/**
 * One step back closes one thing. What opens over the page is a step of the browser's history: Back, which is the thumb's way to
 * close on many phones, takes it away, and the page behind stays where it is.
 */

/** What Back closes, the latest last. @type {(() => void)[]} */
const open = [];
/** Steps back that are ours: each takes along what was closed in another way. @type {(() => void)[]} */
const going = [];

/** The theme would take it for a page that comes back. So the page's first line hears of it before the theme, and asks here.
 * @param {PopStateEvent} event */
function steppedBack(event) {
  const close = going.shift() ?? open.pop();
  if (!close) return;
  event.stopImmediatePropagation();
  close();
}

globalThis.followSuitBack = steppedBack;
window.addEventListener("popstate", steppedBack); // where a page hasn't got that line

/** Something has opened. @param {() => void} close */
export function opened(close) {
  history.pushState(history.state, "");
  open.push(close);
}

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** It was closed, in whichever way. @param {() => void} close */
export function closed(close) {
  if (!gone(close)) return;
  last = new Promise((resolve) => going.push(() => resolve(true)));
  history.back();
}

/** Until history knows all that was closed just now. */
export async function settled() {
  await null; // who watches attributes hears of them by then
  await last;
}

/** It went with its page. @param {() => void} close @returns {boolean} whether it was open */
export function gone(close) {
  const at = open.lastIndexOf(close);
  if (at >= 0) open.splice(at, 1);
  return at >= 0;
}

/**
 * What lies on the table has an address: Back and Forward walk through them. The first takes the page's own step; while something
 * is open that Back closes, the step is that one's.
 *
 * @param {string} hash
 */
export async function walkTo(hash) {
  await null; // what opens with it has its step by then
  if (location.hash === hash) return;
  if (location.hash && !open.length) history.pushState(history.state, "", hash);
  else history.replaceState(history.state, "", hash);
}

/**
 * Support for the browser's Back button, which closes the latest overlay. Each overlay adds an entry to the browser's history, so
 * Back, the usual way to close things on many phones, closes the overlay instead of leaving the page.
 */

/** Close callbacks of the open overlays, the latest last. @type {(() => void)[]} */
const open = [];
/** Callbacks for this module's pending calls of `history.back()`, one for each overlay closed by other means than Back.
 * @type {(() => void)[]} */
const going = [];

/** Handle a `popstate` event. The page's first inline script calls this before the theme's listener runs, because the theme would
 * treat the event as navigation. @param {PopStateEvent} event */
function steppedBack(event) {
  const close = going.shift() ?? open.pop();
  if (!close) return;
  event.stopImmediatePropagation();
  close();
}

globalThis.followSuitBack = steppedBack;
window.addEventListener("popstate", steppedBack); // for pages without that inline script

/** Register an open overlay and add a history entry for it. @param {() => void} close */
export function opened(close) {
  history.pushState(history.state, "");
  open.push(close);
}

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** Unregister an overlay that was closed by other means than Back, and remove its history entry. @param {() => void} close */
export function closed(close) {
  if (!gone(close)) return;
  last = new Promise((resolve) => going.push(() => resolve(true)));
  history.back();
}

/** Wait until the history entries of recently closed overlays have been removed. */
export async function settled() {
  await null; // lets attribute observers run first
  await last;
}

/** Unregister an overlay whose page was left, without changing the history.
 * @param {() => void} close @returns {boolean} whether it was open */
export function gone(close) {
  const at = open.lastIndexOf(close);
  if (at >= 0) open.splice(at, 1);
  return at >= 0;
}

/**
 * Set the URL's fragment for the table's current content, so that Back and Forward return to earlier content. The first call
 * replaces the page's history entry, a call while an overlay is open replaces the overlay's, and any other call adds an entry.
 *
 * @param {string} hash
 */
export async function walkTo(hash) {
  await null; // lets an overlay that opens at the same time add its entry first
  if (location.hash === hash) return;
  if (location.hash && !open.length) history.pushState(history.state, "", hash);
  else history.replaceState(history.state, "", hash);
}

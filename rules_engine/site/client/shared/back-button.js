/**
 * Back closes the latest overlay. Each overlay that opens over the page is an entry of the browser's history, so Back, the usual
 * way to close things on many phones, closes it and leaves the page where it is.
 */

/** Close callbacks of the open overlays, the latest last. @type {(() => void)[]} */
const open = [];
/** Callbacks for calls of `history.back()` by this module, one for each overlay closed in another way. @type {(() => void)[]} */
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

/** Wait until the history entries of all overlays closed just now are removed. */
export async function settled() {
  await null; // attribute observers have run by then
  await last;
}

/** Unregister an overlay whose page was left. @param {() => void} close @returns {boolean} whether it was open */
export function gone(close) {
  const at = open.lastIndexOf(close);
  if (at >= 0) open.splice(at, 1);
  return at >= 0;
}

/**
 * Set the page's fragment to the current content of the table, so that Back and Forward step through the contents. The first
 * content replaces the page's own history entry; while an overlay is open, its entry is replaced.
 *
 * @param {string} hash
 */
export async function walkTo(hash) {
  await null; // an overlay that opens at the same time has its entry by then
  if (location.hash === hash) return;
  if (location.hash && !open.length) history.pushState(history.state, "", hash);
  else history.replaceState(history.state, "", hash);
}

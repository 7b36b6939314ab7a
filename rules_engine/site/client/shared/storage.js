/** What a reader's browser keeps: this tab's table for the session, hands and settings for good. Without storage, nothing. */

/** @param {Storage | undefined} storage @param {string} name */
function read(storage, name) {
  try {
    return storage?.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Storage may be full or forbidden: it goes on without it then.
 * @param {() => Storage} storage @param {string} name @param {string} text @returns {boolean} whether it is kept */
function write(storage, name, text) {
  try {
    if (text) storage().setItem(name, text);
    else storage().removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** @param {() => Storage} storage @returns {Storage | undefined} */
function reachable(storage) {
  try {
    return storage();
  } catch {
    return undefined;
  }
}

const tab = () => sessionStorage;
const good = () => localStorage;
const place = () => `follow-suit:${location.pathname}`;

/** @typedef {{figure: string, touched: boolean, state: object, asked?: string}} Kept `asked`: the link that brought it */
/** @typedef {{html: string, faces: string, underWay: boolean}} Seen how a hand lay when it was left */

/** What lay on this page's table in this tab. @returns {Kept | null} */
export function keptTable() {
  try {
    return JSON.parse(read(reachable(tab), place()) || "null");
  } catch {
    return null;
  }
}

/** @param {Kept} table */
export function keepTable(table) {
  write(tab, place(), JSON.stringify(table));
}

/** @param {string} figure */
const handOf = (figure) => `${place()}#${figure}`;

/** The hand that was played last on this page, in whichever tab. @param {string} figure */
export function keptHand(figure) {
  return read(reachable(good), handOf(figure));
}

/** How it lay, if that is known of this very hand. @param {string} figure @param {string} save @returns {Seen | null} */
export function seenHand(figure, save) {
  try {
    const seen = JSON.parse(read(reachable(good), `${handOf(figure)}:seen`) || "null");
    return seen?.save === save ? seen : null;
  } catch {
    return null;
  }
}

/** @param {string} figure @param {string} save @param {Seen} seen @returns {boolean} whether a reload brings it back */
export function keepHand(figure, save, seen) {
  const kept = write(good, handOf(figure), save);
  write(good, `${handOf(figure)}:seen`, JSON.stringify({ save, ...seen }));
  return kept;
}

/** Calls when another tab keeps another hand in its place.
 * @param {string} figure @param {(save: string) => void} heard @param {AbortSignal} signal */
export function onOtherHand(figure, heard, signal) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === handOf(figure) && newValue) heard(newValue);
  }, { signal });
}

/** @param {string} name @param {string} otherwise */
export function setting(name, otherwise) {
  return read(reachable(good), `follow-suit-${name}`) || otherwise;
}

/** @param {string} name @param {string} value @returns {boolean} whether it is kept */
export function set(name, value) {
  return write(good, `follow-suit-${name}`, value);
}

/** The names of the settings that begin so. @param {string} beginning */
export function settingsOf(beginning) {
  const names = Object.keys(reachable(good) ?? {}).map((name) => name.replace(/^follow-suit-/, ""));
  return names.filter((name) => name.startsWith(beginning));
}

/** Calls when another tab changes a setting. @param {string} name @param {() => void} heard @param {AbortSignal} [signal] */
export function onSetElsewhere(name, heard, signal) {
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key === `follow-suit-${name}`) heard(); // no key: all of it was deleted
  }, { signal });
}

/** What tabs and workers of the site talk over; where a browser keeps nothing, some don't allow it. @param {string} name */
export function channel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

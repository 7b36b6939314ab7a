/** What a reader's browser keeps: this tab's table for the session, hands and settings for good. Without storage, nothing. */

/** @param {Storage | undefined} storage @param {string} name */
function read(storage, name) {
  try {
    return storage?.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** @param {() => Storage} storage @param {string} name @param {string} text */
function write(storage, name, text) {
  try {
    if (text) storage().setItem(name, text);
    else storage().removeItem(name);
  } catch { /* storage is full or forbidden: it goes on without it */ }
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

/** @typedef {{figure: string, touched: boolean, state: object}} Kept */

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

/** The hand that was played last on this page, in whichever tab. @param {string} figure */
export function keptHand(figure) {
  return read(reachable(good), `${place()}#${figure}`);
}

/** @param {string} figure @param {string} save */
export function keepHand(figure, save) {
  write(good, `${place()}#${figure}`, save);
}

/** @param {string} name @param {string} otherwise */
export function setting(name, otherwise) {
  return read(reachable(good), `follow-suit-${name}`) || otherwise;
}

/** @param {string} name @param {string} value */
export function set(name, value) {
  write(good, `follow-suit-${name}`, value);
}

/**
 * Safe access to objects used as maps whose keys come from outside: text on a page, ids, file names, links or storage. Every
 * object inherits properties such as `constructor` and `toString`, which aren't entries, and assigning to `__proto__` adds no
 * entry.
 */

/**
 * Return the value for a key, or undefined if the map has no such entry.
 *
 * @template V @param {{[key: string]: V} | null | undefined} table @param {string} key @returns {V | undefined}
 */
export function entryOf(table, key) {
  return table && Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}

/** Add or replace an entry. @template V @param {{[key: string]: V}} table @param {string} key @param {V} value */
export function setEntry(table, key, value) {
  Object.defineProperty(table, key, { value, configurable: true, enumerable: true, writable: true });
}

/**
 * Access to objects used as tables, with keys from outside: words of a page, ids, file names, links or storage. Every object
 * inherits `constructor`, `toString` and more, which aren't entries, and assigning `__proto__` adds no entry.
 */

/**
 * Return the value of a table's own entry.
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

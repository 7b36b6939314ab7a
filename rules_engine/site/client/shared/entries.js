/**
 * Access to tables by keys that come from outside: words of a page, ids, names of files, what a link or the storage holds. Every
 * object inherits `constructor`, `toString` and more, which no table means, and assigning `__proto__` adds no entry.
 */

/**
 * Returns the value of a table's own entry.
 *
 * @template V @param {{[key: string]: V} | null | undefined} table @param {string} key @returns {V | undefined}
 */
export function entryOf(table, key) {
  return table && Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}

/** Adds or replaces an entry. @template V @param {{[key: string]: V}} table @param {string} key @param {V} value */
export function setEntry(table, key, value) {
  Object.defineProperty(table, key, { value, configurable: true, enumerable: true, writable: true });
}

/**
 * Record types whose values can be merged in any order, and more than once, with the same result (conflict-free merges). Several
 * tabs may therefore add to a record at the same time, and a saved file is imported like a record from another tab.
 */

import * as is from "./shape.js";

/** @template T @typedef {import("./shape.js").Schema<T>} Schema */
/** @template T @typedef {{read: Schema<T>, join(one: T, other: T): T}} Kind a schema, and a function that merges two values */

/** Return whether the first value precedes the other, in an arbitrary order that is the same in all tabs.
 * @param {unknown} one @param {unknown} other */
const isFirst = (one, other) => JSON.stringify(one) < JSON.stringify(other);

/** A number; the larger one wins. @param {Schema<number>} [read] @returns {Kind<number>} */
export const most = (read = is.count()) => ({ read, join: (one, other) => Math.max(one, other) });

/** A value with a timestamp; the later one wins. @template T @param {Schema<T>} schema @returns {Kind<[number, T]>} */
export const newest = (schema) => ({
  read: is.tuple(is.count(), schema),
  join: (one, other) => one[0] > other[0] || (one[0] === other[0] && isFirst(other, one)) ? one : other,
});

/** A value with a timestamp; the earlier one wins. @template T @param {Schema<T>} schema @returns {Kind<[number, T]>} */
export const earliest = (schema) => ({
  read: is.tuple(is.count(), schema),
  join: (one, other) => one[0] < other[0] || (one[0] === other[0] && isFirst(one, other)) ? one : other,
});

/** A map from names to values of one type.
 * @template T @param {RegExp} name @param {Kind<T>} kind @returns {Kind<Record<string, T>>} */
export const byName = (name, kind) => ({
  read: is.mapOf(name, kind.read),
  join(one, other) {
    const known = new Map(Object.entries(one));
    for (const [key, value] of Object.entries(other)) {
      const before = known.get(key);
      known.set(key, before === undefined ? value : kind.join(before, value));
    }
    return Object.fromEntries(known);
  },
});

/** An object with fields of the given types, any of which may be missing.
 * @template {Record<string, Kind<any>>} Kinds @param {Kinds} kinds
 * @returns {Kind<{[Name in keyof Kinds]?: import("./shape.js").Value<Kinds[Name]["read"]>}>} */
export const record = (kinds) => {
  const named = Object.entries(kinds);
  return {
    read: /** @type {Schema<any>} */ (is.partial(Object.fromEntries(named.map(([name, { read }]) => [name, read])))),
    join(/** @type {any} */ one, /** @type {any} */ other) {
      const joined = { ...one };
      for (const [name, kind] of named) {
        if (other[name] !== undefined) joined[name] = one[name] === undefined ? other[name] : kind.join(one[name], other[name]);
      }
      return joined;
    },
  };
};

/** Return the current time, or a timestamp just after the given one if the clock is behind it.
 * @param {number} [stamp] in milliseconds */
export const after = (stamp = 0) => Math.max(Date.now(), stamp + 1);

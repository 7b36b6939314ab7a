/**
 * Schemas for external data: links, files, storage, other tabs. A schema takes any value and returns a copy with only the
 * declared parts, or `MISFIT`. Lists and maps skip entries that don't fit and count them. `parsed` returns that count, for data
 * that is used even if damaged; `strict` rejects text with any skipped entry.
 */

import { entryOf, setEntry } from "./entries.js";

/** @typedef {{lost: number}} Loss the number of skipped entries */
/** @template T @typedef {(given: unknown, loss: Loss) => T | typeof MISFIT} Schema */
/** @template S @typedef {S extends Schema<infer T> ? T : never} Value the type that a schema returns */

/** The result of a schema for a value that doesn't fit.
 * @type {unique symbol} */
export const MISFIT = Symbol("misfit");
/** Maximum length of text that is parsed, in characters. */
const LONGEST = 5_000_000;

/** @param {unknown} given @returns {given is Record<string, unknown>} */
const isPlain = (given) => typeof given === "object" && given !== null && !Array.isArray(given);

/** A string of limited length. @param {number} [longest] @param {RegExp} [pattern] @returns {Schema<string>} */
export const text = (longest = 200, pattern = /^/) => (given) =>
  typeof given === "string" && given.length <= longest && pattern.test(given) ? given : MISFIT;

/** A number within bounds. @param {number} least @param {number} most @returns {Schema<number>} */
export const number = (least, most) => (given) =>
  typeof given === "number" && given >= least && given <= most ? given : MISFIT;

/** An integer within bounds. @param {number} [most] @param {number} [least] @returns {Schema<number>} */
export const count = (most = Number.MAX_SAFE_INTEGER, least = 0) => (given) =>
  Number.isInteger(given) ? number(least, most)(given, { lost: 0 }) : MISFIT;

/** One of the given values. @template {string | number | boolean | null} T @param {...T} values @returns {Schema<T>} */
export const oneOf = (...values) => (given) => values.includes(/** @type {T} */ (given)) ? /** @type {T} */ (given) : MISFIT;

/** True or false. */
export const flag = oneOf(true, false);

/** A union: the result of the first schema that accepts the value.
 * @template {Schema<any>[]} Schemas @param {Schemas} schemas @returns {Schema<Value<Schemas[number]>>} */
export const either = (...schemas) => (given, loss) => {
  for (const schema of schemas) {
    const own = { lost: 0 };
    const value = schema(given, own);
    if (value === MISFIT) continue;
    loss.lost += own.lost;
    return value;
  }
  return MISFIT;
};

/** A list; if it is too long, the last entries are kept.
 * @template T @param {Schema<T>} each @param {number} [most] @returns {Schema<T[]>} */
export const list = (each, most = 100) => (given, loss) => {
  if (!Array.isArray(given)) return MISFIT;
  const read = given.slice(-most).map((one) => each(one, loss)).filter((one) => one !== MISFIT);
  loss.lost += given.length - read.length;
  return /** @type {any[]} */ (read);
};

/** A list with one entry for each of the given schemas.
 * @template {Schema<any>[]} Parts @param {Parts} parts @returns {Schema<{[Place in keyof Parts]: Value<Parts[Place]>}>} */
export const tuple = (...parts) => (given, loss) => {
  if (!Array.isArray(given) || given.length !== parts.length) return MISFIT;
  const read = parts.map((part, place) => part(given[place], loss));
  return read.includes(MISFIT) ? MISFIT : /** @type {any} */ (read);
};

/** An object with values of one type; if there are too many, the first ones are kept.
 * @template T @param {RegExp} name a pattern for its keys @param {Schema<T>} each @param {number} [most]
 * @returns {Schema<Record<string, T>>} */
export const mapOf = (name, each, most = 10_000) => (given, loss) => {
  if (!isPlain(given)) return MISFIT;
  const entries = Object.entries(given);
  const read = entries.slice(0, most).filter(([key]) => name.test(key) && key !== "__proto__")
    .map(([key, value]) => [key, each(value, loss)]).filter(([, value]) => value !== MISFIT);
  loss.lost += entries.length - read.length;
  return Object.fromEntries(read);
};

/** An object with the given fields. A field that is missing or doesn't fit gets its default; without a default, the object is
 * a misfit.
 * @template {Record<string, Schema<any>>} Fields @param {Fields} fields
 * @param {() => {[Name in keyof Fields]?: Value<Fields[Name]>}} [usual]
 * @returns {Schema<{[Name in keyof Fields]: Value<Fields[Name]>}>} */
export const shape = (fields, usual = () => ({})) => (given, loss) => {
  if (!isPlain(given)) return MISFIT;
  const made = /** @type {Record<string, unknown>} */ (usual());
  for (const [name, schema] of Object.entries(fields)) {
    const field = entryOf(given, name);
    const value = field === undefined ? MISFIT : schema(field, loss);
    if (value !== MISFIT) setEntry(made, name, value);
    else if (entryOf(made, name) === undefined) return MISFIT;
    else if (field !== undefined) loss.lost++;
  }
  return /** @type {any} */ (made);
};

/** An object with any of the given fields.
 * @template {Record<string, Schema<any>>} Fields @param {Fields} fields
 * @returns {Schema<{[Name in keyof Fields]?: Value<Fields[Name]>}>} */
export const partial = (fields) => (given, loss) => {
  if (!isPlain(given)) return MISFIT;
  const there = Object.entries(fields).filter(([name]) => entryOf(given, name) !== undefined);
  const read = there.map(([name, schema]) => [name, schema(entryOf(given, name), loss)]).filter(([, value]) => value !== MISFIT);
  loss.lost += there.length - read.length;
  return Object.fromEntries(read);
};

/** A nullable value. @template T @param {Schema<T>} schema @returns {Schema<T | null>} */
export const orNull = (schema) => (given, loss) => given === null ? null : schema(given, loss);

/** Any JSON value of limited size.
 * @param {number} [most] maximum number of nested values @param {number} [deep]
 * @returns {Schema<any>} */
export const json = (most = 5_000, deep = 12) => (given, loss) => {
  let left = most;
  /** @param {unknown} each @param {number} depth @returns {unknown} */
  const copy = (each, depth) => {
    if (--left < 0 || depth > deep) return MISFIT;
    if (typeof each === "string") return text(10_000)(each, loss);
    if (typeof each !== "object" || each === null) return each;
    const entries = Object.entries(each).map(([key, value]) => [key, copy(value, depth + 1)]);
    if (entries.some(([key, value]) => value === MISFIT || key === "__proto__")) return MISFIT;
    return Array.isArray(each) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  };
  return copy(given, 0);
};

/** Parse JSON with a schema. Return the value and the number of skipped entries, or null if the text is unusable.
 * @template T @param {string} given @param {Schema<T>} schema @returns {{value: T, lost: number} | null} */
export function parsed(given, schema) {
  const loss = { lost: 0 };
  let value;
  try {
    value = given.length > LONGEST ? MISFIT : schema(JSON.parse(given), loss);
  } catch {
    return null;
  }
  return value === MISFIT ? null : { value: /** @type {T} */ (value), lost: loss.lost };
}

/** Parse JSON with a schema. Return the value, or null if any entry doesn't fit.
 * @template T @param {string} given @param {Schema<T>} schema @returns {T | null} */
export function strict(given, schema) {
  const read = parsed(given, schema);
  return read?.lost === 0 ? read.value : null;
}

/** What is kept as one text and read anew before each change. What can't be written stays until the tab is closed. */

import { set, setting } from "./storage.js";

/** @type {Map<string, string>} */
const waiting = new Map();

/** What is kept under a name, and what it has at least.
 * @template {object} T @param {string} name @param {T} empty @returns {T} */
export function kept(name, empty) {
  try {
    const read = JSON.parse(waiting.get(name) ?? setting(name, "{}"));
    return read && typeof read === "object" && !Array.isArray(read) ? { ...empty, ...read } : { ...empty };
  } catch {
    return { ...empty };
  }
}

/** @param {string} name @param {object} value @returns {boolean} whether it outlasts the tab */
export function keep(name, value) {
  const text = JSON.stringify(value);
  const written = set(name, text);
  if (written) waiting.delete(name);
  else waiting.set(name, text);
  return written;
}

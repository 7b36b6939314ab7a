/** A cache of fetched files, which lasts until the page is left. */

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** Return the result of a fetch, which is made only once per URL. Failures aren't cached.
 * @template T @param {string} address @param {(address: string) => Promise<T>} load @returns {Promise<T>} */
export function once(address, load) {
  const known = fetched.get(address);
  if (known) return known;
  const asked = load(address);
  fetched.set(address, asked);
  asked.catch(() => fetched.delete(address));
  return asked;
}

/** Fetch a JSON file. Throws an error with the message if the server doesn't return it.
 * @param {string} address @param {string} [message] */
export async function fetchJson(address, message) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(message ?? `${response.status} for ${address}`);
  return response.json();
}

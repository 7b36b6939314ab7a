/**
 * Starts Python and the rules inside the worker. What there is to start from is in the manifest, made by
 * `rules_engine/site/runtime/`: a snapshot of the memory of a Python that has imported the rules; and Pyodide's own library
 * with our sources, for when the snapshot fails. Pyodide itself is the same in both.
 */

import { BootError, Files } from "./fetching.js";
import { started } from "./starting.js";

/**
 * Fetches the runtime, starts Python, imports the rules. A way whose own files can't be had leads to the next at once. If the
 * start itself fails this rejects, and the next way needs a new worker: nobody knows what the failed start has left behind.
 *
 * @param {Manifest} manifest what `runtime.json` holds
 * @param {string} base the address of the folder that `runtime.json` is in
 * @param {{cache: RequestCache, without: string[], games: string[]}} how `without` names the ways that are known to fail,
 *   `games` those that the page may ask about
 * @param {Progress} progress
 * @param {(way: string) => void} trying hears the name of each way, once Pyodide is there
 * @returns {Promise<Booted>}
 */
export async function boot(manifest, base, { cache, without, games }, progress, trying) {
  await checkWebAssembly();
  let running = false;
  /** @type {string[]} */
  let parts = [];
  const files = new Files(manifest.files, base, cache, (...told) => running || progress("Fetching Python", ...told));
  const pyodide = { loader: files.module("loader"), glue: files.module("glue"), wasm: files.wasm("wasm") };
  const start = (/** @type {Way} */ way, /** @type {Record<string, Promise<Uint8Array<ArrayBuffer>>>} */ own) => {
    Promise.all(Object.values(pyodide)).then(() => trying(way.name), () => {});
    parts = way.name === "snapshot" ? games.filter((game) => way.later.includes(`part-${game}`)) : [];
    for (const game of parts) files.bytes(`part-${game}`).catch(() => {}); // waited for below
    return started(way, { ...pyodide, ...own }, files, manifest, (fraction) => progress("Starting Python", fraction));
  };
  const rules = await firstWhole(manifest.ways.filter(({ name }) => !without.includes(name)), files, start);
  const bring = bringing(rules, files);
  await Promise.all(parts.map(bring));
  running = true;
  return { handle: rules.handle, bring };
}

/** What the snapshot lacks is brought once, and again only if it didn't come. @param {Rules} rules @param {Files} files */
function bringing(rules, files) {
  const { take } = rules;
  if (!take) return () => Promise.resolve();
  /** @type {Map<string, Promise<void>>} */
  const brought = new Map();
  return (/** @type {string} */ name) => {
    const coming = brought.get(name) ?? files.bytes(`part-${name}`).then((part) => take(name, part));
    brought.set(name, coming);
    coming.catch(() => brought.delete(name));
    return coming;
  };
}

/**
 * The rules' function, by the first way whose own files come whole. Each start begins while they come: Pyodide's scripts have
 * enough to do before they need them. If one is missing nothing of Python has run, and the next way is begun.
 *
 * @param {Way[]} ways @param {Files} files
 * @param {(way: Way, own: Record<string, Promise<Uint8Array<ArrayBuffer>>>) => Promise<Rules>} start
 * @returns {Promise<Rules>}
 */
async function firstWhole([way, ...others], files, start) {
  const own = Object.fromEntries(way.files.map((part) => [part, files.bytes(part)]));
  let missing = false;
  for (const part of Object.values(own)) part.catch(() => (missing = true));
  try {
    return await start(way, own);
  } catch (error) {
    if (!missing || !others.length) throw error;
    console.info(`Follow Suit: the ${way.name} can't be had; starting Python without it:`, error);
    return firstWhole(others, files, start);
  }
}

/** A site may forbid WebAssembly; Pyodide would then wait for ever. */
async function checkWebAssembly() {
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // an empty module
  } catch (error) {
    const message = "WebAssembly, which Python needs, is blocked here by a policy of the site or by the browser's settings.";
    throw new BootError(message, { cause: error });
  }
}

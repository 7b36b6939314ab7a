/**
 * The start of Python and the rules inside the worker. The manifest, built by `rules_engine/site/runtime/`, lists two ways to
 * start: from a memory snapshot of a Python that has imported the rules, or, if the snapshot fails, from Pyodide's standard
 * library and our sources. Both use the same Pyodide.
 */

import { BootError, Files } from "./fetch-files.js";
import { started } from "./start-python.js";

/**
 * Fetch the runtime, start Python and import the rules. If the files for one way can't be fetched, try the next way. Reject if
 * the start itself fails: the worker is then in an unknown state, so the caller must try the next way in a new worker.
 *
 * @param {Manifest} manifest the content of `runtime.json`
 * @param {string} base the URL of the folder of `runtime.json`
 * @param {{cache: RequestCache, without: string[], games: string[]}} how `without` lists the names of ways known
 *   to fail, `games` the games that the page may ask about
 * @param {Progress} progress
 * @param {(way: string) => void} trying called with the name of a way when Pyodide has arrived
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
    for (const game of parts) files.bytes(`part-${game}`).catch(() => {}); // awaited below
    return started(way, { ...pyodide, ...own }, files, manifest, (fraction) => progress("Starting Python", fraction));
  };
  const rules = await firstWhole(manifest.ways.filter(({ name }) => !without.includes(name)), files, start);
  const bring = bringing(rules, files);
  await Promise.all(parts.map(bring));
  running = true;
  return { handle: rules.handle, bring };
}

/** Return a function that loads a part of the rules that the snapshot lacks. Each part is loaded once, or again if loading
 * failed.
 * @param {Rules} rules @param {Files} files */
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
 * Start Python by the first way whose files can all be fetched. Each start begins while its files are still arriving, since
 * Pyodide's scripts don't need them at first. If a file is missing, Python hasn't run yet and the next way is tried.
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

/** Throw a `BootError` if WebAssembly is blocked, because Pyodide would then wait forever. */
async function checkWebAssembly() {
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // an empty module
  } catch (error) {
    const message = "WebAssembly, which Python needs, is blocked here by a policy of the site or by the browser's settings.";
    throw new BootError(message, { cause: error });
  }
}

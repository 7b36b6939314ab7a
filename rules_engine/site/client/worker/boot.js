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
 * @param {{cache: RequestCache, without: string[]}} how `without` names the ways that are known to fail
 * @param {Progress} progress
 * @param {(way: string) => void} trying hears the name of each way, once Pyodide is there
 * @returns {Promise<Rules>}
 */
export async function boot(manifest, base, { cache, without }, progress, trying) {
  await checkWebAssembly();
  const files = new Files(manifest.files, base, cache, (...told) => progress("Fetching Python", ...told));
  const pyodide = { loader: files.module("loader"), glue: files.module("glue"), wasm: files.wasm("wasm") };
  const start = (/** @type {Way} */ way, /** @type {Record<string, Promise<Uint8Array<ArrayBuffer>>>} */ own) => {
    Promise.all(Object.values(pyodide)).then(() => trying(way.name), () => {});
    return started(way, { ...pyodide, ...own }, files, manifest, (fraction) => progress("Starting Python", fraction));
  };
  return firstWhole(manifest.ways.filter(({ name }) => !without.includes(name)), files, start);
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

/**
 * Starts Python and the rules inside the worker. What there is to start from is in the manifest, made by
 * `rules_engine/site/runtime/`; there may be several ways, and each that fails leads to the next by itself.
 *
 * @typedef {import("./fetching.js").RuntimeFile} RuntimeFile
 * @typedef {{name: 'snapshot'|'archive'|'stock', glue: string, wasm: string, files: string[], reads?: number, unpacked?: number,
 *            image?: number, data?: number}} Way
 * @typedef {{format: number, pyodide: string, abi: object, worker: string, ways: Way[],
 *            files: Record<string, RuntimeFile>}} Manifest
 * @typedef {(stage: string, fraction: number) => void} Progress
 */

import { BootError, Files } from "./fetching.js";
import { started } from "./starting.js";

/** So many milliseconds after the start a reader has had the first answers. */
const REST = 10_000;

/**
 * Fetches the runtime, starts Python, imports the rules. A way whose files can't be got leads to the next at once. One in
 * which the start itself fails may leave anything behind: then this rejects, and the next needs a new worker.
 *
 * @param {Manifest} manifest what `runtime.json` holds
 * @param {string} base the address of the folder that `runtime.json` is in
 * @param {{cache: RequestCache, without: string[], fast?: boolean}} how `without` names the ways that are known to fail;
 *   `fast` tells that the line is known to be
 * @param {Progress} progress
 * @param {(way: string) => void} trying hears the name of each way, once its Pyodide is there
 * @returns {Promise<(text: string) => string>} the rules' one function
 */
export async function boot(manifest, base, { cache, without, fast }, progress, trying) {
  await checkWebAssembly();
  const files = new Files(manifest.files, base, cache, (fraction) => progress("Fetching Python", fraction));
  const possible = manifest.ways.filter(({ name }) => !without.includes(name));
  heartOf(possible[0], files); // while the way is chosen
  const start = (way, parts) => started(way, parts, files, manifest, (fraction) => progress("Starting Python", fraction));
  const [way, call] = await firstWhole(await inOrder(possible, files, fast), files, start, trying);
  keepTheFastest(possible, way, files);
  return call;
}

/**
 * The rules' function, by the first way whose files come whole. Each start begins while they come: Pyodide's scripts have
 * enough to do before they need the others. If files are missing nothing of Python has run, and the next way is begun.
 */
async function firstWhole([way, ...others], files, start, trying) {
  const heart = heartOf(way, files);
  const own = Object.fromEntries(way.files.map((part) => [part, files.bytes(part)]));
  Promise.all(Object.values(heart)).then(() => trying(way.name), () => {});
  let missing = false;
  for (const part of Object.values({ ...heart, ...own })) part.catch(() => (missing = true));
  try {
    return [way, await start(way, { ...heart, ...own })];
  } catch (error) {
    if (!others.length || !missing) throw error;
    const told = `Follow Suit: the ${way.name} can't be had, so Python is started by way of the ${others[0].name}:`;
    console.info(told, error.message, error.cause ?? "");
    return firstWhole(others, files, start, trying);
  }
}

/** What Pyodide itself is made of, in a way to start, as it comes. */
function heartOf({ glue, wasm }, files) {
  return { loader: files.module("loader"), glue: files.module(glue), wasm: files.wasm(wasm) };
}

/** The fastest first; but the smaller archive where it saves the reader a long wait: on a slow line, or if it is here already. */
async function inOrder(ways, files, fast) {
  const [first, second, ...others] = ways;
  if (first?.name !== "snapshot" || second?.name !== "archive" || (await files.kept("snapshot"))) return ways;
  const smaller = savesData() || (await files.kept("archive")) || (!fast && (await files.comeSlowly(first.glue)));
  return smaller ? [second, first, ...others] : ways;
}

function savesData() {
  return navigator.connection?.saveData ?? false;
}

/** The next visit begins from the snapshot, if the reader doesn't mind the bytes; this one's answers come first. */
function keepTheFastest([fastest], used, files) {
  if (fastest.name !== used.name && used.name === "archive" && !savesData()) {
    setTimeout(() => fastest.files.forEach((part) => files.keep(part)), REST);
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

/**
 * Starts Python and the rules inside the worker. What there is to start from is in the manifest, made by
 * `rules_engine/site/runtime/`; there may be several ways, and each that fails leads to the next by itself.
 *
 * @typedef {import("./fetching.js").RuntimeFile} RuntimeFile
 * @typedef {{name: 'snapshot'|'archive'|'stock', glue: string, wasm: string, files: string[], reads?: number, unpacked?: number,
 *            data?: number}} Way
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
 * @param {{cache: RequestCache, without: string[]}} how `without` names the ways that are known to fail
 * @param {Progress} progress
 * @param {(way: string) => void} trying hears the name of each way, once its Pyodide is there
 * @returns {Promise<(text: string) => string>} the rules' one function
 */
export async function boot(manifest, base, { cache, without }, progress, trying) {
  await checkWebAssembly();
  const files = new Files(manifest.files, base, cache, (fraction) => progress("Fetching Python", fraction));
  const possible = manifest.ways.filter(({ name }) => !without.includes(name));
  heartOf(possible[0], files).catch(() => {}); // while the way is chosen
  const [way, parts] = await firstWhole(await inOrder(possible, files), files, trying);
  progress("Starting Python", 0);
  const call = await started(way, parts, files, manifest, (fraction) => progress("Starting Python", fraction));
  keepTheFastest(possible, way, files);
  return call;
}

/** The first way whose files come whole, with them. */
async function firstWhole([way, ...others], files, trying) {
  const own = Promise.all(way.files.map(async (part) => [part, await files.bytes(part)]));
  own.catch(() => {}); // the heart is waited for first
  try {
    const heart = await heartOf(way, files);
    trying(way.name);
    return [way, { ...heart, ...Object.fromEntries(await own) }];
  } catch (error) {
    if (!others.length) throw error;
    const told = `Follow Suit: the ${way.name} can't be had, so Python is started by way of the ${others[0].name}:`;
    console.info(told, error.message, error.cause ?? "");
    return firstWhole(others, files, trying);
  }
}

/** What Pyodide itself is made of, in a way to start. */
async function heartOf(way, files) {
  const [loader, glue, wasm] = await Promise.all([files.module("loader"), files.module(way.glue), files.wasm(way.wasm)]);
  return { loader, glue, wasm };
}

/** The fastest first; but the smaller archive where it saves the reader a long wait: on a slow line, or if it is here already. */
async function inOrder(ways, files) {
  const [first, second, ...others] = ways;
  if (first?.name !== "snapshot" || second?.name !== "archive" || (await files.kept("snapshot"))) return ways;
  const smaller = savesData() || (await files.kept("archive")) || (await files.comeSlowly(first.glue));
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

/**
 * Starts Python and the rules inside the worker. What there is to start from is in the manifest, made by
 * `rules_engine/site/runtime/`; there may be several ways, and each that fails leads to the next by itself.
 *
 * @typedef {import("./fetching.js").RuntimeFile} RuntimeFile
 * @typedef {{name: 'snapshot'|'archive'|'stock', files: string[], reads?: number, unpacked?: number}} Way
 * @typedef {{format: number, pyodide: string, abi: object, worker: string, ways: Way[],
 *            files: Record<string, RuntimeFile>}} Manifest
 * @typedef {(stage: string, fraction: number) => void} Progress
 */

import { BootError, Files } from "./fetching.js";
import { started } from "./starting.js";

/** Nothing heard for so long means that nothing will come. */
const LONGEST_SILENCE = 60_000;

/**
 * Fetches the runtime, starts Python, imports the rules.
 *
 * @param {Manifest} manifest what `runtime.json` holds
 * @param {string} base the address of the folder that `runtime.json` is in
 * @param {{cache: RequestCache, without: string[]}} how `without` names the ways that are known to fail
 * @param {Progress} progress
 * @param {(way: string) => void} trying hears the name of each way as it is begun
 * @returns {Promise<{call: (text: string) => string}>} the rules' one function
 */
export async function boot(manifest, base, { cache, without }, progress, trying) {
  await checkWebAssembly();
  const files = new Files(manifest.files, base, cache, (fraction) => progress("Fetching Python", fraction));
  const common = Promise.all([files.module("loader"), files.module("glue"), files.wasm("wasm")]);
  common.catch(() => {}); // who waits for it hears of it
  const ways = await inOrder(manifest.ways.filter(({ name }) => !without.includes(name)), files);
  for (const [index, way] of ways.entries()) {
    trying(way.name);
    try {
      const call = await inTime((heard) => begun(way, manifest, files, common, heard), progress);
      keepTheFastest(manifest.ways, way, files);
      return { call: (text) => call(text) };
    } catch (error) {
      const problem = error instanceof BootError ? error : unexpected(error);
      const next = ways[index + 1];
      if (!next || problem.final) throw problem;
      const told = `Follow Suit: Python could not be started by way of the ${way.name}, trying the ${next.name}:`;
      console.info(told, problem.message, problem.cause ?? "");
    }
  }
}

/** @returns {Promise<(text: string) => string>} */
async function begun(way, manifest, files, common, progress) {
  progress("Fetching Python", 0);
  const [[loader, glue, wasm], ...own] = await Promise.all([common.catch(final), ...way.files.map((part) => files.bytes(part))]);
  const parts = { loader, wasm, ...Object.fromEntries(way.files.map((part, index) => [part, own[index]])) };
  progress("Starting Python", 0);
  const tell = (fraction) => progress("Starting Python", fraction);
  return started(way, parts, { files, manifest, glue, tell });
}

/** What every way needs can't be got: no other way is any better. */
function final(error) {
  error.final = true;
  throw error;
}

/** The fastest first; but on a slow line the smaller archive, unless the snapshot is here already. */
async function inOrder(ways, files) {
  const [first, second, ...others] = ways;
  if (first?.name !== "snapshot" || second?.name !== "archive" || (await files.kept("snapshot"))) return ways;
  return savesData() || (await files.comeSlowly()) ? [second, first, ...others] : ways;
}

function savesData() {
  return navigator.connection?.saveData ?? false;
}

/** The next visit begins from the snapshot, if the reader doesn't mind the bytes. */
function keepTheFastest([fastest], used, files) {
  if (fastest.name !== used.name && used.name === "archive" && !savesData()) {
    for (const part of fastest.files) files.keep(part);
  }
}

function unexpected(error) {
  const [first] = String(error.message ?? error).split("\n");
  return new BootError(`Python could not be started: ${first}`, { cause: error });
}

/** A page may forbid WebAssembly; Pyodide would then wait for ever. */
async function checkWebAssembly() {
  if (typeof WebAssembly !== "object") {
    throw new BootError("This browser has no WebAssembly, which Python needs.");
  }
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // an empty module
  } catch (error) {
    throw new BootError(
      "WebAssembly is blocked here (by the site's content security policy or the browser's " +
        "settings), and Python needs it.",
      { cause: error },
    );
  }
}

/** Ends what says nothing any more. @param {(heard: Progress) => Promise} work */
async function inTime(work, progress) {
  const silence = new Silence(LONGEST_SILENCE);
  const heard = (stage, fraction) => {
    silence.heard(stage);
    progress(stage, fraction);
  };
  try {
    return await Promise.race([work(heard), silence.broken]);
  } finally {
    silence.over();
  }
}

/** A clock that anything heard sets back; `broken` rejects when it runs out. */
class Silence {
  #timer = 0;
  #reject = () => {};

  constructor(longest) {
    this.longest = longest;
    this.broken = new Promise((_, reject) => (this.#reject = reject));
    this.broken.catch(() => {});
    this.heard("Starting");
  }

  heard(stage) {
    clearTimeout(this.#timer);
    const message = `${stage}: nothing has happened for ${this.longest / 1000} seconds.`;
    this.#timer = setTimeout(() => this.#reject(new BootError(message)), this.longest);
  }

  over() {
    clearTimeout(this.#timer);
  }
}

/**
 * The worker that runs Python. It receives `{type: "start", manifest, base, cache, without, games}` once, then `{id, text}` for
 * each request. While it starts it posts `{type: "progress", stage, fraction, loaded}` and `{type: "way", name}`, then
 * `{type: "ready"}`. For each request it posts `{type: "begun", id}` and the response `{id, text}`. When it can't continue it
 * posts `{type: "failed", message, spent}`, with `spent` true if it ran out of memory. The texts of requests and responses are
 * passed on unparsed.
 */

/** Interval in milliseconds after which unchanged progress is posted again as a heartbeat. */
const PULSE = 1_000;

/** The part of the rules that is fetched after the first response. An earlier request that needs it waits until it has loaded. */
const AFTERWARDS = "rest";

/** @type {Promise<Booted>} */
let rules;

/** @typedef {{manifest: Manifest, base: string, cache: RequestCache, without: string[], games: string[]}} Start */

self.addEventListener("message", ({ data }) => {
  if (data.type === "start") start(data);
  else answer(data);
});

/** @param {Start} asked */
function start(asked) {
  rules = booted(asked);
  rules.then(() => self.postMessage({ type: "ready" }), failed);
}

/** @param {Start} asked @returns {Promise<Booted>} */
async function booted({ manifest, base, cache, without, games }) {
  const { boot } = await script("boot.js", cache);
  let told = { step: "", at: 0 };
  /** @type {Progress} */
  const progress = (stage, fraction, loaded) => {
    const now = { step: `${stage} ${Math.floor(fraction * 100)}`, at: performance.now() };
    if (now.step === told.step && now.at - told.at < PULSE) return;
    self.postMessage({ type: "progress", stage, fraction, ...(loaded && { loaded }) });
    told = now;
  };
  const trying = (/** @type {string} */ name) => self.postMessage({ type: "way", name });
  return boot(manifest, base, { cache, without, games }, progress, trying);
}

/**
 * Import a script. Its dependencies are also imported separately, in parallel, so that an error names the missing file.
 *
 * @param {string} name @param {RequestCache} cache
 */
async function script(name, cache) {
  const scripts = ["fetch-files.js", "start-python.js", name].map((each) => imported(each, cache));
  for (const each of scripts) each.catch(() => {}); // only the first error is reported
  for (const each of scripts) await each;
  return scripts.at(-1);
}

/** @param {string} name @param {RequestCache} cache */
async function imported(name, cache) {
  const url = new URL(name, import.meta.url).href;
  if (cache !== "default") await fetch(url, { cache }).catch(() => {});
  return import(url).catch((error) => {
    throw new Error(`${name}, a file of this site, is missing, damaged or blocked.`, { cause: error });
  });
}

/**
 * Answer a request. The rules respond to any text. If they raise an error, Python has run out of memory or is broken.
 *
 * @param {{id: number, text: string}} question
 */
async function answer({ id, text }) {
  const { handle, bring } = await rules;
  self.postMessage({ type: "begun", id });
  try {
    self.postMessage({ id, text: await whole(handle, bring, text) });
    bring(AFTERWARDS).catch(() => {}); // a request that needs it tries again
  } catch (error) {
    const spent = error instanceof Error && "type" in error && error.type === "MemoryError";
    failed(new Error(spent ? "Python ran out of memory." : "Python has stopped.", { cause: error }), spent);
  }
}

/**
 * Return the engine's response to a request. If the engine lacks a part of the rules, load it and repeat the request.
 *
 * @param {Booted["handle"]} handle @param {Booted["bring"]} bring @param {string} text @param {string[]} brought
 * @returns {Promise<string>}
 */
async function whole(handle, bring, text, brought = []) {
  try {
    return handle(text);
  } catch (error) {
    const part = lacking(error);
    if (!part || brought.includes(part)) throw error;
    await bring(part);
    return whole(handle, bring, text, [...brought, part]);
  }
}

/** Return the part of the rules that Python lacks, as its `MissingPart` error names it, or an empty string for other errors.
 * @param {unknown} error */
function lacking(error) {
  if (!(error instanceof Error && "type" in error && error.type === "MissingPart")) return "";
  return error.message.trim().split(": ").at(-1);
}

/** @param {Error} error */
function failed(error, spent = false) {
  console.error(error, error.cause ?? "");
  self.postMessage({ type: "failed", message: error.message, spent });
}

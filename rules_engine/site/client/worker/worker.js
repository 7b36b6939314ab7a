/**
 * The worker that Python lives in. It gets `{type: "start", manifest, base, cache, without, games}` once, then
 * `{id, text}` for each question. It posts `{type: "progress", stage, fraction, loaded}` and `{type: "way", name}` while it
 * starts, then `{type: "ready"}`; `{type: "begun", id}` and `{id, text}` for each question; and
 * `{type: "failed", message, spent}` when it is of no more use, `spent` if only its memory is. Texts are passed on unread.
 */

/** However little happened in such a time, it is a sign of life. */
const PULSE = 1_000;

/** What is fetched once a first answer was given; whatever lacks it before waits for it. */
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
 * What `boot.js` imports is asked for beside it, not after it, and what is missing is named.
 *
 * @param {string} name @param {RequestCache} cache
 */
async function script(name, cache) {
  const scripts = ["fetching.js", "starting.js", name].map((each) => imported(each, cache));
  for (const each of scripts) each.catch(() => {}); // the first of them is told
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
 * The rules answer every text. If they raise, Python has no memory left or is broken.
 *
 * @param {{id: number, text: string}} question
 */
async function answer({ id, text }) {
  const { handle, bring } = await rules;
  self.postMessage({ type: "begun", id });
  try {
    self.postMessage({ id, text: await whole(handle, bring, text) });
    bring(AFTERWARDS).catch(() => {}); // who needs it asks again
  } catch (error) {
    const spent = error instanceof Error && "type" in error && error.type === "MemoryError";
    failed(new Error(spent ? "Python ran out of memory." : "Python has stopped.", { cause: error }), spent);
  }
}

/**
 * The answer; parts of the rules that it lacks are brought first.
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

/** The part of the rules that Python asks for, if that is what it stopped for: the last line says so. @param {unknown} error */
function lacking(error) {
  if (!(error instanceof Error && "type" in error && error.type === "PartLacking")) return "";
  return error.message.trim().split(": ").at(-1);
}

/** @param {Error} error */
function failed(error, spent = false) {
  console.error(error, error.cause ?? "");
  self.postMessage({ type: "failed", message: error.message, spent });
}

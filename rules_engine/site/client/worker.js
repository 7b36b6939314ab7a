/**
 * The worker that Python lives in. It gets `{type: "start", manifest, base, cache, without}` once, then
 * `{id, text}` for each question; it posts `{type: "way", name}` and `{type: "progress", stage, fraction}`, then
 * `{type: "ready"}` or `{type: "failed", message, retry}`, then `{id, text}` or `{id, error}` for
 * each answer. Texts are passed on unread.
 */

/** @type {Promise<{call: (text: string) => string}> | undefined} */
let rules;

self.addEventListener("message", ({ data }) => {
  if (data.type === "start") start(data);
  else answer(data);
});

function start(asked) {
  rules = booted(asked);
  rules.then(() => self.postMessage({ type: "ready" }), failed);
}

async function booted({ manifest, base, cache, without }) {
  const { boot } = await script("boot.js", cache);
  let last = "";
  const progress = (stage, fraction) => {
    const step = `${stage} ${Math.floor(fraction * 100)}`;
    if (step !== last) self.postMessage({ type: "progress", stage, fraction });
    last = step;
  };
  return boot(manifest, base, { cache, without }, progress, (name) => self.postMessage({ type: "way", name }));
}

/** What `boot.js` imports is asked for beside it, not after it, and what is missing is named. */
async function script(name, cache) {
  const scripts = ["fetching.js", "starting.js", name].map((each) => imported(each, cache));
  for (const each of scripts) each.catch(() => {}); // the first of them is told
  for (const each of scripts) await each;
  return scripts.at(-1);
}

async function imported(name, cache) {
  const url = new URL(name, import.meta.url);
  if (cache !== "default") await fetch(url, { cache }).catch(() => {});
  return import(url).catch((error) => {
    throw new Error(`${name}, a file of this site, is missing or blocked.`, { cause: error });
  });
}

async function answer({ id, text }) {
  const { call } = await rules;
  try {
    self.postMessage({ id, text: call(text) });
  } catch (error) {
    // A fault in Python leaves Python whole; any other means that it is gone.
    if (error.name === "PythonError") self.postMessage({ id, error: lastLine(error.message) });
    else failed(new Error("Python has stopped.", { cause: error }));
  }
}

function failed(error) {
  console.error(error, error.cause ?? "");
  self.postMessage({ type: "failed", message: error.message, retry: true });
}

function lastLine(traceback) {
  return traceback.trim().split("\n").at(-1);
}

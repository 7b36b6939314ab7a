/**
 * The worker that Python lives in. It gets `{type: "start", manifest, base, cache}` once, then
 * `{id, text}` for each question; it posts `{type: "progress", stage, fraction}`, then
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

async function booted({ manifest, base, cache }) {
  if (cache !== "default") await fetch(new URL("boot.js", import.meta.url), { cache }).catch(() => {});
  const { boot } = await import("./boot.js").catch((error) => {
    throw new Error("boot.js, a file of this site, is missing or blocked.", { cause: error });
  });
  let last = "";
  return boot(manifest, base, cache, (stage, fraction) => {
    const step = `${stage} ${Math.floor(fraction * 100)}`;
    if (step !== last) self.postMessage({ type: "progress", stage, fraction });
    last = step;
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

/**
 * A benchmark for starting Python in the reader's browser. It measures the time until the engine has dealt a hand, in a separate
 * worker that is terminated afterwards. `worker.js` describes the messages.
 */

/** The link element for our style sheet; `runtime.json` is in the same folder. */
const STYLES = /** @type {HTMLLinkElement} */ (document.querySelector("link[href*='/follow-suit.css']"));
const RUNTIME = new URL(".", STYLES.href);
const QUESTION = { op: "practice", game: "snakebit", seed: 1, links: {} };

class MeasuredStart extends HTMLElement {
  connectedCallback() {
    const choice = /** @type {HTMLSelectElement} */ (this.querySelector("select"));
    const button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
    const output = /** @type {HTMLOutputElement} */ (this.querySelector("output"));
    button.disabled = false;
    button.onclick = async () => {
      button.disabled = true;
      output.textContent = "Python is being started…";
      output.textContent = await measured(choice.value).catch((error) => `It didn't start: ${error.message}`);
      button.disabled = false;
    };
  }
}

/** @param {string} only the name of the only start method allowed, or an empty string */
async function measured(only) {
  const begun = performance.now();
  /** @type {Manifest} */
  const manifest = await (await fetch(new URL("runtime.json", RUNTIME), { cache: "no-cache" })).json();
  const without = manifest.ways.map(({ name }) => name).filter((name) => only && name !== only);
  const name = await answered(manifest, without);
  const seconds = ((performance.now() - begun) / 1000).toFixed(2);
  const parts = ["loader", "glue", "wasm", ...manifest.ways.find((way) => way.name === name)?.files ?? []];
  const files = Object.entries(manifest.files).filter(([part]) => parts.includes(part));
  const bytes = files.reduce((sum, [, file]) => sum + file.bytes, 0);
  const megabytes = (bytes / 1e6).toFixed(1);
  return `${seconds} seconds from the wish to the first answer, by way of the ${name}. Its files are ${megabytes} MB; ` +
    "what is compressed on the way, or kept from an earlier visit, costs less.";
}

/** Start Python and return the name of the start method used. Throws if none works.
 * @param {Manifest} manifest @param {string[]} without @returns {Promise<string>} */
async function answered(manifest, without) {
  const worker = new Worker(new URL(manifest.worker, RUNTIME), { type: "module" });
  let way = "";
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message || "the worker was blocked"));
      worker.onmessage = ({ data }) => {
        if (data.type === "way") way = data.name;
        else if (data.type === "ready") worker.postMessage({ id: 1, text: JSON.stringify(QUESTION) });
        else if (data.type === "failed") reject(new Error(data.message));
        else if (data.text) resolve(way);
      };
      worker.postMessage({ type: "start", manifest, base: RUNTIME.href, cache: "default", without });
    });
  } finally {
    worker.terminate();
  }
}

if (!customElements.get("measured-start")) customElements.define("measured-start", MeasuredStart);

/**
 * The page's side of offline use: registers the service worker and reports the resources that the page loaded without it. Pages
 * work without it and don't wait for it. The control that keeps the complete site is in `keep-whole-site.js`.
 */

import { engine } from "../python/engine.js";

/**
 * Maximum time between messages from the service worker, in milliseconds. After it, the browser is assumed to have stopped the
 * worker.
 */
const LONGEST_SILENCE = 60_000;

const ROOT = new URL("../../../../", import.meta.url).href;
/** The meta element that the build adds to pages if it writes a service worker. */
const KEEPS = document.querySelector("meta[name=follow-suit][content=keeps]");

export const registration = KEEPS && navigator.serviceWorker ? registered() : Promise.resolve(undefined);

async function registered() {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  if (navigator.serviceWorker.controller) return navigator.serviceWorker.ready; // registering again would undo an unregistration
  const made = await navigator.serviceWorker.register(`${ROOT}service-worker.js`).catch(() => undefined);
  return made && navigator.serviceWorker.ready;
}

registration.then((made) => {
  const worker = made?.active;
  if (!worker) return;
  visited([location.href, `${ROOT}search/sections.json`]); // the index isn't loaded until the reader searches
  visitedResources();
  const played = (/** @type {{state: string}} */ { state }) => {
    if (state !== "ready") return;
    tell(worker, "played").catch(() => {});
    keepGame();
  };
  globalThis.document$?.subscribe(() => engine.state === "ready" && keepGame());
  engine.onchange(played);
  played(engine.status);
});

/** Cache the rules pages for the game that the reader is playing. */
function keepGame() {
  const { pages = "" } = /** @type {HTMLElement | null} */ (document.querySelector(".fs-pages"))?.dataset ?? {};
  if (!document.querySelector("fs-table[data-kind=practice]")) return;
  visited(pages.split(" ").filter(Boolean).map((page) => new URL(page, document.baseURI).href));
}

/**
 * Ask the service worker to cache files that were loaded without it. Errors are ignored; the next visit tries again.
 *
 * @param {string[]} addresses
 */
export async function visited(addresses) {
  const worker = (await registration)?.active;
  if (worker) tell(worker, "visited", { addresses }).catch(() => {});
}

/** Ask the service worker to cache the resources that the page has loaded so far. */
export const visitedResources = () => visited(performance.getEntriesByType("resource").map(({ name }) => name));

/**
 * Send a request to the service worker and return the response. Reject with the worker's error, or after a timeout.
 *
 * @param {ServiceWorker} worker @param {string} deed @param {object} wish
 * @param {(bytes: number) => void} [heard] called with the size of each chunk received
 * @returns {Promise<any>}
 */
export function tell(worker, deed, wish = {}, heard = () => {}) {
  const { port1, port2 } = new MessageChannel();
  let clock = 0;
  const answered = new Promise((resolve, reject) => {
    const wait = () => {
      clearTimeout(clock);
      clock = setTimeout(() => reject(new Error("The browser stopped it")), LONGEST_SILENCE);
    };
    port1.onmessage = ({ data: { bytes, problem, answer } }) => {
      wait();
      if (bytes) heard(bytes);
      else if (problem) reject(Object.assign(new Error(problem.message), { name: problem.name }));
      else resolve(answer);
    };
    wait();
    worker.postMessage({ deed, ...wish }, [port2]);
  });
  return answered.finally(() => {
    clearTimeout(clock);
    port1.close();
  });
}

/** Reload the page if the theme's instant navigation has loaded a page from a newer version, which needs newer scripts. */
globalThis.document$?.subscribe(() => {
  const styles = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[href*='/follow-suit.css']"));
  if (styles && new URL(".", styles.href).href !== new URL("..", import.meta.url).href) location.reload();
});

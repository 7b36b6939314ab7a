/**
 * The page's side of keeping the site: it tells the service worker what was loaded without it. No page waits for any of this,
 * and none needs it. What lets a reader keep everything is in `keep-whole-site.js`.
 */

import { engine } from "../python/engine.js";

/** A service worker that says nothing for so long was ended by the browser. */
const LONGEST_SILENCE = 60_000;

const ROOT = new URL("../../../../", import.meta.url).href;
/** The build marks pages so if it wrote a service worker. */
const KEEPS = document.querySelector("meta[name=follow-suit][content=keeps]");

export const registration = KEEPS && navigator.serviceWorker ? registered() : Promise.resolve(undefined);

async function registered() {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  if (navigator.serviceWorker.controller) return navigator.serviceWorker.ready; // once more would undo its leaving
  const made = await navigator.serviceWorker.register(`${ROOT}service-worker.js`).catch(() => undefined);
  return made && navigator.serviceWorker.ready;
}

registration.then((made) => {
  const worker = made?.active;
  if (!worker) return;
  const index = `${ROOT}search/sections.json`; // it is fetched when somebody searches
  const addresses = [location.href, index, ...performance.getEntriesByType("resource").map(({ name }) => name)];
  visited(addresses);
  const played = (/** @type {{state: string}} */ { state }) => {
    if (state !== "ready") return;
    tell(worker, "played").catch(() => {});
    keepGame();
  };
  globalThis.document$?.subscribe(() => engine.state === "ready" && keepGame());
  engine.onchange(played);
  played(engine.status);
});

/** Who plays a game looks up its rules: its pages are kept with it. */
function keepGame() {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".fs-pages a"));
  if (document.querySelector("fs-table[data-kind=practice]")) visited([...links].map(({ href }) => href.split("#")[0]));
}

/**
 * The service worker is to keep what was loaded without it. What it doesn't hear of, the next visit makes up for.
 *
 * @param {string[]} addresses
 */
export async function visited(addresses) {
  const worker = (await registration)?.active;
  if (worker) tell(worker, "visited", { addresses }).catch(() => {});
}

/**
 * Asks the service worker.
 *
 * @param {ServiceWorker} worker @param {string} deed @param {object} wish
 * @param {(bytes: number) => void} [heard] hears how many bytes have arrived, again and again
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

/** The theme may set a page of a newer version among scripts of this one. It is loaded whole then. */
globalThis.document$?.subscribe(() => {
  const styles = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[href*='/follow-suit.css']"));
  if (styles && new URL(".", styles.href).href !== new URL("..", import.meta.url).href) location.reload();
});

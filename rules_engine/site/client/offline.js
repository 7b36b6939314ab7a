/**
 * The page's side of keeping the site: it tells the service worker what was loaded without it, and lets a reader
 * keep everything. No page waits for any of this, and none needs it.
 */

import { button, make, say } from "./dom.js";
import { engine } from "./engine.js";

/** A service worker that says nothing for so long was ended by the browser. */
const LONGEST_SILENCE = 60_000;

/** The build links a web app manifest where it wrote a service worker beside it. */
const manifest = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=manifest]"));

/** @type {Promise<ServiceWorkerRegistration | undefined>} */
const registration = manifest && navigator.serviceWorker ? registered() : Promise.resolve(undefined);

async function registered() {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  if (navigator.serviceWorker.controller) return navigator.serviceWorker.ready; // once more would undo its leaving
  const made = await navigator.serviceWorker.register(new URL("service-worker.js", manifest.href)).catch(() => {});
  return made && navigator.serviceWorker.ready;
}

registration.then((made) => {
  if (!made) return;
  const addresses = [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
  tell(made.active, "visited", { addresses }).catch(() => {}); // the next visit makes up for it
  const played = ({ state }) => state === "ready" && tell(made.active, "played").catch(() => {});
  engine.onchange(played);
  played(engine.status);
});

/**
 * Asks the service worker.
 *
 * @param {(bytes: number) => void} [heard] hears how many bytes have arrived, again and again
 */
function tell(worker, deed, wish = {}, heard = () => {}) {
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

/** The newest service worker that is here: one that still waits for an older version's pages to close can fetch already. */
async function newestWorker({ look = false } = {}) {
  const made = await registration;
  if (!made) throw new Error("There is none");
  if (look) await made.update().catch(() => {}); // without a network the one that is here will do
  const coming = look && made.installing;
  if (coming) await new Promise((resolve) => coming.addEventListener("statechange", resolve, { once: true }));
  return made.waiting ?? made.active;
}

/** The control that keeps the whole site, on the page that tells of it. */
class FollowSuitOffline extends HTMLElement {
  #worker;
  #stopped = true;
  #told = make("p");
  #bar = make("progress", { "aria-label": "Kept of the whole site" });
  #buttons = make("p");
  #keep = button("", () => this.#keepAll(), { class: "md-button md-button--primary" });
  #stop = button("Stop", () => (this.#stopped = true), { class: "md-button" });
  #remove = button("Remove all that is kept", () => this.#removeAll(), { class: "md-button" });

  async connectedCallback() {
    this.replaceChildren(this.#told, this.#buttons);
    this.#told.textContent = "Looking at what is kept…";
    try {
      this.#worker = await newestWorker();
      await this.#show();
    } catch {
      this.#told.textContent = "This browser can't keep the site, or was told not to: it reads it from the network.";
    }
  }

  disconnectedCallback() {
    this.#stopped = true;
  }

  /** What is kept and what can be done. @returns {Promise<{path: string, bytes: number, kept: boolean}[]>} the whole site */
  async #show(news = "") {
    const { files, whole } = await tell(this.#worker, "state");
    const kept = files.filter((file) => file.kept);
    const missing = files.filter((file) => !file.kept);
    this.#told.textContent = `${news} ` + (missing.length
      ? `Kept on this device: ${kept.length} of ${files.length} files, ${megabytes(kept)} of ${megabytes(files)} MB.`
      : `The whole site is kept on this device: ${files.length} files, ${megabytes(files)} MB.`);
    const offer = whole ? "Keep the rest" : "Keep it for the table";
    this.#keep.textContent = missing.length ? `${offer} (${megabytes(missing)} MB)` : "Check what is kept";
    this.#buttons.replaceChildren(this.#keep, ...(kept.length ? [" ", this.#remove] : []));
    return files;
  }

  async #keepAll() {
    this.#stopped = false;
    this.#told.textContent = "Asking what there is…";
    this.#told.after(this.#bar);
    this.#buttons.replaceChildren(this.#stop);
    this.#stop.focus();
    const problem = await this.#fetchAll().then(() => "", whatWentWrong);
    this.#bar.remove();
    await this.#conclude(problem);
  }

  async #fetchAll() {
    navigator.storage?.persist?.().catch(() => {}); // so that the browser doesn't make room with it; some ask the reader first
    this.#worker = await newestWorker({ look: true });
    const { files } = await tell(this.#worker, "state");
    this.#bar.max = sum(files);
    let before = 0;
    for (const [index, { path, bytes }] of files.entries()) {
      if (this.#stopped) return;
      let arrived = 0;
      const tally = () => {
        this.#bar.value = before + arrived;
        const amount = `${inMegabytes(before + arrived)} of ${megabytes(files)} MB`;
        this.#told.textContent = `${index} of ${files.length} files, ${amount}.`;
      };
      tally();
      await tell(this.#worker, "keep", { path }, (more) => {
        arrived = Math.min(bytes, arrived + more);
        tally();
      });
      before += bytes;
    }
  }

  async #removeAll() {
    await tell(this.#worker, "remove");
    await this.#conclude("All that was kept is gone. Pages that you visit from now on are kept again.");
  }

  async #conclude(news) {
    await this.#show(news);
    say(this.#told.textContent);
    this.#keep.focus();
  }
}

function whatWentWrong({ name, message }) {
  return name === "QuotaExceededError"
    ? "There is no more room: this browser gives the site no more storage."
    : `Not everything could be kept. ${message}. What has arrived stays, and you can go on from there.`;
}

if (!customElements.get("fs-offline")) customElements.define("fs-offline", FollowSuitOffline);

const sum = (files) => files.reduce((sofar, { bytes }) => sofar + bytes, 0);
const megabytes = (files) => inMegabytes(sum(files));
const inMegabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** The theme may set a page of a newer version among scripts of this one. It is loaded whole then. */
globalThis.document$?.subscribe(() => {
  const styles = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[href*='/follow-suit.css']"));
  if (styles && new URL(".", styles.href).href !== new URL(".", import.meta.url).href) location.reload();
});

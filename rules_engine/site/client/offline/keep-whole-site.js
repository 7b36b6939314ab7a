/** The control that keeps the complete site for offline use. Only the page that explains offline use loads this module. */

import { button, fill, make, say } from "../shared/dom.js";
import { registration, tell } from "./registration.js";

/**
 * Return the newest service worker, after checking for an update if `look` is set. A waiting worker can fetch files before the
 * pages of the older version have been closed.
 */
async function newestWorker({ look = false } = {}) {
  const made = await registration;
  if (!made) throw new Error("There is none");
  if (look) await made.update().catch(() => {}); // without a network, the registered worker is used
  const coming = look && made.installing;
  if (coming) await new Promise((resolve) => coming.addEventListener("statechange", resolve, { once: true }));
  const worker = made.waiting ?? made.active;
  if (!worker) throw new Error("None has taken over yet");
  return worker;
}

/** @typedef {{path: string, bytes: number, kept: boolean}} Kept a file of the site, and whether it is cached */

/** The element with the buttons that keep the complete site for offline use or remove it. */
class FollowSuitOffline extends HTMLElement {
  /** @type {ServiceWorker | undefined} */
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
      await this.#show();
    } catch {
      this.#told.textContent = "This browser can't keep the site, or was told not to: it reads it from the network.";
    }
  }

  disconnectedCallback() {
    this.#stopped = true;
  }

  /** Show the amount cached and the available actions, after an optional message. @param {string} news */
  async #show(news = "") {
    /** @type {{files: Kept[], whole: boolean}} */
    const { files, whole } = await this.#ask("state");
    const kept = files.filter((file) => file.kept);
    const missing = files.filter((file) => !file.kept);
    this.#told.textContent = `${news} ` + (missing.length
      ? `Kept on this device: ${kept.length} of ${files.length} files, ${megabytes(kept)} of ${megabytes(files)} MB.`
      : `The whole site is kept on this device: ${files.length} files, ${megabytes(files)} MB.`);
    const offer = whole ? "Keep the rest" : "Keep it for the table";
    this.#keep.textContent = missing.length ? `${offer} (${megabytes(missing)} MB)` : "Check what is kept";
    fill(this.#buttons, this.#keep, kept.length > 0 && [" ", this.#remove]);
  }

  /** @param {string} deed @param {object} [wish] @param {(bytes: number) => void} [heard] */
  async #ask(deed, wish, heard) {
    this.#worker ??= await newestWorker();
    return tell(this.#worker, deed, wish, heard);
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
    navigator.storage?.persist?.().catch(() => {}); // keeps the browser from evicting the files; some ask for permission
    this.#worker = await newestWorker({ look: true });
    /** @type {{files: Kept[]}} */
    const { files } = await this.#ask("state");
    this.#bar.max = sum(files);
    let before = 0;
    /** @type {Error[]} */
    const different = [];
    for (const [index, { path, bytes }] of files.entries()) {
      if (this.#stopped) return;
      let arrived = 0;
      const tally = () => {
        this.#bar.value = before + arrived;
        const amount = `${inMegabytes(before + arrived)} of ${megabytes(files)} MB`;
        this.#told.textContent = `${index} of ${files.length} files, ${amount}.`;
      };
      tally();
      const heard = (/** @type {number} */ more) => {
        arrived = Math.min(bytes, arrived + more);
        tally();
      };
      await this.#ask("keep", { path }, heard).catch((error) => {
        if (error.name !== "Different") throw error;
        different.push(error); // the other files are still kept
      });
      before += bytes;
    }
    if (different.length) throw different[0];
  }

  async #removeAll() {
    await this.#ask("remove");
    await this.#conclude("All that was kept is gone. Pages that you visit from now on are kept again.");
  }

  /** @param {string} news */
  async #conclude(news) {
    await this.#show(news);
    say(this.#told.textContent ?? "");
    this.#keep.focus();
  }
}

/** @param {Error} error */
function whatWentWrong({ name, message }) {
  return name === "QuotaExceededError"
    ? "There is no more room: this browser gives the site no more storage."
    : `Not everything could be kept. ${message}. What has arrived stays, and you can go on from there.`;
}

if (!customElements.get("fs-offline")) customElements.define("fs-offline", FollowSuitOffline);

const sum = (/** @type {Kept[]} */ files) => files.reduce((sofar, { bytes }) => sofar + bytes, 0);
const megabytes = (/** @type {Kept[]} */ files) => inMegabytes(sum(files));
const inMegabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);

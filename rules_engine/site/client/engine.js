/**
 * The rules, as a page sees them: questions and answers, with Python in a worker behind them.
 *
 * Nothing of Python is fetched before the first `call` (or `start`). Material's instant navigation
 * keeps this module alive from page to page, and so the worker.
 *
 * @typedef {{state: 'idle'|'starting'|'ready'|'failed', stage?: string, fraction?: number,
 *            message?: string, retry?: boolean}} Status
 *   `stage` and `fraction` (0 to 1) while starting; `message` once failed, for the reader;
 *   `retry` is false where trying again is no use.
 * @typedef {{text: string, resolve: (answer: object) => void, reject: (error: Error) => void}} Asked
 */

const MANIFEST_FORMAT = 2;

/** A question that is not answered in this time never will be. */
const LONGEST_ANSWER = 20_000;

/** A worker that says nothing for so long while it starts is not running. */
const LONGEST_SILENCE = 90_000;

/** The way to start Python that needs nothing but Pyodide as it comes. */
const LAST_WAY = "stock";

const BLOCKED = "The browser blocked Python's worker, or can't run it (worker.js).";

/** The rules can't be asked, or did not answer; the message is for the reader. */
export class EngineError extends Error {
  name = "EngineError";

  constructor(message, { retry = true, ...options } = {}) {
    super(message, options);
    this.retry = retry;
  }
}

export class Engine {
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Status} */
  #status = { state: "idle" };
  /** @type {Map<number, Asked>} questions without an answer, the oldest first */
  #asked = new Map();
  /** @type {Set<(status: Status) => void>} */
  #listeners = new Set();
  #lastId = 0;
  #attempt = 0;
  #timer = 0;
  /** The way in which Python is being started, and those that took the worker with them. */
  #way = "";
  #without = new Set();

  /** @param {string} folder the address of the folder that `runtime.json` is in */
  constructor(folder, { longestAnswer = LONGEST_ANSWER, longestSilence = LONGEST_SILENCE } = {}) {
    this.folder = folder;
    this.longestAnswer = longestAnswer;
    this.longestSilence = longestSilence;
  }

  get state() {
    return this.#status.state;
  }

  /** What a listener heard last. */
  get status() {
    return this.#status;
  }

  /** Calls the listener at each change, until the function that it returns is called. */
  onchange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts Python if nobody did yet. */
  start() {
    if (this.state === "idle") this.#launch();
  }

  /** After a failure: a new worker, which gets the questions that are still open. */
  retry() {
    if (this.state === "failed") this.#launch("no-cache");
  }

  /**
   * Asks the rules; starts Python if need be, and waits for it. While the start has failed the
   * answer stays open: a `retry` (or another call) can still bring it.
   *
   * @param {object} question
   * @returns {Promise<object>}
   */
  call(question) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#asked.set(id, { text: JSON.stringify(question), resolve, reject });
      if (this.state === "ready") this.#send(id);
      else this.start(), this.retry();
    });
  }

  #send(id) {
    this.#worker?.postMessage({ id, text: this.#asked.get(id)?.text });
    if (this.#asked.size === 1) this.#watch();
  }

  /** @param {RequestCache} cache "no-cache" asks the site again for what the browser has kept */
  async #launch(cache = "default") {
    this.#become({ state: "starting", stage: "Fetching Python", fraction: 0 });
    const attempt = ++this.#attempt;
    try {
      checkBrowser();
      const manifest = await readManifest(this.folder);
      const worker = new URL(manifest.worker, this.folder).href;
      if (cache !== "default") await fetch(worker, { cache }).catch(() => {});
      if (attempt !== this.#attempt) return; // it came too late
      this.#worker = this.#hired(worker);
      this.#worker.postMessage({ type: "start", manifest, base: this.folder, cache, without: [...this.#without] });
    } catch (error) {
      if (attempt === this.#attempt) this.#fail(error);
    }
  }

  /** A worker whose messages come here for as long as it is the one at work. */
  #hired(address) {
    const worker = newWorker(address);
    let heard = false;
    const whileAtWork = (listener) => (event) => {
      if (worker === this.#worker) listener(event);
    };
    worker.onmessage = whileAtWork(({ data }) => {
      heard = true;
      this.#hear(data);
    });
    worker.onerror = whileAtWork(async (event) => {
      event.preventDefault?.();
      this.#dismiss();
      if (heard) this.#lose(new EngineError(`Python has stopped: ${event.message}`));
      else this.#fail(new EngineError(await whyNoWorker(address)));
    });
    return worker;
  }

  #hear({ type, id, text, error, ...told }) {
    if (type === "way") this.#way = told.name;
    else if (type === "progress") this.#become({ state: "starting", ...told });
    else if (type === "ready") this.#open();
    else if (type === "failed") this.#fail(new EngineError(told.message, { retry: told.retry }));
    else this.#answer(id, text, error);
  }

  #open() {
    this.#become({ state: "ready" });
    for (const id of this.#asked.keys()) this.#send(id);
  }

  #answer(id, text, error) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    this.#watch();
    if (error === undefined) asked?.resolve(JSON.parse(text));
    else asked?.reject(new EngineError(`The rules could not answer: ${error}`));
  }

  /** The worker is gone. While it starts, that may be the fault of the way in which it does: there may be others. */
  #lose(error) {
    const way = this.#way;
    if (this.state !== "starting" || !way || way === LAST_WAY) return this.#fail(error);
    console.info(`Follow Suit: Python could not be started by way of the ${way} (${error.message}), trying another.`);
    this.#without.add(way);
    this.#dismiss();
    this.#launch();
  }

  /** The worker is gone. If it was answering, that question is given up: it may be the cause. */
  #fail(error) {
    this.#attempt += 1;
    this.#dismiss();
    if (this.state === "ready") this.#giveUpOldest(error);
    this.#become({ state: "failed", message: error.message, retry: error.retry ?? true });
  }

  #dismiss() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #giveUpOldest(error) {
    for (const [id, asked] of this.#asked) {
      this.#asked.delete(id);
      return asked.reject(error);
    }
  }

  #become(status) {
    this.#status = Object.freeze(status);
    this.#watch();
    for (const listener of [...this.#listeners]) listener(status);
  }

  /** Sets the clock for what is to come next: word from the start, or the oldest answer. */
  #watch() {
    clearTimeout(this.#timer);
    if (this.state === "starting") {
      this.#timer = setTimeout(() => this.#lose(noWord()), this.longestSilence);
    } else if (this.state === "ready" && this.#asked.size) {
      this.#timer = setTimeout(() => this.#startAfresh(), this.longestAnswer);
    }
  }

  #startAfresh() {
    this.#dismiss();
    this.#giveUpOldest(new EngineError("The rules did not answer in time and were started afresh."));
    this.#launch();
  }
}

function newWorker(address) {
  try {
    return new Worker(address, { type: "module", name: "Follow Suit rules" });
  } catch (error) {
    throw new EngineError(BLOCKED, { cause: error });
  }
}

function noWord() {
  return new EngineError("Python gave no sign of life while starting. Something may block it.");
}

function checkBrowser() {
  if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") {
    throw new EngineError("This browser can't run Python (it lacks web workers or WebAssembly).", {
      retry: false,
    });
  }
}

/** The list of the runtime's files. It is asked for anew each time: its address never changes. */
async function readManifest(folder) {
  let response;
  try {
    response = await fetch(new URL("runtime.json", folder), { cache: "no-cache" });
  } catch (error) {
    throw new EngineError(unreached("runtime.json"), { cause: error });
  }
  if (!response.ok) throw new EngineError(refused("runtime.json", response.status));
  const manifest = await response.json().catch(() => ({}));
  if (manifest.format !== MANIFEST_FORMAT) {
    throw new EngineError("This page and the site's files are of different versions: reload it.");
  }
  return manifest;
}

/** A worker that can't be loaded only says that there was an error; the server may say more. */
async function whyNoWorker(address) {
  try {
    const { ok, status } = await fetch(address, { method: "HEAD" });
    if (!ok) return refused("worker.js", status);
    return BLOCKED;
  } catch {
    return unreached("worker.js");
  }
}

function unreached(name) {
  return navigator.onLine === false
    ? `${name} could not be fetched: you seem to be offline.`
    : `${name} could not be fetched: the connection failed, or something blocks it.`;
}

function refused(name, status) {
  return status === 404
    ? `${name} is missing from this site (404).`
    : `The site did not hand out ${name} (${status}).`;
}

/** The one engine of a visit. */
export const engine = new Engine(new URL(".", import.meta.url).href);

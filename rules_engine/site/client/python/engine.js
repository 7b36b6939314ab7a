/**
 * The page's interface to the rules, which run in Python in a worker.
 *
 * No part of Python is fetched before the first `call` or `start`. The theme's instant navigation keeps this module, and so the
 * worker, alive from page to page.
 *
 * A worker may fail at any time and is then replaced. Requests are self-contained, so the new worker can continue with the
 * pending ones.
 *
 * @typedef {{state: 'idle'|'starting'|'ready'|'failed', stage?: string, fraction?: number, loaded?: Loaded,
 *   message?: string}} Status
 *   `stage` and `fraction` (0 to 1) while starting, with the bytes `loaded` while files are fetched and a `message` for the
 *   reader if this is a restart; a `message` after a failure.
 * @typedef {{type?: string, id: number, text: string, name: string, message: string, spent?: boolean, stage?: string,
 *   fraction?: number, loaded?: Loaded}} Heard a message from the worker; see `worker.js`
 * @typedef {{text: string, lost: boolean, resolve: (answer: Answer) => void, reject: (error: Error) => void}} Asked `lost`:
 * whether a worker has failed on this request.
 */

const MANIFEST_FORMAT = 5;

/** Timeout for the response to a request that the worker has begun, in milliseconds. */
const LONGEST_ANSWER = 20_000;

/** Timeout for an idle worker to begin a request, in milliseconds. After it, the worker is considered dead. */
const LONGEST_DEAFNESS = 4_000;

/** Maximum time between messages from a starting worker, in milliseconds. */
const LONGEST_SILENCE = 60_000;

const BLOCKED = "The browser didn't run Python's worker (worker.js): a policy of the site, or an extension, may forbid it.";

/** The error for requests that are pending when the reader cancels the start. */
export class CancelledError extends Error {
  name = "CancelledError";
}

const TOO_OLD = "This browser is too old to play here; examples and quizzes work.";

/** The error for a failed request, with a message for the reader. */
export class EngineError extends Error {
  name = "EngineError";

  /** @param {string} message @param {ErrorOptions & {retry?: boolean}} [options] `retry` is false if trying again can't help */
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
  /** @type {Map<number, Asked>} pending requests by id, the oldest first */
  #asked = new Map();
  /** @type {Set<(status: Status) => void>} */
  #listeners = new Set();
  /** The runtime's manifest, reused when a worker is replaced. @type {Manifest | undefined} */
  #manifest;
  #lastId = 0;
  #attempt = 0;
  #timer = 0;
  /** The name of the way by which Python is being started, if known. */
  #way = "";
  /** @type {Set<string>} */
  #without = new Set();
  /** The message for the reader during a restart. @type {{message?: string}} */
  #told = {};
  /** True if the reader has cancelled a start. After that, only a request starts Python. */
  #calledOff = false;

  /** @param {string} folder the URL of the folder of `runtime.json` */
  constructor(folder, {
    longestAnswer = LONGEST_ANSWER, longestDeafness = LONGEST_DEAFNESS, longestSilence = LONGEST_SILENCE,
  } = {}) {
    this.folder = folder;
    this.longestAnswer = longestAnswer;
    this.longestDeafness = longestDeafness;
    this.longestSilence = longestSilence;
  }

  get state() {
    return this.#status.state;
  }

  /** The latest status. */
  get status() {
    return this.#status;
  }

  /**
   * Add a listener for status changes, and return a function that removes it.
   *
   * @param {(status: Status) => void} listener
   */
  onchange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Start Python if it hasn't been started, unless the reader has cancelled a start. */
  start() {
    if (this.state === "idle" && !this.#calledOff) this.#launch();
  }

  /** Cancel a start. Files that have arrived stay in the browser's cache. */
  cancel() {
    if (this.state !== "starting") return;
    this.#calledOff = true;
    this.#end({ state: "idle" }, new CancelledError());
  }

  /**
   * Send a request to the rules and return the response. Start Python if necessary, even after a failure. If Python lacks the
   * messages of the page's language, fetch them and repeat the request. Reject if the start fails or if Python fails on this
   * request.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @returns {Promise<Answer<Op>>}
   */
  async call(question) {
    const answer = await this.#ask(question);
    if (!("needs" in answer) || answer.needs !== "words") return answer;
    const words = await import("./engine-catalogue.js").then(({ engineWords }) => engineWords()).catch((error) => {
      throw new EngineError("The words of this language could not be fetched: reload the page.", { cause: error });
    });
    /** @type {Question<Op>} */
    const whole = Object.assign({}, question, { words });
    return this.#ask(whole);
  }

  /** @template {keyof Operations} Op @param {Question<Op>} question @returns {Promise<Answer<Op>>} */
  #ask(question) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#asked.set(id, { text: JSON.stringify(question), lost: false, resolve, reject });
      if (this.state === "ready") this.#send(id);
      else if (this.state !== "starting") this.#launch(this.state === "failed" ? "no-cache" : "default");
    });
  }

  /** @param {number} id */
  #send(id) {
    this.#worker?.postMessage({ id, text: this.#asked.get(id)?.text });
    if (this.#asked.size === 1) this.#watch();
  }

  /** @param {RequestCache} cache "no-cache" revalidates cached files @param {{message?: string}} told */
  async #launch(cache = "default", told = {}) {
    const attempt = ++this.#attempt;
    this.#way = "";
    this.#told = told;
    this.#become({ state: "starting", stage: "Fetching Python", fraction: 0, ...told });
    try {
      checkBrowser();
      if (cache !== "default" || !this.#manifest) this.#manifest = await readManifest(this.folder, cache);
      const manifest = this.#manifest;
      const worker = new URL(manifest.worker, this.folder).href;
      if (cache !== "default") await fetch(worker, { cache }).catch(() => {});
      if (attempt !== this.#attempt) return; // a later start has replaced this one
      this.#worker = this.#hired(worker);
      const how = { cache, without: [...this.#without], games: gamesHere() };
      this.#worker.postMessage({ type: "start", manifest, base: this.folder, ...how });
    } catch (error) {
      if (attempt === this.#attempt) this.#fail(error instanceof Error ? error : new EngineError(String(error)));
    }
  }

  /** Create a worker. Its messages are ignored after it has been replaced. @param {string} address */
  #hired(address) {
    const worker = newWorker(address);
    let heard = false;
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      heard = true;
      this.#hear(data);
    };
    worker.onerror = async (event) => {
      if (worker !== this.#worker) return;
      event.preventDefault?.();
      if (heard) return this.#stumble(new EngineError(`Python has stopped: ${event.message}.`));
      this.#dismiss();
      const attempt = this.#attempt;
      const error = new EngineError(await whyNoWorker(address));
      if (attempt === this.#attempt) this.#fail(error);
    };
    return worker;
  }

  /** @param {Heard} heard */
  #hear({ type, id, text, ...told }) {
    if (type === "way") this.#way = told.name;
    else if (type === "progress") this.#become({ ...told, state: "starting", ...this.#told });
    else if (type === "ready") this.#open();
    else if (type === "failed" && told.spent) this.#replace(new EngineError(told.message));
    else if (type === "failed") this.#stumble(new EngineError(told.message));
    else if (type === "begun") this.#watch(true);
    else this.#answer(id, text);
  }

  #open() {
    this.#become({ state: "ready" });
    for (const id of this.#asked.keys()) this.#send(id);
  }

  /** @param {number} id @param {string} text */
  #answer(id, text) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    this.#watch();
    asked?.resolve(JSON.parse(text));
  }

  /**
   * Handle a failure of Python, during its start or later. The cause may be the way by which it was started, so the next start
   * avoids that way.
   *
   * @param {Error} error
   */
  #stumble(error) {
    const others = this.#way && this.#way !== this.#manifest?.ways.at(-1)?.name;
    if (others) {
      console.info(`Follow Suit: trouble with Python, started by way of the ${this.#way}; trying another way:`, error.message);
      this.#without.add(this.#way);
    }
    if (this.state === "ready") this.#replace(error);
    else if (others) this.#launchAnother(this.#told);
    else this.#fail(error);
  }

  /**
   * Replace a failed worker. The request that it was processing is sent once more, because the failure may have had another
   * cause.
   *
   * @param {Error} error
   */
  #replace(error) {
    const [oldest] = this.#asked.values();
    if (oldest?.lost) this.#giveUpOldest(error);
    else if (oldest) oldest.lost = true;
    this.#launchAnother({ message: `${error.message} It is being started again, and nothing is lost.` });
  }

  /** @param {{message?: string}} told */
  #launchAnother(told) {
    this.#dismiss();
    this.#launch("default", told);
  }

  /** Report that Python can't be started. The next `call` tries again. @param {Error} error */
  #fail(error) {
    this.#end({ state: "failed", message: error.message }, error);
  }

  /** Terminate the worker and reject all pending requests. @param {Status} status @param {Error} error */
  #end(status, error) {
    this.#attempt += 1;
    this.#dismiss();
    this.#become(status);
    const all = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of all) reject(error);
  }

  #dismiss() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** @param {Error} error */
  #giveUpOldest(error) {
    const [[id, { reject }]] = this.#asked;
    this.#asked.delete(id);
    reject(error);
  }

  /** @param {Status} status */
  #become(status) {
    this.#status = Object.freeze(status);
    this.#watch();
    for (const listener of [...this.#listeners]) listener(status);
  }

  /**
   * Restart the timeout for the next expected message: progress of the start, the start of work on the oldest request, or its
   * response.
   */
  #watch(begun = false) {
    clearTimeout(this.#timer);
    const within = (/** @type {number} */ longest, /** @type {() => void} */ otherwise) => {
      this.#timer = setTimeout(otherwise, longest);
    };
    if (this.state === "starting") within(this.longestSilence, () => this.#stumble(silent(this.#status, this.longestSilence)));
    else if (this.state !== "ready" || !this.#asked.size) return;
    else if (begun) within(this.longestAnswer, () => this.#startAfresh());
    else within(this.longestDeafness, () => this.#replace(new EngineError("The browser has ended Python.")));
  }

  /** Restart Python after a timeout, and reject the request that caused it instead of repeating it. */
  #startAfresh() {
    this.#giveUpOldest(new EngineError("The rules did not answer in time and were started afresh."));
    this.#launchAnother({});
  }
}

/** @param {string} address */
function newWorker(address) {
  let asked = false;
  const options = {
    name: "Follow Suit rules",
    /** @returns {WorkerType} */
    get type() {
      asked = true; // the browser read the option, so it supports module workers
      return "module";
    },
  };
  let worker;
  try {
    worker = new Worker(address, options);
  } catch (error) {
    throw new EngineError(BLOCKED, { cause: error });
  }
  if (asked) return worker;
  worker.terminate();
  throw new EngineError(TOO_OLD, { retry: false });
}

/** @param {Status} status @param {number} longest */
function silent({ stage }, longest) {
  return new EngineError(`${stage}: nothing has happened for ${Math.round(longest / 1000)} seconds. Something may block it.`);
}

/** Return the ids of the games on the page. Their parts are fetched when Python starts. */
function gamesHere() {
  return [...document.querySelectorAll("[data-game]")].map((table) => table.getAttribute("data-game"));
}

function checkBrowser() {
  if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") {
    const message = "This browser can't run Python: it lacks web workers or WebAssembly, or they are switched off.";
    throw new EngineError(message, { retry: false });
  }
}

/**
 * Fetch the runtime's manifest. It may be cached: it is in the same folder as the page's scripts, whose name changes whenever the
 * manifest does.
 *
 * @param {string} folder @param {RequestCache} cache @returns {Promise<Manifest>}
 */
async function readManifest(folder, cache) {
  let response;
  try {
    response = await fetch(new URL("runtime.json", folder), { cache });
  } catch (error) {
    throw new EngineError(unreached("runtime.json"), { cause: error });
  }
  if (!response.ok) {
    const renewed = response.status === 404 ? " The site may be newer than this page: reload it." : "";
    throw new EngineError(refused("runtime.json", response.status) + renewed);
  }
  const manifest = await response.json().catch(() => ({}));
  if (manifest.format === MANIFEST_FORMAT) return manifest;
  if (cache === "default") return readManifest(folder, "reload"); // the cached copy may be damaged
  throw new EngineError("This page and the site's files are of different versions, or one is damaged: reload the page.");
}

/** Return the reason why the worker can't be loaded, from a request to the server. The worker's error event doesn't contain it.
 * @param {string} address */
async function whyNoWorker(address) {
  try {
    const { ok, status, headers } = await fetch(address, { method: "HEAD" });
    if (!ok) return refused("worker.js", status);
    const type = headers.get("Content-Type") ?? "no type";
    return type.includes("javascript") ? BLOCKED : `The site sent worker.js as ${type}, which browsers refuse to run.`;
  } catch {
    return unreached("worker.js");
  }
}

/** @param {string} name */
function unreached(name) {
  return navigator.onLine === false
    ? `${name} could not be fetched: you seem to be offline.`
    : `${name} could not be fetched: the connection failed, or something blocks it.`;
}

/** @param {string} name @param {number} status */
function refused(name, status) {
  return status === 404
    ? `${name} is missing from this site (404).`
    : `The site did not hand out ${name} (${status}).`;
}

/** The engine shared by all pages of a visit. */
export const engine = new Engine(new URL("..", import.meta.url).href);

/**
 * The rules, as a page sees them: questions and answers, with Python in a worker behind them.
 *
 * Nothing of Python is fetched before the first `call` (or `start`). Material's instant navigation
 * keeps this module alive from page to page, and so the worker.
 *
 * A worker may fail at any time: then another takes its place. Each question holds all that its answer needs, so
 * the new worker goes on where the old one stopped.
 *
 * @typedef {{state: 'idle'|'starting'|'ready'|'failed', stage?: string, fraction?: number, loaded?: Loaded,
 *   message?: string}} Status
 *   `stage` and `fraction` (0 to 1) while starting, with what is `loaded` while it is fetched and a `message` for the reader if
 *   it isn't the first start; a `message` once failed.
 * @typedef {{type?: string, id: number, text: string, name: string, message: string, spent?: boolean, stage?: string,
 *   fraction?: number, loaded?: Loaded}} Heard what the worker says: of what it has
 * @typedef {{text: string, lost: boolean, resolve: (answer: Answer) => void, reject: (error: Error) => void}} Asked
 *   `lost` once a worker was lost that had it.
 */

const MANIFEST_FORMAT = 5;

/** A question that was begun and is not answered in this time never will be. */
const LONGEST_ANSWER = 20_000;

/** A worker that doesn't begin a question in this time, though it has nothing else to do, is gone. */
const LONGEST_DEAFNESS = 4_000;

/** A worker that says nothing for so long while it starts is not running. */
const LONGEST_SILENCE = 60_000;

const BLOCKED = "The browser didn't run Python's worker (worker.js): a policy of the site, or an extension, may forbid it.";

/** The reader has called a start off. */
export class CancelledError extends Error {
  name = "CancelledError";
}

const TOO_OLD = "This browser is too old to play here; examples and quizzes work.";

/** The rules can't be asked, or did not answer; the message is for the reader. */
export class EngineError extends Error {
  name = "EngineError";

  /** @param {string} message @param {ErrorOptions & {retry?: boolean}} [options] `retry` is false where trying again is no use */
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
  /** The list of the runtime's files; a worker that replaces another needs no new one. @type {Manifest | undefined} */
  #manifest;
  #lastId = 0;
  #attempt = 0;
  #timer = 0;
  /** The way in which Python was started, once it is known, and those that failed. */
  #way = "";
  /** @type {Set<string>} */
  #without = new Set();
  /** What the reader is told of a start that isn't the first. @type {{message?: string}} */
  #told = {};
  /** Whether the reader called a start off: then it takes a question to begin another. */
  #calledOff = false;

  /** @param {string} folder the address of the folder that `runtime.json` is in */
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

  /** What a listener heard last. */
  get status() {
    return this.#status;
  }

  /**
   * Calls the listener at each change, until the function that it returns is called.
   *
   * @param {(status: Status) => void} listener
   */
  onchange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts Python if nobody did yet, unless the reader has called that off. */
  start() {
    if (this.state === "idle" && !this.#calledOff) this.#launch();
  }

  /** Ends a start, for the reader wants none of it. What has arrived, the browser keeps. */
  cancel() {
    if (this.state !== "starting") return;
    this.#calledOff = true;
    this.#end({ state: "idle" }, new CancelledError());
  }

  /**
   * Asks the rules; starts Python if need be, once more if it failed, and waits for it. Rejects when the start fails,
   * or when this question is what Python fails on. Python that lacks the words of the page's language is given them.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @returns {Promise<Answer<Op>>}
   */
  async call(question) {
    const answer = await this.#ask(question);
    if (!("lacks" in answer) || answer.lacks !== "words") return answer;
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

  /** @param {RequestCache} cache "no-cache" asks the site again for what the browser has kept @param {{message?: string}} told */
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
      if (attempt !== this.#attempt) return; // it came too late
      this.#worker = this.#hired(worker);
      const how = { cache, without: [...this.#without], games: gamesHere() };
      this.#worker.postMessage({ type: "start", manifest, base: this.folder, ...how });
    } catch (error) {
      if (attempt === this.#attempt) this.#fail(error instanceof Error ? error : new EngineError(String(error)));
    }
  }

  /** A worker whose messages come here for as long as it is the one at work. @param {string} address */
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

  /** @param {Heard} heard see `worker.js` */
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
   * Python failed, at its start or at work. That may be the fault of the way in which it was started: the next leaves it out.
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

  /** The worker is lost. What it was at is asked once more: the worker's end may have had another cause. @param {Error} error */
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

  /** Python can't be started; the next `call` tries again. @param {Error} error */
  #fail(error) {
    this.#end({ state: "failed", message: error.message }, error);
  }

  /** Nothing that was asked is answered. @param {Status} status @param {Error} error */
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

  /** Sets the clock for what is to come next: word from the start, the beginning of the oldest question, or its answer. */
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

  /** A question that Python hangs on is not asked again. */
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
      asked = true; // by a browser that knows workers of several types
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

/** The games that the page may ask about: they are fetched with all else. */
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
 * The list of the runtime's files. It lies among the page's scripts, whose address changes with it, so it can be kept.
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
  if (cache === "default") return readManifest(folder, "reload"); // what was kept is damaged
  throw new EngineError("This page and the site's files are of different versions, or one is damaged: reload the page.");
}

/** A worker that can't be loaded only says that there was an error; the server may say more. @param {string} address */
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

/** The one engine of a visit. */
export const engine = new Engine(new URL("..", import.meta.url).href);

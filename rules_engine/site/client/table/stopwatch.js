/** A stopwatch for the reader's time. It pauses while the page is hidden and doesn't depend on the system clock. */
export class Stopwatch {
  /** @type {AbortController | null} */
  #running = null;
  #since = 0;
  #before;

  /** @param {number} [seconds] time already elapsed */
  constructor(seconds = 0) {
    this.#before = seconds * 1000;
  }

  get runs() {
    return this.#running !== null;
  }

  get seconds() {
    return Math.round((this.#before + (this.#since ? performance.now() - this.#since : 0)) / 1000);
  }

  start() {
    this.#running = new AbortController();
    document.addEventListener("visibilitychange", () => this.#look(), { signal: this.#running.signal });
    this.#look();
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#look();
  }

  #look() {
    if (this.#since) this.#before += performance.now() - this.#since;
    this.#since = this.#running && !document.hidden ? performance.now() : 0;
  }
}

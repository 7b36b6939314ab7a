/**
 * The first trick of the page's own hand, which the build has played through: it is there while Python is still fetched.
 * What is pressed leads from one answer to the next, each the same as Python's; it goes on from the save that they hold.
 *
 * @typedef {HandAnswer & {then: Record<string, number>}} Prepared
 * @typedef {Omit<Prepared, "html" | "side"> & {html: number[], side: number[]}} Cut its HTML as numbers of pieces
 */

import { entryOf } from "../shared/entries.js";

/** Python may be here sooner than a file over a line that hardly works. */
const PATIENCE = 3_000;

export class Opening {
  /** @type {Cut[]} */
  #answers = [];
  /** @type {string[]} */
  #pieces = [];
  /** @type {Cut | undefined} */
  #at;

  /** @param {string | undefined} address where a page has one */
  constructor(address) {
    this.address = address;
  }

  /** Whether the latest answer was one of the build's. */
  get answered() {
    return this.#at !== undefined;
  }

  /** What the build has answered to a message, if it has. @param {Question<"practice" | "resume" | "do">} question
   * @returns {Promise<HandAnswer | null>} */
  async answer(question) {
    const place = question.op === "practice" ? await this.#dealt(question)
      : question.op === "do" ? this.#led(question) : undefined;
    this.#at = place === undefined ? undefined : this.#answers[place];
    if (!this.#at) return null;
    const [html, side] = [this.#at.html, this.#at.side].map((cut) => cut.map((piece) => this.#pieces[piece]).join(""));
    return { ...this.#at, html, side };
  }

  /** The deal that the page makes for everybody. @param {Question<"practice">} question */
  async #dealt({ setup }) {
    if (!setup || !this.address) return undefined;
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const fetched = fetch(new URL(this.address, document.baseURI)).then((response) => response.json());
    const content = await Promise.race([late, fetched]).catch(() => null);
    if (!content) return undefined;
    [this.#answers, this.#pieces] = [content.answers, content.pieces];
    return 0;
  }

  /** @param {Question<"do">} question */
  #led({ do: deed, value = "", save, picked }) {
    return this.#at?.save === save && this.#at.picked === picked ? entryOf(this.#at.then, `${deed} ${value}`) : undefined;
  }
}

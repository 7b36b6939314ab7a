/**
 * Prebuilt responses for the first trick of the page's default hand. They are available while Python is still being fetched. Each
 * of the reader's actions leads from one response to the next. The responses are the same as Python's and contain the saved state
 * from which Python continues.
 *
 * @typedef {HandAnswer & {then: Record<string, number>}} Prepared
 * @typedef {Omit<Prepared, "html" | "side"> & {html: number[], side: number[]}} Cut a response with its HTML as indices into the
 * list of pieces
 */

import { addressFrom } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";

/** Milliseconds to wait for the file of responses before Python is used instead. */
const PATIENCE = 3_000;

export class Opening {
  /** @type {Cut[]} */
  #answers = [];
  /** @type {string[]} */
  #pieces = [];
  /** @type {Cut | undefined} */
  #at;

  /** @param {HTMLElement} table its page may have a file of responses for one figure @param {string} figure the figure's id */
  constructor(table, figure) {
    const { opening } = table.dataset;
    this.address = figure === table.dataset.figure && opening ? addressFrom(table, opening) : "";
  }

  /** True if the latest response was prebuilt. */
  get answered() {
    return this.#at !== undefined;
  }

  /** Return the prebuilt response to a request, or null if there is none.
   * @param {Question<"practice" | "resume" | "do">} question @returns {Promise<HandAnswer | null>} */
  async answer(question) {
    const place = question.op === "practice" ? await this.#dealt(question)
      : question.op === "do" ? this.#led(question) : undefined;
    this.#at = place === undefined ? undefined : this.#answers[place];
    if (!this.#at) return null;
    const [html, side] = [this.#at.html, this.#at.side].map((cut) => cut.map((piece) => this.#pieces[piece]).join(""));
    return { ...this.#at, html, side };
  }

  /** Fetch the responses for the page's default deal. Return the index of the first, or undefined if they aren't available.
   * @param {Question<"practice">} question */
  async #dealt({ setup }) {
    if (!setup || !this.address) return undefined;
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const fetched = fetch(this.address).then((response) => response.json());
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

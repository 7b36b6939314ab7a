/**
 * The base class of the table's modes: a worked example, a question, a puzzle, a hand. The table forwards clicks and keys to it.
 */

import { ask } from "./ask-engine.js";
import { action, addressFor, button, copied, make, say, sent } from "../shared/dom.js";
import { put } from "../shared/translation.js";

export class Mode {
  #busy = false;
  /** Ids of the bar's button whose request is pending, and of one pressed meanwhile. */
  #pressed = { now: "", then: "" };
  /** Number of requests, used to ignore responses that arrive too late. */
  asked = 0;

  /**
   * @param {import("./table.js").FollowSuitTable} table
   * @param {import("./figure.js").FollowSuitFigure} figure
   * @param {FigureContent} content
   */
  constructor(table, figure, content) {
    this.table = table;
    this.figure = figure;
    this.content = content;
    this.left = false;
  }

  /** Show the content in a state that was stored or that a link asks for. @param {object} state */
  start(state) {
    void state;
  }

  /** @param {string} deed @param {string} value @param {HTMLElement} element */
  press(deed, value, element) {
    void [deed, value, element];
  }

  /** @param {string} key @param {HTMLElement} target @returns {boolean} whether the key was handled */
  key(key, target) {
    void [key, target];
    return false;
  }

  /** Return the state from which the mode can be restored. @returns {object} */
  state() {
    return {};
  }

  leave() {
    this.left = true;
  }

  // ---- asking the rules

  /**
   * Return whether a request is pending. If so, the pressed button of the bar waits, unless it is the one whose request is
   * pending.
   *
   * @param {HTMLElement} element the pressed element
   */
  tooEarly(element) {
    const id = element.closest(".fs-bar") ? element.id : "";
    if (this.#busy) this.#pressed.then = id === this.#pressed.now ? "" : id;
    else this.#pressed = { now: id, then: "" };
    return this.#busy;
  }

  /** Press the waiting button, if it is still there and enabled. */
  pressWaiting() {
    const { then } = this.#pressed;
    this.#pressed.then = "";
    const waiting = /** @type {HTMLElement | null} */ (then ? this.table.bar.querySelector(`#${then}`) : null);
    if (!waiting || waiting.getAttribute("aria-disabled") === "true") return;
    this.press(waiting.dataset.do ?? "", waiting.dataset.value ?? "", waiting);
  }

  /**
   * Send a request unless one is pending. Resolve to null if it wasn't sent, couldn't be answered, or the mode has been left.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @param {() => void} again callback of the “Try again” button
   * @returns {Promise<Operations[Op]["answer"] | null>}
   */
  async ask(question, again) {
    if (this.#busy) return null;
    this.#busy = true;
    this.asked++;
    const answer = await this.prepared(question) ?? await ask(this.table, question, again);
    this.#busy = false;
    return this.left ? null : answer;
  }

  /**
   * Return a response known without asking the rules, or null.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @returns {Promise<Operations[Op]["answer"] | null>}
   */
  async prepared(question) {
    void question;
    return null;
  }

  /** Share or copy a link that opens at the table. The page's own URL doesn't change.
   * @param {string} kind @param {string} rest */
  async copyLink(kind, rest) {
    const address = addressFor(kind, this.figure.id, rest);
    if (await sent({ title: document.title, url: address })) return;
    if (await copied(address)) this.tell("The link is copied. It opens this table just as it is now.");
    else this.tell("Copy this link:", address);
  }

  /** Fill the “More” panel with the exports for authors. @param {[string, string][]} offers action and label of each button */
  furnishAuthors(offers) {
    const panel = make("div", { class: "fs-panel fs-authors" }, make("p", {}, "What lies here, as a file for authors:"),
      ...offers.map(([deed, label]) => action(deed, label)));
    this.table.side.replaceChildren(this.moreHead, ...this.atTable, panel);
  }

  /** The button in the “More” panel that opens the referee, if the site has one for this game. */
  get atTable() {
    const { atTable, game } = this.table.dataset;
    return atTable && game === this.content.source.game ? [action("table", "At your table")] : [];
  }

  /** The heading of the “More” panel with a button to close it, for when it covers the table. */
  get moreHead() {
    return make("p", { class: "fs-more-head" }, make("b", { id: "fs-more-title" }, "More"),
      button("Close", () => this.table.closeMore(), { id: "fs-less", class: "fs-less" }));
  }

  /** Export the moves as a file for authors or to the referee.
   * @param {string} kind @param {Omit<RecordMessage, "op" | "as">} played */
  async record(kind, played) {
    const script = await this.fetched(import("./export-scenario.js"));
    return script?.record(this, kind, played);
  }

  /** Return a script imported on demand, or show an error on the table and return null if it can't be fetched.
   * @template T @param {Promise<T>} coming @returns {Promise<T | null>} */
  async fetched(coming) {
    try {
      return await coming;
    } catch {
      this.tell("This could not be fetched: the site may be newer than this page. Reload the page.");
      return null;
    }
  }

  /** Show and announce a message on the slip. It stays until another replaces it. @param {string} lead @param {string} [more] */
  tell(lead, more = "") {
    const slip = this.table.stage.querySelector(".fs-slip");
    if (slip) {
      const parts = [lead, more].filter(Boolean).map((text, place) => {
        const line = document.createElement("p");
        line.className = place ? "fs-copy" : "fs-lead";
        line.textContent = put(text);
        return line;
      });
      slip.replaceChildren(...parts);
      this.table.places.look();
    }
    say(`${put(lead)} ${more}`);
  }
}

/** What lies on the table: a worked example, a question, a hand. The table hands on what is pressed. */

import { ask } from "./ask-engine.js";
import { action, addressFor, button, copied, make, say, sent } from "../shared/dom.js";
import { put } from "../shared/translation.js";

export class Mode {
  #busy = false;
  /** The button of the bar that the rules are asked for, and one that was pressed meanwhile; each by its id. */
  #pressed = { now: "", then: "" };
  /** Counts what was asked for, so that what comes too late is left out. */
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

  /** Shows it, as it was kept or as a link wants it. @param {object} state */
  start(state) {
    void state;
  }

  /** @param {string} deed @param {string} value @param {HTMLElement} element */
  press(deed, value, element) {
    void [deed, value, element];
  }

  /** @param {string} key @param {HTMLElement} target @returns {boolean} whether the key meant something here */
  key(key, target) {
    void [key, target];
    return false;
  }

  /** What brings it back. @returns {object} */
  state() {
    return {};
  }

  leave() {
    this.left = true;
  }

  // ---- asking the rules

  /** Whether the rules are asked for something else. A button of the bar that is pressed then waits, but not the same one again.
   * @param {HTMLElement} element what was pressed */
  tooEarly(element) {
    const id = element.closest(".fs-bar") ? element.id : "";
    if (this.#busy) this.#pressed.then = id === this.#pressed.now ? "" : id;
    else this.#pressed = { now: id, then: "" };
    return this.#busy;
  }

  /** Does what a button that waits does now, if it is still there. */
  pressWaiting() {
    const { then } = this.#pressed;
    this.#pressed.then = "";
    const waiting = /** @type {HTMLElement | null} */ (then ? this.table.bar.querySelector(`#${then}`) : null);
    if (!waiting || waiting.getAttribute("aria-disabled") === "true") return;
    this.press(waiting.dataset.do ?? "", waiting.dataset.value ?? "", waiting);
  }

  /**
   * One question at a time. Resolves to null where it wasn't asked, couldn't be answered, or something else lies here by then.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @param {() => void} again what “Try again” does
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

  /** What is answered without the rules: nothing, where it isn't known before.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @returns {Promise<Operations[Op]["answer"] | null>}
   */
  async prepared(question) {
    void question;
    return null;
  }

  /** A link that opens at the table; the page's own address stays as it is. @param {string} kind @param {string} rest */
  async copyLink(kind, rest) {
    const address = addressFor(kind, this.figure.id, rest);
    if (await sent({ title: document.title, url: address })) return;
    if (await copied(address)) this.tell("The link is copied. It opens this table just as it is now.");
    else this.tell("Copy this link:", address);
  }

  /** Behind “More”: what an author can take home. @param {[string, string][]} offers what each does, and its label */
  furnishAuthors(offers) {
    const panel = make("div", { class: "fs-panel fs-authors" }, make("p", {}, "What lies here, as a file for authors:"),
      ...offers.map(([deed, label]) => action(deed, label)));
    this.table.side.replaceChildren(this.moreHead, ...this.atTable, panel);
  }

  /** Behind “More”: the way to the referee, where the site has one of this game. */
  get atTable() {
    const { atTable, game } = this.table.dataset;
    return atTable && game === this.content.source.game ? [action("table", "At your table")] : [];
  }

  /** What “More” is called while it lies over the table, and the way back. */
  get moreHead() {
    return make("p", { class: "fs-more-head" }, make("b", { id: "fs-more-title" }, "More"),
      button("Close", () => this.table.closeMore(), { id: "fs-less", class: "fs-less" }));
  }

  /** Takes what is played here elsewhere. @param {string} kind @param {Omit<RecordMessage, "op" | "as">} played */
  async record(kind, played) {
    const script = await this.fetched(import("./record.js"));
    return script?.record(this, kind, played);
  }

  /** A script that comes when it is pressed for; that it can't be had is told.
   * @template T @param {Promise<T>} coming @returns {Promise<T | null>} */
  async fetched(coming) {
    try {
      return await coming;
    } catch {
      this.tell("This could not be fetched: the site may be newer than this page. Reload the page.");
      return null;
    }
  }

  /** A word on the slip that stays until something else is said. @param {string} lead @param {string} [more] */
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

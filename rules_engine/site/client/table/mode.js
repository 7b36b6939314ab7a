/**
 * The base class for the table's modes: worked example, question, puzzle and hand. The table forwards clicks and key presses to
 * its mode.
 */

import { ask } from "./ask-engine.js";
import { action, addressFor, addressFrom, button, copied, fill, make, say, sent } from "../shared/dom.js";
import { put } from "../shared/translation.js";

/** Actions that export what is on the table. */
export const EXPORTS = ["example", "quiz", "table", "svg", "png", "image"];

export class Mode {
  #busy = false;
  /** Ids of toolbar buttons: `now` is the one whose request is pending, `then` is one clicked meanwhile. */
  #pressed = { now: "", then: "" };
  /** Number of requests so far, used to ignore outdated responses. */
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

  /** Show the content, in a stored state or in the state that a link requests. @param {object} state */
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

  // ---- requests to the engine

  /**
   * Return whether a request is pending. If so, queue a clicked toolbar button, unless the pending request is its own.
   *
   * @param {HTMLElement} element the clicked element
   */
  tooEarly(element) {
    const id = element.closest(".fs-bar, .fs-tray") ? element.id : "";
    if (this.#busy) this.#pressed.then = id === this.#pressed.now ? "" : id;
    else this.#pressed = { now: id, then: "" };
    return this.#busy;
  }

  /** Activate the queued button if it is still present and enabled. */
  pressWaiting() {
    const { then } = this.#pressed;
    this.#pressed.then = "";
    const waiting = /** @type {HTMLElement | null} */ (then ? this.table.stage.querySelector(`#${then}`) : null);
    if (!waiting || waiting.getAttribute("aria-disabled") === "true") return;
    this.press(waiting.dataset.do ?? "", waiting.dataset.value ?? "", waiting);
  }

  /**
   * Send a request unless one is pending. Resolve to the response, or to null if the request wasn't sent or failed, or if the
   * mode has been left.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @param {() => void} again callback for the “Try again” button
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
   * Return a response that is available without the engine, or null.
   *
   * @template {keyof Operations} Op
   * @param {Question<Op>} question
   * @returns {Promise<Operations[Op]["answer"] | null>}
   */
  async prepared(question) {
    void question;
    return null;
  }

  /** Share or copy a link to the table's current state. The page's URL doesn't change.
   * @param {string} kind @param {string} rest */
  async copyLink(kind, rest) {
    const address = addressFor(kind, this.figure.id, rest, this.figure.dataset.home);
    if (await sent({ title: document.title, url: address })) return;
    if (await copied(address)) this.tell("The link is copied. It opens this table just as it is now.");
    else this.tell("Copy this link:", address);
  }

  /** Fill the “More” panel with buttons for export. @param {[string, string][]} offers action and label of each button */
  furnishAuthors(offers) {
    const files = offers.length > 0 && [this.pictures, make("p", {}, "What lies here, as a file for authors:"),
      offers.map(([deed, label]) => action(deed, label))];
    if (!files && !this.embedding) return;
    const panel = make("div", { class: "fs-panel fs-authors" }, this.atTable, files, this.embedding);
    fill(this.table.side, this.moreHead, panel);
  }

  /** The “More” panel's buttons for pictures. */
  get pictures() {
    return [action("svg", "Save as SVG"), action("png", "Save as PNG"), action("image", "Copy picture")];
  }

  /** The “More” panel's section with the HTML that shows the table in another page, or false if there is no page for that. */
  get embedding() {
    const { embeds } = this.table.dataset;
    if (!embeds || this.figure.brought) return false;
    const ontoggle = async () => {
      if (!section.open) return;
      const script = await this.fetched(import("./embed-code.js"));
      script?.showCode(section, this, new URL(addressFrom(this.table, `${embeds}${this.figure.id}.html`)));
    };
    const section = make("details", { class: "fs-log fs-settings fs-code", ontoggle }, make("summary", {}, "Embed"));
    return section;
  }

  /** The part of a link that describes the table's current state, or an empty string. */
  get linkState() {
    return "";
  }

  /** Post the reader's result to the embedding page, if the table is in a frame.
   * @param {"answered" | "solved"} type @param {Record<string, unknown>} result */
  report(type, result) {
    const detail = { id: this.figure.id, game: this.content.source.game, ...result };
    this.table.dispatchEvent(new CustomEvent(`fs-${type}`, { bubbles: true, detail }));
  }

  /** The “More” panel's button that opens the referee page, or false if the site has no such page for this game. */
  get atTable() {
    const { atTable, game } = this.table.dataset;
    return Boolean(atTable) && game === this.content.source.game && action("table", "At your table");
  }

  /** The heading of the “More” panel. Its “Close” button is needed when the panel covers the table. */
  get moreHead() {
    return make("p", { class: "fs-more-head" }, make("b", { id: "fs-more-title" }, "More"),
      button("Close", () => this.table.closeMore(), { id: "fs-less", class: "fs-less" }));
  }

  /** Export the moves as a file for authors or as a picture, or to the referee.
   * @param {string} kind @param {Omit<RecordMessage, "op" | "kind">} played */
  async record(kind, played) {
    const script = await this.fetched(import("./export-scenario.js"));
    return script?.record(this, kind, played);
  }

  /** Return a module imported on demand. If it can't be fetched, show an error on the table and return null.
   * @template T @param {Promise<T>} coming @returns {Promise<T | null>} */
  async fetched(coming) {
    try {
      return await coming;
    } catch {
      this.tell("This could not be fetched: the site may be newer than this page. Reload the page.");
      return null;
    }
  }

  /** Show a message on the slip, the table's message panel, and announce it. It stays until another message replaces it.
   * @param {string} lead @param {string} [more] */
  tell(lead, more = "") {
    const slip = this.table.stage.querySelector(".fs-slip");
    if (slip) {
      fill(slip, [lead, more].filter(Boolean).map((text, place) => make("p", { class: place ? "fs-copy" : "fs-lead" }, text)));
      this.table.places.look();
    }
    say(`${put(lead)} ${more}`);
  }
}

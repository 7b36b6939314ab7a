/**
 * A strategy test: decisions in a row, without answers in between. At the end it shows the points that the reader has given away,
 * next to those that bots give away, and then the answers on request. Results are stored only in this browser.
 */

import { action, button, fill, focusInPlace, focusOn, gap, make, one, say } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import * as is from "../shared/shape.js";
import { parsed } from "../shared/shape.js";
import { set, setting } from "../shared/storage.js";
import { put } from "../shared/translation.js";

/** @typedef {import("../table/question-mode.js").Question} Question */
/** @typedef {{at: number, lost: number, best: number}} Result `at`: in seconds; `lost`: points; `best`: number of best moves */

/** Maximum number of results kept per game. */
const MOST = 20;
const RESULTS = is.list(is.shape({ at: is.count(), lost: is.number(0, 1e6), best: is.count(1_000) }), MOST);

class FollowSuitTest extends HTMLElement {
  /** The values of the chosen options, by index of the question. @type {Map<number, string>} */
  #chosen = new Map();
  /** True while the answers are shown. */
  #answers = false;
  #told = make("div", { class: "fs-test-result" });
  beside = { level: "", taught: [] };

  async connectedCallback() {
    await customElements.whenDefined("fs-table");
    if (!this.isConnected || this.contains(this.#told)) return;
    this.table.lesson = this;
    this.figure.style.display = "none"; // it contains the answers
    this.append(this.#told);
    this.#offer();
  }

  get table() {
    return /** @type {import("../table/table.js").FollowSuitTable} */ (document.querySelector("fs-table"));
  }

  get figure() {
    return /** @type {import("../table/figure.js").FollowSuitFigure} */ (one(this, "fs-figure"));
  }

  get question() {
    return /** @type {Question} */ (this.table.mode);
  }

  get #name() {
    return `strategy-${this.dataset.game}-${this.dataset.variant}`;
  }

  /** The earlier results, oldest first. @returns {Result[]} */
  get #results() {
    return parsed(setting(this.#name, "[]"), RESULTS)?.value ?? [];
  }

  /** Show the earlier results and the button that begins the test. */
  #offer() {
    fill(this.#told, this.#before(this.#results),
      make("div", { class: "fs-row" }, button("Begin", () => this.#begin(), { class: "fs-main" })));
  }

  async #begin() {
    this.#chosen.clear();
    this.#answers = false;
    await this.#open();
  }

  /** Show the first question, with the whole table in view. */
  async #open() {
    await this.table.put(this.figure, { wanted: true, state: { place: 0 } });
    this.table.bring();
  }

  // ---- the interface of a course to the table

  /** @param {Question} question @returns {import("../shared/dom.js").Child[]} */
  bar({ place, content }) {
    const count = make("span", { class: "fs-count" }, put(`${place + 1} of ${content.steps.length}`));
    if (!this.#answers) return [count, gap()];
    const on = place + 1 < content.steps.length ? "Next ›" : "Done";
    return [action("lesson-back", "‹ Back", { off: !place }), count, gap(), action("lesson-next", on, { main: true })];
  }

  /** @param {string} deed @returns {boolean} whether it was handled */
  press(deed) {
    if (!deed.startsWith("lesson-")) return false;
    const place = this.question.place + (deed === "lesson-next" ? 1 : -1);
    if (place < this.question.content.steps.length) this.#show(place);
    else this.#leaveAnswers();
    return true;
  }

  answered() {
    if (this.#answers) return;
    const pressed = /** @type {HTMLElement} */ (one(this.table.stage, ".fs-option[aria-pressed=true]"));
    this.#chosen.set(this.question.place, pressed.dataset.value ?? "");
    queueMicrotask(() => this.#goOn()); // after the question has shown the answer, and before the browser paints it
  }

  // ---- the test

  #goOn() {
    const { steps } = this.question.content;
    const left = steps.findIndex((step, place) => !this.#chosen.has(place));
    if (left < 0) return this.#end();
    this.question.start({ place: left });
    say(steps[left].say);
    focusOn("fs-lead");
  }

  #end() {
    const { steps } = this.question.content;
    const lost = [...this.#chosen].map(([place, value]) => entryOf(steps[place].lost, value) ?? 0);
    const before = this.#results;
    const result = { at: Math.floor(Date.now() / 1000), lost: Math.round(lost.reduce((sum, each) => sum + each, 0)),
      best: lost.filter((each) => !each).length };
    set(this.#name, JSON.stringify([...before, result].slice(-MOST)));
    const told = put(`You gave away ${result.lost}, and ${result.best} of ${steps.length} moves were best.`);
    const heading = make("h2", { tabindex: -1 }, told);
    fill(this.#told, heading, this.#before(before), make("div", { class: "fs-row" },
      button("Show the answers", () => this.#showAnswers(), { class: "fs-main" }),
      button("Take the test again", () => this.#begin())));
    this.question.start({ place: 0 });
    this.table.close();
    say(told);
    focusInPlace(heading);
  }

  /** @param {Result[]} results */
  #before(results) {
    return results.length > 0 && make("p", {}, "Earlier: ", results.map(({ at, lost, best }) => {
      const right = put(`${best} best moves`);
      return `${lost} (${right}, ${new Date(1000 * at).toLocaleDateString(document.documentElement.lang)})`;
    }).join("; "));
  }

  async #showAnswers() {
    this.#answers = true;
    await this.#open();
    this.#show(0);
  }

  /** Show a question with the reader's answer and the right one. @param {number} place */
  #show(place) {
    this.question.start({ place });
    const options = /** @type {HTMLElement[]} */ ([...this.table.stage.querySelectorAll(".fs-option")]);
    options.find(({ dataset }) => dataset.value === this.#chosen.get(place))?.click();
  }

  async #leaveAnswers() {
    await this.#begin();
    this.table.close();
    focusInPlace(this.#told);
  }
}

if (!customElements.get("fs-test")) customElements.define("fs-test", FollowSuitTest);

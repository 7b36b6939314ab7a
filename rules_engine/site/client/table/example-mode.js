/** A worked example on the table: its steps, and the reader's own moves from any step. */

import { action, make } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { EXPORTS, Mode } from "./mode.js";
import { put } from "../shared/translation.js";

/** Maximum number of steps shown as dots; longer examples have a progress bar. */
const DOTS = 12;

export class Example extends Mode {
  step = 0;
  /** @type {null | {moves: string[], picked: string}} the reader's own line of moves */
  line = null;

  get linkState() {
    return [this.step, ...this.line?.moves ?? []].join(",");
  }

  get last() {
    return this.content.steps.length - 1;
  }

  /** @param {{step?: number, line?: {moves: string[]} | null, link?: string}} state */
  start({ step = 0, line = null, link }) {
    this.furnishAuthors([["example", "Save as example"], ["quiz", "Copy as quiz"]]);
    if (link !== undefined) return this.#follow(link);
    this.go(step, true); // shown until Python responds
    if (line) this.#vary("", "", { step: this.step, moves: line.moves, picked: "" });
  }

  state() {
    return { step: this.step, line: this.line && { moves: this.line.moves } };
  }

  /** @param {number} wanted @param {boolean} [quietly] */
  go(wanted, quietly = false) {
    this.line = null;
    const before = this.step;
    this.step = Math.min(Math.max(wanted, 0), this.last);
    const { html, say } = this.content.steps[this.step];
    const where = `Step ${this.step} of ${this.last}. `;
    this.table.show(html, this.#bar(), { say: quietly ? "" : put(where) + say, still: quietly || this.step < before });
  }

  #bar() {
    const { step, last } = this;
    const many = last > DOTS;
    const dots = many
      ? make("progress", { max: last, value: step, "aria-hidden": "true" })
      : make("span", { class: "fs-dots", "aria-hidden": "true" }, Array.from({ length: last + 1 }, (_, place) =>
        make("i", { class: place < step ? "fs-done" : place === step ? "fs-at" : false })));
    return [
      action("back", "‹", { off: step === 0, title: "Step back" }), dots,
      make("span", { class: "fs-count" }, `${step} / ${last}`),
      action("whatif", "What if…"),
      action("on", "Next ›", { main: true, off: step === last }),
    ];
  }

  /** @param {string} deed @param {string} value */
  press(deed, value) {
    if (deed === "back") this.go(this.step - 1);
    else if (deed === "on") this.go(this.step + 1);
    else if (deed === "whatif") this.#vary("", "");
    else if (deed === "book") this.go(this.step);
    else if (deed === "compare") this.go(Number(value));
    else if (EXPORTS.includes(deed)) this.#record(deed);
    else if (this.line) this.#vary(deed, value);
  }

  /** @param {string} key @param {HTMLElement} target */
  key(key, target) {
    if (key === "Escape" && this.line?.picked) {
      this.#vary("pick", this.line.picked);
      return true;
    }
    if (target.closest("button.fs-card")) return false;
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: this.step + 1, n: this.step + 1, ArrowLeft: this.step - 1, Home: 0, End: this.last };
    const step = entryOf(steps, key);
    if (step === undefined) return false;
    if (!this.line) this.go(step);
    return true;
  }

  /**
   * Send an action in the reader's own line of moves. The example's current step doesn't change.
   *
   * @param {string} deed @param {string} value @param {{step: number, moves: string[], picked: string}} [from]
   */
  async #vary(deed, value, from = { step: this.step, ...(this.line ?? { moves: [], picked: "" }) }) {
    const answer = await this.ask({ op: "whatif", scenario: this.content.source, ...from, do: deed, value },
      () => this.#vary(deed, value, from));
    if (!answer || this.step !== from.step) return; // the reader may have gone to another step
    this.line = { moves: answer.moves, picked: answer.picked };
    this.table.show(answer.html, undefined, { say: answer.say, focus: answer.focus });
  }

  /** Export the example up to this step, followed by the reader's own moves. @param {string} kind */
  #record(kind) {
    this.table.closeMore();
    this.record(kind, { scenario: this.content.source, step: this.step, moves: this.line?.moves ?? [] });
  }

  /** @param {string} link a link in the form `STEP,MOVE,MOVE`; without moves, it shows the step */
  #follow(link) {
    const [from, ...moves] = link.split(",");
    const step = Number(from);
    if (!Number.isInteger(step) || step < 0 || step > this.last) {
      this.go(0, true);
      this.tell("The link to this example is damaged; here it is from its start.");
      return;
    }
    this.go(step, true);
    if (moves.length) this.#vary("", "", { step, moves, picked: "" });
  }
}

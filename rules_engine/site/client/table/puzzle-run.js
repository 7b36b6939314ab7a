/**
 * A run of generated puzzles. Only the reader's first card in each puzzle counts. A streak gets harder and ends at the first
 * mistake. A storm lasts three minutes and has small hands. Neither affects the reader's rating.
 */

import { clock } from "../shared/days.js";
import { action, fill, gap, make } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { Journal, ours, sharedBy } from "../shared/journal.js";
import { byName, most } from "../shared/joining.js";
import * as is from "../shared/shape.js";
import { put } from "../shared/translation.js";
import { Stopwatch } from "./stopwatch.js";

/** @typedef {import("./puzzle-mode.js").Puzzle} Puzzle */
/** @typedef {import("./puzzle-mode.js").Made} Made */
/** @typedef {"streak" | "storm"} Kind */

const STORM_SECONDS = 180;
/** Maximum number of cards per hand in a storm. */
const FEW = 3;
/** Target rating for a streak's first puzzle, and its increase per solved puzzle. */
const [EASY, STEEP] = [1100, 50];
/** Number of puzzles prepared in advance; the most suitable one is shown next. */
const READY = 4;
/** Milliseconds for which the result is shown after a right and after a wrong choice. */
const [SEEN, MISSED] = [700, 2_000];
/** Number of attempts to generate a puzzle before an error is shown. */
const TRIES = 3;

/** The record of the best results, by `GAME/KIND`. */
const RUNS = byName(/^[\w-]+\/(streak|storm)$/, most(is.count(10_000)));
export const BEST = new Journal("runs", RUNS, sharedBy(RUNS.read, ours));

export class Run {
  right = 0;
  missed = 0;
  over = false;
  /** @type {Made[]} */
  #ready = [];
  #making = false;
  #answered = true;
  #watch = new Stopwatch();
  #ticking = 0;

  /** @param {Puzzle} mode @param {Kind} kind */
  constructor(mode, kind) {
    this.mode = mode;
    this.kind = kind;
    this.game = mode.game;
  }

  /** The reader's best result for this kind of run. */
  get best() {
    return entryOf(BEST.read().value, `${this.game}/${this.kind}`) ?? 0;
  }

  get left() {
    return Math.max(STORM_SECONDS - this.#watch.seconds, 0);
  }

  async next() {
    this.#watch.stop(); // the search doesn't count towards the reader's time
    if (!this.#ready.length) this.mode.tell("Looking for another puzzle …");
    for (let tries = 0; !this.#ready.length && tries < TRIES && !this.mode.left; tries++) await this.#fill(1);
    if (this.mode.left || this.over) return;
    const made = this.#fitting();
    if (!made) return this.mode.tell("No other puzzle was found.", "Try again, or solve one of the page once more.");
    this.#answered = false;
    this.mode.start({ made });
    this.#tell();
    if (this.kind === "storm") this.#run();
    this.#fill(READY);
  }

  /** Generate puzzles until the given number is ready. @param {number} many */
  async #fill(many) {
    if (this.#making) return new Promise((resolve) => setTimeout(resolve, SEEN));
    this.#making = true;
    while (this.#ready.length < many && !this.over && !this.mode.left) {
      const made = await this.mode.make();
      if (!made) break;
      if (this.kind === "streak" || cardsOf(made) <= FEW) this.#ready.push(made);
    }
    this.#making = false;
  }

  /** Remove and return the next prepared puzzle; in a streak, the one whose rating is closest to the target. */
  #fitting() {
    const wanted = EASY + STEEP * this.right;
    const away = (/** @type {Made} */ made) => Math.abs((made.scenario.puzzle?.rating ?? wanted) - wanted);
    if (this.kind === "streak") this.#ready.sort((one, other) => away(one) - away(other));
    return this.#ready.shift();
  }

  #run() {
    this.#watch.start();
    clearInterval(this.#ticking);
    this.#ticking = Number(setInterval(() => this.#tick(), 1_000));
  }

  #tick() {
    if (this.mode.left || this.over) return clearInterval(this.#ticking);
    this.#tell();
    if (!this.left) this.end();
  }

  /** Show the current result in the heading. */
  #tell() {
    const told = put(`${this.right} right`);
    this.mode.table.heading = this.kind === "storm"
      ? make("span", {}, told, " ", make("span", { class: "fs-clock" }, clock(this.left))) : told;
  }

  /** Count the reader's choice as right or wrong, and continue or end the run. @param {boolean} wrong */
  heard(wrong) {
    if (this.#answered || this.over) return;
    this.#answered = true;
    this.right += Number(!wrong);
    this.missed += Number(wrong);
    this.#tell();
    if (wrong && this.kind === "streak") return this.end();
    setTimeout(() => this.over || this.mode.left || this.next(), wrong ? MISSED : SEEN);
  }

  /** End the run and show the result. The last puzzle stays on the table. */
  end() {
    this.over = true;
    this.#watch.stop();
    clearInterval(this.#ticking);
    const before = this.best;
    if (this.right > before) BEST.add({ [`${this.game}/${this.kind}`]: this.right });
    const { right, missed } = this;
    const how = this.kind === "storm" ? `Time is up: ${right} right, ${missed} missed.` : `${right} right in a row.`;
    this.mode.tell(how, put(this.right > before ? "That is your best." : `Your best: ${before}.`));
    fill(this.mode.table.bar,
      action("explore", "Try other cards"), gap(), action(`run-${this.kind}`, "Once more", { main: true }));
  }
}

/** Return the number of cards in the longest hand. @param {Made} made */
function cardsOf({ scenario }) {
  const hands = /** @type {{hands?: Record<string, unknown[]>}} */ (scenario.setup).hands ?? {};
  return Math.max(...Object.values(hands).map((hand) => hand.length));
}

/** A puzzle on the table: the reader moves for one seat, Python for all others; how it went is kept in the browser alone. */

import { addressFor, all, freshSeed } from "../shared/dom.js";
import { engine } from "../python/engine.js";
import { set } from "../shared/storage.js";
import { copied, Mode, sent } from "./mode.js";
import { markSolved, puzzleRecord, PUZZLES, TODAY } from "./puzzle-record.js";
import { put } from "../shared/translation.js";

/** How much one puzzle may change a rating. */
const STEP = 32;
/** So many hands are looked through for a new puzzle. */
const HANDS = 400;
/** What a puzzle can be written as. */
const RECORDS = ["puzzle", "example", "quiz"];

/** @typedef {{scenario: WrittenScenario, title: string, html: string, name: string}} Made a puzzle that isn't of the page */

export class Puzzle extends Mode {
  /** @type {string[]} every seat's moves since the puzzle began */
  moves = [];
  picked = "";
  /** The moves tried for every seat from the puzzle's start, while the position is explored. @type {string[] | null} */
  explored = null;
  /** Whether a move of the reader gave something away, or the table showed one. */
  helped = false;
  /** A puzzle that isn't of the page. @type {Made | null} */
  made = null;
  /** One that is ready for later. @type {Promise<Made | null> | null} */
  #next = null;

  /** @param {{moves?: string[], explored?: string[] | null, helped?: boolean, made?: Made | null, link?: string}} state */
  start({ moves = [], explored = null, helped = false, made = null, link = "" }) {
    this.#callBy(link);
    this.moves = [];
    this.explored = null;
    this.picked = "";
    this.helped = helped;
    this.made = made;
    if (made) this.table.heading = made.title;
    this.furnishAuthors([["puzzle", "Save as puzzle"], ["example", "Save as example"], ["quiz", "Copy as quiz"]]);
    this.table.show(made?.html ?? this.content.steps[0].html, undefined, { still: true }); // it lies there until Python answers
    if (moves.length || explored) this.#ask("", "", moves, explored);
  }

  /** The puzzle that the date chose is called so. @param {string} link */
  #callBy(link) {
    if (link === TODAY) this.table.querySelector(".fs-kind")?.replaceChildren(put("Today's puzzle"));
  }

  state() {
    return { moves: this.moves, explored: this.explored, helped: this.helped, made: this.made };
  }

  get source() {
    return this.made?.scenario ?? this.content.source;
  }

  /** @param {string} deed @param {string} value */
  press(deed, value) {
    if (deed === "next") this.#go();
    else if (deed === "share") this.#share();
    else if (RECORDS.includes(deed)) this.#record(deed);
    else if (deed === "explore") this.#ask("", "", this.moves, []);
    else if (deed === "leave") this.#ask("", "", this.moves, null);
    else this.#ask(deed, value, this.moves);
  }

  /** @param {string} key */
  key(key) {
    if (key === "Escape" && this.picked) {
      this.#ask("pick", this.picked, this.moves);
      return true;
    }
    if (key !== "n") return false;
    const main = this.table.bar.querySelector(".fs-main:not([aria-disabled])");
    if (main instanceof HTMLElement) main.click();
    return true;
  }

  /** @param {string} deed @param {string} value @param {string[]} moves @param {string[] | null} [explored] */
  async #ask(deed, value, moves, explored = this.explored) {
    const answer = await this.ask({ op: "puzzle", scenario: this.source, moves, explored, do: deed, value, picked: this.picked },
      () => this.#ask(deed, value, moves, explored));
    if (!answer) return;
    this.helped ||= deed === "show" || (deed === "values" && !answer.over);
    this.#answered(answer);
    if (!this.#unsolved()) this.#next ??= this.#make();
  }

  /** @param {PuzzleAnswer} answer */
  #answered({ moves, explored, picked, wrong, over, html, say, focus }) {
    this.moves = moves;
    this.explored = explored;
    this.picked = picked;
    this.helped ||= wrong;
    this.table.show(html, undefined, { say, focus });
    if (over || wrong) this.#note(over && !wrong);
  }

  /** Another puzzle like this one, made while the reader thinks: hand by hand, so that a press is answered in between. */
  async #make() {
    const { game, variant, players, options } = this.source;
    const seed = freshSeed();
    for (let attempt = 0; attempt < HANDS && !this.left; attempt++) {
      const made = await engine.call({ op: "made", game, variant, players, options, seed, attempt, links: this.table.links })
        .catch(() => null);
      if (!made || !("scenario" in made)) return null;
      const { scenario, title = "", html = "" } = made;
      if (scenario) return { scenario, title, html, name: `${game}/made-${seed}` };
    }
    return null;
  }

  /** The puzzle, or what was played of it, as an author's file. @param {string} kind */
  #record(kind) {
    this.table.closeMore();
    this.record(kind, { scenario: this.source, moves: this.explored ?? this.moves });
  }

  /** Keeps how it went: the first try changes streak and rating, and solving it marks it. @param {boolean} solved */
  #note(solved) {
    if (this.figure.brought && !this.made) return; // its author's own draft
    const record = puzzleRecord();
    const name = this.name;
    const known = record.solved[name];
    if (solved) record.solved[name] = known ?? (this.helped ? "later" : "first");
    if (!record.tried.includes(name)) {
      record.tried.push(name);
      const right = solved && !this.helped;
      const hard = Number(this.source.puzzle?.rating ?? record.rating);
      const expected = 1 / (1 + 10 ** ((hard - record.rating) / 400));
      record.rating = Math.round(record.rating + STEP * (Number(right) - expected));
      record.streak = right ? record.streak + 1 : 0;
    }
    set("puzzles", JSON.stringify(record));
    markSolved();
  }

  get name() {
    return this.made?.name ?? `${this.content.source.game}/${this.figure.id}`;
  }

  /** How it went, for others: nothing of the answer is in it. */
  async #share() {
    const how = puzzleRecord().solved[this.name] === "first" ? "at the first try" : "in the end";
    const told = put(`Follow Suit: I solved this puzzle ${how}.`);
    const text = `${told} ${document.title}\n${addressFor("puzzle", this.figure.id, "")}`;
    if (await sent({ text })) return;
    if (await copied(text)) this.tell("Copied, to be sent to others. It gives nothing away.");
    else this.tell("Copy this:", text);
  }

  /** The next puzzle of the page that isn't solved yet; after the last one new ones without end. */
  async #go() {
    const unsolved = this.#unsolved();
    if (unsolved) return unsolved.put(0);
    this.#next ??= this.#make();
    this.tell("Looking for another puzzle …");
    const made = await this.#next;
    if (this.left) return;
    this.#next = null;
    if (made) this.start({ made });
    else this.tell("No other puzzle was found.", "Try again, or solve one of the page once more.");
  }

  /** The next puzzle of the page that isn't solved. */
  #unsolved() {
    const { solved } = puzzleRecord();
    const puzzles = /** @type {import("./figure.js").FollowSuitFigure[]} */ (all(document, PUZZLES));
    const after = [...puzzles.slice(puzzles.indexOf(this.figure) + 1), ...puzzles];
    return after.find((each) => each !== this.figure && !solved[`${each.dataset.game}/${each.id}`]);
  }
}

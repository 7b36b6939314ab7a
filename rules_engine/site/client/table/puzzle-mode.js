/** A puzzle on the table. The reader moves for one seat and Python for the other seats. Results stay in the browser. */

import { callBy, endBack, offerBack, shareResult } from "./day-result.js";
import { dots, lineOf, lineOfDay, noteDay } from "../shared/days.js";
import { freshSeed, wish } from "../shared/dom.js";
import { engine } from "../python/engine.js";
import { entryOf, setEntry } from "../shared/entries.js";
import { EXPORTS, Mode } from "./mode.js";
import { ownHtml } from "../shared/own-html.js";
import { nextUnsolved } from "./next-puzzle.js";
import { ALL, noteHelp, noteTry, ofGame, workOut } from "./puzzle-history.js";
import { put } from "../shared/translation.js";
import { Stopwatch } from "./stopwatch.js";
import { walkTo } from "../shared/back-button.js";

/** Maximum number of hands searched to generate a puzzle. */
const HANDS = 400;
/** Actions that may count as the reader's choice. */
const CHOICES = ["play", "pick", "hint", "show"];

/** @typedef {{scenario: ScenarioJson, title: string, html: string, name: string}} Made a generated puzzle */
/** @typedef {import("./day-result.js").Day} Day */
/** @typedef {import("./figure.js").FollowSuitFigure} Figure */
/**
 * @typedef {{moves: string[], explored: string[] | null, told: number, hints: number, marks: Record<string, string>,
 *   noted: "" | "tried" | "solved", made: Made | null, day: Day | null, seconds: number, card: string,
 *   run: "streak" | "storm" | ""}} State
 */

/** @type {State} */
const FRESH = {
  moves: [], explored: null, told: 0, hints: 0, marks: {}, noted: "", made: null, day: null, seconds: 0, card: "",
  run: "",
};

/** Return the puzzle if its HTML could be the engine's, otherwise null, since another site may have changed the storage.
 * @param {Made | null} made */
const withOwnHtml = (made) => made && ownHtml(made.html) !== null ? made : null;

export class Puzzle extends Mode {
  /** @type {string[]} moves by all seats since the start of the puzzle */
  moves = [];
  picked = "";
  /** The moves that the reader has tried for all seats while exploring the puzzle, or null if not exploring.
   * @type {string[] | null} */
  explored = null;
  /** Largest amount of help shown in this puzzle (0 to 4), and the number of hints for the current choice. */
  told = 0;
  hints = 0;
  /**
   * The results of the reader's choices, keyed by the number of preceding moves: `g` if right at the first try, `y` after a
   * mistake or a hint, `r` if the right choice was shown.
   *
   * @type {Record<string, string>}
   */
  marks = {};
  /** True if the reader's move in the current position was a mistake. */
  wrong = false;
  /** The result stored for this try, if any: a mistake, or solved. @type {"" | "tried" | "solved"} */
  noted = "";
  /** A generated puzzle that replaces the page's, or null. @type {Made | null} */
  made = null;
  /** @type {Day | null} */
  day = null;
  /** The run that this puzzle is part of. @type {import("./puzzle-run.js").Run | null} */
  run = null;
  watch = new Stopwatch();
  /** The next generated puzzle, prepared in advance. @type {Promise<Made | null> | null} */
  #next = null;

  /** @param {Partial<State>} state */
  start(state) {
    const { moves, explored, card, day, seconds, run, ...rest } = { ...FRESH, ...state };
    const made = withOwnHtml(rest.made);
    Object.assign(this, { ...rest, marks: { ...rest.marks }, made, day, moves: [], explored: null, picked: "", wrong: false });
    this.watch = new Stopwatch(seconds);
    if (made) this.table.heading = made.title;
    if (day) callBy(this.table, day);
    this.#offerBack();
    if (this.table.touched && !run) this.#begin();
    this.furnishAuthors([["puzzle", "Save as puzzle"], ["example", "Save as example"], ["quiz", "Copy as quiz"]]);
    this.table.show(made?.html ?? this.content.steps[0].html, undefined, { still: true }); // shown until Python responds
    if (run) this.begin(run);
    else if (moves.length || explored) this.#ask("", "", moves, explored);
    else if (card) this.#ask("pick", card, []);
  }

  /** Show a button that returns to the table's previous content, if there is any. */
  #offerBack() {
    endBack(this.table);
    if (this.figure.back) offerBack(this.table, this.#isOwn ? "Kept with your puzzles" : "Today's puzzle", "home");
  }

  /** Start the stopwatch and set the URL's fragment, now that the reader is working on the puzzle. */
  #begin() {
    if (!this.watch.runs && !this.noted) this.watch.start();
    const address = this.#address();
    if (address) walkTo(address);
  }

  /** Return the URL fragment for the puzzle, or an empty string if it has none or the URL contains it already. */
  #address() {
    if (this.made || (this.figure.brought && !this.#home && !this.figure.isConnected)) return "";
    const { date, game } = this.day ?? { date: "", game: "" };
    if (this.#home) return date && `#${game}/${date}`;
    if (!date && wish()?.id === this.figure.id) return ""; // the URL contains it already
    return `#${date || this.figure.id}`;
  }

  /** The URL of the page that a puzzle from another page belongs to, otherwise an empty string. */
  get #home() {
    return this.figure.dataset.home ?? "";
  }

  state() {
    const { moves, explored, told, hints, marks, noted, made, day } = this;
    return { moves, explored, told, hints, marks, noted, made, day, seconds: this.watch.seconds };
  }

  get source() {
    return this.made?.scenario ?? this.content.source;
  }

  leave() {
    super.leave();
    this.watch.stop();
    endBack(this.table);
  }

  /** @param {string} deed @param {string} value */
  press(deed, value) {
    if (deed.startsWith("run-")) this.begin(deed === "run-storm" ? "storm" : "streak");
    else if (deed === "home") this.figure.back?.();
    else if (deed === "next") this.#go();
    else if (deed === "share") shareResult(this, `${this.line()}\n${this.#whole()}`);
    else if (deed === "puzzle" || EXPORTS.includes(deed)) this.#record(deed);
    else if (deed === "explore") this.#ask("", "", this.moves, []);
    else if (deed === "leave") this.#ask(this.explored ? "" : "leave", "", this.moves, null);
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
    if (this.table.touched) this.#begin();
    const question = /** @type {Question<"puzzle">} */ (
      { op: "puzzle", scenario: this.source, moves, explored, do: deed, value, picked: this.picked, hints: this.hints });
    const answer = await this.ask(question, () => this.#ask(deed, value, moves, explored));
    if (!answer) return;
    if (deed === "values" && !answer.over && !answer.wrong) this.#help(ALL);
    this.answered(answer, deed);
    if (!this.run && !this.#unsolved()) this.#next ??= this.make();
  }

  /** Start a run of puzzles. @param {"streak" | "storm"} kind */
  async begin(kind) {
    this.watch.stop();
    const script = await this.fetched(import("./puzzle-run.js"));
    if (this.left || !script) return;
    this.run = new script.Run(this, kind);
    this.table.querySelector(".fs-kind")?.replaceChildren(put(kind === "storm" ? "Storm" : "Streak"));
    await this.run.next();
  }

  /** @param {PuzzleAnswer} answer @param {string} deed */
  answered({ moves, explored, picked, wrong, over, html, say, focus, help, hints }, deed) {
    const chose = CHOICES.includes(deed) && (moves.length > this.moves.length || help > 0);
    if (help) this.#help(help);
    if (chose && !explored) this.#mark(String(this.moves.length), wrong, help);
    this.wrong = wrong;
    this.moves = moves;
    this.explored = explored;
    this.picked = picked;
    this.hints = hints;
    if (!explored) this.#ended(over, wrong);
    this.table.show(html, undefined, { say, focus });
    if (chose && moves.length) this.run?.heard(wrong);
  }

  /** @param {boolean} over @param {boolean} wrong */
  #ended(over, wrong) {
    if (over || wrong) this.#note(over && !wrong);
  }

  /** Record the result of a choice. Moves after a mistake don't count as choices.
   * @param {string} at @param {boolean} wrong @param {number} help */
  #mark(at, wrong, help) {
    const before = entryOf(this.marks, at);
    if (help === ALL) setEntry(this.marks, at, "r");
    else if (help || (wrong && !this.wrong)) setEntry(this.marks, at, before === "r" ? "r" : "y");
    else if (!wrong) setEntry(this.marks, at, before ?? "g");
  }

  /** @param {number} help */
  #help(help) {
    this.told = Math.max(this.told, help);
    if (!this.#isDraft && !this.run) noteHelp(this.name, help);
  }

  /**
   * Generate a similar puzzle in the background. Each request searches one hand, so that the engine can respond to the reader in
   * between.
   *
   * @returns {Promise<Made | null>}
   */
  async make() {
    const { game, variant, players, options } = this.source;
    const seed = freshSeed();
    for (let attempt = 0; attempt < HANDS && !this.left; attempt++) {
      const made = await engine.call({ op: "newpuzzle", game, variant, players, options, seed, attempt, links: this.table.links })
        .catch(() => null);
      if (!made || !("scenario" in made)) return null;
      const { scenario, title = "", html = "" } = made;
      if (scenario) return { scenario, title, html, name: `${game}/made-${seed}` };
    }
    return null;
  }

  /** Export the puzzle and its moves, as a file for authors or to the referee page. @param {string} kind */
  #record(kind) {
    this.table.closeMore();
    this.record(kind, { scenario: this.source, moves: this.explored ?? this.moves });
  }

  /** True if this is an author's draft, whose results aren't stored. */
  get #isDraft() {
    return Boolean(this.figure.brought) && !this.made && !this.#home && !this.#isOwn;
  }

  /** True if the puzzle was made from the reader's own hand. */
  get #isOwn() {
    return this.figure.dataset.own !== undefined;
  }

  /** Store the result: once after the first mistake of a try, and once when the puzzle is solved. @param {boolean} solved */
  #note(solved) {
    if (this.#isDraft || this.run || this.noted === "solved") return;
    if (solved) this.watch.stop();
    const { told, name, watch: { seconds } } = this;
    const hard = Number(this.source.puzzle?.rating ?? ofGame(this.game).rating);
    if (!solved && this.noted) return;
    const how = noteTry(name, { solved, told, hard, seconds, again: Boolean(this.noted) });
    this.noted = solved ? "solved" : "tried";
    if (solved) this.report("solved", { help: told });
    if (this.day) noteDay(this.day.game, this.day.date, { how, squares: this.#squares(), seconds });
    workOut().catch(() => {}); // retried after the next result
  }

  /** Return the results of the reader's choices in order, one letter each. */
  #squares() {
    return Object.entries(this.marks).sort(([one], [other]) => Number(one) - Number(other)).map(([, mark]) => mark).join("");
  }

  get game() {
    return this.content.source.game;
  }

  get name() {
    return this.made?.name ?? `${this.game}/${this.figure.id}`;
  }

  /** Return a one-line summary of the result to share. */
  line() {
    const { day } = this;
    const { hard = "" } = /** @type {HTMLElement | null} */ (this.figure.querySelector(".fs-hard"))?.dataset ?? {};
    const game = document.querySelector("fs-days")?.getAttribute("data-name") ?? document.title;
    const went = { squares: this.#squares(), seconds: this.watch.seconds };
    return day ? lineOfDay(day, went) : lineOf(["Follow Suit", `${game} ${hard && dots(Number(hard))}`.trim()], went);
  }

  /** Return the absolute URL of the puzzle's own page or, for a puzzle without one, of the puzzle on the current page. */
  #whole() {
    const own = !this.made && !this.day && this.figure.dataset.page;
    const page = new URL(own || this.#home || location.pathname, document.baseURI);
    if (own || this.made || this.#isOwn) return page.href;
    page.hash = this.day?.date ?? this.figure.id;
    return page.href;
  }

  /** Go to the next puzzle: an unsolved one on the page if there is one, otherwise a generated one. */
  async #go() {
    const unsolved = this.#unsolved();
    if (this.figure.back && this.#isOwn) return this.figure.back();
    if (unsolved) return unsolved.put(0);
    if (this.#home && this.day) return location.assign(new URL(this.#home, document.baseURI));
    this.#next ??= this.make();
    this.tell("Looking for another puzzle …");
    const made = await this.#next;
    if (this.left) return;
    this.#next = null;
    if (made) this.start({ made });
    else this.tell("No other puzzle was found.", "Try again, or solve one of the page once more.");
  }

  #unsolved() {
    return nextUnsolved(this.game, this.figure);
  }
}

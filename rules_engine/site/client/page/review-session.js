/**
 * A review session: at most ten questions on due rules from all games in random order, each newly dealt. A rule answered wrong is
 * asked again at the end. If no new question can be dealt, the prepared one from the rules page is asked.
 */

import { engine } from "../python/engine.js";
import { action, focusOn, freshSeed, gap, make } from "../shared/dom.js";
import { put } from "../shared/translation.js";
import { jsonOrNull, setGame } from "./rendering.js";

/** Maximum number of questions in a session. */
export const LONGEST = 10;
/** Maximum number of deals tried for a question on a rule. */
const DEALS = 3;
/** Maximum time to wait for Python in milliseconds; after that the prepared question is asked. */
const PATIENCE = 8_000;

/** @typedef {import("../table/question-mode.js").Question} Question */
/** @typedef {{kind: string, rules: string[], variant?: string, players?: number, options?: Record<string, string>}} Way */
/** @typedef {{id: string, title: string, ways: Way[], quiz: string, href?: string}} Rule a rule, or an idea of a course; `quiz`:
 * the URL of its prepared questions, `href`: an idea's address */
/**
 * @typedef {{id: string, name: string, page: string, general: string, faces: string, colours: string | null, course: string,
 *   rules: Rule[]}} Game
 */
/** @typedef {{game: Game, rule: Rule}} Ask */

export class Session {
  /** The settings for hands, empty because a session has no hands to play. */
  beside = { level: "", taught: [] };
  /** The result of the first answer to each question. @type {Map<Ask, boolean>} */
  results = new Map();
  #asked = 0;
  #left = false;
  /** True while the next question is being dealt. */
  #dealing = false;

  /**
   * @param {import("../table/table.js").FollowSuitTable} table @param {Ask[]} asks
   * @param {Set<string>} known the rules asked before, as `GAME/RULE`; questions that depend only on these are preferred
   * @param {{onquestion(ask: Ask, place: number, of: number): void, ondealt(): void, onend(problem?: string): void}} hears
   * callbacks: a question is being dealt; it is on the table; the session has ended, possibly with an error message
   */
  constructor(table, asks, known, hears) {
    this.table = table;
    this.asks = [...asks];
    this.known = known;
    this.hears = hears;
    table.lesson = this;
    table.touch();
  }

  leave() {
    this.#left = true;
    this.table.lesson = null;
  }

  // ---- callbacks for the table

  /** Return the buttons below a question. @param {Question} question */
  bar(question) {
    const last = this.#asked >= this.asks.length;
    return [action("know-leave", "End here"), gap(),
      question.checked ? action("know-next", last ? "Done" : "Next ›", { main: true })
        : action("check", "Check", { main: true, off: !question.check })];
  }

  /** @param {boolean} right */
  answered(right) {
    const ask = this.asks[this.#asked - 1];
    const again = this.results.has(ask);
    if (!again) this.results.set(ask, right);
    if (!right && this.asks.filter((each) => each === ask).length < 3) this.asks.push(ask);
  }

  /** @param {string} deed @returns {boolean} whether the session handled it */
  press(deed) {
    if (deed === "know-leave") this.hears.onend();
    else if (deed === "know-next" || deed === "lesson-next") this.#dealing || this.next();
    else return false;
    return true;
  }

  // ---- questions

  /** Ask the next question, or end the session. */
  async next() {
    const ask = this.asks[this.#asked];
    if (!ask) return this.hears.onend();
    this.#asked++;
    this.#dealing = true;
    this.hears.onquestion(ask, this.#asked, this.asks.length);
    try {
      const content = await this.#content(ask);
      if (!this.#left) await this.#lay(ask, content);
    } catch (error) {
      if (!this.#left) this.hears.onend(error instanceof Error ? error.message : String(error));
    }
    this.#dealing = false;
  }

  /** @param {Ask} ask @param {FigureContent} content */
  async #lay({ game }, content) {
    const figure = make("fs-figure", { "data-kind": "quiz" });
    figure.brought = () => Promise.resolve(content);
    setGame(this.table, {
      game: game.id, gamePage: game.page, generalPage: game.general, faces: game.faces, suitColours: game.colours ?? "",
    });
    await this.table.put(figure, { state: { place: 0 } });
    this.hears.ondealt(); // only now, because the previous question would be visible until then
    focusOn("fs-lead");
  }

  /** @param {Ask} ask @returns {Promise<FigureContent>} */
  async #content(ask) {
    const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
    const fresh = await Promise.race([this.#fresh(ask).catch(() => null), late]);
    return fresh ?? theQuiz(ask);
  }

  /** Return a newly dealt question on a rule, or null if none is found.
   * @param {Ask} ask @returns {Promise<FigureContent | null>} */
  async #fresh({ game, rule }) {
    const way = rule.ways[Math.floor(Math.random() * rule.ways.length)];
    let good = null;
    for (let deal = 0; way && deal < DEALS; deal++) {
      const { rules, ...wanted } = way;
      const links = { ...this.table.links, game: game.page, general: game.general, faces: game.faces };
      const answer = await engine.call({ op: "quiz", links, game: game.id, ...wanted, rules, seed: freshSeed() });
      if (!("html" in answer)) return null;
      if (![...answer.rules, ...answer.shows].includes(rule.id)) continue;
      good = laid(game, rule, answer, way);
      if (answer.rules.every((each) => this.known.has(`${game.id}/${each}`))) break;
    }
    return good;
  }
}

/**
 * Return the engine's question as figure content for the table.
 *
 * @param {Game} game @param {Rule} rule @param {Operations["quiz"]["answer"]} answer @param {Way} way
 * @returns {FigureContent}
 */
function laid(game, rule, { html, say, title, rules, shows }, { kind, variant, players, options }) {
  const source = { format: 1, game: game.id, rules: [rule.id], variant, players, options, setup: {}, script: [] };
  return { kind: "quiz", called: game.name, title, source, steps: [{ html, say, kind, rules, shows }] };
}

/** Fetch the prepared question on a rule. Throws if it can't be fetched. @param {Ask} ask @returns {Promise<FigureContent>} */
async function theQuiz({ game, rule }) {
  /** @type {FigureContent | null} */
  const content = await jsonOrNull(rule.quiz);
  if (!content) throw new Error(put("This could not be fetched: you seem to be offline. The text has it in words."));
  const about = content.steps.filter(({ rules = [], shows = [] }) => [...rules, ...shows].includes(rule.id));
  const step = about[Math.floor(Math.random() * about.length)] ?? content.steps[0];
  return { ...content, called: game.name, source: { ...content.source, rules: [rule.id] }, steps: [step] };
}

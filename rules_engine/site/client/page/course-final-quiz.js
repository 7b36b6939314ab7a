/** The closing questions of a course: fifteen questions on all its rules, with newly dealt cards, and the results by rule. */

import { button, fill, focusInPlace, make, say } from "../shared/dom.js";
import { placesAbout } from "./fresh-questions.js";
import { put } from "../shared/translation.js";

/** Number of closing questions. */
const CLOSING = 15;

/** @typedef {import("../table/figure.js").FollowSuitFigure} Figure */
/** @typedef {import("../table/question-mode.js").Question} Question */
/** @typedef {import("./course.js").Step} Step */
/** @typedef {{step: Step, rule: string, title: string, round: number}} Asked */

/** Return the kind of a step's figure. @param {Step | undefined} step */
export const kindOf = (step) => document.getElementById(step?.figure ?? "")?.dataset.kind ?? "quiz";

/** Return the steps up to the hand, and the steps after it that are done. @param {Step[]} steps @param {string[]} done */
export function covered(steps, done) {
  const hand = steps.findIndex((step) => kindOf(step) === "practice");
  return steps.filter(({ id }, place) => hand < 0 || place <= hand || done.includes(id));
}

/** Return fifteen closing questions: one on the first rule of each covered step that the reader didn't know before, then one on
 * each second rule, and so on, repeated from the start if there are too few rules.
 * @param {Step[]} steps @param {{done: string[], known: string[]}} record @returns {Asked[]} */
export function closingQuestions(steps, { done, known }) {
  const asking = covered(steps, done).filter((step) => kindOf(step) === "quiz" && !known.includes(step.id));
  const of = asking.map((step) => Object.entries(step.asked).map(([rule, title]) => ({ step, rule, title })));
  const most = Math.max(...of.map(({ length }) => length), 0);
  const each = Array.from({ length: most }, (_, place) => of.flatMap((asked) => asked.slice(place, place + 1))).flat();
  return each.length ? Array.from({ length: CLOSING }, (_, place) => (
    { ...each[place % each.length], round: Math.floor(place / each.length) })) : [];
}

/** Show the introduction to the closing questions, or the end of a course whose steps teach no rules.
 * @param {HTMLElement} end @param {Step[]} steps @param {() => void} begin @param {() => void} back */
export function beforeClosing(end, steps, begin, back) {
  if (!steps.some(({ asked }) => Object.keys(asked).length)) return withoutClosing(end, back);
  const heading = make("h2", { tabindex: -1 }, "The closing questions");
  fill(end, heading, make("p", {}, "Fifteen questions over all that you have learnt, with fresh cards."),
    make("div", { class: "fs-row" }, button("Begin", begin, { class: "fs-main" }), button("‹ Back", back)));
  focusInPlace(heading);
}

/** @param {HTMLElement} end @param {() => void} back */
function withoutClosing(end, back) {
  const heading = make("h2", { tabindex: -1 }, "That was the course");
  fill(end, heading,
    make("p", {}, "Now look for these ideas in a hand, or in the puzzles. The ones that you missed come back in Practice."),
    make("div", { class: "fs-row" }, make("a", { class: "md-button md-button--primary", href: "../play/" }, "Play"),
      make("a", { class: "md-button", href: "../puzzles/" }, "Puzzles"), button("‹ Back", back)));
  focusInPlace(heading);
}

export class Closing {
  /** @type {(Asked & {right: boolean})[]} */
  #results = [];
  #left;

  /** @param {import("../table/table.js").FollowSuitTable} table @param {Asked[]} asked @param {string[]} taught
   * @param {import("./fresh-questions.js").AskingAfresh} afresh
   * @param {{rulesPage: string, then: string}} ways `then`: the URL of the next course, or an empty string */
  constructor(table, asked, taught, afresh, { rulesPage, then }) {
    this.table = table;
    this.taught = taught;
    this.afresh = afresh;
    this.rulesPage = rulesPage;
    this.then = then;
    this.#left = [...asked];
  }

  /** The heading of the current question, such as "Question 3 of 15". */
  get told() {
    return put(`Question ${this.#results.length + 1} of ${this.#results.length + this.#left.length}`);
  }

  /** @param {boolean} right */
  answered(right) {
    const asked = this.#left.shift();
    if (asked) this.#results.push({ ...asked, right });
  }

  /** Ask the next question. @returns {Promise<boolean>} whether a question was left */
  async ask() {
    const [asked] = this.#left;
    if (!asked) return false;
    const figure = /** @type {Figure} */ (document.getElementById(asked.step.figure));
    if (await this.table.put(figure, { opens: true, state: { place: 0 } }) === false) return true; // the table shows the reason
    const question = /** @type {Question} */ (this.table.mode);
    question.held = true;
    const came = await this.afresh.ask(question, [asked.rule], this.taught);
    question.held = false;
    if (!came) {
      const places = placesAbout(question.content, [asked.rule], -1);
      question.start({ place: places[asked.round % places.length] });
    }
    return true;
  }

  /** Show the results by rule, and links for continuing. @param {HTMLElement} end @param {(asked?: Asked[]) => void} again */
  show(end, again) {
    const right = this.#results.filter((each) => each.right).length;
    const missed = this.#results.filter((each) => !each.right);
    const told = put(`${right} of ${this.#results.length}`);
    const heading = make("h2", { tabindex: -1 }, told);
    const verdict = missed.length ? "Not everything is firm yet: ask those again, or play a hand."
      : "You can sit down at a table.";
    fill(end, heading, make("p", {}, verdict),
      make("div", { class: "fs-row" },
        missed.length > 0 && button("Ask those again", () => again(missed), { class: "fs-main" }),
        button("All once more", () => again()),
        this.then && make("a", { class: "md-button", href: this.then }, "The next course"),
        this.rulesPage.endsWith("rules/") && [
          make("a", { class: missed.length ? "md-button" : "md-button md-button--primary", href: "../play/" }, "Play"),
          make("a", { class: "md-button", href: "../card/" }, "Print the card")]),
      make("ul", { class: "fs-results" }, this.#lines()));
    say(`${told}. ${verdict}`);
    focusInPlace(heading);
  }

  /** Return a list item for each rule: a link, and the number of right answers. */
  #lines() {
    return [...new Set(this.#results.map(({ rule }) => rule))].map((rule) => {
      const of = this.#results.filter((each) => each.rule === rule);
      const good = of.filter((each) => each.right).length;
      return make("li", { "data-missed": good < of.length },
        make("a", { class: "fs-rule", href: `${this.rulesPage}#rule-${rule}` }, of[0].title),
        make("b", {}, `${good} of ${of.length}`));
    });
  }
}

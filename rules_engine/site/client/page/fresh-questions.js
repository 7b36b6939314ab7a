/** Newly dealt questions for a course: on a step's rules, similar to the page's prepared questions, and never repeated. */

import { engine } from "../python/engine.js";
import { freshSeed } from "../shared/dom.js";

/** Maximum number of deals tried to find a question that is new, and has other cards and another answer than the one on the
 * table. */
const DEALS = 6;
/** Minimum number of cards that must differ from the previous question. */
const OTHERS = 2;

/** @typedef {import("../table/question-mode.js").Question} Question */

/** Return the indices of a step's questions on the given rules: first the questions whose answer depends on such a rule, then
 * those that show one. Both groups start after the index `place` and wrap around. If no question fits, return all indices.
 * @param {FigureContent} content @param {string[]} about @param {number} place */
export function placesAbout({ steps }, about, place) {
  const turned = steps.map((_, at) => (place + 1 + at) % steps.length);
  const [resting, showing] = [(/** @type {number} */ at) => steps[at].rules, (/** @type {number} */ at) => steps[at].shows].map(
    (rulesOf) => turned.filter((at) => about.some((rule) => rulesOf(at)?.includes(rule))));
  const fitting = [...new Set([...resting, ...showing])];
  return fitting.length ? fitting : turned;
}

/** Return the number of prepared questions left after the current one. @param {Question} question */
export const fixedLeft = ({ seed, place, content }) => seed === null ? content.steps.length - 1 - place : 0;

/** Return the feedback after an answer.
 * @param {boolean} right whether the answer is correct @param {boolean} known whether the step is complete
 * @param {boolean} ends whether the step has no further questions */
export function toldAfter(right, known, ends) {
  if (known) return "Two right in a row: the idea is yours.";
  if (!right) return "No harm done. Two right in a row will do.";
  return ends ? "Right. That is all that is asked here." : "Right. Once more.";
}

export class AskingAfresh {
  /** The HTML of the questions asked so far. @type {Set<string>} */
  #asked = new Set();

  /** Return whether the engine can generate new questions on these rules. @param {Question} question @param {string[]} about */
  can(question, about) {
    return engine.status.state === "ready" && placesAbout(question.content, about, question.place).some(
      (place) => question.kindOf(place));
  }

  /** Deal and ask a new question on the given rules.
   * @param {Question} question @param {string[]} about @param {string[]} taught
   * @returns {Promise<boolean>} whether a question was found */
  async ask(question, about, taught) {
    if (!this.can(question, about)) return false;
    for (const { html } of question.content.steps) this.#asked.add(asShown(html));
    const lies = question.seed ? question.shown : question.content.steps[question.place].html;
    for (const place of placesAbout(question.content, about, question.place).filter((at) => question.kindOf(at))) {
      for (let deal = 0, came = /** @type {boolean | null} */ (null); came === null && deal < DEALS; deal++) {
        came = await question.askAnother(freshSeed(), { rules: about, taught, scenario: question.content.source },
          (html) => !this.#asked.has(asShown(html)) && (deal === DEALS - 1 || differs(html, lies)), place);
        if (came) {
          this.#asked.add(asShown(question.shown));
          return true;
        }
      }
    }
    return false;
  }

  /** Ask a newly dealt question on the step's rules or, if none is found, on the rules of its other prepared questions.
   * @param {Question} question @param {string[]} own @param {string[]} taught */
  async askOn(question, own, taught) {
    const asked = question.content.steps.map(({ rules = [] }) => rules);
    const others = asked.filter((rules) => !rules.some((rule) => own.includes(rule))).flat();
    return await this.ask(question, own, taught) || (others.length > 0 && this.ask(question, others, taught));
  }
}

/** Return the HTML of a question for comparison: without its seed, and without its reasons, whose wording may vary.
 * @param {string} html */
const asShown = (html) => html.replace(/ data-seed="\d+"/, "").replace(/<div class="fs-slip fs-reasons".*/s, "");

/** Return the right answers of a question in a comparable form: the numbers, the right options, or that every option is right.
 * @param {string} html */
export function answerOf(html) {
  const shown = asShown(html);
  const right = shown.matchAll(/data-answer="([^"]*)"|data-value="([^"]*)" data-right(?=[ >=])/g);
  const isOpen = shown.includes('data-do="option"') && !/data-do="option" data-value="[^"]*" aria-pressed/.test(shown);
  return isOpen ? "all" : [...right].map(([, number, value]) => number ?? value).join(" ");
}

/** Return whether a question has another answer and at least some other cards. @param {string} html @param {string} other */
function differs(html, other) {
  if (answerOf(html) && answerOf(html) === answerOf(other)) return false;
  const [here, there] = [html, other].map((each) => new Set(asShown(each).match(/ data-card="[^"]+/g)));
  return [...here].filter((card) => !there.has(card)).length >= Math.min(OTHERS, here.size);
}

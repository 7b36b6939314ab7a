/** Fresh questions of a course: about the rules that are meant, like those of the page, and never the same one twice. */

import { engine } from "../python/engine.js";
import { freshSeed } from "../shared/dom.js";

/** So often another deal is tried where the question has been asked before, or shows the cards that lie there but for one. */
const DEALS = 4;
/** So many other cards a question shows at least than the one before. */
const OTHERS = 2;

/** @typedef {import("../table/question-mode.js").Question} Question */

/** The places of a step's questions that turn on one of these rules: those whose answer rests on it before those that show it,
 * in either group the one after `place` first; of all, where none does.
 * @param {FigureContent} content @param {string[]} about @param {number} place */
export function placesAbout({ steps }, about, place) {
  const turned = steps.map((_, at) => (place + 1 + at) % steps.length);
  const [resting, showing] = [(/** @type {number} */ at) => steps[at].rules, (/** @type {number} */ at) => steps[at].shows].map(
    (rulesOf) => turned.filter((at) => about.some((rule) => rulesOf(at)?.includes(rule))));
  const fitting = [...new Set([...resting, ...showing])];
  return fitting.length ? fitting : turned;
}

/** How many questions of the page's own come after the one that lies there. @param {Question} question */
export const fixedLeft = ({ seed, place, content }) => seed === null ? content.steps.length - 1 - place : 0;

/** What is said of an answer; `ends` where the step asks nothing more. @param {boolean} right @param {boolean} known
 * @param {boolean} ends */
export function toldAfter(right, known, ends) {
  if (known) return "Two right in a row: the idea is yours.";
  if (!right) return "No harm done. Two right in a row will do.";
  return ends ? "Right. That is all that is asked here." : "Right. Once more.";
}

export class AskingAfresh {
  /** The questions that were asked, as they lay. @type {Set<string>} */
  #asked = new Set();

  /** Whether there are fresh questions about some rules. @param {Question} question @param {string[]} about */
  can(question, about) {
    return engine.status.state === "ready" && placesAbout(question.content, about, question.place).some(
      (place) => question.kindOf(place));
  }

  /** Asks one. @param {Question} question @param {string[]} about @param {string[]} taught
   * @returns {Promise<boolean>} whether it came */
  async ask(question, about, taught) {
    if (!this.can(question, about)) return false;
    for (const { html } of question.content.steps) this.#asked.add(asShown(html));
    const lies = question.seed ? question.shown : question.content.steps[question.place].html;
    for (const place of placesAbout(question.content, about, question.place).filter((at) => question.kindOf(at))) {
      for (let deal = 0, came = /** @type {boolean | null} */ (null); came === null && deal < DEALS; deal++) {
        came = await question.askAnother(freshSeed(), { rules: about, taught, scenario: question.content.source },
          (html) => !this.#asked.has(asShown(html)) && (deal === DEALS - 1 || !tooLike(html, lies)), place);
        if (came) {
          this.#asked.add(asShown(question.shown));
          return true;
        }
      }
    }
    return false;
  }

  /** Asks one about a step's own rules; where with those anything is right, one like the others of its questions.
   * @param {Question} question @param {string[]} own @param {string[]} taught */
  async askOn(question, own, taught) {
    const asked = question.content.steps.map(({ rules = [] }) => rules);
    const others = asked.filter((rules) => !rules.some((rule) => own.includes(rule))).flat();
    return await this.ask(question, own, taught) || (others.length > 0 && this.ask(question, others, taught));
  }
}

/** What lies there, whichever seed brought it; its answer may come in other words. @param {string} html */
const asShown = (html) => html.replace(/ data-seed="\d+"/, "").replace(/<div class="fs-slip fs-reasons".*/s, "");

/** Whether a question shows the cards of another but for one. @param {string} html @param {string} other */
function tooLike(html, other) {
  const [here, there] = [html, other].map((each) => new Set(asShown(each).match(/ data-card="[^"]+/g)));
  return [...here].filter((card) => !there.has(card)).length < Math.min(OTHERS, here.size);
}

/**
 * The due date and level of each rule, computed from all answers by ts-fsrs with a target retention of 90 %. This module is
 * loaded only after an answer. Its results are stored next to the answers, so that pages can show them without loading it.
 */

import { createEmptyCard, fsrs, Rating } from "../vendor/ts-fsrs.js";
import { gone, keepFound } from "./due-rules.js";
import { DAY, isFuture, remembered } from "./answer-log.js";

/** @typedef {import("./answer-log.js").Answer} Answer */
/** @typedef {import("./due-rules.js").Known} Known */

export const AIM = 0.9;
/** The scheduler. It has no learning steps of minutes, and no fuzz, so the same answers always give the same date. */
const SCHEDULER = fsrs({
  request_retention: AIM, maximum_interval: 365, enable_fuzz: false,
  enable_short_term: true, learning_steps: [], relearning_steps: [],
});
/** Maximum time in seconds between answers of one sitting. */
const SITTING = DAY / 2;
/** Limits for quick and slow answers, in seconds. */
const [QUICK, SLOW] = [6, 60];
/** Minimum stability for each level, in days: the time in which the recall probability falls to 90 %. */
const LEVELS = [0, 1, 3, 7, 21];

/** Return the grade of an answer: Again if wrong, Hard after several tries or a slow answer, Easy if quick, otherwise Good. A
 * first answer is never Easy, because it may have been a guess. @param {Answer} answer @param {boolean} first */
export function grade([, right, tries, seconds], first) {
  if (!right) return Rating.Again;
  if (tries > 1 || seconds > SLOW) return Rating.Hard;
  return seconds && seconds <= QUICK && !first ? Rating.Easy : Rating.Good;
}

/** Compute the due date and level of a rule. A rule that was missed at the last sitting is due on the next day, even if it was
 * known after that.
 * @param {Answer[]} answers on the rule @param {number} now in seconds @returns {Known} */
export function known(answers, now) {
  let card = createEmptyCard(new Date(answers[0][0] * 1000));
  answers.forEach((answer, place) => {
    card = SCHEDULER.next(card, new Date(answer[0] * 1000), grade(answer, place === 0)).card;
  });
  const [at, right] = answers[answers.length - 1];
  const missed = answers.some(([when, knew]) => !knew && at - when < SITTING);
  const due = Math.min(Math.floor(card.due.getTime() / 1000), missed ? at + DAY : Infinity);
  return [isFuture(at, now) ? now : due, // impossible date: the rule is due now
     LEVELS.filter((days) => card.stability >= days).length, at, right];
}

/** Compute the due dates and levels of all rules, and store them. Dispatches `follow-suit-known`.
 * @param {number} [now] in milliseconds */
export function refresh(now = Date.now()) {
  const absent = gone();
  const answers = Object.entries(remembered().answers).filter(([rule]) => !absent.includes(rule));
  const found = Object.fromEntries(answers.map(([rule, list]) => [rule, known(list, Math.floor(now / 1000))]));
  keepFound(found);
  return found;
}

/** Return the number of reviews since a time, and the number of right answers among them. A review is an answer at least half
 * a day after the previous one.
 * @param {import("./answer-log.js").Answers} answers @param {number} since in seconds */
export function cameBack(answers, since) {
  const back = Object.values(answers).flatMap((list) =>
    list.filter(([at], place) => place > 0 && at >= since && at - list[place - 1][0] >= SITTING));
  return { asked: back.length, right: back.filter(([, right]) => right).length };
}

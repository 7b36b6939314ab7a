/**
 * When a rule comes back, and how firmly it is known: worked out from all answers by ts-fsrs, which aims at nine of ten known.
 * It is fetched once there is an answer. What it finds is kept beside the answers, so that no page has to fetch it to tell.
 */

import { createEmptyCard, fsrs, Rating } from "../vendor/ts-fsrs.js";
import { gone, keepFound } from "./due.js";
import { DAY, isFuture, remembered } from "./memory.js";

/** @typedef {import("./memory.js").Answer} Answer */
/** @typedef {import("./due.js").Known} Known */

export const AIM = 0.9;
/** Answers within the same day count by themselves: there are no steps of minutes. The same answers always give the same day. */
const SCHEDULER = fsrs({
  request_retention: AIM, maximum_interval: 365, enable_fuzz: false,
  enable_short_term: true, learning_steps: [], relearning_steps: [],
});
/** An answer is quick, or slow, by the seconds that it took. */
const [QUICK, SLOW] = [6, 60];
/** A rule is known at so many levels, by the days in which nine of ten would still know it. */
const LEVELS = [0, 1, 3, 7, 21];

/** How an answer went: a miss; with effort, that is not at once or slowly; well; at once. The first may have been a guess.
 * @param {Answer} answer @param {boolean} first */
export function grade([, right, tries, seconds], first) {
  if (!right) return Rating.Again;
  if (tries > 1 || seconds > SLOW) return Rating.Hard;
  return seconds && seconds <= QUICK && !first ? Rating.Easy : Rating.Good;
}

/** @param {Answer[]} answers of one rule @param {number} now in seconds @returns {Known} */
export function known(answers, now) {
  let card = createEmptyCard(new Date(answers[0][0] * 1000));
  answers.forEach((answer, place) => {
    card = SCHEDULER.next(card, new Date(answer[0] * 1000), grade(answer, place === 0)).card;
  });
  const [at, right] = answers[answers.length - 1];
  const due = isFuture(at, now) ? now : Math.floor(card.due.getTime() / 1000); // a date that can't be: it is asked now
  return [due, LEVELS.filter((days) => card.stability >= days).length, at, right];
}

/** Works out all of it anew, keeps it, and tells the page. @param {number} [now] in milliseconds */
export function refresh(now = Date.now()) {
  const absent = gone();
  const answers = Object.entries(remembered().answers).filter(([rule]) => !absent.includes(rule));
  const found = Object.fromEntries(answers.map(([rule, list]) => [rule, known(list, Math.floor(now / 1000))]));
  keepFound(found);
  return found;
}

/** What came back: answers to a rule that wasn't asked since a day before or longer, in the last days, and how many were right.
 * @param {import("./memory.js").Answers} answers @param {number} since in seconds */
export function cameBack(answers, since) {
  const back = Object.values(answers).flatMap((list) =>
    list.filter(([at], place) => place > 0 && at >= since && at - list[place - 1][0] >= DAY / 2));
  return { asked: back.length, right: back.filter(([, right]) => right).length };
}

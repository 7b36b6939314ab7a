/**
 * Marks for the reader's progress on other pages: the number of due rules in navigation links, a tick next to well-known rules,
 * and a question next to rules that are due. This module is loaded only if answers are stored.
 */

import { all, button, freshSeed, icon, make, one } from "../shared/dom.js";
import { ago, countDue, FIRM, found, FOUND, isDue } from "../shared/due-rules.js";
import { entryOf } from "../shared/entries.js";
import { gameOfCourse } from "../shared/progress.js";
import { onSetElsewhere, setting } from "../shared/storage.js";

/** @typedef {import("../table/figure.js").FollowSuitFigure} Figure */
/** @typedef {import("../table/question-mode.js").Question} Question */

const WAYS = "a:is(.md-tabs__link, .md-nav__link)";
const KNOW = /\/know(\/|\.html)$/;

function tell() {
  for (const old of all(document, ".fs-due, .fs-known, .fs-still")) old.remove();
  for (const way of /** @type {HTMLAnchorElement[]} */ (all(document, WAYS))) {
    if (KNOW.test(way.pathname)) tellDue(way, countDue());
  }
  for (const way of /** @type {HTMLAnchorElement[]} */ (all(document, ".md-content a[href]:not(fs-know a)"))) {
    const game = way.hash ? "" : gameOfCourse(way.pathname);
    if (game) tellDue(way, countDue(game));
  }
  tellRules();
}

/** @param {HTMLElement} way @param {number} due */
function tellDue(way, due) {
  if (due) way.append(make("span", { class: "fs-due" }, String(due), make("span", { class: "fs-unseen" }, " due")));
}

/** Add the marks to the headings of rules, if the page is about a game. */
function tellRules() {
  const table = document.querySelector("fs-table[data-place=side]");
  const game = table instanceof HTMLElement && table.dataset.gamePage === "" ? table.dataset.game : "";
  if (!game) return;
  const rules = found();
  for (const heading of all(document, ".md-content :is(h2, h3, h4)[id^=rule-]")) {
    const rule = heading.id.slice(5);
    const known = entryOf(rules, `${game}/${rule}`);
    if (!known) continue;
    const due = isDue(known);
    if (due && setting("memory-still", "on") !== "off") heading.after(still(heading, rule, known));
    if (!due && known[1] >= FIRM && setting("memory-ticks", "on") !== "off") {
      heading.append(make("span", { class: "fs-known" }, " ", icon("check"), " ", make("span", {}, "known")));
    }
  }
}

/** @param {HTMLElement} heading @param {string} rule @param {import("../shared/due-rules.js").Known} known */
function still(heading, rule, [, , last, right]) {
  const told = right ? `You knew this ${ago(last)}: still?` : `You missed this ${ago(last)}: once more?`;
  return make("p", { class: "fs-still" }, button(told, () => askAgain(heading, rule), { class: "fs-link" }));
}

/** Ask a newly dealt question on a rule, using the quiz near its heading. @param {HTMLElement} heading @param {string} rule */
async function askAgain(heading, rule) {
  const table = one(document, "fs-table");
  const figure = quizBeside(heading);
  if (!figure || !(await table.put(figure, { wanted: true }))) return;
  const question = /** @type {Question} */ (table.mode);
  if (question.another) await question.askAnother(freshSeed(), { rules: [rule] });
}

/** Return the first quiz below a heading or, if there is none, the page's last quiz.
 * @param {HTMLElement} heading @returns {Figure | undefined} */
function quizBeside(heading) {
  const quizzes = /** @type {Figure[]} */ (all(document, "fs-figure[data-kind=quiz]"));
  return quizzes.find((each) => heading.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) ?? quizzes.pop();
}

globalThis.document$?.subscribe(tell);
addEventListener("follow-suit-known", tell);
onSetElsewhere(FOUND, tell);
tell();

/**
 * The question of a day on the table. It supplies the question's toolbar and receives its result, as a course does. The question
 * shows its reasons itself, without Python.
 */

import { action, gap } from "../shared/dom.js";
import { lineOfDay, noteDay } from "../shared/days.js";
import { walkTo } from "../shared/back-button.js";
import { callBy, endBack, offerBack, shareResult } from "../table/day-result.js";
import { Stopwatch } from "../table/stopwatch.js";

/** @typedef {import("../table/table.js").FollowSuitTable} Table */
/** @typedef {import("../table/figure.js").FollowSuitFigure} Figure */
/** @typedef {import("../table/question-mode.js").Question} Question */

export class DayQuestion {
  #watch = new Stopwatch();
  #squares = "";
  /** As in a course, the coach doesn't interrupt. */
  beside = { level: "", taught: [] };

  /** @param {Table} table @param {Figure} figure @param {import("../table/day-result.js").Day} day
   * @param {string} home the URL of the game's page with puzzles, or an empty string on that page */
  constructor(table, figure, day, home) {
    this.table = table;
    this.figure = figure;
    this.day = day;
    this.home = home;
  }

  /** Show the question. @param {boolean} wanted whether the reader asked for it */
  async lay(wanted) {
    const { table, figure, day } = this;
    table.lesson = this;
    await table.put(figure, { wanted });
    const { mode } = table;
    if (mode?.figure !== figure) return this.#end();
    const leave = mode.leave.bind(mode);
    mode.leave = () => {
      leave();
      this.#end();
    };
    callBy(table, day);
    endBack(table);
    if (figure.back) offerBack(table, "Today's puzzle", "lesson-home");
    if (wanted) walkTo(this.home ? `#${day.game}/${day.date}` : `#${day.date}`);
    this.#watch.start();
  }

  #end() {
    this.#watch.stop();
    endBack(this.table);
    if (this.table.lesson === this) this.table.lesson = null;
  }

  // ---- the interface of a course to the table

  /** @param {Question} question @returns {import("../shared/dom.js").Child[] | null} */
  bar(question) {
    if (question.figure !== this.figure) return null;
    const { checked, check } = question;
    return [action("again", "Try again", { off: !checked }), gap(),
      checked ? action("lesson-share", "Share", { main: true }) : check && action("check", "Check", { main: true })];
  }

  /** @param {string} deed @returns {boolean} whether it was handled */
  press(deed) {
    if (deed === "lesson-home") this.figure.back?.();
    else if (deed === "lesson-share") this.#share();
    else return false;
    return true;
  }

  /** @param {boolean} right */
  answered(right) {
    if (this.table.mode?.figure !== this.figure) return;
    this.#watch.stop();
    this.#squares ||= right ? "g" : "r";
    noteDay(this.day.game, this.day.date, { how: right ? "first" : "tried", ...this.#went });
  }

  get #went() {
    return { squares: this.#squares, seconds: this.#watch.seconds };
  }

  #share() {
    const { mode } = this.table;
    const page = new URL(this.home || location.pathname, document.baseURI);
    page.hash = this.day.date;
    if (mode) shareResult(mode, `${lineOfDay(this.day, this.#went)}\n${page.href}`);
  }
}

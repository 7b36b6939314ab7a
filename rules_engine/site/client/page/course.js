/**
 * A course, shown one step at a time: the step's text next to or above the table, and on the table a prepared question, then
 * newly dealt ones on the same idea. The page's HTML contains the complete text. Progress is stored in the browser.
 */

import { action, all, button, fill, focusInPlace, focusOn, forgetWish, gap, hashText, make, one, updateAttribute }
  from "../shared/dom.js";
import { AskingAfresh, fixedLeft, toldAfter } from "./fresh-questions.js";
import { beforeClosing, Closing, closingQuestions, covered, kindOf } from "./course-final-quiz.js";
import { furnishReference } from "./course-reference.js";
import { askWhatIsKnown } from "./known-games.js";
import { printAsBooklet } from "./booklet.js";
import { engine } from "../python/engine.js";
import { figureAt } from "../table/figure.js";
import { courseRecord, keepCourse } from "../shared/progress.js";
import { put } from "../shared/translation.js";

/** Number of consecutive right answers that complete a step. */
const ENOUGH = 2;
/** Number of wrong answers after which the step's first question is repeated. */
const AGAIN = 3;
/** Least height of a table below a step's text, in pixels. */
const MIN_HEIGHT = 240;
/** Space below the table, in pixels. */
const MARGIN = 10;

/** @typedef {import("../table/question-mode.js").Question} Question */
/** @typedef {{id: string, figure: string, rules: string[], asked: Record<string, string>}} Written */
/** @typedef {Written & {title: string, section: HTMLElement}} Step */
/** @typedef {import("./course-final-quiz.js").Asked} Asked */

class FollowSuitCourse extends HTMLElement {
  /** @type {Step[]} */
  #steps = [];
  /** Index of the open step; -1 for the start page, the number of steps for the end page. */
  #at = -1;
  #inRow = 0;
  #misses = 0;
  #asking = false;
  /** True while the step's first question is repeated; its answer doesn't count. */
  #repeated = false;
  /** The source of newly dealt questions; none is repeated while the page is open. */
  #afresh = new AskingAfresh();
  /** @type {Closing | null} */
  #closing = null;
  #leaving = new AbortController();

  async connectedCallback() {
    await customElements.whenDefined("fs-table");
    await taskDone();
    if (!this.isConnected || this.#steps.length) return;
    this.table.lesson = this;
    this.#furnish();
    const { signal } = this.#leaving;
    printAsBooklet(this.#text, this.#steps, signal);
    addEventListener("resize", () => this.#fit(), { signal });
    addEventListener("hashchange", () => this.#follow(), { signal });
    signal.addEventListener("abort", engine.onchange(() => this.toggleAttribute("data-ready", engine.status.state === "ready")));
    this.#showWhenSeen(signal);
    await taskDone();
    if (signal.aborted) return;
    if (!this.#follow()) this.open(-1);
  }

  disconnectedCallback() {
    this.#leaving.abort();
    document.body.removeAttribute("data-lesson");
  }

  get table() {
    return one(document, "fs-table");
  }

  get #text() {
    return /** @type {HTMLElement} */ (this.closest(".fs-text"));
  }

  get #record() {
    return courseRecord(this.dataset.game ?? "", location.pathname);
  }

  // ---- setup

  /** Collect the steps, which are sections of the page, and add the start page. */
  #furnish() {
    /** @type {Written[]} */
    const steps = JSON.parse(this.dataset.steps ?? "[]");
    for (const step of steps) {
      const heading = /** @type {HTMLElement} */ (document.getElementById(step.id));
      const section = /** @type {HTMLElement} */ (heading.parentElement);
      const title = (heading.firstChild?.textContent ?? "").trim();
      section.hidden = true;
      this.#steps.push({ ...step, title, section });
    }
    this.before(make("div", { class: "fs-lesson-bar", hidden: true }));
    this.#text.append(make("div", { class: "fs-course-end", hidden: true }));
    // together, since a frame rendered in between would lay out the table, which the start page hides
    Object.assign(/** @type {HTMLElement} */ (this.closest(".fs-lesson")).dataset, { live: "", at: "start" });
    furnishReference(this.#text, this.#steps.map(({ section }) => section));
    this.#furnishStart();
  }

  #furnishStart() {
    askWhatIsKnown(this, () => this.#tick());
    const list = make("ol", { class: "fs-course-list" }, this.#steps.map((step, place) =>
      make("li", {}, button(step.title, () => this.open(place), { class: "fs-link" }))));
    const start = make("div", { class: "fs-row" },
      button("Start", () => this.#start(), { class: "fs-main", id: "fs-course-start" }));
    this.append(list);
    const small = matchMedia("(max-width: 37.5em)").matches; // on a small screen, the button below the chips would be out of view
    const chips = small ? null : this.querySelector(":scope > .fs-chips");
    (chips ?? one(this, ".fs-course-length")).after(start);
  }

  /** Defer the layout of a table below the start page until it scrolls into view. @param {AbortSignal} signal */
  #showWhenSeen(signal) {
    const watch = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      this.table.dataset.seen = "";
      watch.disconnect();
    });
    watch.observe(this.table);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  /** Tick the steps that are done, or that the reader knows from another game, and mark the open one in the rail. */
  #tick() {
    const { done, known } = this.#record;
    const over = (/** @type {string} */ id) => done.includes(id) || known.includes(id);
    all(this, ".fs-course-list > li").forEach((line, place) => line.toggleAttribute("data-done", over(this.#steps[place].id)));
    for (const link of /** @type {HTMLAnchorElement[]} */ (all(document, ".fs-rail .md-nav--secondary a"))) {
      const id = decodeURIComponent(link.hash.slice(1));
      link.querySelector("[data-icon]")?.remove();
      if (over(id)) link.append(make("i", { "data-icon": "check", role: "img", "aria-label": "done" }));
      updateAttribute(link, "aria-current", this.#steps[this.#at]?.id === id && "step");
    }
    const begun = done.length > 0 && this.#next() < this.#steps.length;
    this.querySelector("#fs-course-start")?.replaceChildren(put(begun ? `Go on with step ${this.#next() + 1}` : "Start"));
  }

  /** Return the index of the first step that is neither done nor already known. */
  #next() {
    const { done, known } = this.#record;
    const found = this.#steps.findIndex(({ id }) => !done.includes(id) && !known.includes(id));
    return found < 0 ? this.#steps.length : found;
  }

  #start() {
    this.open(this.#next() % this.#steps.length);
  }

  // ---- steps

  /** Open the step named in the URL fragment. @returns {boolean} whether the fragment names a step */
  #follow() {
    const id = hashText();
    const place = this.#steps.findIndex((step) => step.id === id);
    if (place >= 0 && place !== this.#at) this.open(place);
    return place >= 0;
  }

  /** Show a step, the start page, or the end page. @param {number} place */
  open(place) {
    this.#at = place;
    this.#inRow = this.#misses = 0;
    this.#repeated = false;
    this.#closing = null;
    const step = this.#steps[place];
    const lesson = /** @type {HTMLElement} */ (this.closest(".fs-lesson"));
    lesson.dataset.at = step ? "step" : place < 0 ? "start" : "end";
    document.body.toggleAttribute("data-lesson", Boolean(step));
    for (const each of this.#steps) each.section.hidden = each !== step;
    this.hidden = place >= 0;
    this.#end.hidden = place < this.#steps.length;
    this.#showSteps();
    if (step) {
      history.replaceState(history.state, "", `#${step.id}`);
      engine.start();
    } else {
      forgetWish();
    }
    this.#tick();
    if (place >= this.#steps.length) this.#showEnd();
    this.#lay(step ?? this.#steps[0], place);
  }

  /** Show a step's question on the table. @param {Step} step @param {number} place */
  async #lay(step, place) {
    const figure = figureAt(step.figure);
    scrollTo(0, 0);
    this.#fit();
    if (figure && (place >= 0 || this.table.mode)) await this.table.put(figure, { opens: true, state: { place: 0 } });
    if (this.#at !== place) return;
    if (place < 0 || place >= this.#steps.length) return fill(this.table.bar);
    if (this.#kind === "practice") this.table.mode?.press("new", "", this.table);
    const heading = one(this.#steps[place].section, "h2");
    heading.tabIndex = -1;
    focusInPlace(heading);
    this.#fit();
  }

  /** Fit the table into the window below the step's text. If too little is left, the table keeps its own height. */
  #fit() {
    const { table } = this;
    const left = Math.round(innerHeight - table.getBoundingClientRect().top - scrollY - MARGIN);
    if (this.#at < 0 || left < MIN_HEIGHT) table.style.removeProperty("--fs-stage-h");
    else table.style.setProperty("--fs-stage-h", `${left}px`);
  }

  /** Render the progress bar. */
  #showSteps() {
    const bar = /** @type {HTMLElement} */ (this.previousElementSibling);
    const step = this.#steps[this.#at];
    bar.hidden = !step;
    if (!step) return;
    const { done } = this.#record;
    const left = Math.max(Math.round(Number(this.dataset.minutes) * (1 - this.#at / this.#steps.length)), 1);
    const told = put(`Step ${this.#at + 1} of ${this.#steps.length}, about ${left} ${left === 1 ? "minute" : "minutes"} left`);
    fill(bar,
      make("ol", { "aria-hidden": "true" }, this.#steps.map(({ id }, place) =>
        make("li", { "data-done": done.includes(id), "data-now": place === this.#at }))),
      make("p", {}, button("Overview", () => this.open(-1), { class: "fs-link" }), " · ",
        make("span", { class: "fs-lesson-note", "aria-live": "polite" }, told)),
      this.#kind !== "quiz" && this.#row());
  }

  /** The kind of the open step: a quiz, an example, or a hand to play. */
  get #kind() {
    return kindOf(this.#steps[this.#at]);
  }

  /** Return the buttons that leave a hand or an example; they are in the progress bar because the table shows its own buttons. */
  #row() {
    const last = this.#at === this.#steps.length - 1;
    const hand = this.#kind === "practice";
    return make("div", { class: "fs-row" }, button("‹ Back", () => this.open(this.#at - 1)),
      hand && !last && button("Closing questions", () => this.#finish(this.#steps.length)),
      button(last ? "To the closing questions ›" : "Next step ›", () => this.#finish(), { class: "fs-main" }));
  }

  /** Replace the progress text with a message, so that nothing moves. @param {string} told */
  #note(told) {
    this.previousElementSibling?.querySelector(".fs-lesson-note")?.replaceChildren(put(told));
  }

  /** Mark the open step as done and open another one. @param {number} [to] default: the next step that the reader doesn't know */
  #finish(to) {
    const { done, known } = this.#record;
    const { id } = this.#steps[this.#at];
    const kept = done.includes(id) || this.#keep([...done, id]);
    const next = this.#steps.findIndex((step, place) => place > this.#at && !known.includes(step.id));
    this.open(to ?? (next < 0 ? this.#steps.length : next));
    if (!kept) this.#note("This browser keeps nothing now: how far you are is forgotten with the page.");
  }

  /** @param {string[]} done */
  #keep(done) {
    const at = this.#at + 1;
    const of = this.#steps.length;
    return keepCourse(this.dataset.game ?? "", location.pathname, { done, at: Math.min(at, of - 1), of });
  }

  // ---- callbacks for the table

  /** The settings for hands in a course: the other players are beginners, and the coach cites only rules taught so far. */
  get beside() {
    return { level: "beginner", taught: this.#taught };
  }

  /** The rules taught in the preceding course and in the steps up to the open one; at the end page, in all covered steps. */
  get #taught() {
    const before = (this.dataset.taught ?? "").split(" ").filter(Boolean);
    const steps = this.#at < this.#steps.length ? this.#steps.slice(0, this.#at + 1) : covered(this.#steps, this.#record.done);
    return [...before, ...steps.flatMap((step) => step.rules)];
  }

  /** Return the buttons below a question. @param {Question} question */
  bar(question) {
    if (this.#at < 0 || (this.#at >= this.#steps.length && !this.#closing)) return null;
    const on = this.#closing ? "Next ›" : this.#ends(question) ? "Next step ›" : "Once more ›";
    const main = question.checked ? action("lesson-next", on, { main: true })
      : question.check && action("check", "Check", { main: true });
    if (this.#closing) return [gap(), main];
    return [action("lesson-back", "‹ Back"),
      question.checked ? action("again", "Show me again") : action("lesson-skip", "Skip"), gap(), main];
  }

  /** Handle an answer; a right answer at the second try doesn't count. @param {boolean} right @param {boolean} again */
  answered(right, again) {
    if (this.#closing) return this.#closing.answered(right);
    if (!right) this.#inRow = 0;
    else if (!again && !this.#repeated) this.#inRow++;
    this.#misses += right ? 0 : 1;
    const question = /** @type {Question} */ (this.table.mode);
    this.#note(toldAfter(right, this.#inRow >= ENOUGH, this.#ends(question)));
  }

  /** Return whether the current question ends the step. @param {Question} question */
  #ends(question) {
    if (this.#inRow >= ENOUGH) return true;
    const right = question.stage.querySelector(".fs-slip[data-kind=no]") === null;
    return right && fixedLeft(question) === 0 && !this.#afresh.can(question, this.#own);
  }

  /** The rules that the open step teaches. */
  get #own() {
    return this.#steps[this.#at]?.rules ?? [];
  }

  /** @param {string} deed @returns {boolean} whether the course handled it */
  press(deed) {
    const start = this.#at < 0; // any action on the table starts the course
    if (!start && !deed.startsWith("lesson-")) return false;
    if (start) this.#start();
    else if (deed === "lesson-back") this.open(this.#at - 1);
    else if (deed === "lesson-skip") this.#finish();
    else if (deed === "lesson-next") this.#goOn();
    return true;
  }

  /** Continue after a question: ask another one on the same idea, or open the next step. */
  #goOn() {
    if (this.#closing) return void this.#askClosing();
    const question = /** @type {Question} */ (this.table.mode);
    if (this.#inRow >= ENOUGH) this.#finish();
    else if (this.#misses >= AGAIN) {
      this.#misses = 0;
      this.#note("Once more the example. Take your time.");
      this.#put(question, 0);
      this.#repeated = true;
    } else if (fixedLeft(question)) this.#put(question, question.place + 1);
    else if (this.#afresh.can(question, this.#own)) this.#askAnother(question);
    else if (this.#ends(question)) this.#finish();
    else this.#put(question, (question.place + 1) % question.content.steps.length);
  }

  /** Show one of the page's prepared questions, and move the focus to it. @param {Question} question @param {number} place */
  #put(question, place) {
    this.#repeated = false;
    question.start({ place });
    focusOn("fs-lead");
  }

  /** Ask a newly dealt question; if none is available, the step is done. @param {Question} question */
  async #askAnother(question) {
    const at = this.#at;
    if (this.#asking) return;
    this.#asking = true;
    const came = await this.#afresh.askOn(question, this.#own, this.#taught);
    this.#asking = false;
    if (came) this.#repeated = false;
    else if (at === this.#at) this.#finish();
  }

  // ---- the end

  get #end() {
    return /** @type {HTMLElement} */ (this.#text.lastElementChild);
  }

  /** @param {Asked[]} [asked] */
  #close(asked = closingQuestions(this.#steps, this.#record)) {
    const { rulesPage = "", then = "" } = this.dataset;
    this.#closing = new Closing(this.table, asked, this.#taught, this.#afresh, { rulesPage, then });
    this.#askClosing();
  }

  async #askClosing() {
    const closing = this.#closing;
    if (!closing) return;
    const asks = await closing.ask();
    if (closing !== this.#closing) return;
    this.#run(asks);
    if (asks) {
      fill(this.#end, make("h2", {}, closing.told));
      this.#fit();
    } else {
      this.#closing = null;
      closing.show(this.#end, (asked) => this.#close(asked));
    }
  }

  /** Switch the layout for the closing questions, which shows the table without text, on or off. @param {boolean} runs */
  #run(runs) {
    const lesson = /** @type {HTMLElement} */ (this.closest(".fs-lesson"));
    if ((lesson.dataset.at === "closing") !== runs) scrollTo(0, 0);
    lesson.dataset.at = runs ? "closing" : "end";
    document.body.toggleAttribute("data-lesson", runs);
  }

  #showEnd() {
    engine.start();
    beforeClosing(this.#end, this.#steps, () => this.#close(), () => this.open(this.#steps.length - 1));
  }
}

/** Yield to the event loop, because a long task would block input. */
const taskDone = () => new Promise((resolve) => setTimeout(resolve));

if (!customElements.get("fs-course")) customElements.define("fs-course", FollowSuitCourse);

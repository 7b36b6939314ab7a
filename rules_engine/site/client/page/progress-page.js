/** The page *What I know*: the rules asked so far, each with its level and due date, and buttons to review, export, import and
 * erase the answers. */

import { visited } from "../offline/registration.js";
import { engine } from "../python/engine.js";
import { addressFrom, all, button, fill, focusInPlace, gap, hashText, make, one, say } from "../shared/dom.js";
import { FIRM, inDays, isDue, keepGone } from "../shared/due-rules.js";
import { bringBack, DAY, erase, keepsNothing, MEMORY, remembered, written } from "../shared/answer-log.js";
import { KEPT_DAYS } from "../shared/days.js";
import { KEPT as NAMES } from "../shared/names.js";
import { coursesOf, KEPT as COURSES, pagePath } from "../shared/progress.js";
import { PUZZLES } from "../shared/puzzle-facts.js";
import { entryOf } from "../shared/entries.js";
import { cameBack, refresh } from "../shared/spaced-repetition.js";
import { onSetElsewhere, set, setting } from "../shared/storage.js";
import { put } from "../shared/translation.js";
import { saveFile } from "../table/save-file.js";
import { LONGEST, Session } from "./review-session.js";
import { trouble } from "./error-messages.js";
import { jsonOrNull, labelledImage, shuffled } from "./rendering.js";
import "./progress-badges.js"; // needed even if nothing is stored yet

const FILE = "what-i-know.json";
/** Maximum size of an imported file, in bytes. */
const TOO_LONG = 5_000_000;
const WEEKS = 4;

/** @typedef {import("./review-session.js").Game} Game */
/** @typedef {import("./review-session.js").Ask} Ask */
/** @typedef {import("../shared/due-rules.js").Known} Known */

class FollowSuitKnow extends HTMLElement {
  /** @type {Game[]} */
  #games = [];
  /** @type {Record<string, Known>} */
  #known = {};
  /** @type {Session | null} */
  #session = null;
  /** The erased answers, kept for undo until the page is closed. */
  #erased = "";
  #list = make("div", { class: "fs-know-list" });
  #news = make("p", { class: "fs-know-news", role: "status" });
  #leaving = new AbortController();

  async connectedCallback() {
    await customElements.whenDefined("fs-table");
    const brought = await jsonOrNull(addressFrom(this, this.dataset.src ?? ""));
    if (!this.isConnected || this.#games.length) return;
    if (!brought?.games) {
      this.querySelector(".fs-needs")?.replaceChildren(put("This could not be fetched: reload the page."));
      return;
    }
    this.#games = brought.games;
    this.querySelector(".fs-needs")?.remove();
    this.prepend(this.#news, this.#list);
    const { signal } = this.#leaving;
    onSetElsewhere("memory", () => this.#session ?? this.#show(), signal);
    addEventListener("resize", () => this.#fit(), { signal });
    this.#show();
    const due = this.#due();
    if (due.length) engine.start(); // the reader will probably start a review
    visited(due.map(({ rule }) => addressFrom(this, rule.quiz))); // cached for offline use
    this.#follow();
  }

  disconnectedCallback() {
    this.#leaving.abort();
    this.#session?.leave();
    document.body.removeAttribute("data-lesson");
  }

  get #table() {
    return one(this, "fs-table");
  }

  get #room() {
    return one(this, ".fs-know-table");
  }

  // ---- the list of rules

  /** Return the rules due today, the most overdue first. @param {string} [game] @returns {Ask[]} */
  #due(game) {
    return this.#asks(game).filter((ask) => isDue(this.#of(ask))).sort((first, other) => this.#of(first)[0] - this.#of(other)[0]);
  }

  /** Return all rules asked so far. @param {string} [only] @returns {Ask[]} */
  #asks(only) {
    return this.#games.filter(({ id }) => !only || id === only).flatMap((game) =>
      game.rules.map((rule) => ({ game, rule })).filter((ask) => this.#of(ask)));
  }

  /** @param {Ask} ask */
  #of({ game, rule }) {
    return /** @type {Known} */ (entryOf(this.#known, `${game.id}/${rule.id}`));
  }

  #show() {
    keepGone(this.#games, Object.keys(remembered().answers));
    this.#known = refresh();
    const focused = document.activeElement?.id;
    const asked = this.#games.filter(({ id }) => this.#asks(id).length);
    const any = asked.length > 0;
    fill(this.#list, this.#trouble(), !any && nothing(), this.#bar(),
      make("div", { class: "fs-know-games" }, asked.map((game) => this.#game(game)), any && this.#weeks()),
      this.#others(asked), any && this.#settings());
    if (focused) focusInPlace(document.getElementById(focused));
  }

  /** Render warnings about problems with the stored answers. */
  #trouble() {
    const told = remembered().fault === "newer"
      ? ["A newer version of this site keeps what you know here. Reload the page to see it."]
      : keepsNothing() ? ["This browser keeps nothing now: its storage is full, or the window is private.",
        "What you answer is forgotten when you close the page. Save it to a file."] : [];
    const found = make("div", { class: "fs-know-trouble" }, told.map((each) => make("p", {}, each)),
      trouble([MEMORY, ...KEPT_DAYS, COURSES, NAMES, PUZZLES], () => this.#show()));
    return found.firstChild && found;
  }

  #bar() {
    const due = this.#due();
    const games = [...new Set(due.map(({ game }) => game))];
    const asked = this.#asks();
    const any = asked.length > 0;
    const ways = due.length
      ? [button(counted(due.length), () => this.#begin(due), { class: "fs-main", id: "fs-know-begin" }),
        games.length > 1 && games.map((game) => button(`${put("Only")} ${game.name}`, () => this.#begin(this.#due(game.id))))]
      : any ? [make("span", { class: "fs-know-none" }, "Nothing comes back today.", " ", this.#next(asked)),
        button("Ask me all the same", () => this.#begin(shuffled(asked)), { id: "fs-know-begin" })]
        : [];
    const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "Load from file",
      onchange: () => this.#bringBack(file) });
    return make("div", { class: "fs-row fs-know-bar" }, ways, any && gap(),
      any && button("Save to a file", () => this.#save(), { id: "fs-know-save" }),
      button("Load from file", () => file.click(), { id: "fs-know-bring" }), file,
      any && button("Erase", () => this.#askErase(), { id: "fs-know-erase" }));
  }

  /** Return the first day on which rules come back, and the length of that session. @param {Ask[]} asks @returns {Node[]} */
  #next(asks) {
    const days = asks.map((ask) => daysUntil(this.#of(ask)));
    const first = Math.min(...days);
    const many = days.filter((each) => Math.floor(each) === Math.floor(first)).length;
    return ["Next:", " ", inDays(first), ", ", counted(many)].map((each) => make("span", {}, each));
  }

  /** @param {Game} game */
  #game(game) {
    const asks = this.#asks(game.id);
    const firm = asks.filter((ask) => this.#of(ask)[1] >= FIRM).length;
    const told = `${asks.length} of ${game.rules.length} asked`;
    const lines = (/** @type {boolean} */ asked) => game.rules.filter((rule) => Boolean(this.#of({ game, rule })) === asked)
      .map((rule) => this.#rule({ game, rule }));
    const others = lines(false);
    return make("section", {},
      make("h2", {}, game.name, " ", make("small", {}, courseOf(game), firm ? `${told}, ${firm} firm` : told)),
      make("ul", {}, lines(true)), others.length > 0 && make("details", {},
        make("summary", {}, `Not asked yet: ${others.length}`), make("ul", {}, others)));
  }

  /** @param {Ask} ask */
  #rule(ask) {
    const { game, rule } = ask;
    const link = make("a", { class: "fs-rule", href: rule.href ?? `${game.page}#rule-${rule.id}` }, rule.title);
    const known = this.#of(ask);
    if (!known) return make("li", {}, link);
    const [, level] = known;
    const when = isDue(known) ? "today" : inDays(daysUntil(known));
    return make("li", {}, link, labelledImage("fs-level", `level ${level} of 5`,
      Array.from({ length: 5 }, (_, place) => make("i", { "data-on": place < level }))), make("small", {}, when));
  }

  /** Render a chart of the answers per day, and the percentage of right answers in reviews. */
  #weeks() {
    const days = WEEKS * 7;
    const { answers } = remembered();
    const midnight = new Date().setHours(24, 0, 0, 0) / 1000;
    const counts = Array.from({ length: days }, () => 0);
    for (const [at] of Object.values(answers).flat()) {
      const ago = Math.floor((midnight - at) / DAY);
      if (ago >= 0 && ago < days) counts[days - 1 - ago]++;
    }
    const sum = counts.reduce((total, count) => total + count, 0);
    const most = Math.max(...counts, 1);
    const told = `Answers in the last four weeks: ${sum}. Most on one day: ${Math.max(...counts)}.`;
    const bars = make("div", { class: "fs-days", role: "img", "aria-label": told }, counts.map((count) => {
      const bar = make("i");
      bar.style.height = `${Math.round((count / most) * 100)}%`;
      return bar;
    }));
    const { asked, right } = cameBack(answers, midnight - days * DAY);
    const percent = Math.round((right / asked) * 100);
    const share = asked ? `You knew ${percent}% of what came back. The dates aim at 90%.`
      : "Nothing has come back yet.";
    return make("section", {}, make("h2", {}, "The last four weeks"), bars, make("p", {}, told), make("p", {}, share));
  }

  /** Render links to the games that have no answers yet. @param {Game[]} asked */
  #others(asked) {
    const others = this.#games.filter((game) => !asked.includes(game));
    return others.length ? make("section", { class: "fs-know-others" }, make("h2", {}, asked.length ? "Not begun" : "Begin here"),
      make("ul", {}, others.map(({ course, page, name }) => make("li", {}, make("a", { href: course || page }, name)))))
      : make("section", { hidden: true });
  }

  #settings() {
    const offer = (/** @type {string} */ name, /** @type {string} */ label) => {
      const box = make("input", { type: "checkbox", id: `fs-${name}`, onchange: () => set(name, box.checked ? "on" : "off") });
      box.checked = setting(name, "on") !== "off";
      return make("label", {}, box, " ", label);
    };
    return make("fieldset", { class: "fs-know-settings" }, make("legend", {}, "In the rules"),
      offer("memory-ticks", "A tick at rules that are known firmly"),
      offer("memory-still", "A question beside rules that come back"));
  }

  // ---- the file

  #save() {
    saveFile(FILE, written(remembered().answers), "application/json");
    this.#tell("Saved. It is in your downloads; nothing was sent anywhere.");
  }

  /** @param {HTMLInputElement} file */
  async #bringBack(file) {
    const [given] = file.files ?? [];
    if (!given) return;
    const text = given.size > TOO_LONG ? "" : await given.text().catch(() => "");
    const { told, added, kept } = bringBack(text);
    this.#show();
    this.#tell(told || (!added ? "All of it was here already."
      : kept ? `Brought back. New answers: ${added}.` : "It was read, but this browser can't keep it."));
  }

  #askErase() {
    const answers = Object.values(remembered().answers).flat().length;
    fill(one(this, ".fs-know-bar"), make("b", { id: "fs-know-sure" }, `Erase all of it? Answers: ${answers}.`),
      button("Keep them", () => this.#show(), { id: "fs-know-keep", "aria-describedby": "fs-know-sure" }),
      button("Erase", () => this.#erase(), { "aria-describedby": "fs-know-sure" }));
    document.getElementById("fs-know-keep")?.focus();
  }

  #erase() {
    this.#erased = erase();
    this.#show();
    this.#tell("All of it is erased.");
    const undo = button("Undo", () => this.#undo(), { id: "fs-know-undo" });
    this.#news.append(" ", undo);
    undo.focus();
  }

  #undo() {
    bringBack(this.#erased);
    this.#show();
    this.#tell("All of it is back.");
    document.getElementById("fs-know-erase")?.focus();
  }

  /** @param {string} news */
  #tell(news) {
    fill(this.#news, news);
  }

  // ---- a session

  /** Start a session on the rule named in the URL fragment `#GAME/RULE`. */
  #follow() {
    const wanted = this.#asks().find(({ game, rule }) => `${game.id}/${rule.id}` === hashText());
    if (wanted) this.#begin([wanted]);
  }

  /** @param {Ask[]} asks */
  #begin(asks) {
    engine.start();
    this.#tell("");
    this.#list.hidden = true;
    this.#room.hidden = false;
    document.body.toggleAttribute("data-lesson", true);
    const head = make("p", { class: "fs-know-head", "aria-live": "polite" });
    for (const old of all(this.#room, ":scope > p")) old.remove();
    this.#room.prepend(head, make("p", { class: "fs-know-wait" }, "The cards are being dealt…"));
    this.#room.dataset.dealing = "";
    this.#session = new Session(this.#table, shuffled(asks.slice(0, LONGEST)), new Set(Object.keys(this.#known)), {
      onquestion: ({ game }, place, of) => {
        fill(head, `${game.name}: `, `${place} of ${of}`);
        this.#fit();
      },
      ondealt: () => this.#room.removeAttribute("data-dealing"),
      onend: (problem) => this.#end(problem),
    });
    scrollTo(0, 0);
    this.#session.next();
  }

  /** Fit the table into the window below the text. */
  #fit() {
    if (!this.#session) return;
    const top = this.#table.getBoundingClientRect().top + scrollY;
    this.#table.style.setProperty("--fs-stage-h", `${Math.round(Math.min(innerHeight - top - 10, 760))}px`);
  }

  /** @param {string} [problem] */
  #end(problem = "") {
    const results = [...this.#session?.results ?? []];
    this.#session?.leave();
    this.#session = null;
    this.#room.hidden = true;
    this.#list.hidden = false;
    document.body.removeAttribute("data-lesson");
    this.#show();
    const right = results.filter(([, known]) => known).length;
    const missed = results.filter(([, known]) => !known).map(([{ rule }]) => rule.title);
    const told = results.length ? put(`${right} of ${results.length} known at once.`) : "";
    const back = missed.length ? `${put("These come back soon:")} ${missed.join(", ")}.` : "";
    this.#news.replaceChildren([put(problem), told, back].filter(Boolean).join(" "));
    say(this.#news.textContent ?? "");
    this.#news.tabIndex = -1;
    focusInPlace(this.#news);
  }
}

/** Return the number of days until a rule is due, rounded so that tomorrow is at least 1. @param {Known} known */
const daysUntil = ([due]) => (due - Date.now() / 1000) / DAY + 0.5;

/** Return the message for a reader who has answered no question yet. */
const nothing = () => make("div", { class: "fs-empty" }, make("b", {}, "Nothing has been asked yet."),
  make("p", {}, "Take a course, or answer a question beside a rule. Each rule then stands here, with the day it comes back."));

/** Return the label for a session: its number of questions and its duration. @param {number} due */
function counted(due) {
  const asked = Math.min(due, LONGEST);
  const minutes = Math.ceil(asked / 2);
  if (asked === 1) return "1 question, 1 minute";
  return minutes === 1 ? `${asked} questions, 1 minute` : `${asked} questions, ${minutes} minutes`;
}

/** Render the reader's progress in a game's courses. @param {Game} game @returns {Node[]} */
function courseOf(game) {
  const dot = () => make("span", {}, " · ");
  return coursesOf(game.id).flatMap(([page, { at, of, done }]) => done.length >= of ? [make("span", {}, "course done"), dot()]
    : [make("span", {}, `step ${at + 1} of ${of}`), dot(), make("a", { href: pagePath(page) }, "go on ›"), dot()]);
}

if (!customElements.get("fs-know")) customElements.define("fs-know", FollowSuitKnow);

visited(all(document, "fs-know").map((know) => addressFrom(know, know.dataset.src ?? "")));

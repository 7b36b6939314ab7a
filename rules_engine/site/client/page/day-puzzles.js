/** The puzzle of the day: today's puzzle on the table, its result, and a calendar of earlier days. */

import { visited } from "../offline/registration.js";
import {
  addressFrom, all, button, claim, fill, focusInPlace, fromHtml, hashText, icon, make, one, say
} from "../shared/dom.js";
import {
  chosen, dateOf, follow, followed, isDate, named, numberOf, puzzleOf, resultsOf, rowOf, shifted,
} from "../shared/days.js";
import { contentSeenFrom } from "../shared/seen-from.js";
import { entryOf } from "../shared/entries.js";
import { keptTable } from "../shared/storage.js";
import { put } from "../shared/translation.js";
import { figureAt } from "../table/figure.js";
import { readTable } from "../table/saved-table.js";
import { calendar } from "./calendar.js";
import { DayQuestion } from "./day-question.js";
import { hardness, howTold, lastDays, picture } from "./day-summary.js";
import { jsonOrNull, setGame } from "./rendering.js";

/** @typedef {import("../shared/days.js").DayList} DayList */
/** @typedef {import("../shared/days.js").DayPuzzle} DayPuzzle */
/** @typedef {import("../table/table.js").FollowSuitTable} Table */
/** @typedef {import("../table/figure.js").FollowSuitFigure} Figure */

/** The `data-figure` attribute of a table reserved for the puzzle of the day. */
const TODAYS = "fs-todays";

const MISSED = "The puzzle of the day could not be fetched: reload the page.";

/** Return a promise that resolves when a style sheet has loaded or failed to load.
 * @param {HTMLLinkElement | null} link @returns {Promise<unknown>} */
const styled = (link) => new Promise((done) => {
  if (!link || link.sheet) return done(null);
  for (const kind of ["load", "error"]) link.addEventListener(kind, done, { once: true });
});

class FollowSuitDays extends HTMLElement {
  /** @type {DayList | null} */
  #list = null;
  /** @type {AbortController | undefined} */
  #leaving;
  /** The base URL when the element was connected. A response that arrives after a navigation must not use the new one. */
  #here = "";
  /** The date for which the element was last rendered. */
  #today = "";
  #month = "";

  connectedCallback() {
    this.#leaving = new AbortController();
    this.#here = addressFrom(this, "");
    const { signal } = this.#leaving;
    addEventListener("follow-suit-days", () => this.#show(), { signal });
    addEventListener("storage", () => this.#show(), { signal });
    addEventListener("hashchange", () => this.#follow(), { signal });
    // the date may have changed while the tab was in the background
    document.addEventListener("visibilitychange", () => dateOf() !== this.#today && this.#show(), { signal });
    this.closest(".fs-game")?.addEventListener("click", (event) => this.#pressed(/** @type {MouseEvent} */ (event)), { signal });
    this.#begin();
  }

  disconnectedCallback() {
    this.#leaving?.abort();
  }

  async #begin() {
    [this.#list] = await Promise.all([
      jsonOrNull(this.#address(this.dataset.days ?? "", "")), styled(document.querySelector("fs-days > link"))]);
    if (!this.isConnected) return;
    if (!this.#list) return this.append(make("p", { class: "fs-day-how" }, MISSED));
    this.#show();
    this.#follow();
    sortTiles();
  }

  get game() {
    return this.dataset.game ?? "";
  }

  /** True on the game's own puzzle page, false on the home page or a list of games. */
  get #own() {
    return !this.dataset.page;
  }

  /** @returns {Table | null} the page's table, or null if it may not show a puzzle */
  get #table() {
    const table = document.querySelector("fs-table");
    return table && (this.#own || table.dataset.figure === TODAYS || this.closest("[data-few]")) ? table : null;
  }

  /** @param {string} address @param {string} seen */
  #address = (address, seen) => new URL(address, new URL(seen, this.#here)).href;

  /** Return the URL of a day's puzzle. @param {string} date */
  #link = (date) => `${this.dataset.page}#${date}`;

  // ---- rendering

  #show() {
    if (!this.#list) return;
    this.#today = dateOf();
    const number = numberOf(this.#list, this.#today);
    const puzzle = puzzleOf(this.#list, this.#today);
    const tile = this.closest(".fs-game");
    // the style link stays in place, because moving it would load it again
    for (const told of all(this, ":scope > :not(link, .fs-bare-days)")) told.remove();
    this.append(...(number ? this.#told(number, puzzle) : [this.#none()]), ...(tile ? [] : [this.#past()]));
    if (!tile) return;
    if (number && puzzle) this.#picture(tile, puzzle);
    const link = /** @type {HTMLAnchorElement | null} */ (tile.querySelector(".fs-game-name > a"));
    if (link && number) link.href = this.#link(this.#today);
  }

  /** Render the details of the day's puzzle: date, difficulty, result and links.
   * @param {number} number @param {DayPuzzle | null} puzzle */
  #told(number, puzzle) {
    const results = resultsOf(this.game);
    const result = entryOf(results, this.#today);
    const when = make("b", {}, named(this.#today, { weekday: "long", day: "numeric", month: "long" }));
    const date = make("p", { class: "fs-day-date" }, when, " · ", `no. ${number}`, " ", puzzle && hardness(puzzle.hard));
    const told = puzzle ? howTold(result) : "This puzzle is no longer here.";
    const how = make("p", { class: "fs-day-how", "data-how": result?.how }, told);
    const rows = make("p", { class: "fs-day-rows" }, lastDays(results, this.#today), " ", rowTold(rowOf(this.game, this.#today)));
    const tile = this.closest(".fs-game");
    const label = put(result && result.how !== "tried" ? "Look at it again" : tile ? "Solve" : "Solve today's puzzle");
    const begin = make("a", { class: "md-button md-button--primary fs-day-begin", href: this.#link(this.#today),
      "aria-label": tile ? `${label}: ${this.dataset.name}` : undefined }, label);
    const foot = make("p", { class: tile ? "fs-game-pages" : "fs-day-foot" }, puzzle && begin,
      tile && make("a", { href: this.dataset.page ?? "" }, "All puzzles"), this.#following());
    return [date, how, rows, foot];
  }

  /** Render the message that there is no puzzle for today. */
  #none() {
    const list = /** @type {DayList} */ (this.#list);
    const told = this.#today < list.first ? ["The first puzzle of the day:", " ", named(list.first)]
      : "There is no puzzle for this day yet.";
    return make("p", { class: "fs-day-how" }, told);
  }

  #following() {
    const on = chosen()?.includes(this.game) ?? false;
    const label = put(on ? "Following" : "Follow");
    return button([icon(on ? "star" : "star-line"), ` ${label}`], () => {
      follow(this.game, !on);
      sortTiles();
      focusInPlace(this.querySelector(".fs-day-follow"));
    }, { class: "fs-day-follow", "aria-pressed": on ? "true" : "false", "aria-label": `${label} ${this.dataset.name}` });
  }

  /** Render the calendar of earlier days, one month at a time. */
  #past() {
    const list = /** @type {DayList} */ (this.#list);
    const open = this.querySelector("details")?.open ?? false;
    const month = this.#month || this.#today.slice(0, 7);
    const turn = (/** @type {string} */ to) => {
      this.#month = to;
      this.#show();
      say(named(`${to}-01`, { month: "long", year: "numeric" }));
      focusInPlace(this.querySelector(".fs-month-turn:not([disabled])"));
    };
    return make("details", { class: "fs-day-past", open }, make("summary", {}, "All days so far"),
      calendar(list, resultsOf(this.game), month, this.#today, turn));
  }

  /** Show today's cards on the game's tile. @param {Element} tile @param {DayPuzzle} puzzle */
  async #picture(tile, puzzle) {
    const felt = tile.querySelector(".fs-game-cards");
    if (!felt || !puzzle.src || felt.getAttribute("data-of") === puzzle.id) return;
    felt.setAttribute("data-of", puzzle.id);
    const content = await this.#content(puzzle).catch(() => null);
    const stage = content && fromHtml(content.steps[0].html);
    if (!stage) return;
    const laid = all(stage, ".fs-laid .fs-card").map(picture);
    const hand = all(stage, ".fs-hand .fs-card").map((card) => // for pointers only; keyboard users have the tile's main link
      make("a", { href: this.#link(this.#today) + (puzzle.kind === "quiz" ? "" : `:${card.dataset.card}`), tabindex: -1 },
        picture(card)));
    fill(felt, laid.length > 0 && make("span", { class: "fs-day-trick" }, laid), make("span", { class: "fs-day-hand" }, hand));
  }

  // ---- on the table

  /** Fetch the content of a puzzle, and make its URLs, which are relative to the puzzle's page, absolute.
   * @param {DayPuzzle} puzzle @returns {Promise<FigureContent>} */
  async #content({ src }) {
    const content = await jsonOrNull(this.#address(src, this.dataset.base ?? ""));
    if (!content) throw new Error("This could not be fetched: you seem to be offline. The text has it in words.");
    return contentSeenFrom(content, this.#address(this.dataset.page ?? "", ""));
  }

  /** Open the day named in the URL fragment: `DATE` on this game's page, `GAME/DATE` on a page with several games. */
  #follow() {
    const asked = hashText().split("/");
    const [wanted, card = ""] = (asked.pop() ?? "").split(":");
    if (asked.length ? asked[0] !== this.game : !this.#own) return this.#openWithToday();
    const date = isDate(wanted) ? wanted : this.#retired(wanted);
    if (date) this.lay(date, { wanted: true, card });
  }

  /** Return the last date on which a puzzle that was removed from the page was the puzzle of the day, or an empty string.
   * @param {string} id */
  #retired(id) {
    const list = /** @type {DayList} */ (this.#list);
    const last = document.getElementById(id) ? -1 : list.days.map((place) => list.puzzles[place]?.[0]).lastIndexOf(id);
    return last < 0 ? "" : shifted(list.first, last);
  }

  /** On the page for all games, open the first game's puzzle of the day. */
  #openWithToday() {
    const table = this.#table;
    const first = document.querySelector("fs-days");
    if (this.#own || table?.dataset.figure !== TODAYS || table.mode || first !== this) return;
    this.lay(dateOf(), { wanted: false });
  }

  /** @param {MouseEvent} event */
  #pressed(event) {
    const { target } = event;
    const ways = ".fs-game-name > a, .fs-day-hand > a, .fs-day-begin";
    const way = target instanceof Element && target.closest(ways);
    if (!way || event.ctrlKey || event.metaKey || !this.#table) return;
    claim(event); // otherwise the theme would follow the link
    const [, card = ""] = (way.getAttribute("href") ?? "").split(":");
    this.lay(this.#today, { wanted: true, card });
  }

  /** Show a day's puzzle on the table. @param {string} date @param {{wanted: boolean, card?: string}} how */
  async lay(date, { wanted, card = "" }) {
    const [list, table] = [this.#list, this.#table];
    if (!list || !table) return;
    const puzzle = puzzleOf(list, date);
    if (!puzzle || date > dateOf()) return this.#missed(date, table);
    const day = { date, number: numberOf(list, date), hard: puzzle.hard, game: this.game, name: this.dataset.name ?? "" };
    const left = leftAt(puzzle, date);
    const back = this.#wayBack(table);
    const figure = this.#figure(puzzle, table);
    // the next call may take seconds
    this.querySelector(".fs-day-foot > .fs-day-begin")?.replaceChildren(put("The cards are being dealt…"));
    Object.assign(figure, { back });
    if (puzzle.kind === "quiz") await new DayQuestion(table, figure, day, this.dataset.page ?? "").lay(wanted);
    else await table.put(figure, { wanted, state: { ...left, day, card } });
    this.#show();
    if (wanted) table.bring();
  }

  /** @param {Table} table */
  #wayBack(table) {
    return this.#own || table.dataset.figure === TODAYS ? null : wayBack(table);
  }

  /** Show and announce the reason why there is no puzzle for a day. @param {string} date @param {Table} table */
  #missed(date, table) {
    const given = numberOf(/** @type {DayList} */ (this.#list), date) > 0;
    const why = date > dateOf() ? "This puzzle comes on its day, not before."
      : given ? "This puzzle is no longer here." : "There was no puzzle on this day.";
    const told = `${named(date)}: ${put(why)}`;
    fill(one(table, ".fs-slip"), make("p", { class: "fs-lead", id: "fs-lead", tabindex: -1 }, told));
    table.open();
    say(told);
  }

  /** @param {DayPuzzle} puzzle @param {Table} table @returns {Figure} */
  #figure(puzzle, table) {
    const there = figureAt(puzzle.id);
    if (this.#own && there) return there;
    const figure = make("fs-figure",
      { id: puzzle.id, "data-kind": puzzle.kind, "data-game": this.game, "data-home": this.dataset.page });
    figure.brought = () => this.#content(puzzle);
    setGame(table, this.dataset);
    return figure;
  }
}

/** Return a function that restores the table's current content, or null if the table is empty. @param {Table} table */
function wayBack(table) {
  const { mode } = table;
  if (!mode || mode.figure.back) return mode?.figure.back ?? null;
  const [was, state] = [{ ...table.dataset }, mode.state()];
  const lay = /** @type {HTMLElement} */ (table.stage.cloneNode(true));
  for (const each of all(lay, "[style]")) each.removeAttribute("style"); // the content security policy forbids style attributes
  return () => {
    setGame(table, was);
    table.show(lay.outerHTML, undefined, { still: true });
    table.put(mode.figure, { wanted: true, state });
  };
}

/** Return the stored state of a day's puzzle, or an empty object if another figure was on the table.
 * @param {DayPuzzle} puzzle @param {string} date */
function leftAt({ id }, date) {
  const lies = readTable(keptTable());
  return lies?.figure === id && lies.state.day?.date === date ? lies.state : {};
}

/** @param {number} days */
const rowTold = (days) => days > 1 ? `${days} days in a row` : days ? "1 day" : "No days in a row yet";

/** Move the tiles of followed games to the front; a short list shows only those tiles. */
function sortTiles() {
  const follows = followed();
  for (const list of all(document, ".fs-games:has(fs-days)")) {
    const tiles = all(list, ":scope > .fs-game");
    const gameOf = (/** @type {HTMLElement} */ tile) => tile.querySelector("fs-days")?.getAttribute("data-game") ?? "";
    const of = (/** @type {HTMLElement} */ tile) => follows.includes(gameOf(tile));
    const mine = tiles.filter(of);
    if (mine.length && list.hasAttribute("data-few")) {
      for (const tile of tiles) tile.hidden = !of(tile);
      list.setAttribute("data-few", "chosen");
    } else if (mine.length && tiles.slice(0, mine.length).some((tile) => !of(tile)) && !list.contains(document.activeElement)) {
      list.prepend(...mine);
    }
  }
}

if (!customElements.get("fs-days")) customElements.define("fs-days", FollowSuitDays);

visited(all(document, "fs-days").map((days) => addressFrom(days, days.dataset.days ?? "")));

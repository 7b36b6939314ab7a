/**
 * A page's table, which shows one of the figures in the text: the one closest to the scroll position until the reader uses the
 * table. In a wide window the table is next to the text, otherwise in a sheet over the text. It can fill the window.
 *
 * Its content is a mode: a worked example, a question, a puzzle or a hand. The mode fills the stage and handles clicks and keys.
 *
 * @typedef {import("./figure.js").FollowSuitFigure} Figure
 * @typedef {import("./question-mode.js").Question} Question
 */

import { clearFault, tellFault } from "./ask-engine.js";
import {
  button, claim, fill, focusInPlace, focusOn, forgetWish, fromHtml, gap, icon, learnTongues, morph, moveInHand, one, plainKey,
  roveHands, say, wish,
} from "../shared/dom.js";
import { closedByBack } from "./close-on-back.js";
import { Example } from "./example-mode.js";
import { figureAt, PUTS } from "./figure.js";
import { foresee } from "./prefetch-engine.js";
import { keepTable, keptHand, keptTable } from "../shared/storage.js";
import { More } from "./more-panel.js";
import { Motion, shake, staySwept } from "./card-motion.js";
import { Places } from "./layout-stability.js";
import { followReading } from "./follow-reading.js";
import { scrollAbove } from "./scroll-above.js";
import { layOver } from "./inert-background.js";
import { language } from "../shared/translation.js";

/** @typedef {new (table: FollowSuitTable, figure: Figure, content: FigureContent) => import("./mode.js").Mode} AnyMode */

/**
 * Loaders for the modes, by kind of figure. All but examples are imported on demand.
 * @type {Record<ScenarioKind, () => Promise<AnyMode>>}
 */
const MODES = {
  example: () => Promise.resolve(Example),
  quiz: () => import("./question-mode.js").then(({ Question }) => Question),
  puzzle: () => import("./puzzle-mode.js").then(({ Puzzle }) => Puzzle),
  practice: () => import("./hand-mode.js").then(({ Hand }) => Hand),
};
const LOST = "The link leads to something that this page doesn't have: the link is damaged, or the site was changed.";
/** Media query for a window wide enough for a table next to the text. */
const BESIDE = matchMedia("(min-width: 68.75em)");
/** Media query for a window wide enough for the “More” panel next to a table that fills the page. */
const ROOMY = matchMedia("(min-width: 62.5em)");
const UPRIGHT = matchMedia("(orientation: portrait)");

export class FollowSuitTable extends HTMLElement {
  /** @type {AbortController | undefined} removes every listener when the table leaves the page */
  #leaving;
  /** @type {import("./mode.js").Mode | undefined} */
  mode;
  /** The course on the page, which supplies the toolbar's buttons and receives the results of questions.
   * @type {{bar(question: Question): import("../shared/dom.js").Child[] | null, press(deed: string): boolean,
   *  answered(right: boolean, again: boolean): void, beside: {level: string, taught: string[]}} | null} */
  lesson = null;
  touched = false;
  returning = false; // whether the state from before a reload is being restored
  #page = location.pathname;
  #putting = 0;
  /** The fragment of the link that was opened. It stays in the URL, so that the reader can share it. */
  #asked = "";
  #more = new More(this);
  places = new Places(this);

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.#furnish();
    this.places.look();
    this.addEventListener("click", (event) => this.#pressed(event), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("keydown", (event) => this.#pageKey(event), { signal });
    document.addEventListener("click", (event) => this.#pressedBehind(event), { signal });
    BESIDE.addEventListener("change", () => this.#settle(), { signal });
    ROOMY.addEventListener("change", () => this.closeMore(), { signal });
    // keep the hand in view when the phone is rotated
    UPRIGHT.addEventListener("change", () => this.hasAttribute("data-playing") && this.bring(), { signal });
    addEventListener("hashchange", () => wish() && this.begin(), { signal });
    foresee(this, signal);
    closedByBack(this, signal);
    if (this.dataset.place === "side") followReading(this, signal);
    this.#settle();
    this.begin();
  }

  disconnectedCallback() {
    this.#leaving?.abort();
    this.places.leave();
    this.mode?.leave();
    layOver(this, false);
    document.documentElement.removeAttribute("data-fs-over");
  }

  get stage() {
    return one(this, ":scope > .fs-stage");
  }

  get bar() {
    return one(this, ":scope > .fs-stage > .fs-bar");
  }

  get side() {
    return one(this, ":scope > .fs-side");
  }

  /** True if the table is a sheet that covers the text, not a column next to it. */
  get sheet() {
    return this.dataset.place === "side" && !BESIDE.matches;
  }

  /** The URLs of the rules pages and of the folder with the card faces, and the page's language. */
  get links() {
    const { gamePage, generalPage, faces } = this.dataset;
    return { game: gamePage ?? "", general: generalPage ?? "", faces: faces ?? "", language: language() };
  }

  /** Set the title in the table's header. @param {string | Node} title */
  set heading(title) {
    this.querySelector(".fs-title")?.replaceChildren(title);
  }

  // ---- content

  /** Show a figure on the table.
   * @param {Figure} figure @param {{place?: number, wanted?: boolean, opens?: boolean, state?: object}} [how] `wanted`: the
   * reader asked for it; `opens`: it is the page's first content
   * @returns {Promise<boolean>} whether the figure could be fetched */
  async put(figure, how = {}) {
    const { place = 0, wanted = false, state = { place } } = how;
    const putting = ++this.#putting;
    if (wanted) this.touch(); // immediately, so that scrolling doesn't change the content meanwhile
    const brought = await bring(figure).catch((/** @type {Error} */ error) => error);
    if (putting !== this.#putting || this.#leaving?.signal.aborted) return true;
    if (brought instanceof Error) return this.#miss(brought.message, figure, how);
    this.#show(figure, ...brought);
    this.mode?.start(state);
    if (!wanted) return true;
    this.open();
    focusOn("fs-lead");
    return true;
  }

  /** Handle a figure that can't be fetched. Show the error if the reader asked for the figure or the page opens with it.
   * @param {string} message @param {Figure} figure @param {{wanted?: boolean, opens?: boolean}} how */
  #miss(message, figure, how) {
    if (how.wanted) this.open();
    if (how.wanted || how.opens) tellFault(this, message, () => this.put(figure, { ...how, wanted: true }));
    const again = how.wanted && this.sheet ? this.querySelector(".fs-engine button") : null;
    focusInPlace(again);
    return false;
  }

  /** @param {Figure} figure @param {FigureContent} content @param {AnyMode} Mode */
  #show(figure, content, Mode) {
    this.mode?.leave();
    if (figure.id !== wish()?.id && content.kind !== "puzzle") this.forgetLink(); // a puzzle sets the URL itself
    clearFault(this);
    for (const each of document.querySelectorAll("fs-figure[data-on]")) each.removeAttribute("data-on");
    figure.dataset.on = "";
    this.dataset.kind = content.kind;
    this.querySelector(".fs-kind")?.replaceChildren(content.called);
    this.heading = content.title;
    this.closeMore();
    this.side.querySelector(".fs-authors")?.remove();
    this.places.forget();
    this.mode = new Mode(this, figure, content);
  }

  /** Show the content that a link requests, the content stored when this tab left the page, or the page's first figure. */
  async begin() {
    if (this.dataset.place === "course") return; // the course chooses the content
    const linked = wish();
    const opening = this.#openWith(figureAt(this.dataset.figure));
    const kept = await keptHere();
    const [wanted, left] = [figureAt(linked?.id), figureAt(kept?.figure)];
    if (wanted && linked && !(left && liesAsked(kept, linked))) return this.#follow(wanted, linked);
    await (left && kept ? this.#goBackTo(left, kept) : opening);
    if (linked && !wanted) tellFault(this, LOST);
  }

  /** @param {Figure} figure @param {import("./saved-table.js").Kept} kept */
  async #goBackTo(figure, { asked = "", state, touched }) {
    [this.#asked, this.returning] = [asked, touched];
    if (await this.put(figure, { state, opens: touched })) this.touched = touched;
    this.returning = false;
  }

  /** @param {Figure} figure @param {{kind: string, rest: string}} linked */
  async #follow(figure, { kind, rest }) {
    const own = () => import("./language-redirect.js").then(({ ownEdition }) => ownEdition(), () => "");
    const friendly = kind === "hand" && !keptHand(figure.id) ? await own() : "";
    if (friendly) return location.replace(friendly + location.hash);
    if (kind === "hand" || kind === "puzzle") this.#asked = location.hash;
    else forgetWish();
    await this.put(figure, { wanted: true, state: { link: rest } });
    this.bring();
  }

  /** Remove the opened link from the URL, because the table's content has changed. */
  forgetLink() {
    if (this.#asked && this.#asked === location.hash) forgetWish();
    this.#asked = "";
  }

  /** Set up the page's first figure, which the page's HTML already shows on the table. @param {Figure | null} figure */
  async #openWith(figure) {
    if (!figure || this.mode) return;
    if (figure.kind === "practice") {
      await this.put(figure, { opens: true });
      return;
    }
    figure.dataset.on = "";
    const begin = button(PUTS[figure.kind], () => figure.put(0), { class: "fs-main", id: "fs-do-begin" });
    fill(this.bar, gap(), begin);
  }

  /** Record that the reader has interacted with the table, so that it stops following the scroll position. */
  touch() {
    this.touched = true;
  }

  /** Store the table's content for this tab. */
  keep() {
    const { mode, touched, returning } = this;
    if (mode) keepTable({ figure: mode.figure.id, touched: touched || returning, state: mode.state(), asked: this.#asked });
  }

  // ---- showing

  /**
   * Replace the stage and animate the cards to their new positions.
   * @param {string} html
   * @param {import("../shared/dom.js").Child[]} [bar] toolbar buttons that replace the engine's
   * @param {{say?: string, focus?: string, still?: boolean, dealt?: boolean}} [how]
   */
  async show(html, bar, { say: said = "", focus = "", still = false, dealt = false } = {}) {
    if (location.pathname !== this.#page) return; // the reader is leaving the page, so its relative URLs would be wrong
    const next = fromHtml(html);
    if (bar) fill(one(next, ":scope > .fs-bar"), bar);
    staySwept(this.stage, next);
    clearFault(this);
    const motion = still ? null : new Motion(this.stage);
    const within = this.contains(document.activeElement) || document.activeElement === document.body;
    morph(this.stage, next);
    this.#more.tell();
    roveHands(this.stage);
    this.places.keep(dealt);
    this.places.look();
    learnTongues(this.stage);
    say(said);
    if (within) this.#focus(focus);
    shake(this.stage);
    this.keep();
    await motion?.run(this.stage);
  }

  /** Move the focus to the element with the given id. If no id is given and the focus was lost, restore it.
   * @param {string} wanted */
  #focus(wanted) {
    if (wanted) focusOn(wanted);
    else if (document.activeElement === document.body && this.touched && (this.hasAttribute("data-open") || !this.sheet)) {
      focusOn("fs-lead");
    }
  }

  // ---- placement

  #furnish() {
    const head = one(this, ":scope > .fs-head");
    if (head.querySelector("button")) return;
    head.append(
      button(icon("more"), () => this.#more.open(), { id: "fs-more", class: "fs-more", "aria-label": "More", title: "More" }),
      button(icon("enlarge"), () => this.enlarge(),
        { class: "fs-enlarge", "aria-label": "Fill the window", title: "Fill the window (F)" }),
      button(icon("cross"), () => this.close(), { class: "fs-close", "aria-label": "Close the table", title: "Close (Esc)" }));
    this.#pullAway(head);
  }

  /** Update the table for the window's width: as a sheet or next to the text. */
  #settle() {
    const open = this.hasAttribute("data-open");
    this.inert = this.sheet && !open;
    layOver(this, this.hasAttribute("data-full") || (this.sheet && open));
  }

  open() {
    if (!this.sheet) return;
    this.dataset.open = "";
    this.#settle();
    scrollAbove(this, this.mode?.figure);
  }

  /** Leave the full-window view, or close the sheet. */
  close() {
    if (this.hasAttribute("data-full")) return this.enlarge(false);
    this.removeAttribute("data-open");
    this.#settle();
    focusInPlace(this.mode?.figure.querySelector(".fs-put, .fs-show"));
  }

  closeMore() {
    this.#more.close();
  }

  /** Scroll the table into view. */
  bring() {
    this.scrollIntoView({ block: "nearest" });
  }

  enlarge(full = !this.hasAttribute("data-full")) {
    this.toggleAttribute("data-full", full);
    document.documentElement.toggleAttribute("data-fs-over", full);
    this.closeMore();
    this.#settle();
    this.touch();
  }

  /** Let the reader close the sheet by swiping down on its header. @param {HTMLElement} head */
  #pullAway(head) {
    let from = 0;
    const signal = this.#leaving?.signal;
    head.addEventListener("touchstart", (event) => (from = event.touches[0].clientY), { signal, passive: true });
    head.addEventListener("touchend", (event) => {
      if (this.sheet && event.changedTouches[0].clientY - from > 60) this.close();
    }, { signal, passive: true });
  }

  // ---- input

  /** @param {MouseEvent} event */
  #pressed(event) {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
    if (!(pressed instanceof HTMLElement)) return;
    this.touch();
    if (pressed.dataset.do === "unfold") this.places.unfold();
    else if (pressed.dataset.do === "unfold-hand") this.places.unfoldHand(pressed);
    else if (pressed.dataset.do === "more") this.#more.open();
    else if (pressed.getAttribute("aria-disabled") !== "true" || ("value" in pressed.dataset && !pressed.closest(".fs-bar"))) {
      this.closeMore();
      this.#press(pressed.dataset.do ?? "", pressed.dataset.value ?? "", pressed);
    }
  }

  /** Close the sheet after a click on the text behind it. That text is inert, so the event's target is an ancestor of the
   * table.
   * @param {MouseEvent} event */
  #pressedBehind({ target }) {
    const around = /** @type {Node} */ (target);
    if (this.sheet && this.hasAttribute("data-open") && around !== this && around.contains(this)) this.close();
  }

  /** Forward an action to the course or the mode. If the table has no mode yet, load the page's first figure.
   * @param {string} deed @param {string} value @param {HTMLElement} pressed */
  async #press(deed, value, pressed) {
    if (this.lesson?.press(deed)) return;
    const own = this.mode ? null : figureAt(this.dataset.figure);
    if (own) await this.put(own, { wanted: true });
    this.mode?.press(deed, value, pressed);
  }

  /** Handle keys while the focus is in the table. @param {KeyboardEvent} event */
  #key(event) {
    if (moveInHand(event)) return;
    const key = plainKey(event);
    if (key === "Escape" && this.places.fold()) return claim(event);
    if (key === "f") this.enlarge();
    else if (!key || !this.mode?.key(key, /** @type {HTMLElement} */ (event.target))) return;
    this.touch();
    claim(event);
  }

  /** @param {KeyboardEvent} event */
  #pageKey(event) {
    const chosen = this.side.contains(/** @type {Node} */ (event.target)); // a form without text fields, so Escape is free
    if ((chosen ? event.key : plainKey(event)) !== "Escape") return;
    if (this.hasAttribute("data-more")) this.closeMore();
    else if (this.hasAttribute("data-full") || this.hasAttribute("data-open")) this.close();
    else return;
    claim(event);
  }
}

/** Return a figure's content and the class of its mode. @param {Figure} figure @returns {Promise<[FigureContent, AnyMode]>} */
async function bring(figure) {
  const missed = () => {
    throw new Error("This could not be fetched: the site may be newer than this page. Reload the page.");
  };
  const mode = MODES[figure.kind]().catch(missed); // in parallel with the content, which is usually of this kind
  const content = await figure.content();
  return [content, await (content.kind === figure.kind ? mode : MODES[content.kind]().catch(missed))];
}

/** Return the state that this tab stored when it left the page. The parser is imported on demand. */
const keptHere = async (written = keptTable()) =>
  written ? import("./saved-table.js").then(({ readTable }) => readTable(written), () => null) : null;

/** Return whether the stored state belongs to the opened link. For a puzzle, any link to it matches.
 * @param {import("./saved-table.js").Kept | null} kept @param {{kind: string, id: string}} linked */
const liesAsked = (kept, linked) => kept?.asked === location.hash || (linked.kind === "puzzle" && kept?.figure === linked.id);

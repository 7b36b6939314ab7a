/**
 * The one table of a page. Figures of the text are put on it; it follows the reading until the reader touches it, then
 * stays as it is. Beside the text where there is room, else a sheet over it; enlarged it fills the window.
 *
 * What lies on it is a mode: a worked example, a question, a hand. A mode fills the stage and hears what is pressed.
 *
 * @typedef {import("./figure.js").FollowSuitFigure} Figure
 * @typedef {import("./question-mode.js").Question} Question
 */

import { clearFault, tellFault } from "./ask-engine.js";
import {
  button, claim, focusOn, forgetWish, fromHtml, icon, learnTongues, make, morph, moveInHand, one, plainKey, roveHands, say, wish,
} from "../shared/dom.js";
import { closedByBack } from "./closed-by-back.js";
import { Example } from "./example-mode.js";
import { figureAt, PUTS } from "./figure.js";
import { foresee } from "./early-start.js";
import { keepTable, keptHand, keptTable } from "../shared/storage.js";
import { More } from "./more.js";
import { Motion, shake, staySwept } from "./card-motion.js";
import { Places } from "./places.js";
import { followReading } from "./follow-reading.js";
import { layOver } from "./lay-over.js";
import { language } from "../shared/translation.js";

/** @typedef {new (table: FollowSuitTable, figure: Figure, content: FigureContent) => import("./mode.js").Mode} AnyMode */

/**
 * What may lie here; all but examples come when something of their kind is put on the table.
 * @type {Record<ScenarioKind, () => Promise<AnyMode>>}
 */
const MODES = {
  example: () => Promise.resolve(Example),
  quiz: () => import("./question-mode.js").then(({ Question }) => Question),
  puzzle: () => import("./puzzle-mode.js").then(({ Puzzle }) => Puzzle),
  practice: () => import("./hand-mode.js").then(({ Hand }) => Hand),
};
const LOST = "The link leads to something that this page doesn't have: the link is damaged, or the site was changed.";
/** Below this width of the window the table is a sheet. */
const BESIDE = matchMedia("(min-width: 68.75em)");
/** From this width on, what stands behind “More” stands beside a table that has the page. */
const ROOMY = matchMedia("(min-width: 62.5em)");
const UPRIGHT = matchMedia("(orientation: portrait)");

export class FollowSuitTable extends HTMLElement {
  /** @type {AbortController | undefined} ends every listener when the table leaves the page */
  #leaving;
  /** @type {import("./mode.js").Mode | undefined} */
  mode;
  /** The course that a question is part of: it has buttons of its own, and hears how questions were answered.
   * @type {{bar(question: Question): Node[] | null, answered(right: boolean, again: boolean): void, press(deed: string): boolean,
   *  beside: {level: string, taught: string[]}} | null} */
  lesson = null;
  touched = false;
  returning = false; // whether what the reader had in hand before a reload is on its way
  #page = location.pathname;
  #putting = 0;
  /** The part of the address that brought what lies here: it stays, so that it can be passed on. */
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
    // who turns the phone in a hand goes on with it
    UPRIGHT.addEventListener("change", () => this.hasAttribute("data-playing") && this.bring(), { signal });
    addEventListener("hashchange", () => wish() && this.#begin(), { signal });
    foresee(this, signal);
    closedByBack(this, signal);
    if (this.dataset.place === "side") followReading(this, signal);
    this.#settle();
    this.#begin();
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

  /** Whether the table is a sheet that comes up over the text. */
  get sheet() {
    return this.dataset.place === "side" && !BESIDE.matches;
  }

  /** The pages that rule links lead to, the folder of the card faces, and the language. */
  get links() {
    const { gamePage, generalPage, faces } = this.dataset;
    return { game: gamePage ?? "", general: generalPage ?? "", faces: faces ?? "", language: language() };
  }

  /** What lies here, in the head. @param {string} title */
  set heading(title) {
    this.querySelector(".fs-title")?.replaceChildren(title);
  }

  // ---- what lies on it

  /** Puts a figure on the table.
   * @param {Figure} figure @param {{place?: number, wanted?: boolean, opens?: boolean, state?: object}} [how] `wanted` by the
   * reader; `opens`: the page has nothing else for its table
   * @returns {Promise<boolean>} whether it could be had */
  async put(figure, how = {}) {
    const { place = 0, wanted = false, state = { place } } = how;
    const putting = ++this.#putting;
    if (wanted) this.touch(); // now: what the reading would bring must not come in between
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

  /** A figure can't be had; that is told where the reader or the page wants it.
   * @param {string} message @param {Figure} figure @param {{wanted?: boolean, opens?: boolean}} how */
  #miss(message, figure, how) {
    if (how.wanted) this.open();
    if (how.wanted || how.opens) tellFault(this, message, () => this.put(figure, { ...how, wanted: true }));
    const again = how.wanted && this.sheet ? this.querySelector(".fs-engine button") : null;
    /** @type {HTMLElement | null} */ (again)?.focus({ preventScroll: true });
    return false;
  }

  /** @param {Figure} figure @param {FigureContent} content @param {AnyMode} Mode */
  #show(figure, content, Mode) {
    this.mode?.leave();
    if (figure.id !== wish()?.id && content.kind !== "puzzle") this.forgetLink(); // a puzzle has an address of its own
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

  /** A link's wish, what lay here when the page was left, or the figure that the page opens with. */
  async #begin() {
    const linked = wish();
    const opening = this.#openWith(figureAt(this.dataset.figure));
    if (this.dataset.place === "course") return; // which says what lies here
    const kept = await keptHere();
    const [wanted, left] = [figureAt(linked?.id), figureAt(kept?.figure)];
    if (wanted && linked && !(left && liesAsked(kept, linked))) return this.#follow(wanted, linked);
    await (left && kept ? this.#goBackTo(left, kept) : opening);
    if (linked && !wanted) tellFault(this, LOST);
  }

  /** @param {Figure} figure @param {import("./kept-table.js").Kept} kept */
  async #goBackTo(figure, { asked = "", state, touched }) {
    [this.#asked, this.returning] = [asked, touched];
    if (await this.put(figure, { state, opens: touched })) this.touched = touched;
    this.returning = false;
  }

  /** @param {Figure} figure @param {{kind: string, rest: string}} linked */
  async #follow(figure, { kind, rest }) {
    const own = () => import("./edition.js").then(({ ownEdition }) => ownEdition(), () => "");
    const friendly = kind === "hand" && !keptHand(figure.id) ? await own() : "";
    if (friendly) return location.replace(friendly + location.hash);
    if (kind === "hand" || kind === "puzzle") this.#asked = location.hash;
    else forgetWish();
    await this.put(figure, { wanted: true, state: { link: rest } });
    this.bring();
  }

  /** Something else lies here by now than what the link brought. */
  forgetLink() {
    if (this.#asked && this.#asked === location.hash) forgetWish();
    this.#asked = "";
  }

  /** The page's own first figure lies here already: what belongs to it comes when it is needed. @param {Figure | null} figure */
  async #openWith(figure) {
    if (!figure || this.mode) return;
    if (figure.kind === "practice") {
      await this.put(figure, { opens: true });
      return;
    }
    figure.dataset.on = "";
    const begin = button(PUTS[figure.kind], () => figure.put(0), { class: "fs-main", id: "fs-do-begin" });
    this.bar.replaceChildren(make("span", { class: "fs-gap" }), begin);
  }

  /** The reader has the table in hand: it doesn't follow the reading any more. */
  touch() {
    this.touched = true;
  }

  /** Remembers what lies here, for this tab. */
  keep() {
    const { mode, touched, returning } = this;
    if (mode) keepTable({ figure: mode.figure.id, touched: touched || returning, state: mode.state(), asked: this.#asked });
  }

  // ---- showing

  /**
   * Lays a stage over the one before, the cards moving to their places.
   * @param {string} html
   * @param {Node[]} [bar] the client's own buttons
   * @param {{say?: string, focus?: string, still?: boolean, dealt?: boolean}} [how]
   */
  async show(html, bar, { say: said = "", focus = "", still = false, dealt = false } = {}) {
    if (location.pathname !== this.#page) return; // it is being left: its addresses would be seen from the next page
    const next = fromHtml(html);
    if (bar) one(next, ":scope > .fs-bar").replaceChildren(...bar);
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

  /** The focus goes where the answer wants it, and is never lost. @param {string} wanted */
  #focus(wanted) {
    if (wanted) focusOn(wanted);
    else if (document.activeElement === document.body && this.#inUse()) focusOn("fs-lead");
  }

  #inUse() {
    return this.touched && (this.hasAttribute("data-open") || !this.sheet);
  }

  // ---- where it stands

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

  /** Between sheet and place beside the text, as the window's width wants. */
  #settle() {
    const open = this.hasAttribute("data-open");
    this.inert = this.sheet && !open;
    layOver(this, this.hasAttribute("data-full") || (this.sheet && open));
  }

  /** Comes up over the text. */
  open() {
    if (!this.sheet) return;
    this.dataset.open = "";
    this.#settle();
  }

  /** Goes back from the window to its place, or from over the text. */
  close() {
    if (this.hasAttribute("data-full")) return this.enlarge(false);
    this.removeAttribute("data-open");
    this.#settle();
    const strip = this.mode?.figure.querySelector(".fs-put, .fs-show");
    if (strip) /** @type {HTMLElement} */ (strip).focus({ preventScroll: true });
  }

  /** What lay over the table is put away. */
  closeMore() {
    this.#more.close();
  }

  /** Into view, all of it: where the eyes are. */
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

  /** A sheet is pulled away by its head. @param {HTMLElement} head */
  #pullAway(head) {
    let from = 0;
    const signal = this.#leaving?.signal;
    head.addEventListener("touchstart", (event) => (from = event.touches[0].clientY), { signal, passive: true });
    head.addEventListener("touchend", (event) => {
      if (this.sheet && event.changedTouches[0].clientY - from > 60) this.close();
    }, { signal, passive: true });
  }

  // ---- what is pressed

  /** @param {MouseEvent} event */
  #pressed(event) {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
    if (!(pressed instanceof HTMLElement)) return;
    this.touch();
    if (pressed.dataset.do === "unfold") this.places.unfold();
    else if (pressed.dataset.do === "unfold-hand") this.places.unfoldHand(pressed);
    else if (pressed.dataset.do === "more") this.#more.open();
    else if (pressed.getAttribute("aria-disabled") !== "true" || !pressed.closest(".fs-bar")) {
      this.closeMore();
      this.#press(pressed.dataset.do ?? "", pressed.dataset.value ?? "", pressed);
    }
  }

  /** Who presses what a sheet lies over wants it back: that takes no part, so what is around both hears of it.
   * @param {MouseEvent} event */
  #pressedBehind({ target }) {
    const around = /** @type {Node} */ (target);
    if (this.sheet && this.hasAttribute("data-open") && around !== this && around.contains(this)) this.close();
  }

  /** The page's own first figure begins with the press.
   * @param {string} deed @param {string} value @param {HTMLElement} pressed */
  async #press(deed, value, pressed) {
    if (this.lesson?.press(deed)) return;
    const own = this.mode ? null : figureAt(this.dataset.figure);
    if (own) await this.put(own, { wanted: true });
    this.mode?.press(deed, value, pressed);
  }

  /** A single letter means something only while the focus is here. @param {KeyboardEvent} event */
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
    const chosen = this.side.contains(/** @type {Node} */ (event.target)); // what is chosen there takes no text
    if ((chosen ? event.key : plainKey(event)) !== "Escape") return;
    if (this.hasAttribute("data-more")) this.closeMore();
    else if (this.hasAttribute("data-full") || this.hasAttribute("data-open")) this.close();
    else return;
    claim(event);
  }
}

/** What a figure brings, and the mode that it lies in. @param {Figure} figure @returns {Promise<[FigureContent, AnyMode]>} */
async function bring(figure) {
  const missed = () => {
    throw new Error("This could not be fetched: the site may be newer than this page. Reload the page.");
  };
  const mode = MODES[figure.kind]().catch(missed); // beside the content, which is mostly of the same kind
  const content = await figure.content();
  return [content, await (content.kind === figure.kind ? mode : MODES[content.kind]().catch(missed))];
}

/** Reads what this tab kept when it left the page, as the storage holds it now; the module that reads it is rarely needed. */
const keptHere = async (written = keptTable()) =>
  written ? import("./kept-table.js").then(({ readTable }) => readTable(written), () => null) : null;

/** Whether what lay here is what a link asks for: a puzzle is gone on with.
 * @param {import("./kept-table.js").Kept | null} kept @param {{kind: string, id: string}} linked */
const liesAsked = (kept, linked) => kept?.asked === location.hash || (linked.kind === "puzzle" && kept?.figure === linked.id);

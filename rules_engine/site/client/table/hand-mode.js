/** A practice hand. Python plays it; this module shows it and stores it in the browser and in links. */

import { action, all, fill, focusOn, freshSeed, gap, make, one, say, SHARES, updateAttribute } from "../shared/dom.js";
import { engine } from "../python/engine.js";
import { entryOf } from "../shared/entries.js";
import { ask } from "./ask-engine.js";
import { judge, ponder, speaksUp, thinkOn } from "./coach.js";
import { HandEnding } from "./hand-ending.js";
import { chosenOf, folded, offerTables, settings } from "./hand-settings.js";
import { greet, noteHand } from "./first-hand.js";
import { keepHand, leftHand, onOtherHand } from "./saved-hand.js";
import { isWhole } from "../shared/base64url.js";
import { keptHand } from "../shared/storage.js";
import { EXPORTS, Mode } from "./mode.js";
import { Opening } from "./prebuilt-trick.js";
import { lyingTrick, speed, sweepTrick } from "./card-motion.js";
import { chosenVariant } from "./variant-choice.js";

const KEYS = new Map([["u", "undo"], ["n", "next"], ["l", "last"], ["h", "hint"]]);
/** Pause between two cards, as a fraction of the duration of a card's movement. */
const BREATH = 0.6;

/** @typedef {{op: "resume", save: string, friend?: boolean}} Resumed */
/** @typedef {(Omit<PracticeMessage, "level"> | Resumed | {op: "do", do: string, value?: string})} Wish */

export class Hand extends Mode {
  save = "";
  picked = "";
  back = false;
  #clock = 0;
  #ending = new HandEnding(this.table);
  /** True if the reader has chosen a variant or a number of players that differs from the page's. */
  changed = false;
  /** The saved state of the reader's own hand. */
  kept = "";
  /** True if the table shows a friend's hand. */
  guest = false;
  /** True if a new game would end an unfinished hand in which the reader has moved. */
  underWay = false;
  #told = new Set();
  /** True if Python has been asked to continue a hand that was dealt at build time. */
  #coming = false;
  #opening = new Opening(this.table, this.figure.id);
  #leaving = new AbortController();
  /** Messages since the reader's last turn. They are announced together, since a screen reader would drop all but the last. */
  #untold = "";

  /** @param {{save?: string, guest?: boolean, link?: string}} state */
  start({ save = "", guest = false, link = guest ? save : undefined }) {
    this.#furnish();
    onOtherHand(this.figure.id, (other) => this.#elsewhere(other), this.#leaving.signal);
    this.#offer((!guest && save) || keptHand(this.figure.id), link === undefined);
    if (link !== undefined) this.#visit(link);
    else if (this.kept && engine.state === "ready") this.#send({ op: "resume", save: this.kept });
  }

  get linkState() {
    return this.save || this.kept;
  }

  state() {
    return { save: this.save || this.kept, guest: this.guest };
  }

  leave() {
    super.leave();
    clearTimeout(this.#clock);
    this.#leaving.abort();
    this.#welcome(false);
  }

  /** Show the table before play starts, with buttons to deal or resume. @param {string} kept @param {boolean} [shown] */
  #offer(kept, shown = true) {
    const bar = kept
      ? [action("new", "New hand"), gap(), action("resume", "Resume your hand", { main: true })]
      : [action("more", "Options"), gap(), action("new", "Deal and play", { main: true })];
    this.kept = kept;
    const left = leftHand(this.figure.id, kept, this.table.links.faces);
    this.underWay = kept !== "" && left.underWay;
    if (left.html && shown) this.#showLeft(left.html);
    fill(this.table.bar, bar);
    greet(this);
  }

  /** Show the stored hand, dimmed, until Python has loaded it. @param {string} html */
  #showLeft(html) {
    this.table.show(html, [], { still: true });
    this.table.stage.dataset.left = "";
    const [slip, id] = [this.table.stage.querySelector(".fs-slip"), !this.#ending.panel && "fs-lead"];
    if (slip) fill(slip, make("p", { class: "fs-lead", id }, "Your hand lies here as you left it."));
  }

  /** Show a friend's hand. The reader's own hand remains stored. @param {string} save */
  async #visit(save) {
    this.guest = true;
    this.#welcome(true);
    if (save.startsWith("fs1.") && !isWhole(save)) return this.#refuse("The link is damaged: part of it is missing or changed.");
    this.tell("A friend sends you a hand. It comes in a moment.");
    await this.#send({ op: "resume", save, friend: true });
    if (this.left) return;
    if (!this.save && this.table.querySelector(".fs-again")) this.tell("A friend sends you a hand, but it can't be shown now.");
    else if (!this.save) this.#refuse("A friend sends you a hand, but it can't be shown here.");
    this.table.bring();
  }

  /** Show an error for a friend's hand that can't be loaded, and offer the reader's own hand. @param {string} why */
  #refuse(why) {
    this.#claim();
    this.#offer(this.kept);
    this.tell(why);
  }

  /** Show or remove the bar above a friend's hand, with buttons to go back or to keep the hand. @param {boolean} here */
  #welcome(here) {
    this.table.querySelector(":scope > .fs-guest")?.remove();
    if (!here) return;
    this.table.stage.before(make("div", { class: "fs-guest" }, make("b", {}, "A friend's hand"),
      this.kept && [action("home", "Back to your own hand"), action("adopt", "Keep this one")]));
  }

  /** Make the hand on the table the reader's own. */
  #claim() {
    this.guest = false;
    this.#welcome(false);
    this.table.forgetLink();
  }

  #adopt() {
    this.#claim();
    this.underWay = true;
    return this.#send({ op: "do", do: "now" });
  }

  /** Handlers for actions that aren't passed straight to Python. @type {Record<string, (element: HTMLElement) => void>} */
  #deeds = {
    new: () => this.underWay ? this.#askNew() : this.deal(),
    "deal-new": () => this.deal(),
    stay: (element) => this.save ? this.#do("now", "", element) : this.#offer(this.kept),
    resume: () => this.#resume(),
    home: () => this.#resume(),
    adopt: () => this.#adopt(),
    mark: (element) => this.#mark(element),
    give: () => this.#give(),
    ...Object.fromEntries(EXPORTS.map((kind) => [kind, () => this.#record(kind)])),
    own: ({ dataset }) => this.fetched(import("./own-puzzles.js")).then((own) => own?.setPuzzle(this, Number(dataset.value))),
  };

  /** @param {string} deed @param {string} value @param {HTMLElement} element */
  press(deed, value, element) {
    const begun = this.save || this.kept;
    if (entryOf(this.#deeds, deed)) entryOf(this.#deeds, deed)?.(element);
    else if (deed === "link" && begun) this.copyLink("hand", begun);
    else if (deed === "next" && lyingTrick(this.table.stage)) sweepTrick(this.table.stage);
    else if (this.save) this.#do(deed, value, element);
    else if (!element.closest(".fs-stage")) this.tell(this.#first);
    else if (this.kept) this.#resume();
    else if (element.closest(".fs-hand")) this.deal(); // a click on the hand deals
  }

  /** Prompt for actions that need a hand when none is in progress. */
  get #first() {
    return this.kept ? "Resume your hand first." : "Deal and play first.";
  }

  /** Ask the reader to confirm that a new game ends this one. */
  #askNew() {
    clearTimeout(this.#clock);
    this.tell("A new game ends the one that you have here.");
    fill(this.table.bar, action("stay", "Keep it"), gap(), action("deal-new", "Deal a new game", { main: true }));
    focusOn("fs-do-stay");
  }

  /** Warn the reader that another tab is playing this hand or has replaced it. @param {string} save */
  #elsewhere(save) {
    if (this.save && save !== this.save && !this.guest) {
      this.#once("You play in another tab too: what you do last, in whichever, is kept.");
    }
  }

  /** Add a message to the slip, the table's message panel, unless it was added before. @param {string} told */
  #once(told) {
    if (this.#told.size === this.#told.add(told).size) return;
    this.table.stage.querySelector(".fs-slip")?.append(make("p", {}, told));
    this.table.places.look();
    say(told);
  }

  /** Send an action. If a card is selected, Undo only deselects it.
   * @param {string} deed @param {string} value @param {HTMLElement} element */
  #do(deed, value, element) {
    if (this.tooEarly(element)) return;
    if (["play", "bid"].includes(deed)) this.#moves();
    const back = deed === "undo" && this.picked;
    this.#send({ op: "do", do: back ? "pick" : deed, value: back || value });
  }

  /** Record that the reader has moved. A friend's hand becomes the reader's own if no other hand is stored. */
  #moves() {
    if (this.guest && this.kept) return;
    if (this.guest) this.#claim();
    this.underWay = true;
  }

  /** @param {string} key @param {HTMLElement} target */
  key(key, target) {
    const card = /** @type {HTMLElement | null} */ (target.closest("button.fs-card"));
    const { first, value } = card?.dataset ?? {};
    if (key === "?" && card) this.press("why", first ?? value ?? "", card);
    else if (key === "Escape" && this.picked) this.press("pick", this.picked, target);
    else return this.#pressButton(this.back && key === "n" ? "now" : KEYS.get(key));
    return true;
  }

  /** Activate the button for a key if it is enabled. Return whether the key has a button. @param {string | undefined} deed */
  #pressButton(deed) {
    const pressed = deed && this.table.bar.querySelector(`#fs-do-${deed}:not([aria-disabled])`);
    if (pressed) this.press(deed, "", /** @type {HTMLElement} */ (pressed));
    return Boolean(deed);
  }

  deal() {
    const { source } = this.content;
    const first = !(this.save || this.kept || this.changed);
    if (this.changed) this.table.heading = "";
    this.underWay = false;
    this.#claim();
    this.#send({
      op: "practice", game: source.game, options: source.options, ...this.#chosen(),
      ...(first ? { seed: Number(source.setup.seed ?? freshSeed()), setup: source.setup } : { seed: freshSeed() }),
    });
  }

  /** Resume the stored hand and scroll the table into view. */
  async #resume() {
    this.#claim();
    await this.#send({ op: "resume", save: this.kept });
    if (!this.left) this.table.bring();
  }

  /** Return the variant and the number of players: the reader's choice, otherwise the page's. */
  #chosen() {
    const { source } = this.content;
    const form = this.table.side.querySelector("form");
    const { variant, players } = form ? Object.fromEntries(new FormData(form)) : {};
    return { variant: variant ? String(variant) : source.variant, players: Number(players) || source.players };
  }

  /** Return a prebuilt response for the first trick if Python isn't ready, otherwise null.
   * @template {keyof Operations} Op @param {Question<Op>} question @returns {Promise<Operations[Op]["answer"] | null>} */
  async prepared(question) {
    if (engine.state === "ready" || !("level" in question) || question.level !== "plain") return null;
    const answer = await this.#opening.answer(/** @type {Question<"practice" | "resume" | "do">} */ (question));
    return /** @type {Operations[Op]["answer"] | null} */ (answer);
  }

  /** Start Python, which continues the hand from the prebuilt response. */
  #come() {
    this.#coming = true;
    ask(this.table, { op: "resume", save: this.save }, () => this.#come(), true);
  }

  /** @param {Wish} wish */
  async #send(wish) {
    clearTimeout(this.#clock);
    const level = this.table.lesson?.beside ?? { level: chosenOf("level") };
    const doubts = speaksUp(this.table) ? { doubts: true } : {};
    const beside = { save: this.save, picked: this.picked, seed: freshSeed(), ...level, ...doubts, ...wish };
    const [answer] = await Promise.all([this.ask(beside, () => this.#send(wish)), this.#ending.sweep(wish)]);
    if (answer) await this.#show(answer);
  }

  /** @param {HandAnswer} answer */
  async #show(answer) {
    const [{ asked }, moved] = [this, answer.save !== this.save];
    const ends = this.#ending.isReachedBy(answer, this.save);
    [this.save, this.picked, this.back] = [answer.save, answer.picked, answer.back];
    if (answer.finished && !this.guest) this.underWay = false;
    this.table.dataset.playing = "";
    if (answer.side) this.side.innerHTML = answer.side;
    const [later, told] = [answer.running && !isAwaited(answer), `${this.#untold} ${answer.say}`.trim()];
    this.#untold = later ? told : "";
    const shown = this.table.show(answer.html, undefined, { ...answer, say: later ? "" : told });
    if (isAwaited(answer)) offerGo(this.table.bar);
    this.#laidOut(answer, ends);
    if (!this.guest && !this.back) this.#keep(answer);
    this.pressWaiting();
    await shown;
    if (!this.left && asked === this.asked) this.#goOn(answer, moved);
  }

  /** Scroll a new hand into view, animate a new result, and start Python if the response was prebuilt.
   * @param {HandAnswer} answer @param {boolean} ends */
  #laidOut({ side, dealt }, ends) {
    if (ends) this.#ending.celebrate();
    if (side) this.side.scrollTop = this.side.scrollHeight; // to the latest trick
    if (dealt) this.table.bring();
    if (this.#opening.answered && !this.#coming) this.#come();
  }

  /** Store the hand, including its score and the match score. @param {HandAnswer} answer */
  #keep(answer) {
    const { save, html } = answer;
    this.kept = save;
    noteHand(this, answer);
    const isKept = keepHand(this.figure.id, save, { html, faces: this.table.links.faces, underWay: this.underWay });
    if (!isKept) this.#once("This browser keeps nothing here: a reload forgets your hand.");
  }

  /** Proceed without the reader: run the coach, or let the other players move after a pause.
   * @param {HandAnswer} answer @param {boolean} moved */
  #goOn(answer, moved) {
    if (isAwaited(answer)) return;
    if (answer.thinking) return thinkOn(this, answer.thinking);
    if (answer.turn && moved) return this.#turn();
    if (this.#ending.panel) return judge(this, this.#ending.panel);
    const wait = answer.running ? this.table.places.pause(speed() * BREATH) : answer.waiting ? Number(chosenOf("wait")) : 0;
    const lies = answer.turn && Number(chosenOf("wait"));
    if (lies) this.#clock = window.setTimeout(() => sweepTrick(this.table.stage), lies);
    if (answer.running || wait) this.#clock = window.setTimeout(() => this.#send({ op: "do", do: "go" }), wait);
  }

  /** Start the reader's turn: request a hint, run the coach in the background, or do nothing, depending on the settings. */
  #turn() {
    if (chosenOf("coach") === "always") return this.#send({ op: "do", do: "hint" });
    return speaksUp(this.table) ? ponder(this) : undefined;
  }

  /** Mark or unmark a card to pass. @param {HTMLElement} card */
  #mark(card) {
    this.asked++; // otherwise the coach's pending response would remove the mark
    const marked = card.getAttribute("aria-pressed") !== "true";
    card.setAttribute("aria-pressed", String(marked));
    const give = this.table.bar.querySelector("#fs-do-give");
    const [count, wanted] = [this.#marked().length, Number(give?.getAttribute("data-count"))];
    say(`${count} of ${wanted} marked.`);
    if (give) updateAttribute(give, "aria-disabled", count !== wanted && "true");
  }

  /** Export the hand, and show the result on the table. @param {string} kind */
  #record(kind) {
    if (this.save) this.record(kind, { save: this.save });
    else this.tell(this.#first);
  }

  #marked() {
    return all(this.table.stage, ".fs-hand [aria-pressed=true]");
  }

  #give() {
    this.#moves();
    this.#send({ op: "do", do: "give", value: this.#marked().map((card) => card.dataset.value).join(",") });
  }

  // ---- side panel

  get side() {
    return one(this.table.side, ".fs-told");
  }

  /** Fill the side panel with the actions and settings. On narrow screens the “More” button opens it. */
  #furnish() {
    const form = /** @type {HTMLFormElement | null} */ (this.figure.querySelector(".fs-choice")?.cloneNode(true) ?? null);
    fill(this.table.side, this.moreHead,
      make("section", { class: "fs-panel fs-this-hand" },
        make("h2", {}, "This hand"),
        make("button", { type: "button", "data-do": "last", class: "fs-less" }, "Last trick"),
        action("because", "Why did they play that?"), action("again", "Same deal again"),
        action("link", SHARES ? "Send a link to this" : "Copy a link to this"), this.atTable),
      make("div", { class: "fs-told" }),
      make("section", { class: "fs-panel" },
        make("h2", {}, "Play"), form,
        make("button", { type: "button", "data-do": "new" }, "New game"),
        folded("Settings", ...settings(Boolean(this.table.dataset.suitColours))),
        folded("Picture", ...this.pictures),
        folded("For authors", action("example", "Save as example"), action("quiz", "Copy as quiz")), this.embedding));
    if (!form) return;
    form.hidden = false;
    const variant = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("variant"));
    if (variant && [...variant.options].some(({ value }) => value === chosenVariant())) {
      variant.value = chosenVariant();
      this.changed = variant.value !== (this.content.source.variant ?? variant.options[0].value);
    }
    form.addEventListener("change", () => {
      this.changed = true;
      offerTables(form);
    });
    offerTables(form);
  }
}

/** Return whether the other players' next move waits for a click by the reader. @param {HandAnswer} answer */
const isAwaited = ({ running, doubt }) => running && (Boolean(doubt) || chosenOf("others") === "press");

/** Replace the toolbar's button for the next move with “Go on”. @param {HTMLElement} bar */
function offerGo(bar) {
  bar.querySelector("#fs-do-next")?.replaceWith(action("go", "Go on", { main: true, id: "next" }));
  focusOn("fs-do-next");
}

/**
 * The score keeper for a game at a real table. This script asks for each hand's result and checks it. The engine computes the
 * score sheet, the next dealer and the end of the game; it starts in the background, and entering hands doesn't require it.
 *
 * @typedef {import("./saved-match.js").Match} Match
 * @typedef {import("./score-validation.js").Told} Told
 * @typedef {import("./saved-match.js").Begin} Begin
 * @typedef {{at: string, value: number | null}} Typing
 */

import { forgetWish, make, one, say, wish } from "../shared/dom.js";
import { isolated, known, rememberRound, roundOf } from "../shared/names.js";
import { onSetElsewhere } from "../shared/storage.js";
import { alsoChanged, asked, beyond, completed, holds, numbers, withDigit, withNumber } from "./score-validation.js";
import * as kept from "./saved-match.js";
import { draw, keyed } from "./score-view.js";
import { askScore, copyText, KIND, saveScore, sendLink, UNKNOWN } from "./score-export.js";

export class FollowSuitScore extends HTMLElement {
  /** @type {ScoreOffer} */
  offer = { game: "", name: "", links: {}, options: {}, choices: [], forms: [] };
  /** @type {Match | null} */
  match = null;
  /** @type {Begin} */
  begin = { variant: "", options: {}, players: [], dealer: 0 };
  /** The hand being edited. @type {{place: number, told: Told} | null} */
  editing = null;
  /** The number whose pad is open, as `KEY:INDEX`. */
  pad = "";
  /** The number being typed. The first digit typed replaces the old value. @type {Typing | null} */
  typing = null;
  /** A message about the last number entered. */
  hint = "";
  more = false;
  note = "";
  /** The engine's error message. */
  fault = "";
  /** The engine's answers, keyed by the hands as JSON; null while pending. @type {Map<string, ScoreAnswer | null>} */
  #answers = new Map();
  /** @type {AbortController | undefined} */
  #leaving;
  #otherTab = new AbortController();

  connectedCallback() {
    if (this.#leaving) return;
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.offer = JSON.parse(one(this, ".fs-source").textContent ?? "{}");
    if (!this.querySelector("#fs-score-here")) this.append(make("div", { id: "fs-score-here" }));
    this.addEventListener("click", (event) => this.#press(event), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.addEventListener("change", ({ target }) => this.#enter(/** @type {HTMLInputElement} */ (target)), { signal });
    addEventListener("hashchange", () => this.#follow(), { signal });
    if (!this.#follow()) this.open(kept.unfinished(this.games));
  }

  disconnectedCallback() {
    this.#leaving?.abort();
    this.#leaving = undefined;
    this.#otherTab.abort();
  }

  /** The stored games whose variant and options this page supports. */
  get games() {
    return kept.evening(this.offer.game).matches.filter((match) => kept.isOf(match, this.offer));
  }

  /** @returns {ScoreChoice} */
  get choice() {
    return kept.choiceFor(this.offer.choices, this.match ?? this.begin);
  }

  /** @param {Match | null} match the game to show; null to set up a new one */
  open(match) {
    this.match = match;
    this.editing = null;
    this.pad = this.note = this.fault = this.hint = "";
    this.typing = null;
    this.more = false;
    this.#answers.clear();
    this.#otherTab.abort();
    this.#otherTab = new AbortController();
    if (match) {
      onSetElsewhere(kept.settingOf(match.id), () => this.#isAhead(), this.#otherTab.signal);
      match.draft = completed(this.form, match.draft);
    } else this.begin = kept.seated(this.offer.choices, { ...this.begin, ...roundOf(this.offer.game) }, known().names);
    this.show();
  }

  /** Handle a link to a stored game, or one that contains a game or the referee's count. */
  #follow() {
    const wanted = wish();
    if (wanted?.kind !== KIND) return false;
    forgetWish();
    if (wanted.id === "counted") this.#count(wanted.rest);
    else if (wanted.rest) this.#bring(kept.readLink(wanted.rest), "The link is damaged: part of it is missing or changed.");
    else this.#bring(kept.kept(wanted.id), UNKNOWN);
    return true;
  }

  /** Open a game from a link or file; keep a different one with its id. @param {Match | null} match @param {string} fault */
  #bring(match, fault) {
    if (!match || !kept.isOf(match, this.offer)) {
      if (!this.match) this.open(null);
      return this.tell(match ? "This is the score of another game: open it on that game's page." : fault);
    }
    const here = kept.kept(match.id);
    if (here && kept.isSame(here, match)) return this.open(here);
    this.open({ ...match, id: here ? kept.newId() : match.id, at: Date.now() });
    return this.#keep();
  }

  /** Enter the referee's count of tricks into the current hand. @param {string} letters */
  #count(letters) {
    const counted = kept.readCounted(letters);
    this.open(kept.unfinished(this.games));
    if (counted && !this.match) {
      this.#way({ variant: counted.variant, players: counted.players });
      this.#start();
    }
    const { told, note } = kept.compared(counted, this.match);
    if (told) this.#tellHand({ ...this.told, ...told });
    this.tell(note);
  }

  #start() {
    rememberRound(this.offer.game, this.begin, this.choice.names);
    this.open(kept.begun(this.offer.game, this.begin));
    this.#keep();
    one(this, ".fs-score-head").scrollIntoView();
  }

  #keep() {
    if (this.match && !kept.keep(this.match)) {
      this.tell("This browser keeps nothing now. Save the score to a file before you leave: press More.");
    }
  }

  /** Load the newer version of the game if another tab has saved one; return whether it has. */
  #isAhead() {
    const { match } = this;
    const there = match && kept.kept(match.id);
    if (!match || !there || there.at <= match.at) return false;
    this.open(there);
    this.tell("Another tab has gone on with this game: here it is.");
    return true;
  }

  // ---- the hand being entered

  get place() {
    return this.editing?.place ?? this.match?.hands.length ?? 0;
  }

  get told() {
    return this.editing?.told ?? this.match?.draft ?? {};
  }

  /** The engine's latest answer about the completed hands. */
  get scored() {
    const { answer, whole } = this.match ? kept.scoredOf(this.match) : { answer: null, whole: false };
    return { answer: answer && kept.completed(answer), whole };
  }

  get dealer() {
    const { answer, whole } = this.scored;
    const next = whole ? answer?.dealer : undefined;
    return answer?.hands[this.place]?.dealer ?? next ?? ((this.match?.dealer ?? 0) + this.place) % this.choice.seats.length;
  }

  get form() {
    return this.offer.forms[this.choice.forms[this.dealer]];
  }

  /** All hands, including the one being entered or edited. */
  get hands() {
    const { editing, match, told } = this;
    const hands = match?.hands ?? [];
    return editing ? hands.map((hand, place) => place === editing.place ? told : hand) : [...hands, told];
  }

  /** @param {Told} told */
  #tellHand(told) {
    if (this.#isAhead() || !this.match) return;
    if (this.editing) this.editing.told = completed(this.form, told);
    else Object.assign(this.match, { draft: completed(this.form, told), at: Date.now() });
    this.#keep();
    this.show();
  }

  /** @param {string} at
   * @param {(value: number | null, ask: Required<Pick<FormField, "least" | "most">>) => number | null} next */
  #number(at, next) {
    const [name, place] = at.split(":");
    const ask = asked(this.form, this.told).find(({ key }) => key === name);
    if (!ask) return;
    const { least = 0, most = 0, who = [] } = ask;
    const value = next(numbers(this.told, name)[Number(place)], { least, most });
    if (value !== null && (value < least || value > most)) return;
    const told = withNumber(this.form, this.told, ask, Number(place), value);
    this.hint ||= alsoChanged(this.told, told, ask, Number(place), this.called);
    this.#tellHand(told);
    say([who.length && this.called(who[Number(place)]), ask.label, value ?? "–", this.hint].filter(Boolean).join(" "));
  }

  /** @param {string} at */
  #digit(at) {
    const [name, place, digit] = at.split(":");
    const where = `${name}:${place}`;
    const ask = asked(this.form, this.told).find(({ key }) => key === name);
    const stands = /\d/.test(digit) ? null : numbers(this.told, name)[Number(place)];
    const value = withDigit(this.typing?.at === where ? this.typing.value : stands, digit);
    this.hint = ask ? beyond(ask, value) : "";
    if (this.hint && value !== null && value > 0 && value > (ask?.least ?? 0)) return this.show();
    this.typing = { at: where, value };
    return this.#number(where, () => this.hint ? null : value);
  }

  #write() {
    const { match, editing, form, told } = this;
    if (!match || !holds(form, told)) return say(one(this, ".fs-score-verdict").textContent ?? "");
    if (this.#isAhead()) return;
    const draft = editing ? match.draft : {};
    this.#put({ ...kept.changed(match, this.hands), draft },
      editing ? `Hand ${editing.place + 1} is changed.` : `Hand ${match.hands.length + 1} is written down.`);
    one(this, ".fs-score-head").scrollIntoView();
  }

  /** Store and show a changed version of the game, and announce the change. @param {Match} match @param {string} told */
  #put(match, told) {
    this.editing = null;
    this.pad = "";
    this.match = match;
    match.draft = completed(this.form, match.draft);
    this.note = "";
    this.#keep();
    this.show();
    say(told);
  }

  // ---- answers

  /** Return the engine's answer about some hands, or null while it is pending. @param {Told[]} hands */
  answerTo(hands) {
    const of = JSON.stringify(hands);
    if (!this.#answers.has(of) && !this.fault) this.#ask(of, hands);
    return this.#answers.get(of) ?? null;
  }

  /** @param {string} of @param {Told[]} hands */
  async #ask(of, hands) {
    const { match, choice } = this;
    if (!match) return;
    this.#answers.set(of, null);
    try {
      const answer = await askScore(this.offer.links, match, choice.seats, hands);
      if (!answer || this.match?.id !== match.id) return;
      this.#answers.set(of, answer);
    } catch (error) {
      this.#answers.delete(of);
      this.fault = error instanceof Error ? error.message : String(error);
    }
    if (this.#leaving) this.show();
  }

  /** Store the engine's answer; after a reload it is requested again, because the language may differ. */
  #settle() {
    const { match, scored } = this;
    const answer = match && this.answerTo(match.hands);
    if (!answer || answer === scored.answer) return;
    match.scored = { of: JSON.stringify(match.hands), answer };
    match.draft = completed(this.form, match.draft); // the form depends on the dealer, so far a guess
    if ((kept.kept(match.id)?.at ?? 0) <= match.at) kept.keep(match);
    if (!scored.whole) say(answer.consequences.map(({ text }) => text).join(" "));
  }

  // ---- input

  /** @param {Event} event */
  #press({ target }) {
    const pressed = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-do]"));
    const { do: deed = "", value = "" } = pressed?.dataset ?? {};
    if (pressed && (deed === "write" || pressed.getAttribute("aria-disabled") !== "true")) this.#do(deed, value);
  }

  /** @param {string} deed @param {string} value */
  #do(deed, value) {
    if (deed !== "digit") this.typing = null;
    this.hint = "";
    this.#deeds.get(deed)?.(value);
  }

  #deeds = new Map(Object.entries(/** @type {Record<string, (value: string) => unknown>} */ ({
    less: (at) => this.#number(at, (value, { least }) => value === null ? Math.max(least, 0) : value - 1),
    more: (at) => this.#number(at, (value, { least }) => value === null ? Math.max(least, 1) : value + 1),
    pad: (at) => {
      this.#turn({ pad: this.pad === at ? "" : at });
      this.querySelector(".fs-score-pad")?.scrollIntoView({ block: "nearest" });
    },
    set: (at) => {
      const [name, place, value] = at.split(":");
      this.pad = "";
      this.#number(`${name}:${place}`, () => Number(value));
      /** @type {HTMLElement | null} */ (this.querySelector(`[data-do=pad][data-value="${name}:${place}"]`))?.focus();
    },
    digit: (at) => this.#digit(at),
    choose: (at) => {
      const [name, place] = at.split(":");
      const option = asked(this.form, this.told).find(({ key }) => key === name)?.options?.[Number(place)];
      if (option) this.#tellHand({ ...this.told, [name]: option.value });
    },
    write: () => this.#write(),
    undo: () => this.match && !this.#isAhead() && this.#put(kept.undone(this.match), "Taken back."),
    edit: (place) => this.#edit(Number(place)),
    strike: () => this.match && this.editing && !this.#isAhead()
      && this.#put(kept.struck(this.match, this.editing.place), `Hand ${this.editing.place + 1} is struck out.`),
    menu: () => this.#turn({ more: !this.more }),
    begin: () => this.open(null),
    start: () => this.#start(),
    open: (id) => this.#bring(kept.kept(id), UNKNOWN),
    forget: (id) => this.open(kept.forget(id)),
    variant: (variant) => this.#way({ variant }),
    players: (count) => this.#way({ players: [...this.begin.players, ...Array(Number(count)).fill("")].slice(0, Number(count)) }),
    option: (which) => this.#way({ options: { ...this.begin.options, ...Object.fromEntries([which.split(":")]) } }),
    dealer: (seat) => this.#way({ dealer: Number(seat) }),
    link: () => sendLink(this),
    text: () => copyText(this),
    save: () => saveScore(this),
    bring: () => one(this, "input[type=file]").click(),
    print: () => print(),
    retry: () => this.#turn({ fault: "" }),
  })));

  /** @param {Partial<Pick<FollowSuitScore, "pad" | "more" | "editing" | "fault">>} to */
  #turn(to) {
    Object.assign(this, { note: "" }, to);
    this.show();
  }

  /** @param {number} place */
  #edit(place) {
    const hand = this.match?.hands[place];
    this.#turn({ pad: "", editing: !hand || this.editing?.place === place ? null : { place, told: hand } });
    one(this, ".fs-score-head")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Partial<Begin>} told */
  #way(told) {
    const { names } = this.choice;
    const wanted = { ...this.begin, ...told };
    wanted.players = wanted.players.map((name) => names.includes(name) ? "" : name); // the new choice has its own default names
    this.begin = kept.seated(this.offer.choices, wanted, known().names);
    this.show();
  }

  /** Handle keys within a stepper: digits enter a number, arrow keys change it by one. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Tab") this.typing = null;
    const [deed, value] = keyed(event);
    if (!deed) return;
    this.#do(deed, value);
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handle a change event: a player's name, or an imported score file. @param {HTMLInputElement} input */
  async #enter(input) {
    if (input.type === "file") {
      const text = await input.files?.[0]?.text() ?? "";
      input.value = "";
      return this.#bring(kept.readSent(text), "This file holds no score that was saved here.");
    }
    const players = (this.match ?? this.begin).players.with(Number(input.dataset.seat), input.value.trim());
    if (!this.match) return this.#way({ players });
    if (this.#isAhead()) return;
    const { editing } = this;
    this.open(kept.renamed(this.match, this.offer.choices, players));
    rememberRound(this.offer.game, this.match, this.choice.names);
    this.#keep();
    this.#turn({ more: true, editing });
  }

  /** Return the names of some seats, joined by "+". @type {import("./score-validation.js").Called} */
  called = (seats) => seats.map((seat) => isolated((this.match ?? this.begin).players[seat] ?? "")).join(" + ");

  /** @param {string} note */
  tell(note) {
    this.note = note;
    this.show();
    say(note);
  }

  show() {
    this.#settle();
    draw(this);
  }
}

if (!customElements.get("fs-score")) customElements.define("fs-score", FollowSuitScore);

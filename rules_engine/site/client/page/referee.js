/**
 * The referee for a real table: it determines the winner of a trick and whether a card may be played. Cards are entered on a pad
 * of cards, which is part of the page's HTML and works before Python has started. Entries are stored, and the question is
 * answered when Python is ready.
 *
 * @typedef {import("./referee-state.js").Choice} Choice
 * @typedef {import("./referee-state.js").Tool} Tool
 * @typedef {{choices: Choice[], variants: Record<string, string>, elsewhere: Record<string, string>, links: SentLinks,
 * faces: string, hand: string}} Source `hand`: the id of the page's practice hand
 */

import { engine } from "../python/engine.js";
import { all, button, fill, fragment, hashText, make, one, say } from "../shared/dom.js";
import { inLetters, ofLetters } from "../shared/base64url.js";
import { KEPT as NAMES, rememberRound, roundOf, seatNames } from "../shared/names.js";
import { entryOf } from "../shared/entries.js";
import { set, setting } from "../shared/storage.js";
import { put } from "../shared/translation.js";
import { Entered, isOf, read } from "./referee-state.js";
import { moveOnPad, show } from "./referee-view.js";

const DAMAGED = "The link is damaged: part of it is missing or changed. What lies here is your own table.";
const UNREADABLE = "What lay here can't be read any more. It was put aside.";
const NAMELESS = "Some of the names that were kept here can't be read.";
const UNKEPT = "This browser keeps nothing now: a reload forgets what you enter.";
const TITLES = { trick: "Who takes it?", turn: "May I play it?" };

export class FollowSuitReferee extends HTMLElement {
  game = "";
  /** @type {Source} */
  source = { choices: [], variants: {}, elsewhere: {}, links: {}, faces: "", hand: "" };
  /** @type {Choice} */
  choice = { variant: "", players: 0, seats: [], called: [], rows: [], phases: {}, spoken: [], cards: [], counts: false };
  entered = new Entered(this.choice);
  /** The names entered for the players. @type {string[]} */
  names = [];
  /** @type {RefereeAnswer | null} */
  answer = null;
  case = document.createElement("dialog");
  /** A warning about damaged or unsaved entries. */
  note = "";
  /** True after the reader taps the leader, to choose a different one. */
  asksLeader = false;
  #asked = 0;
  /** The number of the question during which a card was refused: its answer doesn't replace the reason. */
  #refusedDuring = 0;
  #unkept = false;
  /** @type {AbortController | undefined} */
  #leaving;
  /** @type {{release(): Promise<void>} | null} */
  #awake = null;

  connectedCallback() {
    if (this.#leaving) return;
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.source = JSON.parse(one(this, ".fs-source").textContent ?? "{}");
    this.game = this.dataset.game ?? "";
    this.case = /** @type {HTMLDialogElement} */ (one(this, ".fs-case"));
    this.#sitDown();
    this.entered = new Entered(this.choice);
    this.#takeKept();
    this.addEventListener("click", (event) => this.#press(event), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.case.addEventListener("close", () => this.#closed(), { signal });
    document.addEventListener("visibilitychange", () => this.case.open && this.#stayAwake(), { signal });
    this.#follow();
  }

  disconnectedCallback() {
    this.#leaving?.abort();
    this.#leaving = undefined;
    this.#closed();
  }

  /** Restore the variant and the players last used for this game. */
  #sitDown() {
    const { choices } = this.source;
    const round = roundOf(this.game);
    this.choice = choices.find(({ variant, players }) => variant === round?.variant && players === round.players.length)
      ?? choices.find(({ players }) => players === 4) ?? choices[0];
    this.names = round?.players ?? this.choice.called;
  }

  /** The storage key of the entries. */
  get #place() {
    return `at-table-${this.game}`;
  }

  /** Restore entries from storage or a link, with the variant and number of players that they belong to.
   * @param {string} text
   * @returns {boolean} whether the text could be parsed */
  #take(text) {
    const told = read(text);
    const choice = this.source.choices.find((each) => isOf(told, each));
    if (!choice) return false;
    this.entered = new Entered(choice, told);
    if (choice !== this.choice && !this.entered.empty) {
      this.choice = choice;
      this.names = choice.called;
    }
    this.entered.choice = this.choice;
    this.entered.now.leader %= this.choice.players;
    return true;
  }

  /** Restore the stored entries. Unreadable entries are moved to another storage key and reported. */
  #takeKept() {
    const kept = setting(this.#place, "");
    if (kept && !this.#take(kept) && set(`${this.#place}-damaged`, kept)) this.note = UNREADABLE;
    else if (NAMES.read().fault === "damaged") this.note = NAMELESS;
  }

  /** Back up the current entries, so that they can be restored after new ones replace them. */
  #putBy() {
    if (!this.entered.empty) this.#keep("-before", this.entered.text);
  }

  /** Handle a link that opens one of the two tools or contains entries about a table. */
  #follow() {
    const [mark, kind, tool, text = ""] = hashText().split(":");
    if (mark !== "fs" || kind !== "table") return;
    const before = this.entered.empty ? "" : this.entered.text;
    if (text && !this.#take(ofLetters(text) ?? "")) this.note = DAMAGED;
    else if (text && before) this.#keep("-before", before);
    history.replaceState(history.state, "", location.pathname + location.search);
    this.open(tool === "turn" ? "turn" : "trick");
  }

  /** @param {Tool} tool */
  open(tool) {
    this.entered.open(tool);
    one(this, "#fs-case-title").textContent = put(TITLES[tool]);
    if (!this.case.open) this.case.showModal();
    engine.start();
    this.#stayAwake();
    this.#changed();
  }

  #closed() {
    this.#awake?.release().catch(() => {});
    this.#awake = null;
  }

  /** Request a lock that keeps the screen on, if the browser supports it. */
  async #stayAwake() {
    /** @type {{request(kind: "screen"): Promise<{release(): Promise<void>}>} | undefined} */
    const lock = Reflect.get(navigator, "wakeLock");
    if (document.visibilityState !== "visible") return;
    this.#awake = await lock?.request("screen").catch(() => null) ?? null;
  }

  // ---- input

  /** @param {Event} event */
  #press(event) {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!pressed || !this.contains(pressed)) return;
    const { tool, take, do: deed = "" } = pressed.dataset;
    if (!tool) this.note = "";
    if (tool) this.open(/** @type {Tool} */ (tool));
    else if (take) this.#why(take);
    else if (deed === "close") this.case.close();
    else if (deed === "more") this.#more(pressed);
    else if (this.#enter(pressed) || this.#do(deed)) this.#changed();
  }

  /** Handle a click on a card on the pad or on a chip. If it is disabled, show the reason.
   * @param {HTMLElement} pressed @returns {boolean} whether something was entered */
  #enter(pressed) {
    const { card, row, value, lead, way, place, call } = pressed.dataset;
    const { now } = this.entered;
    this.asksLeader = Number(lead) === now.leader && !this.asksLeader;
    if (card) return this.#isFree(this.entered.tap(card));
    if (row) this.entered.tell(row, value ?? "");
    else if (lead) now.leader = Number(lead);
    else if (way) now.cards[Number(place)] = way;
    else if (call === undefined || !this.#isFree(pressed.title)) return false;
    else now.calls.push(call || /** @type {HTMLSelectElement} */ (one(this, ".fs-numbers")).value);
    return true;
  }

  /** Show the reason why an entry is refused, if there is one.
   * @param {string} refused @returns {boolean} whether the entry is allowed */
  #isFree(refused) {
    if (refused) {
      this.#tell(refused, true);
      this.#refusedDuring = this.#asked;
    }
    return !refused;
  }

  /** @param {string} deed @returns {boolean} whether the action was handled */
  #do(deed) {
    const { now } = this.entered;
    if (deed === "back") this.entered.back();
    else if (deed === "next") this.entered.next(this.answer, this.seats);
    else if (deed === "target") now.target = now.target === "hand" ? "trick" : "hand";
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Backspace" && !here.matches("input, select")) {
      event.preventDefault();
      this.entered.back();
      this.#changed();
    } else if (here.matches(".fs-key")) moveOnPad(event, all(this, ".fs-key:not([hidden])"));
  }

  /** Render and store the entries, and ask the engine about them. */
  #changed() {
    this.answer = null;
    show(this);
    this.#keep("", this.entered.text);
    this.#ask();
  }

  /** Store entries. Only the first failure is reported. @param {"" | "-before"} which @param {string} text */
  #keep(which, text) {
    if (set(this.#place + which, text) || this.#unkept) return;
    this.#unkept = true;
    this.note ||= UNKEPT;
  }

  // ---- answers

  /** The players' names as the engine requires them. */
  get seats() {
    return seatNames(this.names, this.choice.called);
  }

  /** @param {number} place */
  nameOf(place) {
    return (this.names[place] ?? "").trim() || this.choice.called[place] || "";
  }

  async #ask() {
    const asked = ++this.#asked;
    if (engine.state !== "ready") this.#said(make("p", {}, "The rules are on their way. Go on entering cards."), "");
    try {
      const answer = await engine.call({
        op: "referee", game: this.game, links: this.source.links, ...this.entered.message(this.seats),
      });
      if (asked !== this.#asked || "needs" in answer) return;
      if ("error" in answer) throw new Error(answer.error);
      this.#answered(answer, asked);
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      if (asked === this.#asked) this.#said(make("p", { class: "fs-fault" }, told), told);
    }
  }

  /** Show an answer, without its ruling if a card was refused meanwhile. @param {RefereeAnswer} answer @param {number} asked */
  #answered(answer, asked) {
    this.answer = answer;
    show(this);
    if (asked === this.#refusedDuring) return;
    const { cards, hand } = this.entered.now;
    const isVerdict = answer.certain || answer.whole || Object.keys(answer.cards).length > 0;
    this.#said(fragment(answer.html), cards.length || hand.length ? answer.say : "", isVerdict);
  }

  /** @param {Node} told @param {string} heard @param {boolean} [ends] true if the question is answered */
  #said(told, heard, ends = false) {
    const place = one(this, ".fs-ruling");
    fill(place, ends && button("New question", () => this.#again(this.entered.now.phase), { class: "fs-anew" }),
      this.note && make("p", { class: "fs-fault" }, this.note), told);
    place.scrollTop = 0;
    const room = one(this, ".fs-case-told");
    room.scrollTop = room.scrollHeight; // scroll to the trick and the hand, which are below the rows of facts
    this.querySelector(".fs-row[data-wanted=true]")?.scrollIntoView({ block: "nearest" });
    if (this.note || heard) say([put(this.note), heard].filter(Boolean).join(" "));
  }

  /** @param {string} text @param {boolean} [ends] */
  #tell(text, ends = false) {
    this.#said(make("p", {}, text), text, ends);
  }

  /** Show the reason why a card in the reader's hand may not be played, or only in some ways. @param {string} card */
  #why(card) {
    const why = entryOf(this.answer?.cards, card)?.why;
    if (why) this.#said(fragment(why), fragment(why).textContent ?? "");
  }

  // ---- players, variants and exports

  /** @param {HTMLElement} pressed */
  #more(pressed) {
    const panel = one(this, ".fs-case-more");
    panel.hidden = !panel.hidden;
    pressed.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) fill(panel, this.#variants(), this.#fields(), this.#ways());
  }

  #variants() {
    const { choices, variants } = this.source;
    const onchange = () => {
      this.#putBy();
      this.choice = this.entered.choice = choices[Number(list.value)];
      this.names = this.choice.called.map((called, place) => this.names[place] ?? called);
      this.#remember();
      this.begin();
    };
    const list = make("select", { "aria-label": "Variant and players", onchange }, choices.map((choice, place) =>
      make("option", { value: place, selected: choice === this.choice },
        `${entryOf(variants, choice.variant)} · ${choice.players}`)));
    return list;
  }

  #fields() {
    return this.choice.called.map((called, place) => {
      const onchange = () => {
        const before = this.choice.called.map((_, other) => this.nameOf(other));
        this.names = before.with(place, field.value.trim() || called);
        this.#remember();
        import("./saved-match.js").then(({ renameUnfinished }) => renameUnfinished(this.game, before, this.names));
        this.#changed();
      };
      const value = this.nameOf(place) === called ? "" : this.nameOf(place);
      const field = make("input", { value, placeholder: called, "aria-label": called, autocomplete: "off", onchange });
      return field;
    });
  }

  #ways() {
    const { play, playground, score } = this.source.elsewhere;
    return [
      button("New hand", () => this.#again()),
      setting(`${this.#place}-before`, "") && button("The hand before", () => this.#goBack()),
      button("Copy a link", () => this.#copy()),
      play && button("Practise from here", () => this.#export("practice", play, "#fs:hand:%:")),
      score && this.choice.counts && button("Into the score", () => this.#export("score", score, "#fs:score:counted:")),
      playground && button("Open in the playground", () => this.#export("file", playground, "#draft:")),
    ];
  }

  /** Open another tool's page with the table's position, which the engine converts to that tool's format.
   * @param {"practice" | "file" | "score"} kind @param {string} page @param {string} mark */
  async #export(kind, page, mark) {
    const answer = await engine.call({
      op: "referee", game: this.game, links: this.source.links, ...this.entered.message(this.seats), export: kind,
    }).catch(() => null);
    const exported = answer && "exported" in answer ? answer.exported : "";
    const text = exported && kind === "score" ? this.#counted(exported) : exported;
    if (!text) return this.#tell("First say what lies there, or what you hold.");
    const rest = kind === "practice" ? text : inLetters(text);
    location.assign(new URL(page + mark.replace("%", this.source.hand) + rest, location.href));
  }

  /** Return the tricks counted so far as JSON, with the variant and the players. @param {string} told */
  #counted(told) {
    const { variant, called } = this.choice;
    return JSON.stringify({ variant, players: called.map((_, place) => this.nameOf(place)), told: JSON.parse(told) });
  }

  #remember() {
    const players = this.choice.called.map((_, place) => this.nameOf(place));
    rememberRound(this.game, { variant: this.choice.variant, players, options: {} }, this.choice.called);
  }

  /** Back up the entries and clear the table for a new question, by default about the play. @param {string} [phase] */
  #again(phase) {
    this.#putBy();
    this.entered.begin();
    this.begin(phase);
  }

  /** Restore the last entries that were replaced. */
  #goBack() {
    const before = setting(`${this.#place}-before`, "");
    this.#putBy();
    this.#take(before);
    this.open(this.entered.now.tool);
    one(this, ".fs-case-more").hidden = true;
  }

  /** Start a new question in a phase, by default the play. @param {string} [phase] */
  begin(phase = "play") {
    one(this, ".fs-case-more").hidden = true;
    if (phase === "play") this.entered.begin();
    Object.assign(this.entered.now, { phase, calls: [] });
    this.#changed();
  }

  async #copy() {
    const address = new URL(location.href);
    address.hash = `fs:table:${this.entered.now.tool}:${inLetters(this.entered.text)}`;
    const done = await navigator.clipboard?.writeText(address.href).then(() => true, () => false);
    if (!done) history.replaceState(history.state, "", address);
    this.#tell(done ? "The link is copied." : "The address of this page holds the table now: copy it.");
  }
}

if (!customElements.get("fs-referee")) customElements.define("fs-referee", FollowSuitReferee);

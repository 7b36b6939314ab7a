/** A practice hand: played in Python, shown here, kept in the browser's storage and in a link. */

import { action, all, button, freshSeed, make, one } from "../shared/dom.js";
import { engine } from "../python/engine.js";
import { colourSuits } from "./figure.js";
import { keepHand, keptHand, set, setting } from "../shared/storage.js";
import { Mode } from "./mode.js";
import { speed } from "./card-motion.js";
import { chosenVariant } from "./variant-choice.js";

/** @type {Record<string, string>} */
const KEYS = { u: "undo", n: "next", l: "last", h: "hint" };
/** Between one card and the next, as a part of the time that a card takes. */
const BREATH = 0.6;
/** Milliseconds after which the next is asked for at the earliest: each card is painted before. */
const FRAME = 20;

/** When the next trick begins. @type {[string, string][]} */
const WAITS = [["0", "when I press"], ["1000", "after 1 second"], ["2500", "after 2½ seconds"], ["5000", "after 5 seconds"]];

/** When the coach speaks. @type {[string, string][]} */
const COACH = [["", "when I ask for a hint"], ["always", "at each turn"]];
/** How well the others play. @type {[string, string][]} */
const LEVELS = [["plain", "as usual"], ["beginner", "like beginners"], ["strong", "as well as they can"]];

/** What a reader can set, each with its choices. @type {[string, string, [string, string][]][]} */
const SETTINGS = [
  ["level", "Others play", LEVELS],
  ["coach", "Coach", COACH],
  ["wait", "Next trick", WAITS],
  ["speed", "Cards move", [["slow", "slowly"], ["normal", "normally"], ["fast", "fast"], ["none", "at once"]]],
  ["suits", "Suits", [["", "as the game wants"], ["two", "in two colours"], ["four", "in four colours"]]],
];

/** @typedef {(Omit<PracticeMessage, "level"> | {op: "resume", save: string} | {op: "do", do: string, value?: string})} Wish */

export class Hand extends Mode {
  save = "";
  picked = "";
  back = false;
  #clock = 0;
  /** Whether another variant or table than the page's was chosen. */
  changed = false;
  /** The hand that was left here. */
  kept = "";

  /** @param {{save?: string, link?: string}} state */
  start({ save = "", link }) {
    this.#furnish();
    const kept = save || keptHand(this.figure.id);
    this.#offer(kept);
    if (link !== undefined) this.#send({ op: "resume", save: link });
    else if (kept && engine.state === "ready") this.#send({ op: "resume", save: kept });
  }

  state() {
    return { save: this.save };
  }

  leave() {
    super.leave();
    clearTimeout(this.#clock);
  }

  /** The table before a hand: whoever left one can go on with it. @param {string} kept */
  #offer(kept) {
    const bar = kept
      ? [action("new", "New hand"), make("span", { class: "fs-gap" }), action("resume", "Resume your hand", { main: true })]
      : [action("more", "Options"), make("span", { class: "fs-gap" }), action("new", "Deal and play", { main: true })];
    this.kept = kept;
    this.table.bar.replaceChildren(...bar);
  }

  /** @param {string} deed @param {string} value @param {HTMLElement} element */
  press(deed, value, element) {
    if (deed === "new") this.deal();
    else if (deed === "resume") this.#resume();
    else if (deed === "mark") this.#mark(element);
    else if (deed === "give") this.#give();
    else if (deed === "link") this.copyLink("hand", this.save);
    else if (deed === "example" || deed === "quiz") this.#record(deed);
    else if (!this.save && element.closest(".fs-hand")) this.deal(); // the first card touched deals
    else if (this.save) this.#do(deed, value);
  }

  /** Undo puts a card back that was only taken up. @param {string} deed @param {string} value */
  #do(deed, value) {
    const back = deed === "undo" && this.picked;
    this.#send({ op: "do", do: back ? "pick" : deed, value: back || value });
  }

  /** @param {string} key @param {HTMLElement} target */
  key(key, target) {
    const card = /** @type {HTMLElement | null} */ (target.closest("button.fs-card"));
    const { first, value } = card?.dataset ?? {};
    if (key === "?" && card) this.press("why", first ?? value ?? "", card);
    else if (key === "Escape" && this.picked) this.press("pick", this.picked, target);
    else if (KEYS[key]) this.#pressButton(this.back && key === "n" ? "now" : KEYS[key]);
    else return false;
    return true;
  }

  /** A key does what its button does, as far as that can be pressed. @param {string} deed */
  #pressButton(deed) {
    const pressed = this.table.bar.querySelector(`#fs-do-${deed}:not([aria-disabled])`);
    if (pressed) this.press(deed, "", /** @type {HTMLElement} */ (pressed));
  }

  deal() {
    const { source } = this.content;
    const first = !this.save && !this.kept && !this.changed;
    this.#send({
      op: "practice", game: source.game, options: source.options, ...this.#chosen(),
      ...(first ? { seed: Number(source.setup.seed ?? freshSeed()), setup: source.setup } : { seed: freshSeed() }),
    });
  }

  /** The hand that was left here lies where the eyes are, as one that is dealt. */
  async #resume() {
    await this.#send({ op: "resume", save: this.kept });
    if (!this.left) this.table.bring();
  }

  /** The variant and the number of players that the reader chose. */
  #chosen() {
    const { source } = this.content;
    const form = this.table.side.querySelector("form");
    const wanted = form ? Object.fromEntries(new FormData(form)) : {};
    const variant = wanted.variant ? String(wanted.variant) : source.variant;
    return { variant, players: Number(wanted.players) || source.players };
  }

  /** @param {Wish} wish */
  async #send(wish) {
    clearTimeout(this.#clock);
    const beside = { save: this.save, picked: this.picked, seed: freshSeed(), level: setting("level", "plain") };
    const answer = await this.ask({ ...beside, ...wish }, () => this.#send(wish));
    if (answer) await this.#show(answer);
  }

  /** @param {HandAnswer} answer */
  async #show(answer) {
    const { asked } = this;
    const moved = answer.save !== this.save;
    [this.save, this.picked, this.back] = [answer.save, answer.picked, answer.back];
    if (!this.back) keepHand(this.figure.id, answer.over && !answer.waiting ? "" : answer.save);
    this.table.dataset.playing = "";
    if (answer.side) this.side.innerHTML = answer.side;
    const shown = this.table.show(answer.html, undefined, answer);
    // to the latest trick, now that all is laid out
    if (answer.side) this.side.scrollTop = this.side.scrollHeight;
    if (answer.dealt) this.table.bring();
    await shown;
    if (!this.left && asked === this.asked) this.#goOn(answer, moved);
  }

  /** What goes on by itself: the coach thinks on or speaks, the others play, at once or after a while.
   * @param {HandAnswer} answer @param {boolean} moved */
  #goOn(answer, moved) {
    if (answer.thinking) return this.#refine(answer.thinking);
    if (answer.turn && moved && setting("coach", "")) return this.#send({ op: "do", do: "hint" });
    const wait = answer.running ? Math.max(FRAME, speed() * BREATH) : answer.waiting ? Number(setting("wait", "0")) : 0;
    if (answer.running || wait) this.#clock = window.setTimeout(() => this.#send({ op: "do", do: "go" }), wait);
  }

  /** Asks the coach on, a slice at a time, until it is done or the reader does anything.
   * @param {string} deed */
  async #refine(deed) {
    const { asked, save, table: { links } } = this;
    for (let thinking = true; thinking; ) {
      const answer = await engine.call({ op: "do", do: deed, value: "more", save, links, level: setting("level", "plain") })
        .catch(() => null);
      if (!answer || !("html" in answer) || this.left || asked !== this.asked) return;
      this.table.show(answer.html, undefined, { ...answer, still: true });
      thinking = Boolean(answer.thinking);
    }
  }

  /** A card that is to be given away is marked, or not. @param {HTMLElement} card */
  #mark(card) {
    this.asked++; // the coach would take the mark away
    const marked = card.getAttribute("aria-pressed") !== "true";
    card.setAttribute("aria-pressed", String(marked));
    const give = this.table.bar.querySelector("#fs-do-give");
    const ready = this.#marked().length === Number(give?.getAttribute("data-count"));
    if (ready) give?.removeAttribute("aria-disabled");
    else give?.setAttribute("aria-disabled", "true");
  }

  /** The hand as an author's file; what becomes of it is told on the table. @param {string} kind */
  #record(kind) {
    if (this.save) this.record(kind, { save: this.save });
    else this.tell("Deal and play first: then there is something to write.");
  }

  #marked() {
    return all(this.table.stage, ".fs-hand [aria-pressed=true]");
  }

  #give() {
    this.#send({ op: "do", do: "give", value: this.#marked().map((card) => card.dataset.value).join(",") });
  }

  // ---- beside the table

  get side() {
    return one(this.table.side, ".fs-told");
  }

  /** What can be looked up and set, behind “More”, or beside the table where there is room. */
  #furnish() {
    const form = /** @type {HTMLFormElement | null} */ (this.figure.querySelector(".fs-choice")?.cloneNode(true) ?? null);
    this.table.side.replaceChildren(
      make("div", { class: "fs-told" }),
      make("div", { class: "fs-panel" },
        make("button", { type: "button", "data-do": "last", class: "fs-less" }, "Last trick"),
        action("because", "Why did they play that?"), action("again", "Same deal again"), action("link", "Copy a link to this"),
        make("details", { class: "fs-log fs-settings" }, make("summary", {}, "Settings"),
          ...SETTINGS.filter(([name]) => name !== "suits" || this.table.dataset.suitColours)
            .map(([name, label, choices]) => choiceOf(name, label, choices))),
        ...(form ? [form] : []),
        make("button", { type: "button", "data-do": "new" }, "New game"),
        action("example", "Save as example"), action("quiz", "Copy as quiz"),
        button("Close", () => this.table.removeAttribute("data-more"), { class: "fs-less" })));
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

/** @param {string} name @param {string} label @param {[string, string][]} choices */
function choiceOf(name, label, choices) {
  const select = make("select", {}, ...choices.map(([value, told]) => make("option", { value }, told)));
  select.value = setting(name, choices.some(([value]) => value === "normal") ? "normal" : choices[0][0]);
  select.addEventListener("change", () => {
    set(name, select.value);
    if (name === "suits") colourSuits();
  });
  return make("label", {}, `${label} `, select);
}

/** Only the tables that the chosen variant is for can be chosen. @param {HTMLFormElement} choice */
function offerTables(choice) {
  const { variant, players } = /** @type {Record<string, HTMLSelectElement>} */ (/** @type {unknown} */ (choice.elements));
  if (!variant || !players) return;
  const allowed = (variant.selectedOptions[0].dataset.players ?? "").split(" ");
  for (const table of players.options) table.disabled = !allowed.includes(table.value);
  if (players.selectedOptions[0].disabled) players.value = allowed.includes("4") ? "4" : allowed[0];
}

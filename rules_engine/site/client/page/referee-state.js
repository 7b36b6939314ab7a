/**
 * The state of a real table as entered by the reader, and the changes that each tap makes to it.
 *
 * @typedef {{key: string, label: string, several: boolean, asked: boolean, uses: string[], seats: boolean,
 * values: {value: string, html: string}[]}} Row
 * @typedef {{variant: string, players: number, seats: string[], called: string[], rows: Row[], phases: Record<string, string>,
 * spoken: string[], cards: string[], counts: boolean}} Choice `spoken`: the phases in which players call instead of playing
 * cards; `counts`: whether the score depends on the tricks
 * @typedef {"trick" | "turn"} Tool
 * @typedef {{tool: Tool, leader: number, cards: string[], told: Record<string, string[]>, tricks: EnteredTrick[],
 * hand: string[], calls: string[], phase: string, target: "trick" | "hand"}} Told
 */

import * as is from "../shared/shape.js";
import { strict } from "../shared/shape.js";
import { entryOf, setEntry } from "../shared/entries.js";

/** The value that means "none", such as no trumps. */
const NONE = "none";

const WORD = is.text(60);
const CARDS = is.list(WORD, 60);
const TRICK = is.shape({ leader: is.count(), cards: CARDS });
const FIELDS = {
  tool: is.oneOf("trick", "turn"), leader: is.count(), cards: CARDS, told: is.mapOf(/^\w+$/, is.list(WORD, 60), 60),
  tricks: is.list(TRICK, 60), hand: CARDS, calls: is.list(WORD, 500), phase: WORD, target: is.oneOf("trick", "hand"),
};

/** @returns {Told} */
export const nothing = () => ({
  tool: "trick", leader: 0, cards: [], told: {}, tricks: [], hand: [], calls: [], phase: "play", target: "trick",
});
const WRITTEN = is.shape({ ...FIELDS, variant: WORD, players: is.count() }, () => ({ ...nothing(), variant: "", players: 0 }));

/** Return the card that a move plays. @param {string} move @returns {string} */
export const cardOf = (move) => move.replace(/ as .*$/, "").split(" ").at(-1) ?? move;

/** Parse a state from storage or a link. Return an empty object if it is damaged.
 * @param {string} written @returns {Partial<import("../shared/shape.js").Value<typeof WRITTEN>>} */
export const read = (written) => strict(written, WRITTEN) ?? {};

/** Return whether a state has the choice's variant, players and cards.
 * @param {ReturnType<typeof read>} told @param {Choice} choice */
export function isOf({ variant, players: many, leader = 0, cards = [], tricks = [], hand = [] }, choice) {
  const moves = [...cards, ...hand, ...tricks.flatMap((trick) => trick.cards)];
  return variant === choice.variant && many === choice.players
    && [leader, ...tricks.map((trick) => trick.leader)].every((place) => place < choice.players)
    && moves.every((move) => choice.cards.includes(cardOf(move)));
}

export class Entered {
  /** @param {Choice} choice @param {Partial<Told>} [kept] an earlier state */
  constructor(choice, kept = {}) {
    this.choice = choice;
    const known = Object.keys(nothing());
    /** @type {Told} */
    this.now = Object.assign(nothing(), Object.fromEntries(Object.entries(kept).filter(([key]) => known.includes(key))));
    for (const { key, values, seats } of choice.rows) {
      const can = [...values.map(({ value }) => value), ...(seats ? choice.seats : [])];
      const told = entryOf(this.now.told, key);
      if (told) setEntry(this.now.told, key, told.filter((value) => can.includes(value)));
    }
  }

  /** The state as JSON, for storage and links. */
  get text() {
    const { variant, players } = this.choice;
    return JSON.stringify({ variant, players, ...this.now });
  }

  get empty() {
    const { cards, tricks, hand, calls, told } = this.now;
    return ![cards, tricks, hand, calls, ...Object.values(told)].some((list) => list.length);
  }

  /** @param {Tool} tool */
  open(tool) {
    const playing = tool === "trick" || !Object.keys(this.choice.phases).includes(this.now.phase);
    Object.assign(this.now, { tool, target: tool === "turn" && this.now.cards.length ? "hand" : "trick" });
    if (playing) this.now.phase = "play";
  }

  /** True if the pad adds cards to the reader's hand, false if it adds them to the trick. */
  get toHand() {
    return this.now.tool === "turn" && (this.now.target === "hand" || this.now.phase !== "play");
  }

  /** Return whether a card was played to this trick or to an earlier one. @param {string} card */
  gone(card) {
    return [...this.now.cards, ...this.now.tricks.flatMap(({ cards }) => cards)].some((move) => cardOf(move) === card);
  }

  /** Add a card tapped on the pad to the trick or the hand, or remove it from the hand if it is there. Return an error message,
   * or an empty string on success.
   * @param {string} card @returns {string} */
  tap(card) {
    const { now } = this;
    const without = now.hand.filter((each) => each !== card);
    const held = without.length < now.hand.length;
    if (now.cards.some((move) => cardOf(move) === card)) return "That card lies there already.";
    if (this.gone(card)) return "That card lies in an earlier trick. “New question” clears the table.";
    now.hand = without;
    if (!this.toHand) now.cards.push(card);
    else if (!held) now.hand.push(card);
    return "";
  }

  /** @param {string} key @param {string} value */
  tell(key, value) {
    const several = this.choice.rows.find((row) => row.key === key)?.several;
    const told = entryOf(this.now.told, key) ?? [];
    const others = several ? told.filter((each) => each !== value) : [];
    setEntry(this.now.told, key, told.includes(value) ? others : [...others, value]);
  }

  /** Undo the last entry: a call, a card in the hand, a card in the trick, or the completion of the previous trick. */
  back() {
    const { now } = this;
    const last = [now.phase === "play" ? [] : now.calls, this.toHand ? now.hand : [], now.cards].find((list) => list.length);
    if (last) last.pop();
    else this.#backToTrick();
  }

  #backToTrick() {
    const last = this.now.tricks.pop();
    if (last) Object.assign(this.now, { leader: last.leader, cards: [...last.cards] });
  }

  /** Complete the trick. Its winner leads next, and facts changed by the trick are entered.
   * @param {RefereeAnswer | null} answer @param {string[]} names the players' names for the engine */
  next(answer, names) {
    const { now } = this;
    if (!now.cards.length) return;
    const moves = answer && answer.moves.length === now.cards.length ? answer.moves : now.cards;
    now.tricks.push({ leader: now.leader, cards: [...moves] });
    now.hand = now.hand.filter((card) => !this.gone(card));
    now.cards = [];
    if (!answer?.whole) return;
    now.leader = answer.next ?? now.leader;
    const open = this.choice.rows.filter(({ asked, key }) => asked && !entryOf(now.told, key)?.length).map(({ key }) => key);
    for (const [key, values] of Object.entries(answer.carried)) {
      if (open.includes(key) || (entryOf(now.told, key)?.[0] === NONE && !values.length)) continue;
      setEntry(now.told, key, values.map((value) => this.choice.seats[names.indexOf(value)] ?? value));
    }
  }

  /** Clear all entries except the tool and the leader. */
  begin() {
    const { tool, leader } = this.now;
    this.now = { ...nothing(), tool, leader: leader % this.choice.players };
  }

  /** The rows whose values the current question depends on. */
  get rows() {
    const { tool, phase, cards } = this.now;
    const inPlay = cards.length ? ["follow", "winner"] : ["lead"];
    const use = tool === "trick" ? ["winner", "points"] : phase !== "play" ? [phase] : inPlay;
    return this.choice.rows.filter(({ uses }) => uses.some((each) => use.includes(each)));
  }

  /** Return the message for the engine. @param {string[]} names the players' names for the engine */
  message(names) {
    const { tool, leader, cards, tricks, calls, phase } = this.now;
    const { seats, variant, players, spoken } = this.choice;
    const hand = spoken.includes(phase) ? [] : this.now.hand;
    const entered = Object.fromEntries(this.rows.map((row) => [row.key, (entryOf(this.now.told, row.key) ?? []).map((value) =>
      row.seats ? names[seats.indexOf(value)] ?? value : value)]));
    const rows = this.rows.map(({ key }) => key);
    return { variant, players, seats: names, tool, phase, entered, rows, leader, cards, tricks, hand, calls };
  }
}

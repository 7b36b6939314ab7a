/**
 * What a table's places ask of the client: a hand keeps the room and its cards the places that they were dealt with; what is
 * longer than the slip, and a hand that could not be read, is behind a button.
 */

import { all, make, one } from "../shared/dom.js";
import { put } from "../shared/translation.js";

/** So many cards of a hand lie in a row where there is little room. */
const A_ROW = 8;
/** Space around each of two rows of seats, in pixels of height. */
const BETWEEN_ROWS = 11;

export class Places {
  #table;
  /** The cards of each hand, in order, as they were laid, and how many it had last.
   * @type {Map<string, {laid: string[], held: number}>} */
  #hands = new Map();
  #reading = new ResizeObserver(() => this.#read());
  /** Whether all was measured just now: observing again triggers the observer once more. */
  #known = false;
  #later = 0;

  /** @param {import("./table.js").FollowSuitTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** Something else lies on the table. */
  forget() {
    this.#hands.clear();
  }

  leave() {
    this.#reading.disconnect();
  }

  /** A hand keeps the room that it had, and the reader's cards their places in it: nothing moves when one is played. Where
   * several go at once or others come, it is laid anew. @param {boolean} dealt */
  keep(dealt) {
    if (dealt) this.#hands.clear();
    for (const hand of all(this.#table.stage, "#fs-hand, .fs-tabs")) this.#keepHand(hand);
  }

  /** @param {HTMLElement} hand */
  #keepHand(hand) {
    const whose = hand.id || hand.parentElement?.id || "";
    const cards = /** @type {HTMLElement[]} */ ([...hand.children]);
    const names = cards.map(({ dataset }) => dataset.card ?? "");
    const { laid: before, held } = this.#hands.get(whose) ?? { laid: names, held: 0 };
    const laid = isWithin(names, before) && held - names.length <= 1 ? before : names;
    this.#hands.set(whose, { laid, held: names.length });
    if (cards.length) hand.dataset.n = String(laid.length);
    if (!hand.id || !laid.length) return;
    hand.dataset.rows = String(Math.ceil(laid.length / A_ROW));
    for (const [place, card] of cards.entries()) card.style.setProperty("--i", String(laid.indexOf(names[place])));
  }

  /** What is said, and what hands need, is measured once the page is laid out: to do so before would cost the start. */
  look() {
    cancelAnimationFrame(this.#later);
    this.#unmeasure();
    this.#watch();
    this.#known = false;
  }

  #watch() {
    const slip = this.#table.stage?.querySelector("#fs-slip");
    this.#reading.disconnect();
    if (!slip) return;
    giveKey(slip);
    for (const each of [slip, ...all(slip, "details, .fs-lead, .fs-answers")]) this.#reading.observe(each);
    this.#known = true;
  }

  /** Measuring changes sizes that are observed, so nothing is observed meanwhile. */
  #read() {
    if (this.#known) {
      this.#known = false;
      return;
    }
    this.#reading.disconnect();
    this.#cutShort();
    this.#countHands();
    this.#makeRoomForNames();
    this.#later = requestAnimationFrame(() => this.#watch());
  }

  /** Takes off what was measured, at a cost of a layout if there was any; returns the slip, unless the reader has unfolded it. */
  #unmeasure() {
    const slip = /** @type {HTMLElement | null} */ (this.#table.stage?.querySelector("#fs-slip:not([data-whole])"));
    if (slip?.style.length) slip.removeAttribute("style");
    if (slip?.hasAttribute("data-cut")) slip.removeAttribute("data-cut");
    return slip;
  }

  /** Folds what is longer than the slip behind a button; the question and its answers always fit. */
  #cutShort() {
    const slip = this.#unmeasure();
    if (!slip) return;
    const { cut, least } = measured(slip); // each measurement after a change costs a layout
    if (!cut) return hold(slip, least);
    slip.setAttribute("data-cut", ""); // its button takes some of the room
    giveKey(slip);
    hold(slip, measured(slip).least);
    slip.style.setProperty("--rest", `${belowLastLine(slip)}px`);
  }

  /** Opens the slip over the lower half of the hand, or puts it back. */
  unfold() {
    const slip = one(this.#table.stage, "#fs-slip");
    const whole = slip.toggleAttribute("data-whole");
    const pressed = one(slip, ".fs-unfold");
    pressed.textContent = put(whole ? "less" : "more");
    pressed.setAttribute("aria-expanded", String(whole));
    if (!whole) slip.scrollTop = 0;
  }

  /** Puts back what was unfolded; tells whether anything was. */
  fold() {
    const key = this.#table.stage.querySelector(".fs-whole-hand, .fs-slip[data-whole] .fs-unfold");
    if (key instanceof HTMLElement) key.click();
    return key !== null;
  }

  /** Open hands that have no room are counted, and laid open by a press. */
  #countHands() {
    const seats = all(this.#table.stage, ".fs-round .fs-seat:has(> .fs-tabs)");
    for (const seat of seats) seat.removeAttribute("data-shut");
    const cut = seats.filter((seat) => one(seat, ".fs-tabs").scrollHeight > one(seat, ".fs-tabs").clientHeight + 1);
    const places = cut.map((seat) => seat.parentElement);
    const tight = seats.filter((seat) => places.includes(seat.parentElement)); // those that face each other are alike
    for (const seat of seats) {
      const [tabs, key] = [one(seat, ".fs-tabs"), seat.querySelector(".fs-shut-hand")];
      if (!tight.includes(seat)) key?.remove();
      else if (!key) seat.append(make("button", { type: "button", class: "fs-shut-hand", "data-do": "unfold-hand",
        "aria-label": tabs.getAttribute("aria-label") ?? "" }, String(tabs.childElementCount)));
      seat.toggleAttribute("data-shut", tight.includes(seat));
    }
  }

  /** From five seats on, names of more lines than usual get room too, at the cost of the cards. */
  #makeRoomForNames() {
    const felt = one(this.#table.stage, ".fs-felt");
    felt.style.removeProperty("--names");
    const [places, seats] = [one(felt, ".fs-places"), all(felt, ".fs-places > .fs-seat")];
    if (!seats.some((seat) => seat.offsetHeight > places.clientHeight / 2 - BETWEEN_ROWS)) return;
    const highest = Math.max(...seats.map((seat) => one(seat, ".fs-plate").offsetHeight));
    felt.style.setProperty("--names", `${highest}px`);
  }

  /** Lays a hand that was only counted over the trick, until it is pressed. @param {HTMLElement} pressed */
  unfoldHand(pressed) {
    const seat = pressed.closest(".fs-seat");
    if (!seat) {
      pressed.remove();
      one(this.#table.stage, `#${pressed.dataset.value} > .fs-shut-hand`).focus();
      return;
    }
    const [plate, tabs] = [one(seat, ".fs-plate"), one(seat, ".fs-tabs")].map((part) => part.cloneNode(true));
    /** @type {Element} */ (plate).removeAttribute("id");
    const over = make("button", { type: "button", class: "fs-whole-hand", "data-do": "unfold-hand", "data-value": seat.id,
      "aria-label": pressed.getAttribute("aria-label") ?? "" }, plate, tabs);
    one(this.#table.stage, ".fs-ring").append(over);
    over.focus();
  }
}

/** The button that unfolds a slip comes with what it says, unseen: added when it is needed, it would have the table styled and
 * laid out once more. Beside answers it is one more of them. @param {Element} slip */
function giveKey(slip) {
  if (slip.querySelector(".fs-unfold")) return;
  const among = slip.querySelector(":scope > .fs-answers") ?? slip;
  among.append(make("button", { type: "button", class: "fs-unfold", "data-do": "unfold", "aria-expanded": "false" }, "more"));
}

/** The height that a slip needs for its sentence and all its answers (0: it has that), and whether more is cut.
 * @param {HTMLElement} slip */
function measured(slip) {
  const keys = all(slip, ":scope > :is(.fs-lead, .fs-answers, .fs-talk)");
  const { paddingBottom, borderBottomWidth, borderTopWidth } = getComputedStyle(slip);
  const bottom = Math.max(0, ...keys.map((key) => key.getBoundingClientRect().bottom));
  const end = bottom - slip.getBoundingClientRect().top + slip.scrollTop;
  const least = Math.ceil(end + parseFloat(paddingBottom) + parseFloat(borderBottomWidth));
  const room = Math.max(slip.clientHeight, least - parseFloat(borderTopWidth) - parseFloat(borderBottomWidth));
  return { least: least > slip.offsetHeight ? least : 0, cut: slip.scrollHeight > room + 1 };
}

/** @param {HTMLElement} slip @param {number} least */
function hold(slip, least) {
  if (least) slip.style.setProperty("--least", `${least}px`);
}

/** How much of the slip lies below its last whole line: what is cut through is hidden. @param {HTMLElement} slip */
function belowLastLine(slip) {
  const edge = slip.getBoundingClientRect().bottom;
  const end = edge - (slip.querySelector(".fs-sheet") ? 44 : 2); // no number lies under the button
  const [texts, line] = [document.createTreeWalker(slip, NodeFilter.SHOW_TEXT), document.createRange()];
  let rest = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    line.selectNodeContents(text);
    if (text.parentElement?.closest(".fs-unfold, details:not([open]) > :not(summary)")) continue;
    const seen = text.parentElement?.closest(".fs-tag") ?? line; // a card is higher than its letters
    for (const { top, bottom } of seen.getClientRects()) if (bottom > end) rest = Math.max(rest, edge - top);
  }
  return rest;
}

/** Whether all of these stand in that list, in its order. @param {string[]} names @param {string[]} list */
function isWithin(names, list) {
  let at = -1;
  return names.every((name) => (at = list.indexOf(name, at + 1)) >= 0);
}

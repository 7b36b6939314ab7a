/**
 * Layout that CSS alone can't do. A hand keeps its space; its cards close up, but never under the reader's finger. Text that
 * overflows the slip (the message panel), and hands that don't fit, are collapsed behind a button.
 */

import { all, make, one } from "../shared/dom.js";
import { put } from "../shared/translation.js";

/** Number of cards per row of a hand in a narrow layout. */
const A_ROW = 8;
/** Number of cards that fit into a row there without an overlap. */
const SPREAD = 5;
/** Minimum time between the hand closing up and the reader's turn, in milliseconds, so that no card moves under a finger. */
const STILL = 400;
/** Minimum time between moves in milliseconds, so that each card is painted. */
const FRAME = 20;
/** Vertical space around each of two rows of seats, in pixels. */
const BETWEEN_ROWS = 11;
/** The part of a card's width at which its picture ends. */
const PICTURE_ENDS = 0.9;
/** The parts of a slip that show only their first lines if space is short. */
const FOLDED = ":scope > :is(.fs-rest, .fs-said)";
/** Elements whose size affects the slip, besides the stage, whose height follows the window's. */
const MEASURED = "#fs-slip, #fs-slip > *, #fs-tray";

export class Places {
  #table;
  /** For each hand, by its id: `dealt`, the number of cards for which it has space; `laid`, the cards in the order in which they
   * were laid out; and `held`, their number at the last update.
   * @type {Map<string, {dealt: number, laid: string[], held: number}>} */
  #hands = new Map();
  #closed = -STILL;
  #reading = new ResizeObserver(() => this.#read());
  /** The sizes after the last adjustment. Observing the elements again triggers the observer once, with the same sizes. */
  #sizes = "";
  #later = 0;

  /** @param {import("./table.js").FollowSuitTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** Forget the hands when the table's content changes. */
  forget() {
    this.#hands.clear();
  }

  leave() {
    this.#reading.disconnect();
  }

  /** Return the pause before the next player moves, in milliseconds: `breath`, but at least a frame, and longer if the gap in the
   * reader's hand has just closed. @param {number} breath */
  pause(breath) {
    return Math.max(FRAME, breath, this.#closed + STILL - performance.now());
  }

  /**
   * Reserve each hand's space, and keep the cards in position that the reader can press, or that lie face up. If several cards
   * leave a hand at once, or new ones arrive, lay the hand out again. The reader's cards close up when they can't be pressed.
   *
   * @param {boolean} dealt
   */
  keep(dealt) {
    if (dealt) this.#hands.clear();
    for (const hand of all(this.#table.stage, "#fs-hand, .fs-tabs")) this.#keepHand(hand);
  }

  /** @param {HTMLElement} hand */
  #keepHand(hand) {
    const whose = hand.id || hand.parentElement?.id || "";
    const cards = /** @type {HTMLElement[]} */ ([...hand.children]);
    const names = cards.map(({ dataset }) => dataset.card ?? "");
    const { dealt, laid } = this.#laidOut(hand, whose, names);
    if (cards.length) hand.dataset.n = String(laid.length);
    if (!hand.id || !dealt) return;
    const rows = Math.ceil(dealt / A_ROW);
    hand.style.setProperty("--kept", String(rows));
    hand.dataset.rows = String(laid.length > SPREAD ? rows : 1);
    for (const [place, card] of cards.entries()) card.style.setProperty("--i", String(laid.indexOf(names[place])));
  }

  /** Return the cards of a hand as they are to be laid out, and the number of cards for which it has space.
   * @param {HTMLElement} hand @param {string} whose @param {string[]} names */
  #laidOut(hand, whose, names) {
    const before = this.#hands.get(whose) ?? { dealt: names.length, laid: names, held: 0 };
    const stays = isWithin(names, before.laid) && before.held - names.length <= 1;
    const keeps = stays && (!hand.id || hand.hasAttribute("data-active"));
    const now = { dealt: stays ? before.dealt : names.length, laid: keeps ? before.laid : names, held: names.length };
    if (hand.id && now.laid.length < before.laid.length) this.#closed = performance.now();
    this.#hands.set(whose, now);
    return now;
  }

  /**
   * Measure the slip and the hands after the browser's next layout. Forcing a layout now would slow down the start of the page.
   */
  look() {
    cancelAnimationFrame(this.#later);
    this.#sizes = "";
    this.#watch();
  }

  #watch() {
    const slip = this.#table.stage?.querySelector("#fs-slip");
    this.#reading.disconnect();
    if (!slip) return;
    giveKey(slip);
    for (const part of this.#measured()) this.#reading.observe(part);
  }

  #measured() {
    return [this.#table.stage, ...all(this.#table.stage, MEASURED)];
  }

  #measure() {
    return this.#measured().map(({ offsetWidth, offsetHeight }) => `${offsetWidth} × ${offsetHeight}`).join();
  }

  /** Measure and adjust the layout. Sizes aren't observed meanwhile, because measuring changes them. */
  #read() {
    if (this.#measure() === this.#sizes) return;
    this.#reading.disconnect();
    this.#fold();
    this.#countHands();
    this.#makeRoomForNames();
    this.#markCovered();
    this.#sizes = this.#measure();
    this.#later = requestAnimationFrame(() => this.#watch());
  }

  /** Show as many lines of the slip's reasons as the table has space for, and a button for the rest. */
  #fold() {
    const slip = /** @type {HTMLElement | null} */ (this.#table.stage?.querySelector("#fs-slip:not([data-whole])"));
    if (!slip?.querySelector(FOLDED)) return;
    const { stage } = this.#table;
    const most = Number(getComputedStyle(slip).getPropertyValue("--most"));
    // complete text may have one line more, because the button would take that line; details can grow when they are opened
    const longest = slip.querySelector("details") ? most : most + 1;
    /** @param {number} height @returns {boolean} whether the stage is that high with some lines */
    const fits = (height) => {
      for (let lines = longest; lines > 0; lines--) {
        const isCut = showLines(slip, lines);
        if (lines > most && isCut) continue;
        if (stage.scrollHeight <= height + 1 && slip.scrollHeight <= slip.clientHeight + 1) return true;
      }
      showLines(slip, 0);
      return false;
    };
    fits(parseFloat(getComputedStyle(stage).minHeight)) || fits(stage.scrollHeight); // other parts can be higher than the slip
  }

  /** Expand the slip over the trick, or collapse it again. */
  unfold() {
    const slip = one(this.#table.stage, "#fs-slip");
    const whole = slip.toggleAttribute("data-whole");
    slip.querySelector(":scope > .fs-rest")?.removeAttribute("hidden");
    const pressed = one(slip, ".fs-unfold");
    pressed.textContent = put(whole ? "less" : "Read more");
    pressed.setAttribute("aria-expanded", String(whole));
    if (whole) return;
    slip.scrollTop = 0;
    this.#fold();
  }

  /** Collapse an expanded hand or slip. Return whether there was one. */
  fold() {
    const key = this.#table.stage.querySelector(".fs-whole-hand, .fs-slip[data-whole] .fs-unfold");
    if (key instanceof HTMLElement) key.click();
    return key !== null;
  }

  /** Draw face-up hands smaller if their seats' nameplates take the space, and replace those that still don't fit with buttons
   * that show the number of cards. */
  #countHands() {
    const seats = all(this.#table.stage, ".fs-round .fs-seat:has(> .fs-tabs)");
    for (const seat of seats) {
      seat.removeAttribute("data-shut");
      seat.style.removeProperty("--plate");
    }
    for (const seat of tightSeats(seats)) {
      seat.style.setProperty("--plate", `${seat.offsetHeight - one(seat, ".fs-tabs").offsetHeight}px`);
    }
    const tight = tightSeats(seats);
    for (const seat of seats) {
      const [tabs, key] = [one(seat, ".fs-tabs"), seat.querySelector(".fs-shut-hand")];
      if (!tight.includes(seat)) key?.remove();
      else if (!key) seat.append(make("button", { type: "button", class: "fs-shut-hand", "data-do": "unfold-hand",
        "aria-label": tabs.getAttribute("aria-label") ?? "" }, String(tabs.childElementCount)));
      seat.toggleAttribute("data-shut", tight.includes(seat));
    }
  }

  /** Mark the reader's cards of which the next card covers a part, so that only their edge is drawn. */
  #markCovered() {
    const cards = all(this.#table.stage, "#fs-hand > *");
    const covered = cards.map(({ offsetLeft, offsetTop, offsetWidth }, place) => cards[place + 1]?.offsetTop === offsetTop
      && cards[place + 1].offsetLeft - offsetLeft < PICTURE_ENDS * offsetWidth);
    for (const [place, card] of cards.entries()) card.toggleAttribute("data-covered", covered[place]);
  }

  /** Reserve space for long names at a table with five or more seats, at the expense of the cards. */
  #makeRoomForNames() {
    const felt = one(this.#table.stage, ".fs-felt");
    felt.style.removeProperty("--names");
    const [places, seats] = [one(felt, ".fs-places"), all(felt, ".fs-places > .fs-seat")];
    if (!seats.some((seat) => seat.offsetHeight > places.clientHeight / 2 - BETWEEN_ROWS)) return;
    const highest = Math.max(...seats.map((seat) => one(seat, ".fs-plate").offsetHeight));
    felt.style.setProperty("--names", `${highest}px`);
  }

  /** Show a collapsed hand on top of the trick, or close the hand shown there. @param {HTMLElement} pressed */
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

/** Return the seats whose face-up hand doesn't fit, and those that face them, because both are treated alike.
 * @param {HTMLElement[]} seats */
function tightSeats(seats) {
  const cut = seats.filter((seat) => one(seat, ".fs-tabs").scrollHeight > one(seat, ".fs-tabs").clientHeight + 1);
  const places = cut.map((seat) => seat.parentElement);
  return seats.filter((seat) => places.includes(seat.parentElement));
}

/**
 * Add the button that expands the slip, hidden at first. Adding it only when needed would cost another style calculation and
 * layout.
 *
 * @param {Element} slip
 */
function giveKey(slip) {
  if (slip.querySelector(".fs-unfold") || !slip.querySelector(FOLDED)) return;
  const foot = slip.querySelector(":scope > .fs-foot") ?? slip.appendChild(make("p", { class: "fs-foot" }));
  foot.append(make("button", { type: "button", class: "fs-unfold", "data-do": "unfold", "aria-expanded": "false" }, "Read more"));
}

/** Show the first lines of a slip's reasons, and a button if there are more. Return whether there are more.
 * @param {HTMLElement} slip @param {number} lines */
function showLines(slip, lines) {
  const [rest, said] = [slip.querySelector(":scope > .fs-rest"), slip.querySelector(":scope > .fs-said")];
  slip.style.setProperty("--lines", String(lines));
  rest?.toggleAttribute("hidden", lines === 0);
  const isRestCut = rest && (lines === 0 || rest.scrollHeight > rest.clientHeight + 1);
  return slip.toggleAttribute("data-cut", Boolean(isRestCut || (said && said.scrollWidth > said.clientWidth)));
}

/** Return whether all names are in the list, in the same order. @param {string[]} names @param {string[]} list */
function isWithin(names, list) {
  let at = -1;
  return names.every((name) => (at = list.indexOf(name, at + 1)) >= 0);
}

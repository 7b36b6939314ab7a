/**
 * The animation of cards moving from a hand to the trick, and from the trick to its taker. Nothing moves if the reader prefers
 * reduced motion.
 */

import { chosen } from "../shared/storage.js";

/** Maximum duration of a hand closing up, in milliseconds. */
const CLOSING = 180;
/** Duration of a card's movement in milliseconds at each speed, the default first. */
const SPEEDS = new Map(Object.entries({ normal: 230, slow: 420, fast: 110, none: 0 }));
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function speed() {
  return still.matches ? 0 : SPEEDS.get(chosen("speed", [...SPEEDS.keys()])) ?? 0;
}

/** An animation of a change of the table, starting from the card positions recorded before it. */
export class Motion {
  /** @param {Element} stage */
  constructor(stage) {
    this.stage = stage;
    this.time = speed();
    /** @type {Map<string, DOMRect>} rectangle of each card in the hand */
    this.hand = new Map();
    /** @type {Map<string, string>} name of each card in the trick, by element id */
    this.laid = new Map();
    /** @type {{ghost: HTMLElement, rect: DOMRect}[]} */
    this.ghosts = [];
    if (!this.time) return;
    const swept = stage.querySelector("[data-swept]");
    for (const card of this.#all("#fs-hand [data-card]")) this.hand.set(card.dataset.card ?? "", card.getBoundingClientRect());
    for (const laid of this.#all(".fs-laid")) this.laid.set(laid.id, cardOf(laid)?.dataset.card ?? "");
    const won = /** @type {HTMLElement | null} */ (stage.querySelector(".fs-laid.fs-won"));
    if (swept) return;
    this.taker = won?.dataset.at;
    for (const laid of this.#all(".fs-laid")) {
      this.ghosts.push({ ghost: /** @type {HTMLElement} */ (laid.cloneNode(true)), rect: laid.getBoundingClientRect() });
    }
  }

  /** Animate the change from the recorded positions to the present ones. @param {Element} stage */
  async run(stage) {
    this.stage = stage;
    if (!this.time) return;
    const fresh = this.#all(".fs-laid").filter((laid) => this.laid.get(laid.id) !== cardOf(laid)?.dataset.card);
    const gone = fresh.length <= 1 && this.laid.size > fresh.length && this.#all(".fs-laid").length < this.laid.size;
    const moves = fresh.map((laid) => (this.laid.has(laid.id) && !gone ? this.#turn(laid) : this.#lay(laid)));
    if (gone && this.taker !== undefined) moves.push(this.#take());
    for (const card of this.#all("#fs-hand:not([data-active]) [data-card]")) moves.push(this.#closeUp(card));
    await Promise.all(moves);
  }

  /** Move the recorded trick to its taker before the next card is played. */
  async sweep() {
    if (this.time) await this.#take();
  }

  /** @param {string} selector @returns {HTMLElement[]} */
  #all(selector) {
    return [...this.stage.querySelectorAll(selector)].map((each) => /** @type {HTMLElement} */ (each));
  }

  /** Move a card from its position in the hand, or from its player's seat, to the trick. @param {HTMLElement} laid */
  #lay(laid) {
    const from = this.hand.get(cardOf(laid)?.dataset.card ?? "") ?? this.#seat(laid.dataset.at);
    const to = laid.getBoundingClientRect();
    if (!from || !to.width) return;
    const [x, y] = [middle(from).x - middle(to).x, middle(from).y - middle(to).y];
    const scale = Math.min(1.2, Math.max(0.4, from.height / to.height));
    return ended(laid.animate([{ translate: `${x}px ${y}px`, scale }, { translate: "0 0", scale: 1 }],
      { duration: this.time, easing: "cubic-bezier(.2,.7,.3,1)" }));
  }

  /** Move a card of the hand from its recorded position to its present one. @param {HTMLElement} card */
  #closeUp(card) {
    const [from, to] = [this.hand.get(card.dataset.card ?? ""), card.getBoundingClientRect()];
    if (!from || Math.hypot(from.left - to.left, from.top - to.top) < 1) return;
    return ended(card.animate([{ translate: `${from.left - to.left}px ${from.top - to.top}px` }, { translate: "0 0" }],
      { duration: Math.min(CLOSING, this.time), easing: "ease-out" }));
  }

  /** Turn over a card that was face down. @param {HTMLElement} laid */
  #turn(laid) {
    return ended(laid.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: this.time }));
  }

  /** Move the recorded trick to its taker. */
  #take() {
    const ring = this.stage.querySelector(".fs-ring");
    const to = this.#seat(this.taker);
    if (!ring || !to?.width) return;
    const base = ring.getBoundingClientRect();
    const moves = this.ghosts.map(({ ghost, rect }) => {
      ghost.removeAttribute("id");
      ghost.className = "fs-ghost";
      ghost.setAttribute("aria-hidden", "true");
      ring.append(ghost);
      Object.assign(ghost.style, { left: `${rect.left - base.left}px`, top: `${rect.top - base.top}px` });
      const [x, y] = [middle(to).x - middle(rect).x, middle(to).y - middle(rect).y];
      const way = [{ translate: "0 0", scale: 1, opacity: 1 }, { translate: `${x}px ${y}px`, scale: 0.4, opacity: 0.2 }];
      return ended(ghost.animate(way, { duration: this.time, easing: "ease-in" })).then(() => ghost.remove());
    });
    return Promise.all(moves).then(() => {});
  }

  /** @param {string | undefined} at */
  #seat(at) {
    const seat = this.stage.querySelector(`.fs-seat[data-at="${at}"]`) ?? this.stage.querySelector("#fs-own .fs-plate");
    return seat?.getBoundingClientRect();
  }
}

/** Return the ring of played cards if it shows a finished trick and the reader leads the next one, otherwise null.
 * @param {Element} stage */
export function lyingTrick(stage) {
  return stage.querySelector(".fs-ring[data-old]:not([data-swept])");
}

/** Move a finished trick to its taker. @param {Element} stage @param {Element | null} [ring] */
export function sweepTrick(stage, ring = lyingTrick(stage)) {
  const motion = new Motion(stage);
  ring?.setAttribute("data-swept", "");
  if (ring) stage.querySelector("#fs-do-next")?.setAttribute("aria-disabled", "true");
  return ring && motion.sweep();
}

/** Keep a swept trick hidden, and its button disabled, in the HTML that will replace the stage.
 * @param {Element} stage @param {Element} next */
export function staySwept(stage, next) {
  const ring = stage.querySelector("[data-swept]") && next.querySelector(".fs-ring[data-old]");
  if (!ring) return;
  ring.setAttribute("data-swept", "");
  next.querySelector("#fs-do-next")?.setAttribute("aria-disabled", "true");
}

/** Shake a refused card once. @param {Element} stage */
export function shake(stage) {
  const card = stage.querySelector(".fs-refused");
  if (card && speed()) card.animate([0, -5, 5, -3, 0].map((x) => ({ translate: `${x}px 0` })), { duration: 260 });
}

/** @param {Element} laid */
function cardOf(laid) {
  return /** @type {HTMLElement | null} */ (laid.querySelector("[data-card]"));
}

/** @param {DOMRect} rect */
function middle(rect) {
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/** @param {Animation} animation @returns {Promise<void>} */
function ended(animation) {
  return animation.finished.then(() => {}, () => {});
}

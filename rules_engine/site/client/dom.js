/** What every widget does to the page: morphing, focus, keys, saying things, and links that hold a state. */

import { Idiomorph } from "./vendor/idiomorph.esm.js";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes] what begins with `on` is a listener; true is there, false and undefined are not
 * @param {...(Node|string)} children
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** @param {string} label @param {(event: MouseEvent) => void} onclick @param {Record<string, unknown>} [attributes] */
export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** The first element of HTML that the engine made. @param {string} html */
export function fromHtml(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * Lays `next` over `current`: elements with the same id stay the same elements. Where the focus is on one that goes, it is
 * taken away first: in the midst of the changes, the browser would have to lay out the page for it.
 *
 * @param {Element} current @param {Element} next
 */
export function morph(current, next) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const kept = focused?.id;
  if (kept && current.contains(focused) && !next.querySelector(`#${CSS.escape(kept)}`)) focused.blur();
  Idiomorph.morph(current, next, { morphStyle: "outerHTML" });
  const still = kept ? document.getElementById(kept) : null;
  if (still && still !== document.activeElement) still.focus({ preventScroll: true });
}

/** Says one text through the page's one live region. @param {string} text */
export function say(text) {
  let region = document.getElementById("fs-live");
  if (!region) {
    region = make("div", { id: "fs-live", class: "fs-unseen", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  if (text) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * One card of a hand takes part in the tab order; the arrow keys, Home and End move among the cards.
 * @param {HTMLElement} root
 */
export function roveHands(root) {
  for (const hand of root.querySelectorAll(".fs-active")) {
    const cards = cardsOf(hand);
    const here = cards.find((card) => card === document.activeElement)
      ?? cards.find((card) => card.getAttribute("aria-disabled") !== "true") ?? cards[0];
    for (const card of cards) card.tabIndex = card === here ? 0 : -1;
  }
}

/** @param {Element} hand @returns {HTMLButtonElement[]} */
function cardsOf(hand) {
  return [...hand.querySelectorAll("button.fs-card")].filter((card) => card instanceof HTMLButtonElement);
}

/** @type {Record<string, number | undefined>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** @param {KeyboardEvent} event  @returns {boolean} whether the key moved the focus within a hand */
export function moveInHand(event) {
  const card = /** @type {HTMLElement} */ (event.target).closest?.(".fs-active button.fs-card");
  const step = STEPS[event.key];
  const hand = card?.closest(".fs-active");
  if (!hand || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
  const cards = cardsOf(hand);
  const place = Math.min(Math.max(cards.findIndex((each) => each === card) + step, 0), cards.length - 1);
  for (const each of cards) each.tabIndex = -1;
  cards[place].tabIndex = 0;
  cards[place].focus();
  claim(event);
  return true;
}

/** Single letters do something only while the widget has the focus and no field does. @param {KeyboardEvent} event */
export function plainKey(event) {
  const typing = /** @type {HTMLElement} */ (event.target).closest?.("input, select, textarea");
  return typing || event.altKey || event.ctrlKey || event.metaKey ? "" : event.key;
}

/** The key is the widget's: the theme turns pages at N and P, and the browser scrolls at the arrows. @param {Event} event */
export function claim(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Puts the focus where an answer wants it: an element, or the card to play in a hand. @param {string} id */
export function focusOn(id) {
  const found = id ? document.getElementById(id) : null;
  if (!found) return;
  /** @type {HTMLElement | null} */
  const target = found.querySelector("button[tabindex='0']") ?? (found.matches("button, a, input, select, [tabindex]")
    ? found : found.querySelector("button"));
  if (target) target.focus({ preventScroll: true });
  else {
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }
}

/** The pages that rule links lead to, as the widget was told. @param {HTMLElement} widget */
export function linksOf(widget) {
  return { game: widget.dataset.gamePage ?? "", general: widget.dataset.generalPage ?? "" };
}

/** @param {HTMLElement} widget */
export function sourceOf(widget) {
  return JSON.parse(widget.querySelector(":scope > .fs-source")?.textContent ?? "");
}

/** `#fs:KIND:ID:REST`: the state that an address asks for, if it is this widget's. @param {string} kind @param {string} id */
export function wished(kind, id) {
  const [mark, wanted, whose, ...rest] = decodeURIComponent(location.hash.slice(1)).split(":");
  return mark === "fs" && wanted === kind && whose === id ? rest.join(":") : "";
}

/** @param {string} kind @param {string} id @param {string} rest */
export function addressFor(kind, id, rest) {
  const address = new URL(location.href);
  address.hash = ["fs", kind, id, rest].join(":");
  return address.href;
}

/** The address bar shows the state without a step in the history, and without scrolling. @param {string} address */
export function showAddress(address) {
  history.replaceState(history.state, "", address);
}

/** A seed that no other reader has. */
export function freshSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31;
}

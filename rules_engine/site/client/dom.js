/** What every widget does to the page: morphing, focus, keys, saying things, and links that hold a state. */

import { Idiomorph } from "./vendor/idiomorph.esm.js";

/** @param {string} tag @param {object} [attributes] @param {...(Node|string)} children */
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

export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** The first element of HTML that the engine made. */
export function fromHtml(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * Lays `next` over `current`: elements with the same id stay the same elements. Where the focus is on one that goes, it is
 * taken away first: in the midst of the changes, the browser would have to lay out the page for it.
 */
export function morph(current, next) {
  const focused = document.activeElement;
  const kept = focused?.id;
  if (kept && current.contains(focused) && !next.querySelector(`#${CSS.escape(kept)}`)) /** @type {HTMLElement} */ (focused).blur();
  Idiomorph.morph(current, next, { morphStyle: "outerHTML" });
  const still = kept ? document.getElementById(kept) : null;
  if (still && still !== document.activeElement) still.focus({ preventScroll: true });
}

/** Says one text through the page's one live region. */
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
    const cards = [...hand.querySelectorAll("button.fs-card")];
    const here = cards.find((card) => card === document.activeElement)
      ?? cards.find((card) => card.getAttribute("aria-disabled") !== "true") ?? cards[0];
    for (const card of cards) card.tabIndex = card === here ? 0 : -1;
  }
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** @param {KeyboardEvent} event  @returns {boolean} whether the key moved the focus within a hand */
export function moveInHand(event) {
  const card = /** @type {HTMLElement} */ (event.target).closest?.(".fs-active button.fs-card");
  const step = STEPS[event.key];
  if (!card || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
  const cards = [...card.closest(".fs-active").querySelectorAll("button.fs-card")];
  const place = Math.min(Math.max(cards.indexOf(card) + step, 0), cards.length - 1);
  for (const each of cards) each.tabIndex = -1;
  cards[place].tabIndex = 0;
  cards[place].focus();
  claim(event);
  return true;
}

/** Single letters do something only while the widget has the focus and no field does. */
export function plainKey(event) {
  const typing = /** @type {HTMLElement} */ (event.target).closest?.("input, select, textarea");
  return typing || event.altKey || event.ctrlKey || event.metaKey ? "" : event.key;
}

/** The key is the widget's: the theme turns pages at N and P, and the browser scrolls at the arrows. */
export function claim(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Puts the focus where an answer wants it: an element, or the card to play in a hand. */
export function focusOn(id) {
  const found = id ? document.getElementById(id) : null;
  if (!found) return;
  const target = found.querySelector("button[tabindex='0']") ?? (found.matches("button, a, input, select, [tabindex]")
    ? found : found.querySelector("button"));
  if (target) target.focus({ preventScroll: true });
  else {
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }
}

/** The pages that rule links lead to, as the widget was told. */
export function linksOf(widget) {
  return { game: widget.dataset.gamePage ?? "", general: widget.dataset.generalPage ?? "" };
}

export function sourceOf(widget) {
  return JSON.parse(widget.querySelector(":scope > .fs-source").textContent);
}

/** `#fs:KIND:ID:REST`: the state that an address asks for, if it is this widget's. */
export function wished(kind, id) {
  const [mark, wanted, whose, ...rest] = decodeURIComponent(location.hash.slice(1)).split(":");
  return mark === "fs" && wanted === kind && whose === id ? rest.join(":") : "";
}

export function addressFor(kind, id, rest) {
  const address = new URL(location.href);
  address.hash = ["fs", kind, id, rest].join(":");
  return address.href;
}

/** The address bar shows the state without a step in the history, and without scrolling. */
export function showAddress(address) {
  history.replaceState(history.state, "", address);
}

/** A seed that no other reader has. */
export function freshSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31;
}

/** What the table does to the page: morphing, focus, keys, saying things, links that hold a state, and sharing. */

import { Idiomorph } from "../vendor/idiomorph.esm.js";
import { entryOf } from "./entries.js";
import { put } from "./translation.js";

/** Attributes that hold what is read. */
const READ = new Set(["aria-label", "title", "placeholder"]);

/** @typedef {string | number | boolean | undefined | (() => void)} Attribute */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes] what begins with `on` is a listener; true is there, false and undefined are not
 * @param {...(Node|string)} children texts are put into the page's language
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, READ.has(name) ? put(String(value)) : String(value));
  }
  made.append(...children.map((child) => typeof child === "string" ? put(child) : child));
  return made;
}

/** @param {string | Node} label @param {() => void} onclick @param {Record<string, Attribute>} [attributes] */
export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** An icon, which styles draw. @param {string} name */
export const icon = (name) => make("i", { "data-icon": name, "aria-hidden": "true" });

/** A button of the bar: what it does is told by its `data-do`.
 * @param {string} deed @param {string} label
 * @param {{main?: boolean, off?: boolean, title?: string, value?: string, id?: string}} [how] */
export function action(deed, label, { main = false, off = false, title, value, id = deed } = {}) {
  return make("button", {
    type: "button", id: `fs-do-${id}`, "data-do": deed, "data-value": value, class: main && "fs-main",
    "aria-disabled": off && "true", "aria-label": title, title,
  }, label);
}

/** The elements within another that a selector means, in their order. @param {ParentNode} within @param {string} selector */
export const all = (within, selector) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/** The one element within another that is always there. @param {ParentNode} within @param {string} selector */
export const one = (within, selector) => /** @type {HTMLElement} */ (within.querySelector(selector));

/** HTML that the engine made. @param {string} html */
export function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Its first element. @param {string} html */
export const fromHtml = (html) => /** @type {HTMLElement} */ (fragment(html).firstElementChild);

/**
 * Lays `next` over `current`: elements with the same id stay the same elements. Where the focus is on one that goes, it is
 * taken away first: in the midst of the changes, the browser would have to lay out the page for it. What is said is
 * said anew: a paragraph that became another one would count as moved. What flies away goes: what it became would go with it.
 * @param {Element} current @param {Element} next
 */
export function morph(current, next) {
  const focused = document.activeElement;
  const kept = focused?.id;
  if (kept && focused instanceof HTMLElement && current.contains(focused) && !next.querySelector(`#${CSS.escape(kept)}`)) {
    focused.blur();
  }
  for (const old of current.querySelectorAll(".fs-slip > *, .fs-bubble, .fs-ghost")) {
    if (old.id === "fs-lead") old.replaceChildren();
    else old.remove();
  }
  Idiomorph.morph(current, next, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: keepPicture } });
  const still = kept ? document.getElementById(kept) : null;
  if (still && still !== document.activeElement) still.focus({ preventScroll: true });
}

const XLINK = "http://www.w3.org/1999/xlink";

/** A picture shows what lies at an address. @param {Element} use @param {string} address */
export const pointTo = (use, address) => use.setAttributeNS(XLINK, "xlink:href", address);

/** A card's picture points to another face, and an edge is as high as its suits. @param {Node} old @param {Node} fresh */
function keepPicture(old, fresh) {
  if (!(old instanceof SVGElement && fresh instanceof SVGElement)) return true;
  const box = fresh.getAttribute("viewBox") ?? "";
  if (old.getAttribute("viewBox") !== box) old.setAttribute("viewBox", box);
  const address = fresh.firstElementChild?.getAttribute("xlink:href") ?? "";
  const shown = old.firstElementChild;
  if (shown && shown.getAttribute("xlink:href") !== address) pointTo(shown, address);
  return false;
}

/** So many messages stay in the page, for who comes too late to hear one. */
const STAY = 10;

/** What was said in another language than the page's, and in which. @type {Map<string, string>} */
const tongues = new Map();

/** Phrases of other languages are spoken in theirs. @param {ParentNode} shown */
export function learnTongues(shown) {
  for (const phrase of all(shown, ":is(q, .fs-answers span)[lang]")) tongues.set(phrase.textContent ?? "", phrase.lang);
}

/** Says one text through the page's one live region, behind what was said before: to take that one's place would silence it.
 * @param {string} said */
export function say(said) {
  const text = put(said).trim();
  let region = document.getElementById("fs-live");
  if (!region) {
    region = make("div", { id: "fs-live", class: "fs-unseen", role: "log", "aria-live": "polite", "aria-atomic": "false" });
    document.body.append(region);
  }
  if (!text) return;
  const line = document.createElement("p");
  line.append(...inTongues(text));
  region.append(line);
  if (region.children.length > STAY) region.children[0].remove();
}

/** @param {string} text @returns {(string | HTMLElement)[]} */
function inTongues(text) {
  for (const [phrase, lang] of tongues) {
    const at = text.indexOf(phrase);
    if (at < 0) continue;
    const spoken = make("span", { lang });
    spoken.textContent = phrase;
    return [...inTongues(text.slice(0, at)), spoken, ...inTongues(text.slice(at + phrase.length))];
  }
  return [text];
}

const CARDS = ".fs-hand[data-active] button";

/** One card of a hand takes part in the tab order; the arrow keys, Home and End move among the cards. @param {Element} root */
export function roveHands(root) {
  for (const hand of root.querySelectorAll(".fs-hand[data-active]")) {
    const cards = all(hand, "button");
    const here = cards.find((card) => card === document.activeElement)
      ?? cards.find((card) => card.getAttribute("aria-disabled") !== "true") ?? cards[0];
    for (const card of cards) card.tabIndex = card === here ? 0 : -1;
  }
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** @param {KeyboardEvent} event  @returns {boolean} whether the key moved the focus within a hand */
export function moveInHand(event) {
  const card = /** @type {HTMLElement} */ (event.target).closest?.(CARDS);
  const step = entryOf(STEPS, event.key);
  if (!card || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
  const cards = /** @type {HTMLElement[]} */ ([...(card.closest(".fs-hand")?.querySelectorAll("button") ?? [])]);
  const place = Math.min(Math.max(cards.indexOf(/** @type {HTMLElement} */ (card)) + step, 0), cards.length - 1);
  for (const each of cards) each.tabIndex = -1;
  cards[place].tabIndex = 0;
  cards[place].focus();
  claim(event);
  return true;
}

/** Single letters do something only while no field has the focus. @param {KeyboardEvent} event */
export function plainKey(event) {
  const typing = /** @type {HTMLElement} */ (event.target).closest?.("input, select, textarea, [contenteditable]");
  return typing || event.altKey || event.ctrlKey || event.metaKey ? "" : event.key;
}

/** The key is the table's: the theme turns pages at N and P, and the browser scrolls at the arrows. @param {Event} event */
export function claim(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Within a part: the card to play in a hand, the number that is chosen, the first answer that may be given. */
const FIRST = ["button[tabindex='0']", "button[aria-pressed=true]", "button:not([aria-disabled=true])"];

/** Puts the focus where an answer wants it: an element, or what comes first in it. @param {string} id */
export function focusOn(id) {
  const found = id ? document.getElementById(id) : null;
  if (!found) return;
  const first = FIRST.map((way) => /** @type {HTMLElement | null} */ (found.querySelector(way))).find(Boolean);
  const itself = found.matches("button, a, input, select, [tabindex]") ? found : null;
  const target = first ?? itself ?? /** @type {HTMLElement | null} */ (found.querySelector("button"));
  if (target) target.focus({ preventScroll: true });
  else {
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }
}

/** Takes the focus from what is about to go: in the midst of the changes, the browser would have to lay out the page for it.
 * @param {HTMLElement} within */
export function blurWithin(within) {
  const focused = /** @type {HTMLElement | null} */ (within.querySelector(":focus"));
  focused?.blur();
}

/** Puts the focus on an element once it is painted: before that, the browser would have to lay out the page twice more for it.
 * @param {HTMLElement} element */
export function focusOnceSeen(element) {
  requestAnimationFrame(() => setTimeout(() => element.focus({ preventScroll: true })));
}

/** Signs at the end of an address that are of the sentence around it. */
const AROUND = /[\s.,;:!?'"()[\]{}<>«»“”‘’…*]+$/;

/** What stands behind the address's `#`, as it is where it isn't well written. */
export function hashText() {
  const written = location.hash.slice(1);
  try {
    return decodeURIComponent(written).replace(AROUND, "");
  } catch {
    return written.replace(AROUND, "");
  }
}

/** `#fs:KIND:ID:REST`: the state that a link asks for. One to a puzzle's place in the page asks for the puzzle. */
export function wish() {
  const asked = hashText();
  if (document.getElementById(asked)?.matches("fs-figure[data-kind=puzzle]")) return { kind: "puzzle", id: asked, rest: "" };
  const [mark, kind, id, ...rest] = asked.split(":");
  return mark === "fs" && id ? { kind, id, rest: rest.join(":") } : null;
}

/** @param {string} kind @param {string} id @param {string} rest */
export function addressFor(kind, id, rest) {
  const address = new URL(location.href);
  address.hash = ["fs", kind, id, rest].join(":");
  return address.href;
}

/** A link was followed: reload and back show what is on the table by then, not what the link showed. */
export function forgetWish() {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** A seed that no other reader has. */
export function freshSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31;
}

/** Whether the browser hands things on to others by itself. */
export const SHARES = "share" in (globalThis.navigator ?? {});

/** Whether something was handed on, or the reader thought better of it. @param {ShareData} what */
export async function sent(what) {
  if (!SHARES) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof Error && error.name === "AbortError";
  }
}

/** Whether a text went into the clipboard; a page may not be allowed that. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** DOM helpers: building and morphing elements, focus, keys, live messages, links to a state of the table, and sharing. */

import { Idiomorph } from "../vendor/idiomorph.esm.js";
import { entryOf } from "./entries.js";
import { put } from "./translation.js";

/** Attributes whose values are text for users, which is translated. */
const READ = new Set(["aria-label", "title", "placeholder"]);

/** @typedef {string | number | boolean | undefined | ((event: Event) => void)} Attribute */
/** @typedef {string | Node | false | 0 | null | undefined | readonly Child[]} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes] functions become listeners (`onclick`); true adds
 *   an empty attribute, false and undefined add none
 * @param {...Child} children strings are translated into the page's language; false and other empty values are left out
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, READ.has(name) ? put(String(value)) : String(value));
  }
  fill(made, children);
  return made;
}

/** Replace an element's children. @param {Element} parent @param {...Child} children as for `make` */
export const fill = (parent, ...children) => {
  const flat = /** @type {any[]} */ (children).flat(Infinity).filter(Boolean);
  parent.replaceChildren(...flat.map((child) => typeof child === "string" ? put(child) : child));
};

/** @param {Child} label @param {() => void} onclick @param {Record<string, Attribute>} [attributes] */
export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** Return an icon element; the style sheet draws it. @param {string} name */
export const icon = (name) => make("i", { "data-icon": name, "aria-hidden": "true" });

/** Return the spacer that moves the following buttons to the end of a toolbar. */
export const gap = () => make("span", { class: "fs-gap" });

/** Return a button for the table's toolbar. Its `data-do` attribute names the action.
 * @param {string} deed @param {string} label
 * @param {{main?: boolean, off?: boolean, title?: string, value?: string, id?: string}} [how] */
export function action(deed, label, { main = false, off = false, title, value, id = deed } = {}) {
  return make("button", {
    type: "button", id: `fs-do-${id}`, "data-do": deed, "data-value": value, class: main && "fs-main",
    "aria-disabled": off && "true", "aria-label": title, title,
  }, label);
}

/** Set an attribute, or remove it if the value is false.
 * @param {Element} element @param {string} name @param {string | false} value */
export const updateAttribute = (element, name, value) =>
  value === false ? element.removeAttribute(name) : element.setAttribute(name, value);

/** Return the elements within another that match a selector, in document order.
 * @param {ParentNode} within @param {string} selector */
export const all = (within, selector) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/** Return the first element that matches a selector. There must be one.
 * @template {string} Selector @param {ParentNode} within @param {Selector} selector
 * @returns {Selector extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Selector] : HTMLElement} */
export const one = (within, selector) => /** @type {any} */ (within.querySelector(selector));

/** Parse trusted HTML, made by the engine, into a fragment. @param {string} html */
export function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Parse trusted HTML and return its first element. @param {string} html */
export const fromHtml = (html) => /** @type {HTMLElement} */ (fragment(html).firstElementChild);

/**
 * Morph `current` into `next`. Elements with the same id are reused. If the focused element is to go, it is blurred first,
 * because removing it would force a layout in the middle of the changes. Messages and speech bubbles are removed first, because a
 * reused paragraph would count as moved and not be announced. Cards in flight are removed first, because a reused element would
 * continue their animation.
 *
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

/** Point a `use` element to the picture at a URL. @param {Element} use @param {string} address */
export const pointTo = (use, address) => use.setAttributeNS(XLINK, "xlink:href", address);

/** Update an SVG's picture URL and view box in place. Return false for an SVG, so that Idiomorph doesn't morph it.
 * @param {Node} old @param {Node} fresh */
function keepPicture(old, fresh) {
  if (!(old instanceof SVGElement && fresh instanceof SVGElement)) return true;
  const box = fresh.getAttribute("viewBox") ?? "";
  if (old.getAttribute("viewBox") !== box) old.setAttribute("viewBox", box);
  const address = fresh.firstElementChild?.getAttribute("xlink:href") ?? "";
  const shown = old.firstElementChild;
  if (shown && shown.getAttribute("xlink:href") !== address) pointTo(shown, address);
  return false;
}

/** Maximum number of messages in the live region; older ones are removed. */
const STAY = 10;

/** The language of each phrase that isn't in the page's language. @type {Map<string, string>} */
const tongues = new Map();

/** Record the phrases in other languages within an element, so that they are announced in their language.
 * @param {ParentNode} shown */
export function learnTongues(shown) {
  for (const phrase of all(shown, ":is(q, .fs-answers span)[lang]")) tongues.set(phrase.textContent ?? "", phrase.lang);
}

/** Announce a message in the page's only live region. It is appended to earlier messages, because replacing one would silence
 * it.
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

/** Set a roving tab index: one card of each hand is in the tab order, and arrow keys, Home and End move among the cards.
 * @param {Element} root */
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

/** Return the name of the pressed key, or an empty string in form fields and with a modifier key. @param {KeyboardEvent} event */
export function plainKey(event) {
  const typing = /** @type {HTMLElement} */ (event.target).closest?.("input, select, textarea, [contenteditable]");
  return typing || event.altKey || event.ctrlKey || event.metaKey ? "" : event.key;
}

/** Prevent the theme and the browser from also handling a key: the theme turns pages with N and P, and the browser scrolls
 * with the arrow keys.
 * @param {Event} event */
export function claim(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Selectors for the control to focus within an element, by priority: the current card in a hand, the chosen number, the first
 * available answer. */
const FIRST = ["button[tabindex='0']", "button[aria-pressed=true]", "button:not([aria-disabled=true])"];

/** Focus the first control in the element with the given id, otherwise the element itself. @param {string} id */
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

/** Focus an element, if there is one, without scrolling. @param {Element | null | undefined} element */
export const focusInPlace = (element) => /** @type {HTMLElement | null | undefined} */ (element)?.focus({ preventScroll: true });

/** Blur the focused element within one that is about to be removed: removing a focused element would force a layout.
 * @param {HTMLElement} within */
export function blurWithin(within) {
  const focused = /** @type {HTMLElement | null} */ (within.querySelector(":focus"));
  focused?.blur();
}

/** Focus an element after the next paint. Focusing it earlier would force two more layouts. @param {HTMLElement} element */
export function focusOnceSeen(element) {
  requestAnimationFrame(() => setTimeout(() => element.focus({ preventScroll: true })));
}

/** The content of the page, and its address. After a click on a link, the window has the next page's address, but shows this one
 * until the next has arrived. */
const shownPage = () => ({ content: document.querySelector("[data-md-component=container]"), address: document.baseURI });
let shown = shownPage();
globalThis.document$?.subscribe(() => { shown = shownPage(); });

/** Return an absolute address for one that is relative to an element's page.
 * @param {Element} element @param {string} relative */
export function addressFrom(element, relative) {
  return new URL(relative, shown.content?.contains(element) ? shown.address : document.baseURI).href;
}

/** Punctuation after a pasted URL that belongs to the sentence around it. */
const AROUND = /[\s.,;:!?'"()[\]{}<>«»“”‘’…*]+$/;

/** Return the URL's decoded fragment, or the raw one if it is malformed. */
export function hashText() {
  const written = location.hash.slice(1);
  try {
    return decodeURIComponent(written).replace(AROUND, "");
  } catch {
    return written.replace(AROUND, "");
  }
}

/** Return the state requested by the URL's fragment, which is `#fs:KIND:ID:REST` or the id of a puzzle on the page, otherwise
 * null. */
export function wish() {
  const asked = hashText();
  if (document.getElementById(asked)?.matches("fs-figure[data-kind=puzzle]")) return { kind: "puzzle", id: asked, rest: "" };
  const [mark, kind, id, ...rest] = asked.split(":");
  return mark === "fs" && id ? { kind, id, rest: rest.join(":") } : null;
}

/** @param {string} kind @param {string} id @param {string} rest
 * @param {string} [page] the URL of the figure's page, by default this one */
export function addressFor(kind, id, rest, page = "") {
  const address = new URL(page, location.href);
  address.hash = ["fs", kind, id, rest].join(":");
  return address.href;
}

/** Remove the fragment from the URL, so that Reload and Back restore the table's current state instead of the link's. */
export function forgetWish() {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Return a random seed. */
export function freshSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31;
}

/** True if the browser has the Web Share API. */
export const SHARES = "share" in (globalThis.navigator ?? {});

/** Open the browser's share dialog. Return whether the data was shared or the reader cancelled. @param {ShareData} what */
export async function sent(what) {
  if (!SHARES) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof Error && error.name === "AbortError";
  }
}

/** Copy text to the clipboard. Return whether the browser allowed it. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A tooltip with a preview of a linked rule. When the pointer or the focus rests on the link, the tooltip shows the rule's first
 * lines, taken from the search index, which is loaded only then. For a glossary term it shows the definition, also on a tap.
 *
 * @typedef {{location: string, title: string, text: string}} Section
 */

import { make } from "../shared/dom.js";

const ROOT = new URL("../../../../", import.meta.url).href;
const TERM = ".fs-term";
const LINKS = `[data-holds~=frame] .md-content a[href*='#rule-']:not(.headerlink), ${TERM}`;

/**
 * Delays in milliseconds before a preview opens and before it closes. The first prevents previews when the pointer just passes
 * over a link. The second gives the pointer time to move from the link to the preview.
 */
const RESTS = 350;
const LEAVES = 200;
const ROOM = 280;

/** @type {Promise<Map<string, Section>> | undefined} */
let sections;

async function read() {
  const response = await fetch(new URL("search/sections.json", ROOT));
  /** @type {Section[]} */
  const listed = await response.json();
  return new Map(listed.map((section) => [section.location, section]));
}

/** Return the section of the search index that a link leads to, or undefined if the index lacks it. Throws if the index can't be
 * fetched.
 * @param {HTMLAnchorElement} link */
export async function sectionOf(link) {
  sections ??= read();
  const found = await sections.catch((error) => {
    sections = undefined;
    throw error;
  });
  return found.get(link.href.slice(ROOT.length).replace("index.html", ""));
}

class Preview {
  #card = make("div", { class: "fs-preview", id: "fs-preview", role: "tooltip" });
  /** @type {HTMLElement | undefined} */
  #link;
  #title = "";
  /** The link under the pointer or with the focus. @type {HTMLElement | undefined} */
  #near;
  #clock = 0;
  /** The observer that hides the preview when its link is removed from the page. */
  #watch = new MutationObserver(() => this.#link?.isConnected || this.#hide());

  listen() {
    const on = (/** @type {string} */ type) => addEventListener(type, (event) => this.#turnTo(event), { passive: true });
    const off = (/** @type {string} */ type) => addEventListener(type, (event) => this.#turnFrom(event));
    ["pointermove", "focusin"].forEach(on);
    ["pointerout", "focusout"].forEach(off);
    for (const type of ["click", "scroll", "keydown", "hashchange"]) {
      addEventListener(type, () => this.#hide(), { capture: true, passive: true });
    }
    addEventListener("click", ({ target }) => {
      const term = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest?.(TERM) ?? null);
      if (term) this.#show(term);
    });
  }

  /** @param {Event} event */
  #turnTo(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.(".fs-preview")) return clearTimeout(this.#clock);
    const link = /** @type {HTMLElement | null} */ (target.closest?.(LINKS) ?? null);
    if (event.type === "focusin" && link?.closest("fs-table")) return undefined; // on the table, a click opens the rule
    if (!link || link === this.#near || /** @type {PointerEvent} */ (event).pointerType === "touch") return undefined;
    this.#near = link;
    return this.#after(RESTS, () => this.#show(link));
  }

  /** @param {Event} event */
  #turnFrom({ target }) {
    this.#near = undefined;
    if (/** @type {Element} */ (target).closest?.(`${LINKS}, .fs-preview`)) this.#after(LEAVES, () => this.#hide());
  }

  /** @param {number} time @param {() => void} deed */
  #after(time, deed) {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(deed, time);
  }

  /** @param {HTMLElement} link */
  async #show(link) {
    if (link === this.#link) return;
    const told = link.title ? [make("p", {}, link.title)] : await ruleOf(/** @type {HTMLAnchorElement} */ (link));
    if (!told || !link.isConnected) return;
    this.#hide();
    this.#link = link;
    this.#title = link.title; // removed, because the browser would show its own tooltip as well
    link.title = "";
    this.#card.replaceChildren(...told);
    document.body.append(this.#card);
    link.setAttribute("aria-describedby", this.#card.id);
    layBeside(this.#card, link.getBoundingClientRect());
    this.#watch.observe(document.body, { childList: true, subtree: true });
  }

  #hide() {
    clearTimeout(this.#clock);
    this.#watch.disconnect();
    this.#link?.removeAttribute("aria-describedby");
    if (this.#link) this.#link.title = this.#title;
    this.#link = undefined;
    this.#card.remove();
  }
}

/** Return the title and the first lines of a rule, or undefined if it can't be found. @param {HTMLAnchorElement} link */
async function ruleOf(link) {
  const section = await sectionOf(link).catch(() => undefined);
  return section && [make("b", {}, section.title), ...beginningOf(section.text).map((line) => make("p", {}, line))];
}

/** Position a tooltip below the element that it describes, or above if there isn't enough space below.
 * @param {HTMLElement} card @param {DOMRect} about */
export function layBeside(card, about) {
  const { width, height } = card.getBoundingClientRect();
  const below = about.bottom + 6;
  const top = below + height < innerHeight || about.top < height + 6 ? below : about.top - height - 6;
  const left = Math.max(8, Math.min(about.left, innerWidth - width - 8));
  card.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}

/** @param {string} text */
export function beginningOf(text, room = ROOM) {
  const lines = [];
  for (const line of text.split("\n")) {
    if (lines.length && line.length > room) break;
    lines.push(line);
    room -= line.length;
  }
  return lines;
}

new Preview().listen();

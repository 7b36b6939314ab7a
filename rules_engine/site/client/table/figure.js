/** A figure in the text: its strip gets a button that puts it on the table, and it says when it lies there. */

import { all, button } from "../shared/dom.js";
import { chosen } from "../shared/storage.js";

/** What the button of each kind says. @type {Record<ScenarioKind, string>} */
export const PUTS = { example: "Step through", quiz: "Try it", puzzle: "Solve", practice: "Play" };

/** In how many colours suits are shown; nothing for as many as the game wants. */
const COLOURS = ["", "two", "four"];

/** @type {Map<string, Promise<FigureContent>>} what was fetched, by address */
const fetched = new Map();

export class FollowSuitFigure extends HTMLElement {
  #made = false;
  /** Gives what it brings to the table, where that isn't of the page: a draft. @type {(() => Promise<FigureContent>) | null} */
  brought = null;
  /** Leads back to what lay on the table before. @type {(() => void) | null} */
  back = null;

  connectedCallback() {
    if (this.#made) return;
    this.#made = true;
    if (chosen("suits", COLOURS)) colourSuits();
    this.addEventListener("click", rememberUnfolded);
    this.querySelectorAll(".fs-strip").forEach((strip, place) => {
      const put = () => this.put(place);
      strip.querySelector(".fs-caption")?.append(button(PUTS[this.kind], put, { class: "fs-put" }));
      strip.querySelector(".fs-run")?.addEventListener("click", put); // what one would press first; the button is for all
    });
  }

  get kind() {
    return /** @type {ScenarioKind} */ (this.dataset.kind);
  }

  /** What its kind is called, and its title: they are its name. */
  get named() {
    const [called, ...title] = (this.getAttribute("aria-label") ?? "").split(": ");
    return { called, title: title.join(": ") };
  }

  /** @returns {import("./table.js").FollowSuitTable | null} */
  get table() {
    return document.querySelector("fs-table");
  }

  /** @param {number} place which of its questions */
  put(place) {
    this.table?.put(this, { place, wanted: true });
  }

  /** What this figure brings to the table. @returns {Promise<FigureContent>} */
  content() {
    if (this.brought) return this.brought();
    const source = this.querySelector(":scope > .fs-source");
    if (source) {
      const scenario = JSON.parse(source.textContent ?? "");
      return Promise.resolve({ kind: this.kind, ...this.named, source: scenario, steps: [] });
    }
    const address = new URL(this.dataset.src ?? "", document.baseURI).href;
    const known = fetched.get(address);
    if (known) return known;
    const asked = fetchContent(address);
    fetched.set(address, asked);
    asked.catch(() => fetched.delete(address));
    return asked;
  }
}

/** @param {string | undefined} id @returns {FollowSuitFigure | null} */
export function figureAt(id) {
  const found = id ? document.getElementById(id) : null;
  return found?.localName === "fs-figure" ? /** @type {FollowSuitFigure} */ (found) : null;
}

/** Notes which words the reader unfolded: paper has these alone, but the theme unfolds all to print. @param {Event} event */
function rememberUnfolded({ target }) {
  const words = target instanceof Element && target.closest("summary")?.parentElement;
  if (words instanceof HTMLDetailsElement) words.toggleAttribute("data-read", !words.open);
}

/** Shows suits in the colours that the reader wants, where one was chosen. */
export function colourSuits() {
  const wanted = chosen("suits", COLOURS);
  for (const each of all(document, "fs-figure, fs-table")) {
    each.dataset.ownColours ??= each.dataset.suitColours ?? "";
    if (each.dataset.ownColours) each.dataset.suitColours = wanted || each.dataset.ownColours;
  }
}

/** @param {string} address @returns {Promise<FigureContent>} */
async function fetchContent(address) {
  let response;
  try {
    response = await fetch(address);
  } catch {
    throw new Error("This could not be fetched: you seem to be offline. The text has it in words.");
  }
  const content = response.ok ? await response.json().catch(() => null) : null;
  if (!content) throw new Error("This could not be fetched: the site may be newer than this page. Reload the page.");
  return content;
}

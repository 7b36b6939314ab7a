/** A figure in the text. A button on its strip, the small static drawing, opens it on the page's table. The strip is
 * highlighted while the figure is on the table. */

import { addressFrom, all, button } from "../shared/dom.js";
import { chosen } from "../shared/storage.js";

/** Label of the strip's button for each kind of figure. @type {Record<ScenarioKind, string>} */
export const PUTS = { example: "Step through", quiz: "Try it", puzzle: "Solve", practice: "Play" };

/** Options for the number of suit colours; an empty string means the game's default. */
const COLOURS = ["", "two", "four"];

/** @type {Map<string, Promise<FigureContent>>} fetched content, by URL */
const fetched = new Map();

export class FollowSuitFigure extends HTMLElement {
  #made = false;
  /** Callback that returns the content of a figure that isn't part of the site, such as a draft.
   * @type {(() => Promise<FigureContent>) | null} */
  brought = null;
  /** Callback that restores the table's previous content. @type {(() => void) | null} */
  back = null;

  connectedCallback() {
    if (this.#made) return;
    this.#made = true;
    if (chosen("suits", COLOURS)) colourSuits();
    this.addEventListener("click", rememberUnfolded);
    this.querySelectorAll(".fs-strip").forEach((strip, place) => {
      const put = () => this.put(place);
      strip.querySelector(".fs-caption")?.append(button(PUTS[this.kind], put, { class: "fs-put" }));
      strip.querySelector(".fs-run")?.addEventListener("click", put); // a larger target than the button
    });
  }

  get kind() {
    return /** @type {ScenarioKind} */ (this.dataset.kind);
  }

  /** The display name of the figure's kind, and its title, from its `aria-label`. */
  get named() {
    const [called, ...title] = (this.getAttribute("aria-label") ?? "").split(": ");
    return { called, title: title.join(": ") };
  }

  /** @returns {import("./table.js").FollowSuitTable | null} */
  get table() {
    return document.querySelector("fs-table");
  }

  /** @param {number} place index of its question */
  put(place) {
    this.table?.put(this, { place, wanted: true });
  }

  /** Return the figure's content for the table. @returns {Promise<FigureContent>} */
  content() {
    if (this.brought) return this.brought();
    const source = this.querySelector(":scope > .fs-source");
    if (source) {
      const scenario = JSON.parse(source.textContent ?? "");
      return Promise.resolve({ kind: this.kind, ...this.named, source: scenario, steps: [] });
    }
    const address = addressFrom(this, this.dataset.src ?? "");
    const known = fetched.get(address);
    if (known) return known;
    const { home } = this.dataset;
    const asked = fetchContent(address).then(async (content) => {
      if (!home) return content;
      const { contentSeenFrom } = await import("../shared/seen-from.js");
      return contentSeenFrom(content, addressFrom(this, home));
    });
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

/** Mark the collapsible sections that the reader has expanded. Only these are printed, although the theme expands all of them
 * for printing.
 * @param {Event} event */
function rememberUnfolded({ target }) {
  const words = target instanceof Element && target.closest("summary")?.parentElement;
  if (words instanceof HTMLDetailsElement) words.toggleAttribute("data-read", !words.open);
}

/** Show suits in the number of colours that the reader has chosen, otherwise in the game's default. */
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

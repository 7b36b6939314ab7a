/** The page about a pack: printable sheets of nine cards, and a table of suits and cards in which clicking one highlights the
 * cards that share a suit with it. */

import { all, button, make, one, pointTo } from "../shared/dom.js";
import { svg } from "../shared/svg.js";
import { put } from "../shared/translation.js";
import { PAPERS, chosen, clear, printSheets } from "./paper.js";

/** @typedef {import("./paper.js").Paper} Paper */

/** Size of a playing card in millimetres, and the number of columns and rows on a sheet. */
const WIDE = 63;
const HIGH = 88;
const ACROSS = 3;
const DOWN = 3;
/** Distance of the cutting marks from the cards, and length of the marks, in millimetres. */
const OFF = 1;
const LONG = 4;
/** Height in millimetres omitted at the bottom of a sheet; at full height, rounding would create a second page. */
const SPARE = 1;

class FollowSuitPrint extends HTMLElement {
  connectedCallback() {
    const form = this.#form;
    form.onchange = () => this.#lay();
    form.onsubmit = (event) => {
      event.preventDefault();
      printSheets([this.#marked(make("div"), this.#sheets())], this.#paper, 0);
    };
    this.#lay();
  }

  disconnectedCallback() {
    clear();
  }

  get #form() {
    return one(this, "form");
  }

  get #paper() {
    return /** @type {Paper} */ (chosen(this, "paper").value);
  }

  /** @param {string} name */
  #wants(name) {
    return this.querySelector(`input[name=${name}]:checked`) !== null;
  }

  /** Render a preview of the sheets, and show their number on the button. */
  #lay() {
    const sheets = this.#sheets();
    this.#marked(one(this, ".fs-papers"), sheets);
    one(this, "button").textContent = put(sheets.length === 1 ? "Print 1 sheet" : `Print ${sheets.length} sheets`);
  }

  /** @param {HTMLElement} place @param {Node[]} sheets */
  #marked(place, sheets) {
    place.toggleAttribute("data-grey", this.#wants("grey"));
    place.toggleAttribute("data-letters", this.#wants("letters"));
    place.replaceChildren(...sheets);
    return place;
  }

  #sheets() {
    const cards = (chosen(this, "cards").dataset.cards ?? "").split(" ");
    const fronts = Array.from({ length: Math.ceil(cards.length / (ACROSS * DOWN)) }, (_, at) => (
      cards.slice(at * ACROSS * DOWN, (at + 1) * ACROSS * DOWN)));
    return fronts.flatMap((ids) => this.#wants("backs") ? [this.#sheet(ids), this.#back(ids)] : [this.#sheet(ids)]);
  }

  /** @param {string[]} ids */
  #sheet(ids) {
    return this.#drawn(ids.map((id, at) => [id, at % ACROSS, Math.floor(at / ACROSS)]));
  }

  /** Return the sheet of card backs, mirrored, because the paper is flipped along its long edge. @param {string[]} ids */
  #back(ids) {
    const back = this.dataset.back ?? "";
    return this.#drawn(ids.map((_, at) => [back, ACROSS - 1 - (at % ACROSS), Math.floor(at / ACROSS)]));
  }

  /** @param {[string, number, number][]} cards each with its column and row */
  #drawn(cards) {
    const [width, height] = PAPERS[this.#paper];
    const [left, top] = [(width - ACROSS * WIDE) / 2, (height - DOWN * HIGH) / 2];
    const shown = height - SPARE;
    const size = { viewBox: `0 0 ${width} ${shown}`, width: `${width}mm`, height: `${shown}mm` };
    const sheet = svg("svg", { ...size, "aria-hidden": "true" });
    for (const [id, column, row] of cards) {
      const card = svg("use", { x: left + column * WIDE, y: top + row * HIGH, width: WIDE, height: HIGH });
      pointTo(card, `${this.dataset.sprite}#${id}`);
      sheet.append(card);
    }
    sheet.append(svg("path", { d: marks(left, top), fill: "none", stroke: "#000", "stroke-width": 0.2 }));
    return sheet;
  }
}

/** Return the SVG path of the cutting marks: one at each end of every cutting line. @param {number} left @param {number} top */
function marks(left, top) {
  const [right, bottom] = [left + ACROSS * WIDE, top + DOWN * HIGH];
  const across = Array.from({ length: ACROSS + 1 }, (_, at) => left + at * WIDE);
  const down = Array.from({ length: DOWN + 1 }, (_, at) => top + at * HIGH);
  return [...across.map((x) => `M${x} ${top - OFF}v${-LONG}M${x} ${bottom + OFF}v${LONG}`),
    ...down.map((y) => `M${left - OFF} ${y}h${-LONG}M${right + OFF} ${y}h${LONG}`)].join("");
}

/** The pack's table, whose suits and cards are buttons. */
class FollowSuitMeetings extends HTMLElement {
  connectedCallback() {
    for (const place of all(this, "span.fs-meets")) {
      const key = button([...place.childNodes], () => this.#show(key), { class: "fs-meets", "aria-pressed": "false" });
      Object.assign(key.dataset, place.dataset);
      place.replaceWith(key);
    }
  }

  /** Highlight the cards that share a suit with the clicked suit or card; a second click removes the highlight.
   * @param {HTMLElement} pressed */
  #show(pressed) {
    const on = pressed.getAttribute("aria-pressed") !== "true";
    const met = new Set(on ? (pressed.dataset.met ?? "").split(" ") : []);
    const { card, suitOf } = pressed.dataset;
    this.toggleAttribute("data-shows", on);
    for (const key of all(this, ".fs-meets")) {
      const same = card ? key.dataset.card === card : key.dataset.suitOf === suitOf;
      key.setAttribute("aria-pressed", String(on && same));
      key.toggleAttribute("data-is-met", met.has(key.dataset.card ?? ""));
    }
    one(this, ".fs-met-told").textContent = on ? pressed.dataset.told ?? "" : "";
  }
}

if (!customElements.get("fs-print")) customElements.define("fs-print", FollowSuitPrint);
if (!customElements.get("fs-meetings")) customElements.define("fs-meetings", FollowSuitMeetings);

/** Printable sheets for a game: an empty score sheet, or questions or puzzles from the game's pages with the answers on a
 * separate sheet. */

import { all, fromHtml, make, one, pointTo } from "../shared/dom.js";
import { put } from "../shared/translation.js";
import { chosen, clear, printSheets } from "./paper.js";
import { shuffled } from "./rendering.js";

/** @typedef {import("./paper.js").Paper} Paper */
/** @typedef {{steps: {html: string}[]}} Content */

const MARGIN = 12;
/** Maximum number of questions or puzzles on a sheet. */
const MANY = { quiz: 10, puzzle: 6 };

class FollowSuitSheets extends HTMLElement {
  connectedCallback() {
    const form = one(this, "form");
    form.onchange = () => this.#offer();
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#print();
    };
    this.#offer();
  }

  disconnectedCallback() {
    clear();
  }

  /** Show the player counts that the chosen game supports; only score sheets depend on the count. */
  #offer() {
    const counts = (chosen(this, "game").dataset.players ?? "").split(" ");
    const inputs = /** @type {HTMLInputElement[]} */ (all(this, "input[name=players]"));
    for (const input of inputs) /** @type {HTMLElement} */ (input.parentElement).hidden = !counts.includes(input.value);
    if (!counts.includes(chosen(this, "players").value)) {
      for (const input of inputs) input.checked = input.value === counts[0];
    }
    /** @type {HTMLElement} */ (inputs[0].closest("fieldset")).hidden = chosen(this, "what").value !== "score";
  }

  async #print() {
    const what = chosen(this, "what").value;
    const told = one(this, ".fs-late-sheets");
    told.textContent = "";
    try {
      const sheets = what === "score" ? [this.#score()] : await this.#asked(/** @type {"quiz" | "puzzle"} */ (what));
      printSheets(sheets, /** @type {Paper} */ (chosen(this, "paper").value), MARGIN);
    } catch {
      told.textContent = put("The page of the game can't be had now: the network doesn't answer.");
    }
  }

  #score() {
    const { value } = chosen(this, "game");
    const wanted = `template[data-game="${value}"][data-players="${chosen(this, "players").value}"]`;
    const blank = /** @type {HTMLTemplateElement} */ (this.querySelector(wanted));
    return make("section", {}, this.#heading("Score sheet"), blank.content.cloneNode(true));
  }

  /** @param {string} what */
  #heading(what) {
    const name = chosen(this, "game").nextElementSibling?.textContent ?? "";
    return make("h2", {}, `${name}: ${put(what)}`);
  }

  /** Return a sheet of questions and a sheet of answers. @param {"quiz" | "puzzle"} what */
  async #asked(what) {
    const { rules = "", learn = "", puzzles = "" } = chosen(this, "game").dataset;
    const pages = (what === "quiz" ? [rules, learn] : [puzzles]).filter(Boolean);
    const found = await Promise.all(pages.map((page) => figuresOf(page, what)));
    const figures = shuffled(found.flat()).slice(0, MANY[what]);
    const asked = await Promise.all(figures.map((figure) => question(figure, what)));
    const answers = figures.map((figure) => make("li", {}, answer(figure, what)));
    const heading = this.#heading(what === "quiz" ? "Questions" : "Puzzles");
    return [make("section", { class: `fs-asked-${what}` }, heading, make("ol", {}, asked)),
      make("section", { class: "fs-answered" }, this.#heading("Answers"), make("ol", {}, answers))];
  }
}

/** Fetch the questions or puzzles on a page, with absolute URLs. @param {string} page @param {string} what */
async function figuresOf(page, what) {
  const address = new URL(page, location.href).href;
  const text = new DOMParser().parseFromString(await read(address), "text/html");
  const figures = all(text, `fs-figure[data-kind=${what}]`);
  for (const figure of figures) {
    figure.dataset.src = new URL(figure.dataset.src ?? "", address).href;
    for (const use of figure.querySelectorAll("use")) {
      pointTo(use, new URL(use.getAttribute("xlink:href") ?? "", address).href);
    }
  }
  return figures;
}

/** @param {string} address */
async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

/** Render a question or puzzle for paper, with the cards on the table and the possible answers.
 * @param {HTMLElement} figure @param {"quiz" | "puzzle"} what */
async function question(figure, what) {
  const [title] = all(figure, ".fs-caption > b").map((each) => make("b", {}, copies(each)));
  const lines = (/** @type {HTMLElement[]} */ found) => found.map((line) => make("p", {}, copies(line)));
  if (what === "puzzle") return make("li", {}, title, figure.querySelector(".fs-intro")?.cloneNode(true), lines(stands(figure)));
  /** @type {Content} */
  const content = JSON.parse(await read(figure.dataset.src ?? ""));
  const table = fromHtml(content.steps[0].html);
  return make("li", {}, title, lines(all(table, ".fs-felt .fs-slip p")),
    all(table, ".fs-box").slice(0, 1).map((box) => make("ul", {}, copies(box))),
    table.querySelector(".fs-laid") && figure.querySelector(".fs-run")?.cloneNode(true),
    make("p", { class: "fs-ticks" }, all(table, ".fs-own .fs-option, .fs-own .fs-field").map(option)));
}

/** Render a possible answer: a box to tick, or a line to write on. @param {HTMLElement} of */
function option(of) {
  if (of.matches(".fs-field")) {
    return make("span", { class: "fs-write" }, of.closest(".fs-part")?.querySelector("label")?.textContent ?? "");
  }
  return make("span", { class: "fs-tick" }, of.getAttribute("aria-label") ?? of.textContent);
}

/** Return the lines that describe a puzzle's position, without its answer. @param {HTMLElement} figure */
function stands(figure) {
  const lines = all(figure, ".fs-words > ol > li");
  const best = lines.findIndex((line) => line.firstElementChild?.matches("b") && line.firstChild === line.firstElementChild);
  return best < 0 ? lines : lines.slice(0, best);
}

/** @param {HTMLElement} figure @param {"quiz" | "puzzle"} what */
function answer(figure, what) {
  const lines = all(figure, ".fs-words > ol > li");
  const told = what === "quiz" ? lines : lines.slice(stands(figure).length);
  return told.map((line) => make("div", {}, copies(line)));
}

/** @param {HTMLElement} of */
const copies = (of) => [...of.childNodes].map((each) => each.cloneNode(true));

if (!customElements.get("fs-sheets")) customElements.define("fs-sheets", FollowSuitSheets);

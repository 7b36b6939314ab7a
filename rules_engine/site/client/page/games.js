/** Lists of games: the reader's progress on each cover, the filters, and the order of the comparison. */

import { all, button, make, one } from "../shared/dom.js";
import { coursesOf } from "../shared/progress.js";

const sumOf = (/** @type {number[]} */ counts) => counts.reduce((sum, count) => sum + count, 0);

/** Add a ring to each cover that shows how much of the game's course the reader has done. */
function showProgress() {
  for (const cover of all(document, ".fs-game[data-game]")) {
    cover.querySelector(".fs-learnt")?.remove();
    const courses = coursesOf(cover.dataset.game ?? "").map(([, course]) => course);
    const done = sumOf(courses.map((course) => course.done.length));
    const of = sumOf(courses.map((course) => course.of));
    if (!done || !of) continue;
    const ring = make("span", { class: "fs-learnt", role: "img", "aria-label": `${done} of ${of} steps done` });
    ring.style.setProperty("--done", `${Math.min(100, Math.round(100 * done / of))}%`);
    cover.append(ring);
  }
}

/** Press a chip, or release it if `on` is false; release the others of its group.
 * @param {HTMLElement} chip @param {boolean} [on] */
function pressChip(chip, on = true) {
  for (const each of all(/** @type {HTMLElement} */ (chip.parentElement), "button")) {
    each.setAttribute("aria-pressed", String(on && each === chip));
  }
}

/** Return whether a cover's game fits a chip. @param {HTMLElement} cover @param {string} word */
const fits = (cover, word) => (cover.dataset.fits ?? "").split(" ").includes(word);

/** The covers of all games with filters. One chip of each group can be pressed. */
class FollowSuitFinder extends HTMLElement {
  connectedCallback() {
    const groups = one(this, ".fs-finder-groups");
    groups.hidden = false;
    for (const chip of all(groups, "button")) chip.onclick = () => this.#press(chip);
  }

  /** @param {HTMLElement} chip */
  #press(chip) {
    pressChip(chip, chip.getAttribute("aria-pressed") !== "true");
    const wanted = all(this, "[aria-pressed=true]").map(({ dataset }) => dataset.fit ?? "");
    const covers = all(this, ".fs-game");
    for (const cover of covers) cover.hidden = !wanted.every((word) => fits(cover, word));
    const left = covers.filter(({ hidden }) => !hidden).length;
    one(this, ".fs-finder-count").textContent = !wanted.length ? "" : left ? `${left} of ${covers.length} games`
      : "No game is like that: take a choice back.";
  }
}

/** Three questions, asked one after another, and the covers of the games that fit most of the answers. */
class FollowSuitWhich extends HTMLElement {
  connectedCallback() {
    one(this, ".fs-which-questions").hidden = false;
    for (const chip of all(this, "button")) {
      chip.onclick = () => {
        pressChip(chip);
        this.#show();
      };
    }
    this.#show();
  }

  #show() {
    const questions = all(this, ".fs-which-question");
    const answers = questions.map((each) => each.querySelector("[aria-pressed=true]"));
    const open = answers.indexOf(null);
    questions.forEach((each, place) => (each.hidden = open >= 0 && place > open));
    const wanted = answers.map((each) => each?.getAttribute("data-fit") ?? "").filter(Boolean);
    const covers = all(this, ".fs-game");
    const counts = covers.map((cover) => wanted.filter((word) => fits(cover, word)).length);
    const most = Math.max(...counts);
    covers.forEach((cover, place) => (cover.hidden = open >= 0 || counts[place] < most));
    const found = counts.filter((count) => count === most).length;
    one(this, ".fs-finder-count").textContent = open >= 0 ? ""
      : most === wanted.length ? found === 1 ? "This is your game." : `${found} games fit.`
      : found === 1 ? "No game fits all your answers. This one comes closest."
      : "No game fits all your answers. These come closest.";
  }
}

/** The comparison, whose columns sort its rows. */
class FollowSuitCompare extends HTMLElement {
  connectedCallback() {
    all(this, "thead th").forEach((head, column) => {
      if (head.querySelector("button")) return;
      const sort = button([...head.childNodes], () => this.#sort(head, column));
      head.replaceChildren(sort);
    });
  }

  /** @param {HTMLElement} head @param {number} column */
  #sort(head, column) {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const each of all(this, "thead th")) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = all(this, "tbody tr").sort((row, other) => compared(row.children[column], other.children[column]));
    one(this, "tbody").append(...(down ? rows.reverse() : rows));
  }
}

/** Compare two cells: by number if they have one, otherwise by text. @param {Element} cell @param {Element} other */
function compared(cell, other) {
  const [first, second] = [cell, other].map((each) => each.getAttribute("data-order"));
  return first === null ? (cell.textContent ?? "").localeCompare(other.textContent ?? "", document.documentElement.lang)
    : Number(first) - Number(second);
}

if (!customElements.get("fs-finder")) {
  customElements.define("fs-finder", FollowSuitFinder);
  customElements.define("fs-which", FollowSuitWhich);
  customElements.define("fs-compare", FollowSuitCompare);
}
globalThis.document$?.subscribe(showProgress);
showProgress();

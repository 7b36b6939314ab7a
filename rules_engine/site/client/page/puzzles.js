/** Pages with puzzles: what of them is solved, tried, or comes back, how strong one is, and the puzzles of one idea alone. */

import { visited } from "../offline/registration.js";
import { all, button } from "../shared/dom.js";
import { onSetElsewhere } from "../shared/storage.js";
import { put } from "../shared/translation.js";
import { comingBack, countSolved, ofGame, puzzleRecord, PUZZLES } from "../table/puzzle-record.js";

/** Above this the rating says nothing yet. */
const VAGUE = 150;
/** A rating lies within so many deviations, nineteen times of twenty. */
const WIDE = 2;

/** @typedef {import("../table/figure.js").FollowSuitFigure} Figure */
/** @typedef {import("../table/table.js").FollowSuitTable} Table */

function mark() {
  const { solved, tried } = puzzleRecord();
  const puzzles = all(document, PUZZLES);
  for (const each of puzzles) {
    const name = `${each.dataset.game}/${each.id}`;
    each.toggleAttribute("data-solved", name in solved);
    each.toggleAttribute("data-tried", !(name in solved) && tried.includes(name));
  }
  for (const tile of all(document, ".fs-solved")) tellSolved(tile);
  for (const tally of all(document, ".fs-tally")) tell(tally, puzzles);
  for (const table of all(document, ".fs-ideas")) tellIdeas(table);
}

/** A game's tile tells how many of its puzzles are solved. @param {HTMLElement} tile */
function tellSolved(tile) {
  const of = Number(tile.dataset.of);
  const done = Math.min(countSolved(tile.dataset.game ?? ""), of);
  tile.hidden = false;
  tile.style.setProperty("--done", `${(done / of) * 100}%`);
  tile.lastElementChild?.replaceChildren(put(`${done} of ${of} solved`));
}

/** @param {HTMLElement} tally @param {HTMLElement[]} puzzles */
function tell(tally, puzzles) {
  const game = puzzles[0]?.dataset.game ?? "";
  const { rating, doubt, day, row, best } = ofGame(game);
  const done = puzzles.filter((each) => each.hasAttribute("data-solved")).length;
  const back = comingBack(game).filter((name) => document.getElementById(name.split("/")[1]));
  const [about, within] = [Math.round(rating), Math.round(doubt * WIDE)];
  const told = [`${done} of ${puzzles.length} solved here`,
    ...(!day ? [] : doubt > VAGUE ? [`your rating about ${about}`] : [`your rating ${about} ± ${within}`]),
    ...(row > 1 ? [`${row} in a row at the first try`] : []), ...(best > row && best > 1 ? [`best row ${best}`] : [])];
  tally.hidden = !puzzleRecord().tried.length;
  tally.textContent = told.map(put).join(" · ");
  if (!back.length) return;
  const again = button(back.length > 1 ? `${back.length} come back today: once more` : "1 comes back today: once more",
    () => figureOf(back[0])?.put(0), { class: "fs-link" });
  tally.append(" · ", again);
}

/** @param {string} name @returns {Figure | null} */
const figureOf = (name) => /** @type {Figure | null} */ (document.getElementById(name.split("/")[1]));

/** How far each idea is known, and its puzzles alone on the page at a press. @param {HTMLElement} table */
function tellIdeas(table) {
  const { solved, tried } = puzzleRecord();
  for (const row of all(table, "tbody > tr")) {
    const of = all(row, "a[href^='#puzzle-']");
    const names = of.map((link) => `${row.dataset.game}/${link.getAttribute("href")?.slice(1)}`);
    names.forEach((name, place) => of[place].toggleAttribute("data-solved", name in solved));
    const cells = [names.filter((name) => solved[name] === "first").length, names.filter((name) => name in solved).length,
      names.filter((name) => tried.includes(name)).length];
    all(row, ".fs-idea-count").forEach((cell, place) => cell.replaceChildren(String(cells[place])));
    const only = row.querySelector(".fs-idea-only");
    if (only?.firstElementChild) continue;
    only?.append(button("Only these", () => filter(row), { class: "fs-link", "aria-pressed": "false" }));
  }
}

/** Shows the puzzles of one idea alone, or all again. @param {HTMLElement} row */
function filter(row) {
  const chosen = row.querySelector(".fs-idea-only button");
  const on = chosen?.getAttribute("aria-pressed") !== "true";
  for (const each of all(document, ".fs-idea-only button")) each.setAttribute("aria-pressed", String(on && each === chosen));
  const ids = new Set(all(row, "a[href^='#puzzle-']").map((link) => link.getAttribute("href")?.slice(1)));
  for (const each of all(document, PUZZLES)) each.hidden = on && !ids.has(each.id);
}

globalThis.document$?.subscribe(mark);
addEventListener("follow-suit-puzzles", mark);
onSetElsewhere("puzzles", mark);
mark();
visited([import.meta.url]); // it may have come after the page told what it loaded

/** Pages with puzzles: marks on solved and tried puzzles, the reader's rating, puzzles due for repetition, and a filter by idea
 * (such as a finesse). */

import { all, button, fill, hashText, make } from "../shared/dom.js";
import { KEPT_DAYS } from "../shared/days.js";
import { PUZZLES as RECORD } from "../shared/puzzle-facts.js";
import { entryOf } from "../shared/entries.js";
import { onSetElsewhere } from "../shared/storage.js";
import { put } from "../shared/translation.js";
import { forgetOwn, KEPT as OWN, ownFigure, ownPuzzles, titleOf } from "../table/own-puzzles.js";
import { comingBack, countSolved, ofGame, puzzleRecord, PUZZLES } from "../table/puzzle-history.js";
import { trouble } from "./error-messages.js";

/** Rating deviation above which a rating is shown without its error margin. */
const VAGUE = 150;
/** Error margin of a rating, in rating deviations (2 for 95 % confidence). */
const WIDE = 2;

/** @typedef {import("../table/figure.js").FollowSuitFigure} Figure */
/** Selector for links to puzzles on the page. */
const WAYS = "a[href^='#puzzle-']";

function mark() {
  const { solved, tried } = puzzleRecord();
  for (const tally of all(document, ".fs-tally")) layOwn(tally);
  const puzzles = all(document, PUZZLES);
  for (const each of puzzles) {
    const name = `${each.dataset.game}/${each.id}`;
    const isSolved = entryOf(solved, name) !== undefined;
    each.toggleAttribute("data-solved", isSolved);
    each.toggleAttribute("data-tried", !isSolved && tried.includes(name));
  }
  for (const tile of all(document, ".fs-solved")) tellSolved(tile);
  for (const tally of all(document, ".fs-tally")) {
    tell(tally, puzzles);
    offerRuns(tally);
    tellTrouble(tally);
  }
  for (const table of all(document, ".fs-ideas")) tellIdeas(table);
}

/** @param {HTMLElement} tally */
function tellTrouble(tally) {
  for (const old of all(document, ".fs-trouble")) old.remove();
  const told = make("div", { class: "fs-trouble" }, trouble([RECORD, OWN, ...KEPT_DAYS], mark));
  if (told.firstChild) tally.before(told);
}

/** Show the number of solved puzzles on a game's tile. @param {HTMLElement} tile */
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
  const ours = puzzles.filter((each) => each.dataset.own === undefined);
  const done = ours.filter((each) => each.hasAttribute("data-solved")).length;
  const back = comingBack(game).filter((name) => document.getElementById(name.split("/")[1]));
  const [about, within] = [Math.round(rating), Math.round(doubt * WIDE)];
  const told = [`${done} of ${ours.length} solved here`,
    day > 0 && (doubt > VAGUE ? `your rating about ${about}` : `your rating ${about} ± ${within}`),
    row > 1 && `${row} in a row at the first try`, best > row && best > 1 && `best run ${best}`];
  const again = button(back.length > 1 ? `${back.length} come back today: once more` : "1 comes back today: once more",
    () => figureOf(back[0])?.put(0), { class: "fs-link" });
  tally.hidden = false;
  fill(tally, told.filter((each) => each !== false).map(put).join(" · "), back.length > 0 && [" · ", again]);
}

/** @param {string} name @returns {Figure | null} */
const figureOf = (name) => /** @type {Figure | null} */ (document.getElementById(name.split("/")[1]));

/** Show the reader's progress with each idea, and a button that filters the puzzles by it. @param {HTMLElement} ideas */
function tellIdeas(ideas) {
  const { solved, tried } = puzzleRecord();
  for (const of of all(ideas, "dd")) {
    const links = all(of, WAYS);
    const names = links.map((link) => `${figureAt(link)?.dataset.game}/${figureAt(link)?.id}`);
    names.forEach((name, place) => links[place].toggleAttribute("data-solved", entryOf(solved, name) !== undefined));
    const [begun, done, first] = [names.filter((name) => tried.includes(name)), names.filter((name) => entryOf(solved, name)),
      names.filter((name) => entryOf(solved, name) === "first")].map(({ length }) => length);
    const count = of.querySelector(".fs-idea-count") ?? make("small", { class: "fs-idea-count" });
    fill(count, begun && `${done} of ${names.length} solved, ${first} at the first try`);
    const offer = () => button("Only these", () => filter(of), { class: "fs-link", "aria-pressed": "false" });
    of.append(count, of.querySelector("button") ?? offer());
  }
}

/** Show only the puzzles with one idea, or show all again if that filter is on. @param {HTMLElement} of */
function filter(of) {
  const chosen = of.querySelector("button");
  const on = chosen?.getAttribute("aria-pressed") !== "true";
  for (const each of all(document, ".fs-ideas dd > button")) each.setAttribute("aria-pressed", String(on && each === chosen));
  const shown = new Set(all(of, WAYS).map(figureAt));
  for (const each of all(document, PUZZLES)) each.hidden = on && !shown.has(each);
}

/** @param {HTMLElement} link */
const figureAt = (link) => document.getElementById((link.getAttribute("href") ?? "").slice(1));

/** Add buttons for puzzle runs: increasingly hard puzzles until the first mistake, or as many as possible in three minutes.
 * @param {HTMLElement} tally */
function offerRuns(tally) {
  const first = /** @type {Figure | null} */ (document.querySelector(PUZZLES));
  if (!first || tally.nextElementSibling?.matches(".fs-challenges")) return;
  const offer = (/** @type {"streak" | "storm"} */ run, /** @type {string} */ label, /** @type {string} */ told) => {
    const begin = () => first.table?.put(first, { wanted: true, state: { run } });
    return button([make("b", {}, label), make("small", {}, told)], begin, { class: "fs-challenge" });
  };
  tally.after(make("div", { class: "fs-challenges" }, offer("streak", "Streak", "harder until the first mistake"),
    offer("storm", "Storm", "as many as you can in three minutes")));
}

/** List the puzzles made from the reader's own hands, the newest first. @param {HTMLElement} tally */
function layOwn(tally) {
  const table = document.querySelector("fs-table");
  const own = table ? ownPuzzles(all(document, PUZZLES)[0]?.dataset.game ?? "") : [];
  const known = document.querySelector(".fs-own-puzzles");
  if (!table || !own.length) return known?.remove();
  const list = known ?? make("details", { class: "fs-own-puzzles", open: true }, make("summary", {}));
  list.firstElementChild?.replaceChildren(put(`From your own hands: ${own.length}`));
  if (!known) tally.before(list);
  lay(list, own.map(([id, each]) => figureOf(`/${id}`) ?? ownEntry(ownFigure(id, table), titleOf(each))));
  follow(list, table);
}

/** Open the puzzle named in the URL fragment if it was made from one of the reader's hands.
 * @param {Element} list @param {import("../table/table.js").FollowSuitTable} table */
function follow(list, table) {
  const asked = figureOf(`/${hashText()}`);
  if (asked && list.contains(asked) && !table.mode) asked.put(0);
}

/** Update a list of figures in place, keeping the elements that remain. @param {Element} list @param {Figure[]} figures */
function lay(list, figures) {
  const [, ...there] = list.children;
  if (figures.some((each, place) => there[place] !== each)) list.append(...figures);
  for (const each of there) if (!figures.some((figure) => figure === each)) each.remove();
}

/** @param {Figure} figure @param {string} title */
function ownEntry(figure, title) {
  figure.className = "fs-figure";
  figure.append(make("p", { class: "fs-caption" }, make("b", {}, title), " ",
    button("Solve", () => figure.put(0), { class: "fs-link" }),
    button("Forget it", () => forgetOwn(figure.id), { class: "fs-link" })));
  return figure;
}

globalThis.document$?.subscribe(mark);
addEventListener("follow-suit-puzzles", mark);
onSetElsewhere("puzzles", mark);
mark();

/** What a reader can set for all hands: how the others play, when the coach speaks, how cards move. */

import { make } from "../shared/dom.js";
import { chosen, set, setting } from "../shared/storage.js";
import { colourSuits } from "./figure.js";

/** When the next trick begins. @type {[string, string][]} */
const WAITS = [["0", "when I press"], ["1000", "after 1 second"], ["2500", "after 2½ seconds"], ["5000", "after 5 seconds"]];

/** When the coach speaks. @type {[string, string][]} */
const COACH = [["", "after a mistake"], ["ask", "only when I ask"], ["always", "before I think"]];
/** How far the others move, and so how much is told at once. @type {[string, string][]} */
const OTHERS = [["", "until it is my turn"], ["press", "one by one, when I press"]];
/** How well the others play. @type {[string, string][]} */
const LEVELS = [["plain", "as usual"], ["beginner", "like beginners"], ["strong", "as well as they can"]];

/** What a reader can set, each with its values and what they are called.
 * @type {[string, string, [string, string][]][]} */
const SETTINGS = [
  ["level", "Others play", LEVELS],
  ["others", "Others move", OTHERS],
  ["coach", "Coach", COACH],
  ["wait", "Next trick", WAITS],
  ["speed", "Cards move", [["slow", "slowly"], ["normal", "normally"], ["fast", "fast"], ["none", "at once"]]],
  ["suits", "Suits", [["", "as the game wants"], ["two", "in two colours"], ["four", "in four colours"]]],
];

/** What is usual, where it isn't the first that is offered. */
const USUAL = "normal";
/** A time that isn't offered, as in another version, is a time all the same. */
const TIME = /^\d{1,5}$/;

/** What a reader has set; of a value that isn't offered, what is usual. @param {string} name @returns {string} */
export function chosenOf(name) {
  const values = SETTINGS.filter(([each]) => each === name).flatMap(([, , choices]) => choices.map(([value]) => value));
  const kept = setting(name, "");
  if (name === "wait" && TIME.test(kept)) return kept;
  return chosen(name, [...values.filter((value) => value === USUAL), ...values]);
}

/** The settings, as fields. @param {boolean} coloured whether the suits have colours to choose from */
export function settings(coloured) {
  const offered = SETTINGS.filter(([name]) => name !== "suits" || coloured);
  return offered.map(([name, label, choices]) => choiceOf(name, label, choices));
}

/** What is folded away until it is wanted. @param {string} title @param {...HTMLElement} what */
export function folded(title, ...what) {
  return make("details", { class: "fs-log fs-settings" }, make("summary", {}, title), ...what);
}

/** Only the tables that the chosen variant is for can be chosen. @param {HTMLFormElement} choice */
export function offerTables(choice) {
  const { variant, players } = /** @type {Record<string, HTMLSelectElement>} */ (/** @type {unknown} */ (choice.elements));
  if (!variant || !players) return;
  const allowed = (variant.selectedOptions[0].dataset.players ?? "").split(" ");
  for (const table of players.options) table.disabled = !allowed.includes(table.value);
  if (players.selectedOptions[0].disabled) players.value = allowed.includes("4") ? "4" : allowed[0];
}

/** @param {string} name @param {string} label @param {[string, string][]} choices */
function choiceOf(name, label, choices) {
  const kept = chosenOf(name);
  const all = choices.some(([value]) => value === kept) ? choices : [...choices, [kept, `after ${Number(kept) / 1000} seconds`]];
  const select = make("select", {}, ...all.map(([value, told]) => make("option", { value }, told)));
  select.value = kept;
  select.addEventListener("change", () => {
    set(name, select.value);
    if (name === "suits") colourSuits();
  });
  return make("label", {}, `${label} `, select);
}

/** What a reader can set for all hands: how the others play, when the coach speaks, how cards move. */

import { make } from "../shared/dom.js";
import { set, setting } from "../shared/storage.js";
import { colourSuits } from "./figure.js";

/** When the next trick begins. @type {[string, string][]} */
const WAITS = [["0", "when I press"], ["1000", "after 1 second"], ["2500", "after 2½ seconds"], ["5000", "after 5 seconds"]];

/** When the coach speaks. @type {[string, string][]} */
const COACH = [["", "after a mistake"], ["ask", "only when I ask"], ["always", "before I think"]];
/** How far the others move, and so how much is told at once. @type {[string, string][]} */
const OTHERS = [["", "until it is my turn"], ["press", "one by one, when I press"]];
/** How well the others play. @type {[string, string][]} */
const LEVELS = [["plain", "as usual"], ["beginner", "like beginners"], ["strong", "as well as they can"]];

/** What a reader can set, each with its choices. @type {[string, string, [string, string][]][]} */
const SETTINGS = [
  ["level", "Others play", LEVELS],
  ["others", "Others move", OTHERS],
  ["coach", "Coach", COACH],
  ["wait", "Next trick", WAITS],
  ["speed", "Cards move", [["slow", "slowly"], ["normal", "normally"], ["fast", "fast"], ["none", "at once"]]],
  ["suits", "Suits", [["", "as the game wants"], ["two", "in two colours"], ["four", "in four colours"]]],
];

/** The settings, as fields. @param {boolean} coloured whether the suits have colours to choose from */
export function settings(coloured) {
  const offered = SETTINGS.filter(([name]) => name !== "suits" || coloured);
  return offered.map(([name, label, choices]) => choiceOf(name, label, choices));
}

/** @param {string} name @param {string} label @param {[string, string][]} choices */
function choiceOf(name, label, choices) {
  const select = make("select", {}, ...choices.map(([value, told]) => make("option", { value }, told)));
  select.value = setting(name, choices.some(([value]) => value === "normal") ? "normal" : choices[0][0]);
  select.addEventListener("change", () => {
    set(name, select.value);
    if (name === "suits") colourSuits();
  });
  return make("label", {}, `${label} `, select);
}

/** The reader's settings for all hands: how the others play, when the coach speaks, how fast cards move. */

import { make } from "../shared/dom.js";
import { chosen, set, setting } from "../shared/storage.js";
import { colourSuits } from "./figure.js";

/** Choices for the time before the next trick. @type {[string, string][]} */
const WAITS = [["0", "when I press"], ["1000", "after 1 second"], ["2500", "after 2½ seconds"], ["5000", "after 5 seconds"]];

/** Choices for the coach's remarks. @type {[string, string][]} */
const COACH = [["", "after a mistake"], ["ask", "only when I ask"], ["always", "before I think"]];
/** Choices for the number of moves that the others make before the reader sees them. @type {[string, string][]} */
const OTHERS = [["", "until it is my turn"], ["press", "one by one, when I press"]];
/** Choices for the strength of the others. @type {[string, string][]} */
const LEVELS = [["plain", "as usual"], ["beginner", "like beginners"], ["strong", "as well as they can"]];

/** Settings: name, label, and pairs of value and label. @type {[string, string, [string, string][]][]} */
const SETTINGS = [
  ["level", "Others play", LEVELS],
  ["others", "Others move", OTHERS],
  ["coach", "Coach", COACH],
  ["wait", "Next trick", WAITS],
  ["speed", "Cards move", [["slow", "slowly"], ["normal", "normally"], ["fast", "fast"], ["none", "at once"]]],
  ["suits", "Suits", [["", "as the game wants"], ["two", "in two colours"], ["four", "in four colours"]]],
];

/** The default value of settings that contain it; for others the default is the first value. */
const USUAL = "normal";
/** Pattern of any waiting time, because other versions may offer other times. */
const TIME = /^\d{1,5}$/;

/** Return the reader's value of a setting, or the default if the stored value isn't offered.
 * @param {string} name @returns {string} */
export function chosenOf(name) {
  const values = SETTINGS.filter(([each]) => each === name).flatMap(([, , choices]) => choices.map(([value]) => value));
  const kept = setting(name, "");
  if (name === "wait" && TIME.test(kept)) return kept;
  return chosen(name, [...values.filter((value) => value === USUAL), ...values]);
}

/** Return the settings as form fields. @param {boolean} coloured whether to offer the suit colours */
export function settings(coloured) {
  const offered = SETTINGS.filter(([name]) => name !== "suits" || coloured);
  return offered.map(([name, label, choices]) => choiceOf(name, label, choices));
}

/** Return a collapsed section with a title. @param {string} title @param {...HTMLElement} what */
export function folded(title, ...what) {
  return make("details", { class: "fs-log fs-settings" }, make("summary", {}, title), ...what);
}

/** Disable the numbers of players that the chosen variant doesn't allow. @param {HTMLFormElement} choice */
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

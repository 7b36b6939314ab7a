/** The reader's settings for all hands, such as the other players' strength, the coach's remarks and the animation speed. */

import { make } from "../shared/dom.js";
import { chosen, set, setting } from "../shared/storage.js";
import { colourSuits } from "./figure.js";

/** Options for the delay before the next trick. @type {[string, string][]} */
const WAITS = [["0", "when I press"], ["1000", "after 1 second"], ["2500", "after 2½ seconds"], ["5000", "after 5 seconds"]];

/** Options for the timing of the coach's remarks. @type {[string, string][]} */
const COACH = [["", "after a mistake"], ["ask", "only when I ask"], ["always", "before I think"]];
/** Options for the pace of the other players: all moves up to the reader's turn, or one move per click.
 * @type {[string, string][]} */
const OTHERS = [["", "until it is my turn"], ["press", "one by one, when I press"]];
/** Options for the strength of the other players. @type {[string, string][]} */
const LEVELS = [["plain", "as usual"], ["beginner", "like beginners"], ["strong", "as well as they can"]];

/** The settings: name, label, and options as pairs of value and label. @type {[string, string, [string, string][]][]} */
const SETTINGS = [
  ["level", "Others play", LEVELS],
  ["others", "Others move", OTHERS],
  ["coach", "Coach", COACH],
  ["wait", "Next trick", WAITS],
  ["speed", "Cards move", [["slow", "slowly"], ["normal", "normally"], ["fast", "fast"], ["none", "at once"]]],
  ["suits", "Suits", [["", "as the game wants"], ["two", "in two colours"], ["four", "in four colours"]]],
];

/** The default of each setting that offers this value; for all other settings, the first value is the default. */
const USUAL = "normal";
/** Pattern for any delay in milliseconds, because other versions of the site may offer other delays. */
const TIME = /^\d{1,5}$/;

/** Return the reader's value for a setting, or the default if the stored value isn't offered.
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

/** Return the choice of the other players' strength. */
export const levelChoice = () => settings(false)[0];

/** Return a collapsed section with a title. @param {string} title @param {...HTMLElement} what */
export function folded(title, ...what) {
  return make("details", { class: "fs-log fs-settings" }, make("summary", {}, title), ...what);
}

/** Disable the player counts that the chosen variant doesn't allow, and select an allowed one. @param {HTMLFormElement} choice */
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
  const onchange = () => {
    set(name, select.value);
    if (name === "suits") colourSuits();
  };
  const select = make("select", { onchange }, all.map(([value, told]) => make("option", { value }, told)));
  select.value = kept;
  return make("label", {}, `${label} `, select);
}

/** Icons and text for the results of daily puzzles. */

import { clock, shifted } from "../shared/days.js";
import { icon, make } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { labelledImage } from "./rendering.js";

/** @typedef {import("../shared/days.js").DayResult} DayResult */

const WEEK = 7;
/** Descriptions of a result. @type {Record<string, string>} */
const HOW = {
  first: "Solved at the first try",
  later: "Solved",
  tried: "Tried, not solved yet",
};

/** Return the icon for a result. @param {string} how */
export function signOf(how) {
  if (!entryOf(HOW, how)) return "";
  return how === "tried" ? "–" : icon("check");
}

/** @param {DayResult | undefined} result */
export function howTold(result) {
  if (!result) return ["Not solved yet"];
  const told = entryOf(HOW, result.how) ?? HOW.tried;
  return [signOf(result.how), " ", told, result.seconds > 0 && ` · ${clock(result.seconds)}`];
}

/** @param {number} hard */
export function hardness(hard) {
  return make("span", { class: "fs-hard", "data-hard": hard, role: "img", "aria-label": `difficulty ${hard} of 3` });
}

/** Render the results of the last seven days as a row of icons.
 * @param {Record<string, DayResult>} results @param {string} today */
export function lastDays(results, today) {
  const days = Array.from({ length: WEEK }, (_, place) => shifted(today, place - WEEK + 1));
  const done = days.filter((day) => (entryOf(results, day)?.how ?? "tried") !== "tried").length;
  return labelledImage("fs-day-row", `${done} of the last 7 days solved`, days.map((day) => {
    const how = entryOf(results, day)?.how;
    return make("i", { "data-how": how }, how && signOf(how));
  }));
}

/** Move a card's SVG picture into a new element, and return that element. @param {HTMLElement} card */
export function picture(card) {
  return make("span", { class: "fs-card" }, card.querySelector("svg"));
}

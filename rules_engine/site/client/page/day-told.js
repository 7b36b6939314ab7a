/** How a day went, in signs and in words. */

import { clock, dots, shifted } from "../shared/days.js";
import { make } from "../shared/dom.js";
import { entryOf } from "../shared/entries.js";
import { put } from "../shared/translation.js";

/** @typedef {import("../shared/days.js").DayResult} DayResult */

const WEEK = 7;
/** How a day went, in a sign and in words. @type {Record<string, [string, string]>} */
export const HOW = {
  first: ["✓", "Solved at the first try"],
  later: ["✓", "Solved"],
  tried: ["–", "Tried, not solved yet"],
};

/** @param {DayResult | undefined} result */
export function howTold(result) {
  if (!result) return ["Not solved yet"];
  const [sign, told] = entryOf(HOW, result.how) ?? HOW.tried;
  return [`${sign} `, told, ...(result.seconds ? [` · ${clock(result.seconds)}`] : [])];
}

/** @param {number} hard */
export function hardness(hard) {
  const marks = make("span", { class: "fs-hard", role: "img", "aria-label": `difficulty ${hard} of 3` });
  marks.textContent = dots(hard);
  return marks;
}

/** The last seven days in small. @param {Record<string, DayResult>} results @param {string} today */
export function lastDays(results, today) {
  const days = Array.from({ length: WEEK }, (_, place) => shifted(today, place - WEEK + 1));
  const done = days.filter((day) => (entryOf(results, day)?.how ?? "tried") !== "tried").length;
  const told = put(`${done} of the last 7 days solved`);
  const row = make("span", { class: "fs-day-row", role: "img", title: told });
  row.setAttribute("aria-label", told);
  row.append(...days.map((day) => {
    const how = entryOf(results, day)?.how;
    const mark = make("i", { "data-how": how });
    mark.textContent = entryOf(HOW, how ?? "")?.[0] ?? "";
    return mark;
  }));
  return row;
}

/** A card as a picture. @param {HTMLElement} card */
export function picture(card) {
  const shown = make("span", { class: "fs-card" });
  const face = card.querySelector("svg");
  if (face) shown.append(face);
  return shown;
}

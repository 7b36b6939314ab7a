/** A calendar of a game's daily puzzles: a month at a time, each day with its result and a link to its puzzle. */

import { button, make } from "../shared/dom.js";
import { named, numberOf, shifted } from "../shared/days.js";
import { entryOf } from "../shared/entries.js";
import { put } from "../shared/translation.js";
import { signOf } from "./day-summary.js";
import { verbatim } from "./rendering.js";

/** @typedef {import("../shared/days.js").DayList} DayList */
/** @typedef {import("../shared/days.js").DayResult} DayResult */

const WEEK = 7;
/** A Monday, used to get the names of the weekdays. */
const MONDAY = "2024-01-01";
/** Descriptions of a day's result, for the accessible name of its link. */
const TOLD = { first: "solved at the first try", later: "solved", tried: "tried" };

/**
 * @param {DayList} list @param {Record<string, DayResult>} results @param {string} month `2026-11` @param {string} today
 * @param {(month: string) => void} turn
 */
export function calendar(list, results, month, today, turn) {
  const heads = Array.from({ length: WEEK }, (_, place) => shifted(MONDAY, place)).map((day) =>
    make("th", { scope: "col", abbr: named(day, { weekday: "long" }) }, verbatim(named(day, { weekday: "narrow" }))));
  const weeks = weeksOf(month).map((week) => make("tr", {}, week.map((date) =>
    make("td", {}, date && cell(list, entryOf(results, date), date, today)))));
  const [before, after] = [monthBy(month, -1), monthBy(month, 1)];
  const turns = make("p", { class: "fs-month-turns" },
    button("‹ Previous month", () => turn(before), { class: "fs-month-turn", disabled: before < list.first.slice(0, 7) }),
    button("Next month ›", () => turn(after), { class: "fs-month-turn", disabled: after > today.slice(0, 7) }));
  return make("div", { class: "fs-month" },
    make("table", { class: "fs-month-days" }, make("caption", {}, named(`${month}-01`, { month: "long", year: "numeric" })),
      make("thead", {}, make("tr", {}, heads)), make("tbody", {}, weeks)), turns);
}

/** @param {DayList} list @param {DayResult | undefined} result @param {string} date @param {string} today */
function cell(list, result, date, today) {
  const day = String(Number(date.slice(8)));
  if (!numberOf(list, date) || date > today) return make("span", {}, day);
  return make("a", {
    href: `#${date}`, "data-how": result?.how, "aria-current": date === today && "date",
    "aria-label": `${named(date)}: ${put(result ? TOLD[result.how] : "not solved")}`,
  }, day, make("i", { "aria-hidden": "true" }, result && signOf(result.how)));
}

/** Return the dates of a month as a list of weeks. Weeks start on Monday; empty strings fill the days before the first.
 * @param {string} month */
function weeksOf(month) {
  const first = `${month}-01`;
  const before = (new Date(first).getUTCDay() + WEEK - 1) % WEEK;
  const days = /** @type {string[]} */ (Array.from({ length: before }, () => ""));
  for (let date = first; date.startsWith(month); date = shifted(date, 1)) days.push(date);
  return Array.from({ length: Math.ceil(days.length / WEEK) }, (_, week) => days.slice(week * WEEK, (week + 1) * WEEK));
}

/** @param {string} month @param {number} by */
function monthBy(month, by) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

// Daily puzzles with a fake clock: `node --test days.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { anew } from "./paper.mjs";

const {
  chosen, clock, dateOf, daysSince, follow, followed, isDate, lineOfDay, noteDay, numberOf, puzzleOf, resultsOf, rowOf, shifted,
} = await import("../../rules_engine/site/client/shared/days.js");

beforeEach(anew);

const LIST = { first: "2026-11-01", puzzles: [["one", 1, "", "puzzle"], ["two", 3, "figures/2.json", "quiz"]], days: [0, 1, -1, 0] };
const FORTNIGHT = Array.from({ length: 14 }, (_, place) => shifted("2026-11-11", place));
const went = (how, squares = "g", seconds = 40) => ({ how, squares, seconds });

test("a date is that of the reader's own clock, to the last minute of the day", () => {
  assert.equal(dateOf(new Date(2026, 10, 25, 23, 59)), "2026-11-25");
  assert.equal(dateOf(new Date(2026, 10, 26, 0, 0)), "2026-11-26");
  assert.equal(shifted("2026-12-31", 1), "2027-01-01");
  assert.equal(shifted("2028-03-01", -1), "2028-02-29");
  assert.equal(daysSince("2027-03-29", "2027-03-27"), 2); // daylight saving time begins in between
  assert.deepEqual(["2026-11-25", "2026-13-01", "today", ""].map(isDate), [true, false, false, false]);
});

test("each day of the list has its number and its puzzle; one that is gone has none, and no day else has one", () => {
  assert.deepEqual(["2026-10-31", "2026-11-01", "2026-11-04", "2026-11-05"].map((day) => numberOf(LIST, day)), [0, 1, 4, 0]);
  assert.deepEqual(puzzleOf(LIST, "2026-11-02"), { id: "two", hard: 3, src: "figures/2.json", kind: "quiz" });
  assert.deepEqual(["2026-11-03", "2026-10-31", "1966-11-02", "2031-01-01"].map((day) => puzzleOf(LIST, day)), [null, null, null, null]);
});

test("a fortnight of days is a row, which goes on until a day is missed", () => {
  FORTNIGHT.forEach((day, place) => {
    assert.equal(rowOf("snakebit", day), place, "the row before today's is solved");
    noteDay("snakebit", day, went(place % 3 ? "first" : "later"), day);
    assert.equal(rowOf("snakebit", day), place + 1);
  });
  assert.equal(rowOf("snakebit", "2026-11-25"), 14);
  assert.equal(rowOf("snakebit", "2026-11-26"), 0);
  assert.equal(rowOf("double-knot", "2026-11-24"), 0);
});

test("a day that is made up for is solved, but counts in no row", () => {
  noteDay("snakebit", "2026-11-20", went("first"), "2026-11-21");
  noteDay("snakebit", "2026-11-21", went("first"), "2026-11-21");
  assert.equal(resultsOf("snakebit")["2026-11-20"].how, "first");
  assert.equal(rowOf("snakebit", "2026-11-21"), 1);
});

test("a clock set forward or back does no harm", () => {
  for (const day of ["2026-11-23", "2026-11-24"]) noteDay("snakebit", day, went("first"), day);
  noteDay("snakebit", "2031-05-05", went("first"), "2031-05-05"); // in the future
  noteDay("snakebit", "1970-01-01", went("first"), "1970-01-01"); // in the distant past
  assert.equal(rowOf("snakebit", "2026-11-25"), 2);
  noteDay("snakebit", "2026-11-25", went("first"), "2026-11-25");
  assert.equal(rowOf("snakebit", "2026-11-25"), 3);
  assert.equal(Object.keys(resultsOf("snakebit")).length, 5);
});

test("the first result of a day stays, and who failed at first solved it later", () => {
  noteDay("snakebit", "2026-11-25", went("tried", "y"), "2026-11-25");
  assert.equal(rowOf("snakebit", "2026-11-25"), 0);
  assert.equal(noteDay("snakebit", "2026-11-25", went("first", "gg", 80), "2026-11-25").how, "later");
  assert.equal(noteDay("snakebit", "2026-11-25", went("first", "ggg", 9), "2026-11-26").seconds, 80);
  assert.equal(rowOf("snakebit", "2026-11-25"), 1);
});

test("what is told to others gives the game, the day, how it went, the time and the row, and nothing of the answer", () => {
  const day = { date: "2026-11-24", number: 24, hard: 2, game: "double-knot", name: "Double Knot" };
  for (const date of FORTNIGHT) noteDay("double-knot", date, went("later", "gyr", 72), date);
  assert.equal(lineOfDay(day, went("first"), "2026-11-24"), "Follow Suit 24 · Double Knot ●●○ · 24 Nov · 🟩🟨⬛ · 1:12 · row 14");
  assert.equal(clock(3725), "1:02:05");
});

test("the games that one follows are those of which something was done, until one chooses", () => {
  assert.deepEqual(followed(), []);
  localStorage.setItem("follow-suit-courses", '{"knueffeln": {"/learn/": {"done": ["a"]}}}');
  noteDay("snakebit", "2026-11-25", went("first"), "2026-11-25");
  assert.deepEqual(followed().sort(), ["knueffeln", "snakebit"]);
  assert.equal(chosen(), null, "nothing is marked as chosen that nobody pressed");
  follow("double-knot", true);
  assert.deepEqual([followed(), chosen()], [["double-knot"], ["double-knot"]]);
  follow("double-knot", false);
  assert.deepEqual(followed(), []);
});

test("where nothing can be kept it is known until the tab is closed, and damaged data does no harm", () => {
  localStorage.setItem("follow-suit-days", "{[");
  assert.deepEqual(resultsOf("snakebit"), {});
  anew();
  localStorage.setItem("follow-suit-days", '{"snakebit": {"2026-11-24": 7, "never": {"how": "first"}}}');
  assert.deepEqual(resultsOf("snakebit"), {});
  localStorage.full = true;
  noteDay("snakebit", "2026-11-25", went("first"), "2026-11-25");
  assert.equal(rowOf("snakebit", "2026-11-25"), 1);
  localStorage.full = false;
  noteDay("snakebit", "2026-11-26", went("first"), "2026-11-26");
  const written = Object.values(localStorage).join();
  assert.ok(written.includes("2026-11-25") && written.includes("2026-11-26"));
});

// Random data from links, files, storage and other tabs causes no error, is shown only if valid, and never replaces stored
// data: `TRIES=100000 node --test fuzz.test.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Chance, damaged, damagedText, MARKUP, writtenBadly } from "./damage.mjs";
import { anew, PaperElement } from "./paper.mjs";

const CLIENT = "../../rules_engine/site/client";
const TRIES = Number(process.env.TRIES ?? 300);
const [FROM, NOW] = [Number(process.env.FROM ?? 0), Date.UTC(2026, 5, 1, 10) / 1000];

const from = (script) => import(`${CLIENT}/${script}.js`);
const { inLetters, isWhole, ofLetters } = await from("shared/base64url");
const memory = await from("shared/answer-log");
const { countDue, found } = await from("shared/due-rules");
const { refresh } = await from("shared/spaced-repetition");
const days = await from("shared/days");
const { begunCourses, courseRecord, coursesOf, gameOfCourse, keepCourse } = await from("shared/progress");
const { known, rememberRound, roundOf, seatNames } = await from("shared/names");
const { chosen, set, setting } = await from("shared/storage");
const { comingBack, countSolved, noteTry, ofGame, puzzleRecord, workOut } = await from("table/puzzle-history");
const { keepOwn, ownPuzzles, titleOf } = await from("table/own-puzzles");
const { BEST } = await from("table/puzzle-run");
const { readTable } = await from("table/saved-table");
const { leftHand, keepHand } = await from("table/saved-hand");
const { chosenOf } = await from("table/hand-settings");
const { Entered, isOf, nothing, read } = await from("page/referee-state");
const evening = await from("page/saved-match");

/** Repeat an attempt with different seeds; a failure reports its seed. */
async function tries(attempt, many = TRIES) {
  for (let seed = FROM; seed < FROM + many; seed++) {
    try {
      anew();
      await attempt(new Chance(seed));
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
}

/** Return whether a stored text is still stored, under any key. */
const isKept = (text) => Object.values({ ...localStorage }).includes(text);

// ---- links

const row = (key, more = {}) => ({ key, label: key, several: false, asked: true, uses: ["winner", "lead", "follow"], seats: false, values: [], ...more });
const CHOICE = { variant: "standard", players: 4, seats: ["South", "West", "North", "East"], called: ["South", "West", "North", "East"],
  rows: [row("trump"), row("out", { several: true, seats: true })], phases: { bid: "Bid", play: "Play" }, spoken: ["bid"],
  cards: ["2H", "3H", "4H", "5H", "6H"] };
const TABLE = { ...nothing(), variant: "standard", players: 4, cards: ["2H", "3H as H"], told: { trump: ["H"], out: ["West"] },
  tricks: [{ leader: 1, cards: ["4H"] }], hand: ["5H"], calls: ["bid 7"] };

test("a damaged table is no table, or one that can be entered and taken back", () => tries((chance) => {
  const letters = chance.part() < 0.5 ? damagedText(inLetters(JSON.stringify(TABLE)), chance) : inLetters(writtenBadly(TABLE, chance));
  const told = read(ofLetters(letters) ?? "");
  if (!isOf(told, CHOICE)) return;
  const entered = new Entered(CHOICE, told);
  for (const tool of ["trick", "turn"]) {
    entered.open(tool);
    entered.tap("6H");
    entered.tell("trump", "S");
    entered.message(CHOICE.called);
    entered.next(null, CHOICE.called);
  }
  for (let step = 0; !entered.empty && step < 999; step++) entered.back();
  assert.ok(isOf(read(entered.text), CHOICE));
}));

test("a letter changed in a link is noticed, whatever it holds", () => tries((chance) => {
  const link = inLetters(JSON.stringify(TABLE));
  const place = link.length - 1 - chance.below(link.length - 12);
  const other = chance.of([..."ABCXYZabcxyz019-_"].filter((each) => each !== link[place]));
  const changed = link.slice(0, place) + other + link.slice(place + 1);
  const read = ofLetters(changed);
  assert.ok(read === null || read === JSON.stringify(TABLE)); // the last letter of a link has unused bits
  assert.equal(ofLetters(link.slice(0, -1 - chance.below(link.length - 4))), null);
  assert.ok(isWhole(link));
}));

const MATCH = { format: 1, id: "abc123", game: "snakebit", variant: "standard", options: { pack: "small" }, players: ["Ann", "Ben", "Cem"], dealer: 1,
  hands: [{ tricks: [1, 2, 3], who: 1, how: "bid", open: null }, { tricks: [2, null, 1] }], draft: { tricks: [0, 0, 0] }, at: NOW, before: [[]],
  scored: { of: '[{"tricks":[1,2,3]}]', answer: { hands: [{ dealer: 1, lines: [{ label: "x", rule: "https://evil.example/" }], points: [1, 2, 3], totals: [1, 2, 3] }],
    dealer: 0, leads: null, consequences: [{ text: "sign in again", title: "here", rule: "javascript:alert(1)" }], facts: [["a", "b"]], over: true, winners: [0] } } };
const OFFER = { game: "snakebit", choices: [{ variant: "standard", called: "s", options: { pack: "small" }, seats: ["a", "b", "c"], names: ["A", "B", "C"], sides: [[0], [1], [2]] }] };

/** Use a match as the score page does. */
function used(match) {
  assert.equal(match.dealer < match.players.length, true);
  const { answer, whole } = evening.scoredOf(match);
  assert.equal(JSON.stringify(evening.written(match)).includes("evil"), false);
  if (answer) evening.plainText("x", match.players, evening.completed(answer));
  assert.equal(typeof whole, "boolean");
  evening.isOf(match, OFFER);
  evening.seated(OFFER.choices, match, []);
  assert.deepEqual(evening.read(evening.written(match)), { ...match, scored: match.scored && { ...match.scored } });
}

test("a damaged score is none, or one with numbers alone; a link and a file bring no sums", () => tries((chance) => {
  const text = writtenBadly(MATCH, chance);
  const kept = evening.read(text);
  if (kept) used(kept);
  for (const sent of [evening.readSent(text), evening.readLink(inLetters(text)), evening.readLink(damagedText(inLetters(text), chance))]) {
    if (sent) used(sent);
    assert.equal(sent?.scored ?? null, null);
  }
  evening.compared(evening.readCounted(inLetters(writtenBadly({ variant: "standard", players: ["Ann", "Ben", "Cem"], told: { tricks: [1, 2, 3] } }, chance))), MATCH);
}));

test("a kept score that is damaged takes no other with it", () => tries((chance) => {
  evening.keep({ ...MATCH, id: "whole" });
  const [name] = Object.keys(localStorage);
  const text = writtenBadly(MATCH, chance);
  localStorage.setItem(name.replace("whole", "bad"), text);
  const { matches, damaged: many } = evening.evening();
  assert.ok(matches.some(({ id }) => id === "whole") && matches.length + many === (text ? 2 : 1));
  assert.ok(isKept(text) || !text);
}));

// ---- a reader's stored data

const STRENGTH = { rating: 1300, doubt: 90, swing: 0.06, day: 20_000 };
const SHARED = {
  memory: { format: 1, rules: { "snakebit/break": [[NOW, 1, 1, 5], [NOW + 9, 0, 2, 7, 12_345]], "double-knot/lead": [[NOW, 1]] } },
  "memory-due": { "snakebit/break": [NOW, 3, NOW, 1] },
  puzzles: { solved: { "snakebit/one": "first" }, tried: ["snakebit/one", "snakebit/two"], helped: { "snakebit/three": 2 },
    failed: { "snakebit/two": [[NOW, 0, 1, 9]] }, due: { "snakebit/two": NOW }, rating: 1200, streak: 2,
    games: { snakebit: { ...STRENGTH, waiting: [{ day: 20_000, hard: 1200, score: 1 }], row: 1, best: 3 } } },
  days: { snakebit: { "2026-11-01": { how: "first", squares: "gyr", seconds: 40, on: "2026-11-01" } } },
  follows: { games: ["snakebit", "double-knot"] },
  courses: { snakebit: { "/learn/": { done: ["a"], at: 1, of: 3, knows: ["Skat"], known: ["b"] } } },
  names: { game: "snakebit", rounds: { snakebit: { variant: "standard", players: ["Ann", "Ben"], options: { pack: "small" } } }, names: ["Ann", "Ben"] },
  runs: { "snakebit/streak": 4, "snakebit/storm": 7 },
  "own-puzzles": { "own-abc": { scenario: { game: "snakebit", setup: { hands: { South: ["5SW"] } }, puzzle: { idea: "duck", rating: 1300 } }, title: "Trick 9", on: "2026-11-01" } },
};

const went = { solved: true, told: 0, hard: 1200, seconds: 3, again: false };

/** Use stored data as pages do, and assert that nothing fails and that additions are stored. */
async function lookedAt() {
  memory.note("snakebit", ["suit"], { right: true }, (NOW + 50) * 1000);
  assert.ok("snakebit/suit" in memory.remembered().answers);
  refresh((NOW + 100) * 1000);
  assert.ok(Object.values(found()).every((each) => each.length === 4) && countDue() >= 0);
  noteTry("snakebit/fresh", went, (NOW + 60) * 1000);
  await workOut((NOW + 100) * 1000);
  const { solved, tried } = puzzleRecord();
  assert.ok(solved["snakebit/fresh"] && tried.includes("snakebit/fresh"));
  for (const game of ["snakebit", "constructor"]) {
    const { rating, doubt, row, best } = ofGame(game);
    assert.ok([rating, doubt, row, best].every(Number.isFinite) && countSolved(game) >= 0 && comingBack(game));
  }
  days.noteDay("snakebit", "2026-11-02", { how: "first", squares: "g", seconds: 9 }, "2026-11-02");
  const day = { date: "2026-11-02", number: 2, hard: 2, game: "snakebit", name: "Snakebit" };
  assert.ok(days.rowOf("snakebit", "2026-11-02") >= 0 && days.lineOfDay(day, { squares: "g", seconds: 9 }, "2026-11-02"));
  days.follow("snakebit", true);
  assert.ok(days.chosen().includes("snakebit") && days.followed().every((game) => typeof game === "string"));
  keepCourse("snakebit", "/learn/", { done: ["c"], at: 2, of: 3 });
  assert.ok(courseRecord("snakebit", "/learn/").done.includes("c") && coursesOf("snakebit").length && begunCourses() && !gameOfCourse("/none/"));
  rememberRound("snakebit", { variant: "standard", players: ["Cem", "Dora"], options: {} }, []);
  assert.deepEqual([roundOf("snakebit").players, known().names.slice(0, 2)], [["Cem", "Dora"], ["Cem", "Dora"]]);
  assert.equal(seatNames(known().names, ["South", "West"]).length, 2);
  keepOwn({ game: "snakebit", setup: { hands: { South: ["7SK"] } } }, "Trick 1");
  assert.ok(ownPuzzles("snakebit").every(([, own]) => titleOf(own).length > 3));
  BEST.add({ "snakebit/streak": 5 });
  assert.ok(BEST.read().value["snakebit/streak"] >= 5);
}

test("whatever sites of an origin shared, all of a reader's records work, and it is still there", () => tries(async (chance) => {
  const texts = Object.entries(SHARED).map(([name, value]) => [`follow-suit-${name}`, chance.part() < 0.5 ? writtenBadly(value, chance) : JSON.stringify(value)]);
  for (const [name, text] of texts) localStorage.setItem(name, text);
  await lookedAt();
  for (const [name, text] of texts) assert.equal(localStorage.getItem(name) ?? "", text);
}, Math.ceil(TRIES / 4)));

test("whatever another tab wrote in its part, all records work; what can't be read is kept aside", () => tries(async (chance) => {
  await lookedAt();
  for (const name of Object.keys(localStorage)) {
    const other = name.replace(/:[^:]+$/, ":other");
    let value;
    try { value = JSON.parse(localStorage.getItem(name)); } catch { continue; }
    if (value?.format !== undefined) localStorage.setItem(other, chance.part() < 0.6 ? writtenBadly(value, chance) : JSON.stringify(damaged(value, chance)) ?? "");
  }
  const others = Object.entries({ ...localStorage }).filter(([name]) => name.endsWith(":other"));
  await lookedAt();
  for (const [, text] of others) assert.ok(isKept(text), text);
}, Math.ceil(TRIES / 8)));

test("a damaged file of answers adds what can be read of it, and takes nothing away", () => tries((chance) => {
  memory.note("snakebit", ["suit"], { right: true }, NOW * 1000);
  const before = memory.remembered().answers["snakebit/suit"];
  const { told, added } = memory.bringBack(writtenBadly(SHARED.memory, chance));
  assert.ok(told === "" ? added >= 0 : added === 0 && told.endsWith("."));
  assert.deepEqual(memory.remembered().answers["snakebit/suit"].slice(-1), before.slice(-1));
  assert.equal(memory.remembered().fault, "");
}));

// ---- this tab's table, and settings

const LAIN = { figure: "one", touched: true, asked: "#fs:hand:one:fs1", state: { step: 2, line: { moves: ["x"] }, place: 1, seed: 7, save: "fs1.x", guest: false,
  moves: ["x"], explored: null, told: 1, hints: 2, marks: { 0: "g" }, noted: "tried", seconds: 5,
  made: { scenario: { game: "snakebit", setup: {} }, title: "t", html: "<div></div>", name: "snakebit/made-1" }, day: { date: "2026-11-01", number: 1, hard: 2, game: "snakebit", name: "Snakebit" } } };

test("a damaged table of this tab is none, or has its parts of their types", () => tries((chance) => {
  const kept = readTable(writtenBadly(LAIN, chance));
  if (!kept) return;
  const { state } = kept;
  assert.ok(typeof kept.figure === "string" && typeof kept.touched === "boolean");
  assert.ok([state.moves ?? [], state.explored ?? [], state.line?.moves ?? []].every((moves) => moves.every((move) => typeof move === "string")));
  assert.ok(Object.values(state.marks ?? {}).every((mark) => "gyr".includes(mark)) && !state.made?.html?.includes(MARKUP) || state.made.html.includes(MARKUP));
}));

test("how a hand lay is shown of that hand alone, and a newer version's hand stays", () => tries((chance) => {
  keepHand("one", "fs1.x", { html: "<div></div>", faces: "faces", underWay: false });
  const name = Object.keys(localStorage).find((each) => each.endsWith(":seen"));
  localStorage.setItem(name, writtenBadly({ save: "fs1.x", html: "<div></div>", faces: "faces", underWay: false }, chance));
  const { html, underWay } = leftHand("one", "fs1.x", "faces");
  assert.ok(typeof html === "string" && typeof underWay === "boolean");
  localStorage.setItem(name.replace(":seen", ""), "fs2.newer");
  assert.equal(keepHand("one", "fs1.y", { html: "", faces: "", underWay: true }), false);
  assert.ok(isKept("fs2.newer"));
}));

test("a setting has a value that there is, whatever was kept", () => tries((chance) => {
  for (const name of ["level", "others", "coach", "wait", "speed", "suits"]) {
    set(name, writtenBadly("strong", chance));
    const value = chosenOf(name);
    assert.match(`${name}=${value}`, /^(level=(plain|beginner|strong)|others=(press)?|coach=(ask|always)?|wait=\d{1,5}|speed=(normal|slow|fast|none)|suits=(two|four)?)$/);
  }
  assert.ok(["a", "b"].includes(chosen("speed", ["a", "b"])) && setting("none", "x") === "x");
}));

void PaperElement;

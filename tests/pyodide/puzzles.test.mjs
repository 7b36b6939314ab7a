// Runs of puzzles, the next puzzle, and puzzles from the reader's own hands, with a fake table: `node --test puzzles.test.mjs`.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { anew, answers, asked, engine, PaperElement, PaperTable, settled } from "./paper.mjs";

const CLIENT = "../../rules_engine/site/client/table";
const { Hand } = await import(`${CLIENT}/hand-mode.js`);
const { Puzzle } = await import(`${CLIENT}/puzzle-mode.js`);
const { nextUnsolved } = await import(`${CLIENT}/next-puzzle.js`);
const { comingBack, countSolved, noteTry } = await import(`${CLIENT}/puzzle-history.js`);
const { forgetOwn, ownPuzzles, titleOf } = await import(`${CLIENT}/own-puzzles.js`);
const { BEST } = await import(`${CLIENT}/puzzle-run.js`);
const { puzzleFacts, PUZZLES } = await import(`${CLIENT}/../shared/puzzle-facts.js`);

const called = engine.call;
beforeEach(() => {
  anew();
  engine.call = (question) => question.op === "newpuzzle" ? Promise.resolve(null) : called(question); // no puzzle is generated
});
afterEach(() => mock.reset());

function laid(Kind, source = {}, figure = new PaperElement("fs-figure", { id: "one" })) {
  const table = new PaperTable("fs-table");
  Object.assign(figure, { brought: figure.brought ?? null, back: figure.back ?? null });
  table.mode = new Kind(table, figure, { kind: "", title: "", source: { game: "snakebit", setup: {}, ...source }, steps: [{ html: "" }] });
  table.put = async (other, how = {}) => {
    table.mode.leave();
    table.mode = new Puzzle(table, other, await other.brought());
    table.mode.start(how.state ?? {});
  };
  return table.mode;
}

/** Return the results for the solved puzzles, by name. */
const solved = () => Object.fromEntries(Object.entries(puzzleFacts()).flatMap(([name, facts]) => facts.solved ? [[name, facts.solved[1]]] : []));
const answer = (told = {}) => ({ html: "", say: "", focus: "", picked: "", moves: ["x"], explored: null, wrong: false, over: true,
  help: 0, hints: 0, ...told });

// ---- streak and storm

/** Wait until all requests have finished, although the clock is fake. */
const still = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const { setTimeout: later } = globalThis;

/** Wait for a condition in real time, which loading scripts takes. */
async function until(so) {
  for (let turn = 0; turn < 2000 && !so(); turn++) await new Promise((resolve) => later(resolve, 5));
  assert.ok(so());
}

/** Start a run of puzzles with these ratings and numbers of cards. */
async function run(kind, ratings, cards = [3]) {
  let [made, now] = [0, 0];
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(performance, "now", () => now);
  engine.call = async (question) => {
    if (question.op !== "newpuzzle") return answers.shift();
    const hand = Array.from({ length: cards[made % cards.length] }, () => "x");
    const rating = ratings[made++ % ratings.length];
    return { scenario: { game: "snakebit", setup: { hands: { South: hand } }, puzzle: { idea: "", rating } }, title: "", html: "" };
  };
  const mode = laid(Puzzle);
  mode.press(`run-${kind}`, "");
  await until(() => mode.made);
  await still();
  return {
    mode,
    /** Advance the clock by some seconds. */
    async wait(seconds) {
      for (let spent = 0; spent < seconds; spent++) {
        now += 1000;
        mock.timers.tick(1000);
        await still();
      }
    },
    async play(wrong) {
      answers.push(answer({ wrong, over: false }));
      mode.press("play", "5SW");
      await still();
    },
    told: () => mode.table.stage.querySelector(".fs-slip").textContent,
    hard: () => mode.made.scenario.puzzle.rating,
  };
}

test("a streak gets harder with each puzzle, and ends with the first mistake; the best one is kept", async () => {
  const streak = await run("streak", [1100, 1500, 1150, 1300, 1200]);
  const hard = [];
  for (let right = 0; right < 3; right++) {
    hard.push(streak.hard());
    await streak.play(false);
    assert.match(String(streak.mode.table.heading), new RegExp(`^${right + 1} right`));
    await streak.wait(1);
  }
  assert.deepEqual(hard, [1100, 1150, 1200]);
  await streak.play(true);
  assert.match(streak.told(), /3 right in a row\. That is your best\./);
  assert.deepEqual(BEST.read().value, { "snakebit/streak": 3 });
  const at = streak.mode.made;
  await streak.wait(5);
  assert.equal(streak.mode.made, at, "nothing comes after the end");
  assert.equal(streak.mode.table.bar.querySelector("#fs-do-run-streak").textContent, "Once more");
  streak.mode.leave();
});

test("who does worse than before keeps the best streak", async () => {
  localStorage.setItem("follow-suit-runs", JSON.stringify({ "snakebit/streak": 4 }));
  const streak = await run("streak", [1100]);
  await streak.play(false);
  await streak.wait(1);
  await streak.play(true);
  assert.match(streak.told(), /1 right in a row\. Your best: 4\./);
  assert.deepEqual(BEST.read().value, { "snakebit/streak": 4 });
  streak.mode.leave();
});

test("a storm has three minutes and hands of three cards; a mistake is counted and costs time alone", async () => {
  const storm = await run("storm", [1000], [5, 3, 4]);
  const small = () => assert.equal(storm.mode.made.scenario.setup.hands.South.length, 3);
  small();
  await storm.play(false);
  await storm.wait(1);
  small();
  await storm.play(true);
  await storm.wait(2);
  small();
  assert.match(storm.mode.table.heading.textContent, /^1 right +2:5\d/);
  await storm.wait(200);
  assert.match(storm.told(), /Time is up: 1 right, 1 missed\. That is your best\./);
  assert.deepEqual(BEST.read().value, { "snakebit/storm": 1 });
  storm.mode.leave();
});

test("only the first card of a puzzle counts in a run, and no rating changes", async () => {
  const streak = await run("streak", [1100]);
  await streak.play(false);
  await streak.play(true);
  assert.match(String(streak.mode.table.heading), /^1 right/);
  assert.equal(streak.mode.run.over, false);
  assert.deepEqual(puzzleFacts(), {});
  streak.mode.leave();
});

test("where no hand has a puzzle, one is told so", async () => {
  const streak = await run("streak", [1100]);
  streak.mode.leave();
  engine.call = async () => ({ error: "nothing" });
  const none = laid(Puzzle);
  none.press("run-streak", "");
  await until(() => /No other puzzle was found\./.test(none.table.stage.querySelector(".fs-slip").textContent));
});

// ---- the next puzzle

/** Add puzzles to the page, given their ratings by name. */
function page(ratings) {
  const figures = Object.entries(ratings).map(([id, rating]) =>
    Object.assign(new PaperElement("fs-figure", { id, "data-kind": "puzzle", "data-game": "snakebit", "data-rating": rating }), { hidden: false }));
  document.append(...figures);
  return Object.fromEntries(figures.map((each) => [each.id, each]));
}

const rated = (rating) => ({ games: { snakebit: { rating, doubt: 60, swing: 0.06, day: 20_000, waiting: [], row: 0, best: 0 } } });
/** Store a record under the old key that all sites on an origin once shared. On its first visit, a page adopts the record. */
const keepRecord = (record) => {
  localStorage.clear();
  localStorage.setItem("follow-suit-puzzles", JSON.stringify(record));
};

test("Next brings what is about as hard as the reader is strong, and isn't solved", () => {
  const figures = page({ easy: 900, near: 1210, nearest: 1190, hard: 1700 });
  assert.equal(nextUnsolved("snakebit", figures.easy).id, "near"); // a new player's rating is 1200
  keepRecord(rated(1650));
  assert.equal(nextUnsolved("snakebit", figures.easy).id, "hard");
  keepRecord({ ...rated(1650), solved: { "snakebit/hard": "later" } });
  assert.equal(nextUnsolved("snakebit", figures.easy).id, "near");
  assert.equal(nextUnsolved("snakebit", figures.near).id, "nearest", "never what lies there");
  figures.nearest.hidden = true;
  assert.equal(nextUnsolved("snakebit", figures.near).id, "easy", "of one idea alone, if the others aren't shown");
});

test("what comes back today comes first, and tomorrow's doesn't", () => {
  const figures = page({ near: 1200, failed: 1800 });
  const [day, now] = [86_400, Math.floor(Date.now() / 1000)];
  const failed = { "snakebit/failed": [[now - 9 * day, 0, 1, 0]], "snakebit/made-7": [[now - 9 * day, 0, 1, 0]] };
  const due = (when) => keepRecord({ ...rated(1200), failed, due: { "snakebit/failed": when, "snakebit/made-7": now - 5 * day } });
  due(now - day);
  assert.deepEqual(comingBack("snakebit"), ["snakebit/failed"]);
  assert.equal(nextUnsolved("snakebit", figures.near).id, "failed");
  due(now + 2 * day);
  assert.equal(nextUnsolved("snakebit", figures.failed).id, "near");
});

test("a puzzle that failed is there again by the second day after", () => {
  const when = Date.UTC(2026, 10, 11, 12);
  noteTry("snakebit/one", { solved: false, told: 0, hard: 1200, seconds: 9, again: false }, when);
  assert.deepEqual(comingBack("snakebit", when), []);
  assert.deepEqual(comingBack("snakebit", when + 2 * 86_400_000), ["snakebit/one"]);
});

// ---- solved at the first attempt

test("whoever looks at values before it is solved solves it later, also another day", async () => {
  const mode = laid(Puzzle, { puzzle: { idea: "", rating: 1200 } });
  answers.push(answer({ over: false }), answer({ over: false }), answer());
  mode.press("play", "5SW");
  await settled();
  mode.press("values", "");
  await settled();
  mode.leave();
  const again = laid(Puzzle, { puzzle: { idea: "", rating: 1200 } });
  again.press("play", "5SW");
  await until(() => solved()["snakebit/one"]);
  assert.deepEqual(solved(), { "snakebit/one": "later" });
  again.leave();
});

// ---- puzzles from the reader's own hands

const OWN = { game: "snakebit", setup: { hands: { South: ["5SW"] } }, puzzle: { idea: "duck", rating: 1300 } };

/** Turn a choice in a reviewed hand into a puzzle. */
async function setPuzzle() {
  const hand = laid(Hand);
  Object.assign(hand, { save: "fs1.over" });
  answers.push({ scenario: OWN, title: "Trick 9 of a hand of yours" }, answer({ moves: [], over: false }));
  hand.press("own", "31", new PaperElement("button", { "data-do": "own", "data-value": "31" }));
  await until(() => hand.table.mode !== hand && hand.table.shown.length);
  return hand.table;
}

test("a choice of one's own hand becomes a puzzle on the table, from which a press leads back", async () => {
  const table = await setPuzzle();
  assert.deepEqual([asked[0].op, asked[0].save, asked[0].place], ["ownpuzzle", "fs1.over", 31]);
  assert.ok(table.mode instanceof Puzzle);
  assert.deepEqual(table.mode.source, OWN);
  let back = null;
  table.put = (figure, how) => { back = { id: figure.id, ...how }; };
  table.mode.press("home", "");
  assert.deepEqual(back, { id: "one", wanted: true, state: { save: "fs1.over", guest: false } });
});

test("it is kept once, counts for no rating and for none of the page's, and comes back as one that failed", async () => {
  await setPuzzle();
  const { mode } = await setPuzzle();
  const [[id, own], ...more] = ownPuzzles("snakebit");
  assert.deepEqual([more, ownPuzzles("double-knot")], [[], []]);
  assert.match(titleOf(own), /^Trick 9 of a hand of yours, \d/);
  const name = `snakebit/${id}`;
  assert.deepEqual(comingBack("snakebit", Date.now() + 2 * 86_400_000), [name]);
  answers.push(answer());
  mode.press("play", "5SW");
  await until(() => solved()[name]);
  assert.deepEqual([solved(), Object.keys(PUZZLES.read().value.games ?? {})], [{ [name]: "later" }, []]);
  assert.equal(countSolved("snakebit"), 0);
  forgetOwn(id);
  assert.deepEqual([ownPuzzles("snakebit"), comingBack("snakebit", Date.now() + 900 * 86_400_000)], [[], []]);
});

test("nothing of it leaves the browser: what is shared of it leads to the page", async () => {
  const { mode } = await setPuzzle();
  mode.press("share", "");
  await settled();
  const told = mode.table.stage.querySelector(".fs-slip").textContent;
  assert.match(told, /Copy this:/);
  assert.ok(!told.includes("own-"), told);
});

test("where nothing can be proved, that is said, and the hand stays", async () => {
  const hand = laid(Hand);
  hand.save = "fs1.over";
  answers.push({ scenario: null });
  hand.press("own", "3", new PaperElement("button", { "data-value": "3" }));
  await until(() => /No puzzle can be made of this/.test(hand.table.stage.querySelector(".fs-slip").textContent));
  assert.equal(hand.table.mode, hand);
  assert.deepEqual(ownPuzzles("snakebit"), []);
});

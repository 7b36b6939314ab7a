// The table's modes (hand, question, puzzle and others), with a fake table: `node --test modes.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { anew, answers, asked, engine, heard, PaperElement, PaperTable, settled } from "./paper.mjs";

const CLIENT = "../../rules_engine/site/client/table";
const { Hand } = await import(`${CLIENT}/hand-mode.js`);
const { Puzzle } = await import(`${CLIENT}/puzzle-mode.js`);
const { Question } = await import(`${CLIENT}/question-mode.js`);
const { ofGame, puzzleRecord } = await import(`${CLIENT}/puzzle-history.js`);
const { puzzleFacts, PUZZLES } = await import(`${CLIENT}/../shared/puzzle-facts.js`);
const memory = await import(`${CLIENT}/../shared/answer-log.js`);

beforeEach(anew);

/** Return a mode (such as a hand or a puzzle) on a fake table, as if it had been started. */
function laid(Kind, source = {}, id = "figure") {
  const table = new PaperTable("fs-table");
  const figure = Object.assign(new PaperElement("fs-figure", { id }), { brought: null });
  table.mode = new Kind(table, figure, { kind: "", title: "", source: { game: "snakebit", setup: {}, ...source }, steps: [{ html: "" }] });
  return table.mode;
}

// ---- a practice hand

const hand = (told) => ({ html: "", say: "", focus: "", picked: "", side: "", save: "after", over: false, running: false,
  waiting: false, turn: false, back: false, finished: false, ...told });

function playing({ picked = "" } = {}) {
  const mode = laid(Hand);
  Object.assign(mode, { save: "before", picked });
  return mode;
}

test("Undo takes back a move", async () => {
  const mode = playing();
  answers.push(hand({ save: "earlier" }));
  mode.press("undo", "", mode.table);
  await settled();
  assert.deepEqual([asked[0].do, asked[0].value, asked[0].save], ["undo", "", "before"]);
  assert.equal(mode.save, "earlier");
});

test("Undo puts down a card that was only taken up, and takes back nothing", async () => {
  const mode = playing({ picked: "7SW" });
  answers.push(hand({ save: "before" }));
  mode.press("undo", "", mode.table);
  await settled();
  assert.equal(asked.length, 1);
  assert.deepEqual([asked[0].do, asked[0].value, asked[0].picked], ["pick", "7SW", "7SW"]);
  assert.equal(mode.picked, "");
});

test("while a question waits for its answer, nothing else is asked", async () => {
  const mode = playing();
  answers.push(hand(), hand());
  mode.press("play", "5SW", mode.table);
  mode.press("play", "6SW", mode.table);
  await settled();
  assert.deepEqual(asked.map(({ value }) => value), ["5SW"]);
  mode.press("hint", "", mode.table);
  await settled();
  assert.equal(asked.length, 2);
});

test("a button pressed before the answer is there isn't lost: it is pressed as it stands then, if it can be", async () => {
  const mode = playing();
  const tray = new PaperElement("div", { class: "fs-tray" });
  mode.table.stage.append(tray);
  const stands = (value) => tray.replaceChildren(new PaperElement("button", { id: "fs-do-bid", "data-do": "bid", "data-value": value }));
  stands("bid 0");
  mode.table.show = () => stands("bid 7");
  answers.push(hand(), hand(), hand());
  mode.press("number", "7", mode.table);
  mode.press("bid", "bid 0", tray.children[0]);
  await settled();
  assert.deepEqual(asked.map((each) => [each.do, each.value]), [["number", "7"], ["bid", "bid 7"]]);
});

test("a button that waited and is disabled by then isn't pressed", async () => {
  const mode = playing();
  const tray = new PaperElement("div", { class: "fs-tray" });
  mode.table.stage.append(tray);
  const stands = (attributes) => tray.replaceChildren(
    new PaperElement("button", { id: "fs-do-bid", "data-do": "bid", "data-value": "bid 0", ...attributes }));
  for (const [attributes, done] of [[{}, ["number", "bid"]], [{ "aria-disabled": "true" }, ["number"]]]) {
    asked.length = 0;
    stands({});
    mode.table.show = () => stands(attributes);
    answers.push(hand(), hand());
    mode.press("number", "7", mode.table);
    mode.press("bid", "bid 0", tray.children[0]);
    await settled();
    assert.deepEqual(asked.map((each) => each.do), done);
    answers.length = 0;
  }
});

test("a button that is pressed twice in a row is pressed once", async () => {
  const mode = playing();
  const { bar } = mode.table;
  bar.replaceChildren(new PaperElement("button", { id: "fs-do-next", "data-do": "next" }));
  answers.push(hand(), hand());
  mode.press("next", "", bar.children[0]);
  mode.press("next", "", bar.children[0]);
  await settled();
  assert.equal(asked.length, 1);
});

test("while bots are to move, the next move is asked for by itself", async () => {
  localStorage.setItem("follow-suit-speed", "none");
  const mode = playing();
  answers.push(hand({ running: true }), hand({ save: "last" }));
  mode.press("play", "5SW", mode.table);
  await settled(60);
  assert.deepEqual(asked.map((each) => each.do), ["play", "go"]);
  assert.equal(mode.save, "last");
});

test("what the others do is told as one text, or move by move when the reader presses", async () => {
  const moves = [["West plays.", true], ["North plays.", true], ["East plays. Your turn.", false]];
  const told = async (pressing) => {
    const mode = playing();
    mode.table.bar.append(new PaperElement("button", { id: "fs-do-next", "aria-disabled": "true" }));
    answers.push(hand({ say: "You play.", running: true }), ...moves.map(([say, running]) => hand({ say, running })));
    mode.press("play", "5SW", mode.table);
    for (let press = 0; press < 3; press++) {
      await settled(60);
      if (pressing) mode.press(mode.table.bar.children[0].dataset.do, "", mode.table);
    }
    await settled();
    mode.leave();
    return mode.table.shown.map(({ say }) => say).filter(Boolean);
  };
  localStorage.setItem("follow-suit-speed", "none");
  assert.deepEqual(await told(false), ["You play. West plays. North plays. East plays. Your turn."]);
  anew();
  localStorage.setItem("follow-suit-others", "press");
  assert.deepEqual(await told(true), ["You play.", "West plays.", "North plays.", "East plays. Your turn."]);
  assert.deepEqual(asked.map((each) => each.do), ["play", "go", "go", "go"]);
});

test("a finished trick waits for the reader, or goes on after the time that was set", async () => {
  for (const [wait, deeds] of [["0", ["play"]], ["10", ["play", "go"]]]) {
    anew();
    localStorage.setItem("follow-suit-wait", wait);
    const mode = playing();
    answers.push(hand({ waiting: true }));
    mode.press("play", "5SW", mode.table);
    await settled(60);
    assert.deepEqual(asked.map((each) => each.do), deeds);
    mode.leave();
  }
});

test("the coach thinks on until it is done, and speaks at each turn if the reader wants it", async () => {
  localStorage.setItem("follow-suit-coach", "always");
  const mode = playing();
  answers.push(hand({ turn: true }), hand({ thinking: "hint" }), hand({ thinking: "hint" }), hand({ thinking: "" }));
  mode.press("play", "5SW", mode.table);
  await settled();
  assert.deepEqual(asked.map((each) => [each.do, each.value ?? ""]), [["play", "5SW"], ["hint", ""], ["hint", "more"], ["hint", "more"]]);
});

test("the coach thinks while the reader does, and a move that it doubts waits for the reader", async (run) => {
  run.mock.getter(engine, "state", () => "ready");
  const mode = playing();
  const thought = () => asked.map((each) => [each.do, each.doubts ?? false]);
  answers.push(hand({ turn: true }), hand({ thinking: "ponder" }), hand({ thinking: "" }));
  mode.press("play", "5SW", mode.table);
  await settled(400);
  assert.deepEqual(thought(), [["play", true], ["ponder", false], ["ponder", false]]);
  answers.push(hand({ running: true, doubt: true, save: "doubted" }));
  mode.press("play", "6SW", mode.table);
  await settled(60);
  assert.deepEqual(thought().slice(3), [["play", true]]);
  answers.push(hand({ save: "back" }));
  mode.press("undo", "", mode.table);
  await settled();
  assert.equal(mode.save, "back");
});

test("a coach that is only asked neither thinks by itself nor doubts a move", async (run) => {
  run.mock.getter(engine, "state", () => "ready");
  localStorage.setItem("follow-suit-coach", "ask");
  const mode = playing();
  answers.push(hand({ turn: true }));
  mode.press("play", "5SW", mode.table);
  await settled(400);
  assert.deepEqual(asked.map((each) => [each.do, each.doubts ?? false]), [["play", false]]);
});

test("what the coach finds out too late is left out", async () => {
  const mode = playing();
  answers.push(hand({ thinking: "hint" }), () => {
    mode.leave();
    return hand({ thinking: "hint", html: "late" });
  });
  mode.press("hint", "", mode.table);
  await settled();
  assert.equal(asked.length, 2);
  assert.deepEqual(mode.table.shown.map(({ html }) => html), [""]);
});

const KEPT = "follow-suit:/games/snakebit/#figure";
const kept = () => localStorage.getItem(KEPT);
const bar = (mode) => mode.table.bar.children.map((each) => each.dataset.do).filter(Boolean);
const said = (mode) => mode.table.stage.textContent;

test("a match is kept through the score of a hand and its own end, until its reader deals another", async () => {
  const mode = playing();
  for (const [save, told] of [["midst", {}], ["score", { over: true }], ["end", { over: true, finished: true }]]) {
    answers.push(hand({ save, ...told }));
    mode.press("play", "5SW", mode.table);
    await settled();
    assert.equal(kept(), save);
  }
  answers.push(hand({ save: "another" }));
  mode.press("new", "", mode.table);
  await settled();
  assert.equal(kept(), "another");
});

test("who comes back finds the hand as it lay, and goes on with it", async () => {
  const first = playing();
  answers.push(hand({ save: "midst", html: "<as it lay>" }));
  first.press("play", "5SW", first.table);
  await settled();
  const mode = laid(Hand);
  mode.start({});
  assert.deepEqual(mode.table.shown.map(({ html }) => html), ["<as it lay>"]);
  assert.deepEqual(bar(mode), ["new", "resume"]);
  mode.press("play", "6SW", mode.table.stage);
  await settled();
  assert.deepEqual([asked.at(-1).op, asked.at(-1).save], ["resume", "midst"]);
});

test("what was kept by another version of the card faces is not shown, and can be resumed all the same", async () => {
  const first = playing();
  answers.push(hand({ save: "midst", html: "<as it lay>" }));
  first.press("play", "5SW", first.table);
  await settled();
  const mode = laid(Hand);
  mode.table.links = { ...mode.table.links, faces: "faces-of-another-version" };
  mode.start({});
  assert.deepEqual(mode.table.shown, []);
  assert.deepEqual(bar(mode), ["new", "resume"]);
});

test("a new game asks where it would end a match that is under way", async () => {
  const mode = playing();
  answers.push(hand());
  mode.press("play", "5SW", mode.table);
  await settled();
  mode.press("new", "", mode.table);
  assert.equal(asked.length, 1);
  assert.deepEqual(bar(mode), ["stay", "deal-new"]);
  answers.push(hand());
  mode.press("stay", "", mode.table);
  await settled();
  assert.equal(asked.at(-1).do, "now");
  mode.press("new", "", mode.table);
  answers.push(hand({ save: "new" }));
  mode.press("deal-new", "", mode.table);
  await settled();
  assert.deepEqual([asked.at(-1).op, kept()], ["practice", "new"]);
  answers.push(hand({ save: "newer" }));
  mode.press("new", "", mode.table); // no move has been made, so nothing would be lost
  await settled();
  assert.equal(kept(), "newer");
});

test("a match that was left asks too, before another is dealt in its place", async () => {
  localStorage.setItem(KEPT, "left");
  const mode = laid(Hand);
  mode.start({});
  mode.press("new", "", mode.table);
  await settled();
  assert.deepEqual(asked, []);
  mode.press("stay", "", mode.table);
  assert.deepEqual(bar(mode), ["new", "resume"]);
});

test("before the first deal there is nothing to send, to explain or to deal again", async () => {
  for (const [left, told] of [["", "Deal and play first."], ["left", "Resume your hand first."]]) {
    anew();
    if (left) localStorage.setItem(KEPT, left);
    const mode = laid(Hand);
    mode.start({});
    for (const deed of ["because", "again", ...(left ? [] : ["link"])]) {
      mode.press(deed, "", mode.table.side);
      assert.equal(said(mode), told);
    }
    assert.deepEqual(asked, []);
  }
});

/** Open a friend's hand. If ``own`` is given, the reader has that hand in storage. */
async function visited(own = "") {
  if (own) localStorage.setItem(KEPT, own);
  const mode = laid(Hand);
  mode.table.append(mode.table.stage);
  answers.push(hand({ save: "friend's" }));
  mode.start({ link: "friend's" });
  await settled();
  assert.deepEqual([asked[0].op, asked[0].save, asked[0].friend], ["resume", "friend's", true]);
  return mode;
}

test("a friend's hand is played beside one's own, which stays as it is kept", async () => {
  const mode = await visited("own");
  answers.push(hand({ save: "friend's, gone on" }));
  mode.press("play", "5SW", mode.table);
  await settled();
  assert.deepEqual([kept(), mode.state()], ["own", { save: "friend's, gone on", guest: true }]);
  answers.push(hand({ save: "own" }));
  mode.press("home", "", mode.table);
  await settled();
  assert.deepEqual([asked.at(-1).op, asked.at(-1).save], ["resume", "own"]);
  assert.deepEqual([mode.guest, mode.table.forgot, mode.table.querySelector(".fs-guest")], [false, true, null]);
});

test("a new game asks while one's own match is under way, though the friend's is over", async () => {
  const mode = await visited("own");
  answers.push(hand({ save: "friend's end", over: true, finished: true }));
  mode.press("play", "5SW", mode.table);
  await settled();
  mode.press("new", "", mode.table);
  assert.deepEqual([asked.length, kept(), bar(mode)], [2, "own", ["stay", "deal-new"]]);
});

test("a friend's hand takes the place of one's own when its reader says so", async () => {
  const mode = await visited("own");
  answers.push(hand({ save: "friend's" }));
  mode.press("adopt", "", mode.table);
  await settled();
  assert.deepEqual([kept(), mode.guest], ["friend's", false]);
});

test("who has no hand of their own keeps a friend's once they move in it", async () => {
  const mode = await visited();
  assert.equal(kept(), null);
  answers.push(hand({ save: "friend's, gone on" }));
  mode.press("play", "5SW", mode.table);
  await settled();
  assert.deepEqual([kept(), mode.guest], ["friend's, gone on", false]);
});

test("a friend's hand that was left with the page is a friend's still", async () => {
  localStorage.setItem(KEPT, "own");
  const mode = laid(Hand);
  answers.push(hand({ save: "friend's" }));
  mode.start({ save: "friend's", guest: true });
  await settled();
  assert.deepEqual([asked[0].save, asked[0].friend, kept()], ["friend's", true, "own"]);
});

test("storage that is full is told once, and the hand goes on", async () => {
  localStorage.full = true;
  const mode = playing();
  for (const save of ["one", "two"]) {
    answers.push(hand({ save }));
    mode.press("play", "5SW", mode.table);
    await settled();
  }
  assert.equal(mode.save, "two");
  assert.equal(said(mode).split("a reload forgets your hand").length, 2);
});

test("a hand that is played in another tab too is told, once", async () => {
  const mode = laid(Hand);
  mode.start({});
  mode.save = "here";
  heard("storage", { key: KEPT, newValue: "here" });
  assert.equal(said(mode), "");
  heard("storage", { key: KEPT, newValue: "there" });
  heard("storage", { key: KEPT, newValue: "there, gone on" });
  assert.equal(said(mode).split("another tab").length, 2);
});

// ---- a question

test("a link to a question that isn't there, as one before the first, shows the first", () => {
  for (const [link, place] of [["1", 1], ["-3", 0], ["7", 0], ["0.5", 0], ["length", 0], ["", 0]]) {
    const mode = laid(Question);
    mode.content.steps = [{ html: "<p>first" }, { html: "<p>second" }];
    mode.start({ link });
    assert.equal(mode.place, place, link);
  }
});

// ---- a puzzle

const solved = (told = {}) => ({ html: "", say: "", focus: "", picked: "", moves: ["x"], explored: null, wrong: false, over: true,
  help: 0, hints: 0, ...told });
const record = () => ({ ...puzzleRecord(), failed: puzzleFacts()["snakebit/one"]?.failed ?? [] });
/** Return whether an attempt still has to be rated or scheduled. */
function isWaiting() {
  const { games = {} } = PUZZLES.read().value ?? {};
  const facts = Object.values(puzzleFacts());
  return (games.snakebit?.rated?.[0] ?? 0) < facts.filter(({ first }) => first).length || facts.some(({ failed, due }) => failed && due?.[0] !== failed.at(-1)[0]);
}

/** Play one puzzle on the page, with these responses from Python. */
async function tried(id, ...told) {
  const mode = laid(Puzzle, { puzzle: { idea: "", rating: 1200 } }, id);
  for (const each of told) {
    answers.push(each);
    mode.press(each.deed ?? "play", "5SW");
    answers.push({ scenario: { game: "snakebit" } }); // a puzzle to schedule, if the page has none
    await settled();
    answers.length = 0;
  }
  // the modules that rate and schedule are loaded first
  while (isWaiting()) await settled();
  return mode;
}

const ofSnakebit = () => ofGame("snakebit");

test("a puzzle solved at the first try makes the row longer, and the rating better and surer", async () => {
  await tried("one", solved());
  assert.deepEqual([ofSnakebit().row, record().solved], [1, { "snakebit/one": "first" }]);
  const { rating, doubt } = ofSnakebit();
  assert.ok(rating > 1200 && doubt < 350, `${rating} ± ${doubt}`);
  await tried("two", solved());
  assert.equal(ofSnakebit().row, 2);
  assert.ok(ofSnakebit().rating > rating && ofSnakebit().doubt < doubt);
});

test("a puzzle that is solved is reported once, with the help that was shown", async () => {
  const mode = laid(Puzzle, {}, "one");
  for (const _ of [1, 2]) mode.answered({ ...solved(), moves: ["5SW"], explored: null, picked: "", html: "", hints: 0, help: 2 }, "play");
  assert.deepEqual(mode.table.reported, [["fs-solved", { id: "one", game: "snakebit", help: 2 }]]);
});

test("a wrong move ends the row, and who leaves it and comes back solves it later", async () => {
  await tried("one", solved());
  await tried("two", solved());
  await tried("three", solved({ wrong: true, over: false }));
  assert.deepEqual([ofSnakebit().row, "snakebit/three" in record().solved], [0, false]);
  const { rating, best } = ofSnakebit();
  await tried("three", solved());
  assert.deepEqual([ofSnakebit().row, ofSnakebit().rating, record().solved["snakebit/three"]], [0, rating, "later"]);
  assert.equal(best, 2);
});

test("whoever had the move shown solves it later, and ends the row", async () => {
  await tried("one", solved());
  await tried("two", solved({ over: false, deed: "show", help: 4 }), solved());
  assert.deepEqual([ofSnakebit().row, record().solved["snakebit/two"]], [0, "later"]);
});

test("a hint counts also for who leaves the puzzle and comes back, and costs a part of the rating", async () => {
  const ratings = {};
  for (const help of [0, 1, 3, 4]) {
    anew();
    if (help) await tried("one", solved({ over: false, deed: "hint", moves: [], help, hints: 1 }));
    await tried("one", solved());
    assert.equal(record().solved["snakebit/one"], help ? "later" : "first");
    ratings[help] = ofSnakebit().rating;
  }
  assert.ok(ratings[0] > ratings[1] && ratings[1] > ratings[3] && ratings[3] > ratings[4], JSON.stringify(ratings));
  assert.ok(ratings[4] < 1200);
});

test("what went wrong comes back, and later each time that it is known", async () => {
  const dues = [];
  for (const told of [[solved({ wrong: true, over: false }), solved()], [solved()], [solved()]]) {
    await tried("one", ...told);
    dues.push(record().due["snakebit/one"]);
  }
  assert.deepEqual(record().failed.map(([, right]) => right), [0, 1, 1]);
  assert.ok(dues.every(Boolean) && dues[2] >= dues[0]);
  await tried("two", solved());
  assert.equal(puzzleFacts()["snakebit/two"].failed, undefined);
});

test("whoever solves it after a wrong move solves it later", async () => {
  await tried("one", solved({ wrong: true, over: false }), solved());
  assert.deepEqual([ofSnakebit().row, record().solved["snakebit/one"]], [0, "later"]);
});

test("a move tried while the position is explored counts for nothing", async () => {
  await tried("one", solved({ explored: ["x"], over: false }));
  assert.deepEqual(puzzleFacts(), {});
});

test("who forgets everything while something is worked out has nothing kept", async () => {
  const { noteTry, workOut } = await import(`${CLIENT}/puzzle-history.js`);
  noteTry("snakebit/one", { solved: true, told: 0, hard: 1200, seconds: 1, again: false });
  const work = workOut();
  localStorage.clear();
  await work;
  assert.deepEqual(puzzleFacts(), {});
});

// ---- a question

function option(right, ...classes) {
  return new PaperElement("button", { class: ["fs-option", ...classes].join(" "), "aria-pressed": "false", ...(right ? { "data-right": "" } : {}) });
}

const reasons = () => new PaperElement("div", { class: "fs-reasons" });

/** Return a question with options, of which those with a true value are right. */
function asking(rights, attributes = {}) {
  const mode = laid(Question);
  const options = rights.map((right) => option(right));
  options.forEach((each, place) => (each.text = `answer ${place}`));
  const slip = new PaperElement("div", { class: "fs-slip" });
  mode.table.stage = new PaperElement("div", { class: "fs-stage", ...attributes },
    new PaperElement("div", { class: "fs-felt" }, slip), new PaperElement("div", { class: "fs-part" }, ...options), reasons());
  mode.check = true;
  return { mode, options, slip };
}

const outcomes = (options) => options.map(({ dataset }) => dataset.outcome);

test("nothing is checked before something is marked", () => {
  const { mode, options, slip } = asking([true, false]);
  slip.append(new PaperElement("p", {}, "Which card takes it?"));
  mode.press("check", "", mode.table);
  mode.press("check", "", mode.table);
  assert.equal(mode.checked, false);
  assert.equal(slip.textContent, "Choose one first. Which card takes it?", "what was asked stays, and it is said once");
  assert.deepEqual(outcomes(options), [undefined, undefined]);
});

/** Return a question with empty number fields, given the right answers. */
function numeric(...answers) {
  const mode = laid(Question);
  const fields = answers.map(() => new PaperElement("input", { class: "fs-field" }));
  const slip = new PaperElement("div", { class: "fs-slip" });
  mode.table.stage = new PaperElement("div", { class: "fs-stage" }, new PaperElement("div", { class: "fs-felt" }, slip),
    ...answers.map((answer, place) => new PaperElement("div", { class: "fs-part", "data-answer": answer }, fields[place])), reasons());
  return { mode, fields, slip };
}

test("a box that nobody touched shows 0, and is answered with 0", () => {
  for (const [answer, outcome] of [["0", "right"], ["3", "wrong"]]) {
    const { mode, fields: [field] } = numeric(answer);
    mode.press("check", "", mode.table);
    assert.deepEqual([mode.checked, field.dataset.outcome], [true, outcome]);
  }
  const { mode, fields } = numeric("0", "-2");
  fields[1].value = "−2";
  mode.press("check", "", mode.table);
  assert.deepEqual(fields.map(({ dataset }) => dataset.outcome), ["right", "right"]);
});

test("what is no whole number isn't checked", () => {
  for (const typed of ["two", "1.5", "1 2", "–"]) {
    const { mode, fields: [field], slip } = numeric("0");
    field.value = typed;
    mode.press("check", "", mode.table);
    assert.equal(mode.checked, false, typed);
    assert.match(slip.textContent, /^Enter whole numbers/);
  }
});

test("a question that another is about to replace takes no mark and isn't checked", () => {
  const { mode, options } = asking([true, false]);
  mode.press("option", "", options[0]);
  mode.held = true;
  mode.press("option", "", options[1]);
  mode.press("check", "", options[0]);
  assert.deepEqual(options.map((each) => each.getAttribute("aria-pressed")), ["true", "false"]);
  assert.deepEqual([mode.checked, ...outcomes(options)], [false, undefined, undefined]);
  mode.held = false;
  mode.press("check", "", options[0]);
  assert.deepEqual([mode.checked, ...outcomes(options)], [true, "right", "left"], "nothing but being held kept it");
});

/** Return the number of seconds recorded for a right answer after this delay. */
function noted(after) {
  memory.erase();
  let now = 1000;
  const clock = mock.method(performance, "now", () => now);
  const { mode, options } = asking([true, false]);
  const { stage } = mode.table;
  mode.table.touched = true;
  mode.content.steps[0].rules = ["follow-suit"];
  mode.start({});
  Object.assign(mode, { check: true }).table.stage = stage;
  now += after * 1000;
  mode.press("option", "", options[0]);
  mode.press("check", "", mode.table);
  clock.mock.restore();
  return memory.remembered().answers["snakebit/follow-suit"][0][3];
}

test("an answer is noted with the seconds it took, and with none after minutes in which the reader did something else", () => {
  assert.deepEqual([7, 599, 600, 3000].map(noted), [7, 599, 0, 0]);
});

test("the right answer is right, and the others are left", () => {
  const { mode, options, slip } = asking([true, false, false]);
  mode.press("option", "", options[0]);
  mode.press("check", "", mode.table);
  assert.deepEqual(outcomes(options), ["right", "left", "left"]);
  assert.deepEqual([slip.dataset.kind, mode.checked], ["yes", true]);
  assert.match(slip.textContent, /Right!/);
});

test("a wrong answer says which was right", () => {
  const { mode, options, slip } = asking([true, false, false]);
  mode.press("option", "", options[1]);
  mode.press("check", "", mode.table);
  assert.deepEqual(outcomes(options), ["missed", "wrong", "left"]);
  assert.equal(slip.dataset.kind, "no");
  assert.match(slip.textContent, /No: it's answer 0\./);
});

test("of one part only one can be marked; of a question for several, each counts", () => {
  const one = asking([true, false]);
  for (const each of one.options) one.mode.press("option", "", each);
  assert.deepEqual(one.options.map((each) => each.getAttribute("aria-pressed")), ["false", "true"]);
  const { mode, options, slip } = asking([true, true, false], { "data-many": "" });
  for (const each of [options[0], options[2]]) mode.press("option", "", each);
  mode.press("check", "", mode.table);
  assert.deepEqual(outcomes(options), ["right", "missed", "wrong"]);
  assert.match(slip.textContent, /You found 1 of 2\./);
});

test("who missed nothing is told how many are too many", () => {
  const { mode, options, slip } = asking([true, false], { "data-many": "" });
  for (const each of options) mode.press("option", "", each);
  mode.press("check", "", mode.table);
  assert.match(slip.textContent, /1 too many:/);
});

test("numbers count one by one, with a minus sign or a hyphen", () => {
  const { mode, slip } = asking([]);
  const fields = [["−3", "-3"], ["4", "5"]].map(([value, answer]) => {
    const field = new PaperElement("input", { class: "fs-field", value });
    mode.table.stage.append(new PaperElement("div", { class: "fs-part", "data-answer": answer }, field));
    return field;
  });
  mode.press("check", "", mode.table);
  assert.deepEqual(outcomes(fields), ["right", "wrong"]);
  assert.match(slip.textContent, /1 of 2 right/);
});

test("what was checked can't be changed", () => {
  const { mode, options } = asking([true, false]);
  mode.press("option", "", options[0]);
  mode.press("check", "", mode.table);
  mode.press("option", "", options[1]);
  assert.equal(options[1].getAttribute("aria-pressed"), "false");
});

test("an answer is reported, and the next one as another try", () => {
  const { mode, options } = asking([true, false]);
  mode.press("option", "", options[1]);
  mode.press("check", "", mode.table);
  const reported = mode.table.reported.map(([type, { right, tries }]) => [type, right, tries]);
  assert.deepEqual(reported, [["fs-answered", false, 1]]);
});

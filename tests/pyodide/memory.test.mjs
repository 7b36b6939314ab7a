// A reader's stored answers, in a fake storage: `node --test memory.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { anew, answers as told, asked, PaperElement, PaperTable, settled } from "./paper.mjs";

const CLIENT = "../../rules_engine/site/client";
const memory = await import(`${CLIENT}/shared/answer-log.js`);
const { countDue, found, isDue, keepGone } = await import(`${CLIENT}/shared/due-rules.js`);
const { cameBack, grade, known, refresh } = await import(`${CLIENT}/shared/spaced-repetition.js`);
const { Question } = await import(`${CLIENT}/table/question-mode.js`);
const { Session } = await import(`${CLIENT}/page/review-session.js`);

const DAY = 86_400;
const NOW = Date.UTC(2026, 5, 1, 10) / 1000;
const KEPT = "follow-suit-memory";
const RULE = "snakebit/follow-suit";
/** Return the stored answers, without the number that distinguishes answers given in the same second. */
const kept = () => Object.fromEntries(Object.entries(memory.remembered().answers).map(([rule, list]) => [rule, list.map((each) => each.slice(0, 4))]));
const note = (right, at = NOW, rule = "follow-suit") => memory.note("snakebit", [rule], { right }, at * 1000);
const times = (rule = RULE) => memory.remembered().answers[rule].map(([at]) => at);

beforeEach(() => {
  anew();
  memory.erase(); // including pending writes
  anew();
});

// ---- stored answers

test("an answer is kept by rule: when, whether it was right, at which try, in how many seconds", () => {
  memory.note("snakebit", ["follow-suit", "break"], { right: true, tries: 2, seconds: 7.6 }, NOW * 1000);
  assert.deepEqual(kept(), { [RULE]: [[NOW, 1, 2, 8]], "snakebit/break": [[NOW, 1, 2, 8]] });
});

test("two answers in one second are two", () => {
  note(true);
  note(false);
  assert.deepEqual(times(), [NOW, NOW + 1]);
});

test("of each rule the last hundred answers are kept", () => {
  for (let place = 0; place < 105; place++) note(true, NOW + place * DAY);
  assert.equal(times().length, 100);
  assert.equal(times()[0], NOW + 5 * DAY);
});

test("what another tab wrote in between stays, also where both noted the same in the same second", async () => {
  const other = await import(`${CLIENT}/shared/answer-log.js?other-tab`);
  note(true);
  other.note("snakebit", ["follow-suit"], { right: true }, (NOW + 50) * 1000);
  other.note("snakebit", ["break"], { right: true }, NOW * 1000);
  note(true, NOW + 100);
  assert.deepEqual(times(), [NOW, NOW + 50, NOW + 100]);
  assert.deepEqual(times("snakebit/break"), [NOW]);
  assert.deepEqual(other.remembered(), memory.remembered());
});

test("where there is no room an answer waits, and is written with the next that has", () => {
  localStorage.full = true;
  assert.equal(note(true), false);
  assert.equal(memory.keepsNothing(), true);
  assert.deepEqual(times(), [NOW]);
  localStorage.full = false;
  assert.equal(note(false, NOW + 5), true);
  assert.deepEqual(kept()[RULE].map(([at]) => at), [NOW, NOW + 5]);
  assert.equal(memory.keepsNothing(), false);
});

test("where the browser forbids storage, as some private windows do, it is remembered while the page is open", () => {
  const { localStorage: paper } = globalThis;
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new Error("SecurityError"); } });
  try {
    assert.equal(note(true), false);
    assert.deepEqual(times(), [NOW]);
    assert.equal(Object.keys(refresh(NOW * 1000)).length, 1);
  } finally {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: paper });
  }
});

test("answers of a clock that was ahead are of now once it is set back: the rule is asked, and comes back in time", () => {
  note(true, NOW + 400 * DAY);
  note(true, NOW + 401 * DAY);
  assert.ok(isDue(known(memory.remembered().answers[RULE], NOW), new Date(NOW * 1000)));
  note(true, NOW);
  assert.deepEqual(times(), [NOW, NOW + 1, NOW + 2]);
  const [due] = known(memory.remembered().answers[RULE], NOW);
  assert.ok(due > NOW && due < NOW + 30 * DAY);
});

test("a clock that begins anew in 1970 leaves the dates that are there alone", () => {
  note(true, NOW);
  note(false, 100);
  assert.deepEqual(times(), [NOW, NOW + 1]);
  note(true, 100, "break");
  assert.ok(times("snakebit/break")[0] >= Date.UTC(2026, 0) / 1000);
});

test("what an older version kept is taken, and what it didn't note filled in", () => {
  localStorage.setItem(KEPT, JSON.stringify({ rules: { [RULE]: [[NOW, 1]] } }));
  note(false, NOW + DAY);
  assert.deepEqual(kept(), { [RULE]: [[NOW, 1, 1, 0], [NOW + DAY, 0, 1, 0]] });
});

test("what a newer version kept is left alone, and this one's answers are kept beside it", () => {
  note(true);
  const [name] = Object.keys(localStorage);
  const newer = JSON.stringify({ format: 2, epoch: "", at: 1, value: { rules: "otherwise" } });
  const theirs = name.replace(/[^:]+$/, "theirs");
  localStorage.setItem(theirs, newer);
  assert.equal(note(true, NOW + 5), true);
  assert.equal(memory.remembered().fault, "newer");
  assert.deepEqual(times(), [NOW, NOW + 5]);
  memory.forgetAside();
  memory.erase();
  assert.equal(localStorage.getItem(theirs), newer);
});

for (const damaged of ["{", "[]", "7", '"rules"', "null", '{"rules": []}', '{"rules": {"x": 1}}',
  `{"rules": {"${RULE}": [[1, 2, 3], "x", [${NOW}, 1, 1, 0]]}}`, '{"rules": {"__proto__": [[1, 1]]}}']) {
  test(`damaged data is put aside before anything is written over it: ${damaged}`, () => {
    localStorage.setItem(KEPT, damaged);
    assert.equal(note(true, NOW + 10), true);
    assert.equal(memory.setAside(), damaged);
    assert.equal(times().at(-1), NOW + 10);
    assert.equal({}.at, undefined);
    note(true, NOW + 20);
    memory.forgetAside();
    assert.equal(memory.setAside(), "");
  });
}

test("where damaged data can't be put aside, nothing is written over it", () => {
  localStorage.setItem(KEPT, "{");
  localStorage.full = true;
  assert.equal(note(true), false);
  assert.deepEqual({ ...localStorage }, { [KEPT]: "{" });
});

// ---- the exported file

test("what is brought back is joined with what is there", () => {
  note(true, NOW);
  note(true, NOW + DAY);
  const file = memory.written(memory.remembered().answers);
  memory.erase();
  assert.deepEqual(memory.remembered(), { answers: {}, fault: "" });
  note(false, NOW + 2 * DAY);
  assert.deepEqual(memory.bringBack(file), { told: "", added: 2, rules: 1, kept: true });
  assert.deepEqual(times(), [NOW, NOW + DAY, NOW + 2 * DAY]);
  assert.equal(memory.bringBack(file).added, 0);
});

test("erasing gives what undoes it", () => {
  note(true);
  const undo = memory.erase();
  assert.deepEqual(memory.remembered().answers, {});
  memory.bringBack(undo);
  assert.deepEqual(times(), [NOW]);
});

for (const nonsense of ["", "{}", "hello", "[1]", '{"rules": {}}', '{"rules": {"a": []}}', '{"format": 1, "rules": null}', "PK\u0003\u0004"]) {
  test(`nonsense is refused with a sentence, and nothing changes: ${JSON.stringify(nonsense)}`, () => {
    note(true);
    const before = { ...localStorage };
    assert.match(memory.bringBack(nonsense).told, /^This isn't a file/);
    assert.deepEqual({ ...localStorage }, before);
  });
}

test("a file of a newer version is refused with another sentence", () => {
  assert.match(memory.bringBack('{"format": 9, "rules": {}}').told, /newer version/);
});

// ---- spaced repetition

test("grades come from right or wrong, tries and time; a first answer may be a guess", () => {
  const grades = [[0, 1, 3], [1, 2, 3], [1, 1, 90], [1, 1, 20], [1, 1, 3], [1, 1, 0]].map((how) => grade([NOW, ...how], false));
  assert.deepEqual(grades, [1, 2, 2, 3, 4, 3]);
  assert.equal(grade([NOW, 1, 1, 3], true), 3);
});

const inDays = (list) => {
  const [due, level] = known(list, NOW + 500 * DAY);
  return [Math.round((due - list.at(-1)[0]) / DAY), level];
};

test("a rule comes back later each time that it is known, and soon after a miss", () => {
  assert.deepEqual(inDays([[NOW, 1, 1, 20]]), [2, 2]);
  assert.deepEqual(inDays([[NOW, 0, 1, 20]]), [1, 1]);
  assert.deepEqual(inDays([[NOW, 1, 1, 20], [NOW + 2 * DAY, 1, 1, 20]]), [11, 4]);
  assert.deepEqual(inDays([[NOW, 1, 1, 20], [NOW + 2 * DAY, 1, 1, 20], [NOW + 13 * DAY, 1, 1, 20]])[1], 5);
  assert.deepEqual(inDays([[NOW, 1, 1, 20], [NOW + 2 * DAY, 0, 1, 20]]), [1, 1]);
});

test("a rule that was missed comes back the next day, also if it was known at once after that", () => {
  const after = [[NOW + 60, 1, 1, 20], [NOW + 90, 1, 1, 4], [NOW + 120, 1, 1, 4]];
  assert.equal(inDays([[NOW, 0, 1, 20], ...after])[0], 1);
  assert.ok(inDays([[NOW - DAY, 0, 1, 20], ...after])[0] > 1, "the miss was at an earlier sitting");
});

test("many right answers on one day make nobody firm", () => {
  const [days, level] = inDays(Array.from({ length: 8 }, (_, place) => [NOW + place, 1, 1, 20]));
  assert.ok(days <= 4 && level <= 3, `${days} days, level ${level}`);
});

test("what is found is kept, so that a page tells it without the scheduler", () => {
  note(true, NOW);
  note(false, NOW, "break");
  refresh(NOW * 1000);
  assert.deepEqual(Object.keys(found()), [RULE, "snakebit/break"]);
  const at = (days) => new Date((NOW + days * DAY) * 1000);
  assert.deepEqual([0, 1, 2].map((days) => Object.values(found()).filter((each) => isDue(each, at(days))).length), [0, 1, 2]);
  localStorage.setItem(Object.keys(localStorage).find((name) => name.endsWith(":memory-due")), "[[");
  assert.equal(countDue(), 0);
});

test("a rule that the site hasn't got any more isn't counted, and its answers are kept for when it has it again", () => {
  const games = [{ id: "snakebit", rules: [{ id: "follow-suit" }] }];
  note(false, NOW);
  note(false, NOW, "renamed");
  memory.note("whist", ["trump"], { right: false }, NOW * 1000);
  refresh(NOW * 1000);
  assert.equal(countDue(), 3);
  const asked = Object.keys(memory.remembered().answers);
  keepGone(games, asked);
  refresh(NOW * 1000);
  assert.deepEqual(Object.keys(found()), [RULE, "whist/trump"], "of a game that this page doesn't list nothing is known");
  assert.equal(countDue(), 2);
  games[0].rules.push({ id: "renamed" });
  keepGone(games, asked);
  refresh(NOW * 1000);
  assert.equal(countDue(), 3);
});

test("of what came back it is told how much was known: not what was asked again at once", () => {
  note(true, NOW);
  note(false, NOW + 5);
  note(true, NOW + 3 * DAY);
  note(false, NOW + 9 * DAY);
  assert.deepEqual(cameBack(memory.remembered().answers, NOW), { asked: 2, right: 1 });
});

// ---- at the table

/** Return a question on a fake table, with two options and their reasons. */
function lying({ brought = null, rules = ["trump"], lesson = null } = {}) {
  const table = new PaperTable("fs-table");
  const option = (right) => new PaperElement("button", { class: "fs-option", "aria-pressed": "false", ...(right && { "data-right": "" }) });
  const part = new PaperElement("fieldset", { class: "fs-part" }, option(true), option(false));
  const reason = (of, rule) => new PaperElement("li", { class: "fs-reason", "data-of": of },
    Object.assign(new PaperElement("a", { href: `#rule-${rule}` }), { href: `#rule-${rule}` }));
  const reasons = new PaperElement("div", { class: "fs-reasons" }, reason("0", "follow-suit"), reason("1", "win-trick"));
  table.stage = new PaperElement("div", { class: "fs-stage" },
    new PaperElement("div", { class: "fs-felt" }, new PaperElement("div", { class: "fs-slip" })), part, reasons);
  Object.assign(table, { lesson, touched: true });
  const figure = Object.assign(new PaperElement("fs-figure", { id: "figure" }), { brought });
  const steps = [{ html: "", kind: "legal-moves", rules: ["follow-suit", "win-trick"] }];
  table.mode = new Question(table, figure, { kind: "quiz", title: "", source: { game: "snakebit", rules, setup: {} }, steps });
  table.mode.start({});
  return { table, options: part.children };
}

test("a right answer tells of all rules that the question turns on, and of no other that is meant", async () => {
  const { table, options } = lying();
  table.mode.press("option", "", options[0]);
  await settled();
  assert.deepEqual(Object.keys(memory.remembered().answers).sort(), [RULE, "snakebit/win-trick"]);
});

test("what an author tries out isn't noted; what a session brings is", () => {
  const draft = lying({ brought: () => {} });
  draft.table.mode.press("option", "", draft.options[0]);
  assert.deepEqual(memory.remembered().answers, {});
  const session = lying({ brought: () => {}, lesson: { answered() {}, bar: () => [], press: () => false } });
  session.table.mode.press("option", "", session.options[0]);
  assert.equal(Object.keys(memory.remembered().answers).length, 2);
});

test("a miss is one of the rules that its reasons name; in a session, of the one that is asked about as well", () => {
  const { table, options } = lying();
  table.mode.press("option", "", options[1]);
  assert.deepEqual(Object.keys(memory.remembered().answers).sort(), [RULE, "snakebit/win-trick"]);
  memory.erase();
  const session = lying({ brought: () => {}, lesson: { answered() {}, bar: () => [], press: () => false } });
  session.table.mode.press("option", "", session.options[1]);
  const { answers } = memory.remembered();
  assert.deepEqual(Object.entries(answers).map(([rule, [[, right]]]) => [rule, right]).sort(),
    [[RULE, 0], ["snakebit/trump", 0], ["snakebit/win-trick", 0]]);
});

// ---- a session

const GAME = { id: "snakebit", name: "Snakebit", page: "p", general: "g", faces: "f", colours: null, course: "" };
const rule = (id, ways = [{ kind: "legal-moves", rules: [id] }]) => ({ game: GAME, rule: { id, title: id, ways, quiz: "quiz.json" } });

function session(asks, knows = []) {
  const put = [];
  const table = Object.assign(new PaperTable("fs-table"), {
    touch() {}, put: async (figure) => put.push(await figure.brought()),
  });
  const heard = { ended: 0, problem: "", onquestion() {}, ondealt() {}, onend(problem = "") { Object.assign(heard, { ended: heard.ended + 1, problem }); } };
  return { put, heard, session: new Session(table, asks, new Set(knows), heard) };
}

test("a session asks the engine for fresh questions on each rule, and what was missed comes again", async () => {
  const { put, heard, session: going } = session([rule("follow-suit"), rule("break")], [RULE, "snakebit/break"]);
  for (const right of [false, true, true]) {
    told.push(() => ({ html: "", say: "", title: "", rules: asked.at(-1).rules, shows: [] }));
    await going.next();
    going.answered(right);
  }
  await going.next();
  assert.deepEqual(asked.map(({ op, rules }) => [op, ...rules]), [["quiz", "follow-suit"], ["quiz", "break"], ["quiz", "follow-suit"]]);
  assert.deepEqual(put.map(({ source }) => source.rules), [["follow-suit"], ["break"], ["follow-suit"]]);
  assert.deepEqual([...going.results.values()], [false, true]);
  assert.equal(heard.ended, 1);
});

test("while a question is dealt, a second press of Next asks for no other", async () => {
  const { put, session: going } = session([rule("follow-suit"), rule("break")], [RULE, "snakebit/break"]);
  told.push({ html: "", say: "", title: "", rules: ["follow-suit"], shows: [] });
  const first = going.next();
  assert.equal(going.press("know-next"), true);
  await first;
  assert.equal(put.length, 1);
});

test("a deal that isn't about the rule is dealt again; one that rests on what was asked before comes first", async () => {
  const { put, session: going } = session([rule("break")], ["snakebit/break"]);
  const deal = (name, ...rules) => told.push({ html: name, say: "", title: "", rules, shows: [] });
  deal("off", "follow-suit");
  deal("more", "break", "win-trick");
  deal("own", "break");
  await going.next();
  assert.deepEqual(put.map(({ steps: [{ html }] }) => html), ["own"]);
});

test("where no fresh question can be had, there is the quiz, about this rule alone", async () => {
  const { put, session: going } = session([rule("game-end", [])]);
  const steps = [{ html: "other", rules: ["deal"] }, { html: "end", rules: ["game-end"] }];
  globalThis.fetch = async () => ({ ok: true, json: async () => ({ kind: "quiz", source: { game: "snakebit", rules: ["deal", "game-end"] }, steps }) });
  await going.next();
  assert.deepEqual(put.map(({ source, steps: [{ html }] }) => [html, ...source.rules]), [["end", "game-end"]]);
  globalThis.fetch = async () => { throw new Error(); };
  const offline = session([rule("game-end", [])]);
  await offline.session.next();
  assert.match(offline.heard.problem, /offline/);
});

// Records written by several tabs at the same time, and by several sites on one origin: `node --test journal.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { anew, heard, paperStorage } from "./paper.mjs";

const CLIENT = "../../rules_engine/site/client/shared";
const NOW = Date.UTC(2026, 5, 1, 10) / 1000;
const HOUR = 3_600_000;
const DAYS = { how: "first", squares: "g", seconds: 40 };

/** Import a new instance of a client script and its imports, as in another tab. */
let tabs = 0;
const tab = (script, site = "") => import(`${CLIENT}/${script}.js?tab=${++tabs}${site}`);
const site = (root, ...games) => [`&root=${root}`, ...games.map((game) => `&game=${game}`)].join("");

beforeEach(anew);

/** Return a generator of reproducible random integers from 0 up to a limit. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

// ---- concurrent writes from several tabs

/** Browser processes that share one storage. Each has a copy, which receives the other processes' writes late. */
class Slow {
  constructor(count) {
    this.truth = paperStorage();
    this.copies = Array.from({ length: count }, paperStorage);
    /** The writes that each process hasn't received yet. */
    this.news = this.copies.map(() => []);
  }

  /** Return the storage as one process sees it. Its writes are queued for the other processes. */
  seenBy(process) {
    const copy = this.copies[process];
    const write = (name, text) => {
      if (text === null) { copy.removeItem(name); this.truth.removeItem(name); } else { copy.setItem(name, text); this.truth.setItem(name, text); }
      this.news.forEach((news, other) => other !== process && news.push([name, text]));
    };
    return new Proxy(copy, {
      get: (_, name) => name === "setItem" ? write : name === "removeItem" ? (each) => write(each, null) : copy[name],
      ownKeys: () => Reflect.ownKeys(copy),
      getOwnPropertyDescriptor: (_, name) => Object.getOwnPropertyDescriptor(copy, name),
    });
  }

  /** Deliver the next queued write to a process. */
  hear(process) {
    const [name, text] = this.news[process].shift() ?? [];
    if (name === undefined) return;
    const copy = this.copies[process];
    if (text === null) copy.removeItem(name);
    else copy.setItem(name, text);
    globalThis.localStorage = this.seenBy(process);
    heard("storage", { key: name, newValue: text });
  }
}

for (const seed of [1, 2, 3, 4, 5]) {
  test(`three tabs that write at once, each with an old copy of what the others wrote, lose nothing: ${seed}`, async () => {
    const { localStorage: paper } = globalThis;
    const [any, slow] = [random(seed), new Slow(3)];
    const memories = await Promise.all([0, 1, 2].map(() => tab("answer-log")));
    try {
      for (let turn = 0; turn < 240; turn++) {
        const process = turn % 3;
        globalThis.localStorage = slow.seenBy(process);
        // a rule that all processes answer in the same second, one for each process, or a new one for each turn
        const rule = ["shared", `own-${process}`, `rule-${turn}`][any(3)];
        assert.equal(memories[process].note("snakebit", [rule], { right: true }, (NOW + Math.floor(turn / 30)) * 1000), true);
        for (let news = any(4); news; news--) slow.hear(any(3));
      }
      globalThis.localStorage = slow.truth;
      const { remembered } = await tab("answer-log");
      const noted = Object.values(remembered().answers).flat();
      assert.equal(noted.length, 240);
    } finally {
      globalThis.localStorage = paper;
    }
  });
}

test("what pages of an hour ago wrote is taken over, and what one of them adds meanwhile isn't lost", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: NOW * 1000 });
  const old = await Promise.all(Array.from({ length: 12 }, () => tab("answer-log")));
  old.forEach((memory, place) => memory.note("snakebit", [`rule-${place}`], { right: true }));
  t.mock.timers.tick(2 * HOUR);
  const late = await tab("answer-log");
  const parts = () => Object.keys(localStorage).filter((name) => name.includes(":memory:"));
  assert.equal(parts().length, 12);
  late.note("snakebit", ["late"], { right: true });
  assert.equal(parts().length, 1, "all of them in one part");
  assert.equal(Object.keys(late.remembered().answers).length, 13);
  const [taken] = parts();
  old[0].note("snakebit", ["just-then"], { right: true });
  const own = parts().find((name) => name !== taken);
  localStorage.removeItem(own); // by a tab that had read it just before
  heard("storage", { key: own, newValue: null });
  assert.ok("snakebit/just-then" in (await tab("answer-log")).remembered().answers);
});

test("what one tab erases doesn't come back from another one that adds to it", async () => {
  const [one, other] = await Promise.all([tab("answer-log"), tab("answer-log")]);
  one.note("snakebit", ["before"], { right: true }, NOW * 1000);
  other.note("snakebit", ["before"], { right: true }, NOW * 1000);
  const kept = { ...localStorage };
  one.erase();
  other.note("snakebit", ["after"], { right: true }, NOW * 1000);
  assert.deepEqual(Object.keys(one.remembered().answers), ["snakebit/after"]);
  for (const [name, text] of Object.entries(kept)) { // as if the first tab had just written its part
    if (localStorage.getItem(name) === null) localStorage.setItem(name, text);
  }
  assert.deepEqual(Object.keys(one.remembered().answers), ["snakebit/after"]);
});

test("puzzles, days, courses, runs, own puzzles and names of two tabs are all there", async () => {
  const inTable = (script) => tab(`../table/${script}`);
  for (const who of [1, 2]) {
    const [record, days, courses, names, own] = await Promise.all([inTable("puzzle-history"), tab("days"), tab("progress"), tab("names"), inTable("own-puzzles")]);
    globalThis.later ??= [];
    globalThis.later.push(() => {
      record.noteTry(`snakebit/p${who}`, { solved: who === 1, told: 0, hard: 1200, seconds: 3, again: false });
      record.noteHelp("snakebit/helped", who);
      days.noteDay("snakebit", `2026-11-0${who}`, DAYS, "2026-11-01");
      days.follow(`game-${who}`, true);
      courses.keepCourse("snakebit", "/learn/", { done: [`step-${who}`], at: who, of: 4 });
      names.rememberRound(`game-${who}`, { variant: "standard", players: [`Ann ${who}`, ""], options: {} }, []);
      own.keepOwn({ game: "snakebit", setup: { hands: { South: [`${who}S`] } } }, `Trick ${who}`);
      return { record, days, courses, names, own };
    });
  }
  const [{ record, days, courses, names, own }] = globalThis.later.map((write) => write());
  assert.deepEqual(record.puzzleRecord().tried.filter((name) => !name.includes("own-")).sort(), ["snakebit/p1", "snakebit/p2"]);
  assert.deepEqual(Object.keys(days.resultsOf("snakebit")).sort(), ["2026-11-01", "2026-11-02"]);
  assert.deepEqual(days.chosen().sort(), ["game-1", "game-2"]);
  const { done, at, of } = courses.courseRecord("snakebit", "/learn/");
  assert.deepEqual([done.sort(), at, of], [["step-1", "step-2"], 2, 4]);
  assert.deepEqual(names.known().names, ["Ann 2", "Ann 1"]);
  assert.deepEqual([Object.keys(names.known().rounds).sort(), names.known().game], [["game-1", "game-2"], "game-2"]);
  assert.equal(own.ownPuzzles("snakebit").length, 2);
  const [[gone]] = own.ownPuzzles("snakebit");
  own.forgetOwn(gone);
  assert.equal((await inTable("own-puzzles")).ownPuzzles("snakebit").length, 1);
});

test("an own puzzle that was forgotten can be made again, and comes back", async () => {
  const own = await tab("../table/own-puzzles");
  const scenario = { game: "snakebit", setup: { hands: { South: ["5S"] } } };
  const id = own.keepOwn(scenario, "Trick 1");
  own.forgetOwn(id);
  assert.deepEqual(own.ownPuzzles("snakebit"), []);
  assert.equal(own.keepOwn(scenario, "Trick 1"), id);
  assert.deepEqual(own.ownPuzzles("snakebit").map(([each]) => each), [id]);
});

test("a clock that is set back doesn't make a change of now an old one", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: (NOW + 400 * 86_400) * 1000 });
  const courses = await tab("progress");
  courses.keepCourse("snakebit", "/learn/", { done: [], at: 1, of: 4 });
  t.mock.timers.setTime(NOW * 1000);
  courses.keepCourse("snakebit", "/learn/", { at: 3, of: 4 });
  assert.equal(courses.courseRecord("snakebit", "/learn/").at, 3);
});

// ---- sites on one origin

const SHARED = {
  memory: { format: 1, rules: { "plain-trump/follow-suit": [[NOW, 1, 1, 5], [NOW + 9, 1, 1, 5]], "snakebit/break": [[NOW, 1, 1, 5]] } },
  puzzles: { solved: { "plain-trump/a": "first", "snakebit/b": "later" }, tried: ["plain-trump/a", "snakebit/b"], helped: {}, failed: {}, due: {}, games: {} },
  days: { "plain-trump": { "2026-11-01": { ...DAYS, on: "2026-11-01" } }, snakebit: { "2026-11-02": { ...DAYS, on: "2026-11-02" } } },
  courses: { "plain-trump": { "/cards/learn/": { done: ["a"], at: 1, of: 3 } }, snakebit: { "/book/learn/": { done: ["b"], at: 1, of: 3 } } },
  names: { game: "snakebit", rounds: { "plain-trump": { variant: "standard", players: ["Ann"], options: {} },
    snakebit: { variant: "standard", players: ["Ben"], options: {} } }, names: ["Ben", "Ann"] },
  runs: { "plain-trump/streak": 4, "snakebit/storm": 7 },
  follows: { games: ["snakebit", "plain-trump"] },
};
const CARDS = site("/cards/", "plain-trump");
const BOOK = site("/book/", "snakebit");
const share = () => Object.entries(SHARED).forEach(([name, text]) => localStorage.setItem(`follow-suit-${name}`, JSON.stringify(text)));

test("what sites of an origin shared is taken over by each for its own games, and nothing else is counted", async () => {
  share();
  for (const [where, game, rules] of [[CARDS, "plain-trump", 2], [BOOK, "snakebit", 1]]) {
    const memory = await tab("answer-log", where);
    assert.deepEqual(Object.values(memory.remembered().answers).flat().length, rules);
    assert.ok(Object.keys(memory.remembered().answers).every((rule) => rule.startsWith(`${game}/`)));
    assert.deepEqual((await tab("../table/puzzle-history", where)).puzzleRecord().tried.map((name) => name.split("/")[0]), [game]);
    const days = await tab("days", where);
    assert.deepEqual([days.chosen(), Object.keys(days.resultsOf(game)).length], [[game], 1]);
    const courses = await tab("progress", where);
    assert.deepEqual([...courses.begunCourses().keys()], ["learn/"]);
    const names = await tab("names", where);
    assert.deepEqual([Object.keys(names.known().rounds), names.known().names], [[game], ["Ben", "Ann"]]);
    assert.equal((await tab("../table/puzzle-run", where)).BEST.read().value[game === "snakebit" ? "snakebit/storm" : "plain-trump/streak"] > 0, true);
  }
});

test("erasing and saving keep to the site's own games; the other site loses nothing, whether it was visited or not", async () => {
  for (const visited of [true, false]) {
    anew();
    share();
    const other = await tab("answer-log", BOOK);
    if (visited) other.remembered();
    const memory = await tab("answer-log", CARDS);
    assert.deepEqual(Object.keys(JSON.parse(memory.erase()).rules), ["plain-trump/follow-suit"]);
    assert.deepEqual((await tab("answer-log", CARDS)).remembered().answers, {});
    assert.deepEqual(Object.keys(JSON.parse(localStorage.getItem("follow-suit-memory")).rules), ["snakebit/break"]);
    assert.deepEqual(Object.keys((await tab("answer-log", BOOK)).remembered().answers), ["snakebit/break"]);
  }
});

test("two sites with the same game have a record each", async () => {
  const [one, other] = [await tab("answer-log", site("/a/", "snakebit")), await tab("answer-log", site("/b/", "snakebit"))];
  one.note("snakebit", ["break"], { right: true }, NOW * 1000);
  assert.deepEqual(other.remembered().answers, {});
  other.note("snakebit", ["suit"], { right: true }, NOW * 1000);
  other.erase();
  assert.deepEqual(Object.keys(one.remembered().answers), ["snakebit/break"]);
});

test("versions of one site share what a reader has done, and a course's page is the same in each", async () => {
  const versions = ["1.0", "2.0"].map((version) => `${site(`/book/${version}/`, "snakebit")}&versioned`);
  const [one, other] = await Promise.all(versions.map((version) => tab("progress", version)));
  one.keepCourse("snakebit", "/book/1.0/learn/", { done: ["a"], at: 1, of: 3 });
  assert.deepEqual(other.courseRecord("snakebit", "/book/2.0/learn/").done, ["a"]);
  assert.equal(other.gameOfCourse("/book/2.0/learn/"), "snakebit");
  assert.equal(other.pagePath([...other.begunCourses().keys()][0]), "/book/2.0/learn/");
});

test("a file with answers on other sites' games brings back one's own alone", async () => {
  const memory = await tab("answer-log", CARDS);
  assert.equal(memory.bringBack(JSON.stringify(SHARED.memory)).added, 2);
  assert.match(memory.bringBack('{"format": 1, "rules": {"snakebit/break": [[1780000000, 1, 1, 5]]}}').told, /doesn't have/);
});

test("a setting is taken over once, and one that was taken back stays taken back", async () => {
  localStorage.setItem("follow-suit-coach", "ask");
  const [one, other] = await Promise.all([tab("storage", CARDS), tab("storage", BOOK)]);
  assert.equal(one.setting("coach", ""), "ask");
  one.set("coach", "");
  assert.equal((await tab("storage", CARDS)).setting("coach", ""), "");
  assert.equal(other.setting("coach", ""), "ask");
});

test("what sites shared and nobody can read is told until it is forgotten, and doesn't come back", async () => {
  localStorage.setItem("follow-suit-names", '{"rounds": null, "names": "Ann"}');
  const names = await tab("names");
  assert.ok(names.KEPT.damaged);
  names.KEPT.forgetDamaged();
  assert.equal(names.KEPT.damaged, "");
  assert.equal((await tab("names")).KEPT.damaged, "");
});

test("scores that were shared lie where their game is, and stay forgotten", async () => {
  for (const game of ["snakebit", "plain-trump"]) {
    const match = { format: 1, id: game.replace("-", ""), game, variant: "standard", options: {}, players: ["Ann"], dealer: 0, hands: [], at: 1 };
    localStorage.setItem(`follow-suit-score-${match.id}`, JSON.stringify(match));
  }
  const scores = await tab("../page/saved-match", CARDS);
  assert.deepEqual([scores.evening().matches.map(({ game }) => game), scores.evening().damaged], [["plain-trump"], 0]);
  scores.forget("plaintrump");
  assert.deepEqual((await tab("../page/saved-match", CARDS)).evening(), { matches: [], damaged: 0 });
  assert.equal((await tab("../page/saved-match", BOOK)).evening().matches.length, 1);
});

/** The score keeper: required entries, inconsistent entries, and matches stored, sent and corrected. */

import assert from "node:assert/strict";
import test from "node:test";

/** A fake of the browser's storage. */
const kept = new Map();
let full = false;
globalThis.localStorage = new Proxy({
  getItem: (name) => kept.get(name) ?? null,
  removeItem: (name) => kept.delete(name),
  setItem: (name, text) => {
    if (full) throw new Error("full");
    kept.set(name, text);
  },
}, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
globalThis.window = { addEventListener: () => {} };
globalThis.document = { getElementById: () => null, documentElement: { lang: "en" } };

const { alsoChanged, asked, beyond, completed, doubts, holds, withDigit, withNumber } = await import("../../rules_engine/site/client/page/score-validation.js");
const {
  begun, changed, compared, choiceFor, evening, forget, keep, kept: keptMatch, linkText, plainText, read, readCounted, readLink, renamed, scoredOf,
  seated, struck, undone, written,
} = await import("../../rules_engine/site/client/page/saved-match.js");

const { inLetters } = await import("../../rules_engine/site/client/shared/base64url.js");

const EACH = [[0], [1], [2], [3]];
const count = (key, more = {}) => ({ key, label: key, when: [], who: EACH, least: 0, most: 8, ...more });
const choice = (key, values, when = []) => ({
  key, label: key, when, options: values.map((value) => ({ value, label: String(value), seats: [] })),
});
const SNAKES = {
  asks: [count("tricks", { most: 6 }), count("cursed")],
  sums: [{ keys: ["tricks"], total: 6, what: "tricks", exact: true }, { keys: ["cursed"], total: 8, what: "cursed cards", exact: true }],
  shares: [{ key: "cursed", of: "tricks", times: 4 }],
};
const PEDRO = {
  asks: [choice("who", [0, 1, "tossed"]), choice("how", ["number", "double"], [{ key: "who", answers: [0, 1] }]),
    count("bid", { who: [], least: 1, most: 100, when: [{ key: "how", answers: ["number"] }] }),
    count("points", { who: [[0, 2], [1, 3]], most: 100, when: [{ key: "who", answers: [0, 1] }] })],
  sums: [{ keys: ["points"], total: 100, what: "points", exact: true }],
  shares: [],
};
const called = (seats) => seats.map((seat) => ["Anna", "Ben", "Cem", "Dora"][seat]).join(" + ");
const told = (form, answers) => doubts(form, completed(form, answers), called).map(({ text }) => text);

test("what is missing or too much is said while it is entered", () => {
  assert.deepEqual(told(SNAKES, { tricks: [2, 1, 3, 0], cursed: [1, 4, 2, 0] }),
    ["7 of 8 cursed cards: one is missing.", "6 of 6 tricks"]);
  assert.deepEqual(told(SNAKES, { tricks: [2, 2, 3, 0], cursed: [2, 4, 2, 0] })[0], "7 of 6 tricks: one too many.");
  assert.deepEqual(told(SNAKES, {}), ["0 of 6 tricks: 6 are missing.", "0 of 8 cursed cards: 8 are missing."]);
});

test("cards come with tricks", () => {
  assert.deepEqual(told(SNAKES, { tricks: [1, 2, 3, 0], cursed: [5, 1, 1, 1] }).slice(0, 2),
    ["Anna: too few tricks for so many cursed cards.", "Dora: too few tricks for so many cursed cards."]);
});

test("a hand that adds up can be written down, no other", () => {
  const right = { tricks: [2, 1, 3, 0], cursed: [2, 4, 2, 0] };
  assert.ok(holds(SNAKES, right));
  assert.ok(!holds(SNAKES, { ...right, cursed: [1, 4, 2, 0] }));
  assert.ok(!holds(PEDRO, completed(PEDRO, {})));
  assert.ok(holds(PEDRO, completed(PEDRO, { who: "tossed" })));
});

test("a question comes with the answer that wants it, and goes with it", () => {
  const keys = (answers) => asked(PEDRO, completed(PEDRO, answers)).map(({ key }) => key);
  assert.deepEqual(keys({}), ["who"]);
  assert.deepEqual(keys({ who: 0, how: "number" }), ["who", "how", "bid", "points"]);
  const double = completed(PEDRO, { who: 1, how: "double", bid: 60, points: [10, 90] });
  assert.deepEqual(double, { who: 1, how: "double", points: [10, 90] });
  assert.deepEqual(completed(PEDRO, { ...double, who: "tossed" }), { who: "tossed" });
});

test("what nobody checks is open until it is told", () => {
  const bids = { asks: [count("bid")], sums: [], shares: [] };
  assert.deepEqual(completed(bids, {}).bid, [null, null, null, null]);
  assert.deepEqual(told(bids, { bid: [0, null, 2, null] }), ["bid, Ben, Dora: still to be told."]);
  assert.ok(told(PEDRO, { who: 0, how: "number" }).includes("bid: still to be told."));
});

test("of two numbers with a fixed sum the other follows", () => {
  const answers = completed(PEDRO, { who: 0, how: "double" });
  assert.deepEqual(withNumber(PEDRO, answers, PEDRO.asks[3], 0, 37).points, [37, 63]);
  assert.deepEqual(withNumber(SNAKES, completed(SNAKES, {}), SNAKES.asks[0], 2, 3).tricks, [0, 0, 3, 0]);
});

test("who else has another number now is told", () => {
  const points = PEDRO.asks[3];
  const before = { who: 0, points: [38, 62] };
  assert.equal(alsoChanged(before, withNumber(PEDRO, before, points, 0, 70), points, 0, called), "Ben + Dora: now 30.");
  assert.equal(alsoChanged({}, withNumber(SNAKES, {}, SNAKES.asks[0], 2, 3), SNAKES.asks[1], 2, called), "");
});

test("a number out of bounds is never cut, but told", () => {
  const bid = PEDRO.asks[2];
  assert.deepEqual([120, 100, 0, null].map((value) => beyond(bid, value)), ["At most 100.", "", "At least 1.", ""]);
});

test("digits make a number", () => {
  const typed = (...digits) => digits.reduce((value, digit) => withDigit(value, digit), null);
  assert.equal(typed("6", "3"), 63);
  assert.equal(typed("1", "2", "±"), -12);
  assert.equal(typed("1", "2", "±", "3", "erase"), -12);
  assert.equal(typed("6", "erase"), null);
});

test("a large number of the table is open until it is told, also where it may be nothing", () => {
  const points = { asks: [count("points", { who: [], most: 120 })], sums: [], shares: [] };
  assert.equal(completed(points, {}).points, null);
  assert.ok(!holds(points, completed(points, {})));
  assert.ok(holds(points, completed(points, { points: 0 })));
});

const way = (variant, players, options = {}) => ({
  variant, called: variant, options, seats: EACH.slice(0, players).map(String), names: ["South", "West", "North", "East"].slice(0, players),
});
const WAYS = [way("plain", 3), way("plain", 4), way("teams", 4, { pack: "big" }), way("teams", 4, { pack: "small" })];

test("a new game has as many names as seats, those that are known first", () => {
  const wanted = { variant: "", options: {}, players: [], dealer: 3 };
  assert.deepEqual(seated(WAYS, wanted, ["Anna", "Ben"]), { ...wanted, variant: "plain", players: ["Anna", "Ben", "North", "East"] });
  const three = seated(WAYS, { ...wanted, players: ["Cem", "", ""] }, ["Cem", "Anna"]);
  assert.deepEqual([three.players, three.dealer], [["Cem", "Anna", "North"], 0]);
  assert.equal(choiceFor(WAYS, { ...wanted, variant: "teams", options: { pack: "small" } }), WAYS[3]);
  assert.equal(choiceFor(WAYS, { ...wanted, variant: "teams", players: ["", "", ""] }), WAYS[2]);
});

const fresh = () => begun("snakebit", { variant: "plain", options: {}, players: ["Anna", "Ben"], dealer: 1 });
const HAND = { tricks: [1, 5] };
const ANSWER = { hands: [{ points: [1, -5], totals: [1, -5] }], over: false };

test("games are kept side by side, the newest first, and a damaged one is counted", () => {
  kept.clear();
  const [old, young] = [{ ...fresh(), at: 1 }, { ...fresh(), at: 2 }];
  assert.ok(keep(old) && keep(young));
  kept.set("follow-suit-score-broken", "{");
  assert.deepEqual(evening("snakebit").matches.map(({ id }) => id), [young.id, old.id]);
  assert.equal(evening().damaged, 1);
  forget(young.id);
  assert.deepEqual(evening().matches.map(({ id }) => id), [old.id]);
  assert.deepEqual(evening("pedro").matches, []);
});

test("where the browser keeps nothing, it says so, and the page still has it", () => {
  kept.clear();
  full = true;
  const match = fresh();
  assert.equal(keep(match), false);
  assert.equal(keptMatch(match.id), match);
  assert.deepEqual(evening().matches, [match]);
  full = false;
  assert.ok(keep({ ...match, hands: [HAND] }));
  assert.deepEqual(keptMatch(match.id).hands, [HAND]);
});

test("a change can be taken back, and the hand is there to be told again", () => {
  const match = changed(fresh(), [HAND]);
  const mended = changed(match, [{ tricks: [2, 4] }]);
  assert.deepEqual(undone(mended).hands, [HAND]);
  const back = undone(undone(mended));
  assert.deepEqual([back.hands, back.draft, back.before], [[], HAND, []]);
});

test("a link and a file bring the game, and nothing that is none", () => {
  const match = { ...changed({ ...fresh(), players: ["Änne", "Ben"] }, [HAND]), scored: { of: "[]", answer: ANSWER } };
  const linked = readLink(linkText(match));
  assert.deepEqual(linked, { ...match, before: [], scored: null });
  assert.deepEqual(read(written(match)), match);
  for (const text of ["", "{}", "null", "[]", linkText(match).slice(9)]) assert.equal(read(text) ?? readLink(text), null);
  for (const wrong of [{ id: "../x" }, { dealer: 7 }, { hands: [3] }, { players: "Anna" }, { scored: {} }, { before: 1 }]) {
    assert.equal(read(written({ ...match, ...wrong })), null, JSON.stringify(wrong));
  }
});

test("what the engine said of a hand holds until that hand or one before is changed", () => {
  const match = { ...fresh(), hands: [HAND, HAND], scored: { of: JSON.stringify([HAND]), answer: ANSWER } };
  assert.deepEqual(scoredOf(match), { answer: ANSWER, whole: false });
  assert.deepEqual(scoredOf({ ...match, hands: [HAND] }), { answer: ANSWER, whole: true });
  assert.deepEqual(scoredOf({ ...match, hands: [{ tricks: [0, 6] }] }), { answer: null, whole: false });
});

test("players can be called otherwise, and a hand struck out, while a game goes on", () => {
  const choices = [{ variant: "standard", options: {}, seats: ["South", "West"], names: ["South", "West"] }];
  const match = changed(begun("snakebit", { variant: "standard", options: {}, players: ["Anna", "Ben"], dealer: 0 }), [{ at: [1] }, { at: [2] }]);
  const other = renamed({ ...match, scored: { of: "", answer: {} } }, choices, ["Anna", ""]);
  assert.deepEqual([other.players, other.hands, other.scored, other.id], [["Anna", "West"], match.hands, null, match.id]);
  assert.deepEqual(struck(match, 0).hands, [{ at: [2] }]);
});

test("the sheet as plain text", () => {
  assert.equal(plainText("Snakebit", ["Anna", "Ben"], { ...ANSWER, consequences: [{ text: "Ben deals." }] }),
    "Snakebit\n1: Anna 1, Ben −5\n= Anna 1, Ben −5\nBen deals.");
});

test("what was counted at another table doesn't go into a game; damaged it is none", () => {
  const counted = { variant: "standard", players: ["Anna", "Ben"], told: { tricks: [1, 2] } };
  assert.deepEqual(readCounted(inLetters(JSON.stringify(counted))), counted);
  assert.equal(readCounted("damaged"), null);
  const said = (variant, ...players) => compared(counted, { variant, players });
  assert.deepEqual([said("standard", "Anna", "Ben"), said("standard", "Cem", "Dora")].map(({ told }) => told?.tricks), [[1, 2], [1, 2]]);
  assert.match(said("standard", "Cem", "Dora").note, /other names/);
  assert.match(said("standard", "Cem").note, /number of players/);
  assert.match(said("teams", "Cem", "Dora").note, /variant/);
  assert.deepEqual([said("standard", "Cem").told, said("teams", "Cem", "Dora").told], [null, null]);
  assert.match(compared(null, null).note, /damaged/);
});

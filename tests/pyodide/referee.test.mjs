/** The cards and facts that readers enter for a real table: taps, undo and storage. */

import assert from "node:assert/strict";
import test from "node:test";

import { cardOf, Entered, read } from "../../rules_engine/site/client/page/referee-state.js";

const row = (key, uses, more = {}) => ({ key, label: key, several: false, asked: true, uses, seats: false, values: [], ...more });
const CHOICE = {
  variant: "standard", players: 4, seats: ["South", "West", "North", "East"], called: ["South", "West", "North", "East"],
  rows: [row("trump", ["winner", "lead", "discard"]), row("broken", ["lead"], { several: true, asked: false }),
    row("out", ["winner"], { several: true, asked: false, seats: true })],
  phases: { bid: "Bid", discard: "Discard", play: "Play a card" }, spoken: ["bid"], cards: ["2H", "3H", "4H", "5H"],
};
const NAMES = ["Anna", "Ben", "Cem", "Dora"];
const whole = (moves, more = {}) => ({ moves, whole: true, next: 2, carried: { trump: ["H"], out: ["Ben"] }, ...more });

/** Return a table on which some cards were tapped. */
function tapped(...cards) {
  const entered = new Entered(CHOICE);
  for (const card of cards) entered.tap(card);
  return entered;
}

test("a move's card is known however it was played", () => {
  assert.deepEqual(["4WL as W", "pass G3", "10H", "turn 2S"].map(cardOf), ["4WL", "G3", "10H", "2S"]);
});

test("cards lie there once, in the order tapped, and the last is taken back", () => {
  const entered = tapped("2H", "3H");
  assert.equal(entered.tap("2H"), "That card lies there already.");
  assert.deepEqual(entered.now.cards, ["2H", "3H"]);
  entered.back();
  assert.deepEqual(entered.now.cards, ["2H"]);
});

test("of one value the last pressed counts, of several all that are on", () => {
  const entered = tapped();
  for (const suit of ["H", "S", "S", "D"]) entered.tell("trump", suit);
  for (const suit of ["H", "S", "H"]) entered.tell("broken", suit);
  assert.deepEqual(entered.now.told, { trump: ["D"], broken: ["S"] });
});

test("the next trick is its taker's to lead; what it changed is told, what is asked stays", () => {
  const entered = tapped("2H", "3H", "4H", "5H");
  entered.next(whole(["2H as H", "3H", "4H", "5H"]), NAMES);
  assert.deepEqual(entered.now.tricks, [{ leader: 0, cards: ["2H as H", "3H", "4H", "5H"] }]);
  assert.deepEqual([entered.now.leader, entered.now.cards, entered.now.told], [2, [], { out: ["West"] }]);
  assert.ok(entered.gone("2H"));
  entered.back();
  assert.deepEqual([entered.now.leader, entered.now.cards.length], [0, 4]);
});

test("without an answer a trick is put away as it was tapped", () => {
  const entered = tapped("2H", "3H");
  entered.next(null, NAMES);
  assert.deepEqual([entered.now.tricks[0].cards, entered.now.leader], [["2H", "3H"], 0]);
});

test("the pad is for the trick first, then for one's own hand; a card is in one of them", () => {
  const entered = tapped("2H");
  entered.open("turn");
  assert.ok(entered.toHand);
  entered.tap("3H");
  entered.tap("4H");
  entered.tap("3H");
  assert.deepEqual(entered.now.hand, ["4H"]);
  entered.now.target = "trick";
  entered.tap("4H");
  assert.deepEqual([entered.now.hand, entered.now.cards], [[], ["2H", "4H"]]);
});

test("only rows that matter are told to the engine, seats by the players' names", () => {
  const entered = tapped("2H");
  entered.tell("trump", "H");
  entered.tell("out", "West");
  const { rows, entered: told, seats } = entered.message(NAMES);
  assert.deepEqual([rows, told, seats], [["trump", "out"], { trump: ["H"], out: ["Ben"] }, NAMES]);
  entered.open("turn");
  entered.now.phase = "discard";
  assert.deepEqual(entered.message(NAMES).rows, ["trump"]);
});

test("what was kept is taken up again with its variant and players, and what is damaged is left", () => {
  const kept = read(tapped("2H", "3H").text);
  assert.deepEqual(new Entered(CHOICE, kept).now.cards, ["2H", "3H"]);
  assert.deepEqual([kept.variant, kept.players], ["standard", 4]);
  assert.ok(new Entered(CHOICE, read("{damaged")).empty);
});

test("of a table that was played elsewhere only what can be told here is taken up", () => {
  const rows = [row("trump", ["winner"], { values: [{ value: "H" }] }), row("out", ["winner"], { several: true, seats: true })];
  const sent = { cards: ["2H"], told: { trump: ["none"], out: ["West"], dealer: ["East"] }, names: ["Anna"] };
  const { now, empty } = new Entered({ ...CHOICE, rows }, read(JSON.stringify(sent)));
  assert.deepEqual([now.told, now.cards, now.tool, now.names], [{ trump: [], out: ["West"], dealer: ["East"] }, ["2H"], "trick", undefined]);
  assert.ok(!empty);
});

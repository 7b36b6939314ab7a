// The reader's thinking time, on a fake page: `node --test stopwatch.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const { Stopwatch } = await import("../../rules_engine/site/client/table/stopwatch.js");

let now;

/** Advance the clock. */
const after = (seconds) => (now += seconds * 1000);

/** Hide or show the page. */
function turn(away) {
  document.hidden = away;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  now = 1000;
  mock.method(performance, "now", () => now);
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
});

test("minutes in which nobody looks at the page aren't counted", () => {
  const watch = new Stopwatch();
  watch.start();
  after(5);
  turn(true);
  after(600);
  assert.equal(watch.seconds, 5, "while it is out of sight");
  turn(false);
  after(2);
  assert.equal(watch.seconds, 7);
});

test("on a page that opens out of sight the time begins when it is looked at", () => {
  document.hidden = true;
  const watch = new Stopwatch();
  watch.start();
  after(60);
  turn(false);
  after(3);
  assert.equal(watch.seconds, 3);
});

test("once stopped it stands still, whoever looks, and goes on from there", () => {
  const watch = new Stopwatch(10);
  watch.start();
  after(4);
  watch.stop();
  after(30);
  turn(true);
  turn(false);
  after(30);
  assert.deepEqual([watch.seconds, watch.runs], [14, false]);
  watch.start();
  after(1);
  assert.deepEqual([watch.seconds, watch.runs], [15, true]);
});

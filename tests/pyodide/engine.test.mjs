// The page's side of the worker, with a worker made of paper: `node --test engine.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

const { Engine } = await import("../../rules_engine/site/client/engine.js");

const FOLDER = "https://example.org/repo-name/assets/followsuit/";
const MANIFEST = { format: 1, worker: "rules-1/worker.js" };

/** Remembers what it was told; the test speaks for it. */
class PaperWorker {
  static all = [];
  told = [];
  ended = false;

  constructor(address, options) {
    Object.assign(this, { address, options });
    PaperWorker.all.push(this);
  }

  postMessage(message) {
    this.told.push(message);
  }

  terminate() {
    this.ended = true;
  }

  says(data) {
    this.onmessage({ data });
  }

  answers({ id, text }) {
    this.says({ id, text: JSON.stringify({ to: JSON.parse(text) }) });
  }

  get questions() {
    return this.told.filter(({ id }) => id !== undefined);
  }
}

// A clock that is still running when a test ends must not keep Node from ending.
const { setTimeout: setClock } = globalThis;
globalThis.setTimeout = (...args) => setClock(...args).unref();

const settled = () => new Promise((resolve) => setImmediate(resolve));
const worker = () => PaperWorker.all.at(-1);
let statuses;
let engine;

function site(answers = {}) {
  globalThis.fetch = async (address) => {
    const name = String(address).replace(FOLDER, "");
    if (answers[name] === "unreachable") throw new TypeError("Failed to fetch");
    if (answers[name]) return answers[name];
    return name === "runtime.json" ? Response.json(MANIFEST) : new Response("");
  };
}

beforeEach(() => {
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  globalThis.Worker = PaperWorker;
  PaperWorker.all = [];
  site();
  engine = new Engine(FOLDER);
  statuses = [];
  engine.onchange((status) => statuses.push(status));
});

test("nothing is fetched before the first wish", async () => {
  globalThis.fetch = () => assert.fail("fetched");
  await settled();
  assert.equal(engine.state, "idle");
});

test("the first call starts the worker that the manifest names, and waits for it", async () => {
  const answer = engine.call({ ask: 1 });
  assert.equal(engine.state, "starting");
  await settled();
  assert.equal(worker().address, `${FOLDER}rules-1/worker.js`);
  assert.equal(worker().options.type, "module");
  assert.deepEqual(worker().told, [{ type: "start", manifest: MANIFEST, base: FOLDER, cache: "default" }]);
  worker().says({ type: "progress", stage: "Starting Python", fraction: 0.5 });
  assert.deepEqual(engine.status, { state: "starting", stage: "Starting Python", fraction: 0.5 });
  worker().says({ type: "ready" });
  worker().answers(worker().questions[0]);
  assert.deepEqual(await answer, { to: { ask: 1 } });
});

test("two wishes start one worker, and answers find their question in any order", async () => {
  const answers = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().says({ type: "ready" });
  for (const question of worker().questions.toReversed()) worker().answers(question);
  assert.deepEqual(await Promise.all(answers), [{ to: { ask: 1 } }, { to: { ask: 2 } }]);
  assert.equal(PaperWorker.all.length, 1);
});

test("a fault of the rules rejects that question alone", async () => {
  const [bad, good] = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().says({ type: "ready" });
  const [first, second] = worker().questions;
  worker().says({ id: first.id, error: "ValueError: no" });
  worker().answers(second);
  await assert.rejects(bad, /The rules could not answer: ValueError: no/);
  assert.deepEqual(await good, { to: { ask: 2 } });
  assert.equal(engine.state, "ready");
});

test("after a failed start a retry sends the open questions to a new worker", async () => {
  const answer = engine.call({ ask: 1 });
  await settled();
  worker().says({ type: "failed", message: "rules.zip is missing", retry: true });
  assert.deepEqual(engine.status, { state: "failed", message: "rules.zip is missing", retry: true });
  assert.ok(worker().ended);
  engine.retry();
  await settled();
  worker().says({ type: "ready" });
  worker().answers(worker().questions[0]);
  assert.deepEqual(await answer, { to: { ask: 1 } });
  assert.equal(PaperWorker.all.length, 2);
  assert.equal(worker().told[0].cache, "no-cache");
});

test("a worker that dies at work takes the oldest question with it, and no other", async () => {
  const [guilty, innocent] = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().says({ type: "ready" });
  worker().says({ type: "failed", message: "Python has stopped.", retry: true });
  await assert.rejects(guilty, /Python has stopped/);
  engine.retry();
  await settled();
  worker().says({ type: "ready" });
  assert.equal(worker().questions.length, 1);
  worker().answers(worker().questions[0]);
  assert.deepEqual(await innocent, { to: { ask: 2 } });
});

test("a question without an answer is given up, and the rules are started afresh", async () => {
  engine = new Engine(FOLDER, { longestAnswer: 20 });
  const [endless, next] = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().says({ type: "ready" });
  await Promise.all([assert.rejects(endless, /did not answer in time/), sleep(60)]);
  assert.equal(PaperWorker.all.length, 2);
  assert.ok(PaperWorker.all[0].ended);
  worker().says({ type: "ready" });
  worker().answers(worker().questions[0]);
  assert.deepEqual(await next, { to: { ask: 2 } });
});

test("the clock of a question starts when its turn comes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().says({ type: "ready" });
  for (const question of worker().questions) {
    mock.timers.tick(19_000);
    worker().answers(question);
  }
  mock.timers.reset();
  assert.equal((await Promise.all(answers)).length, 2);
});

test("a worker that never speaks is not waited for", async () => {
  engine = new Engine(FOLDER, { longestSilence: 20 });
  engine.start();
  await sleep(60);
  assert.equal(engine.state, "failed");
  assert.match(engine.status.message, /no sign of life/);
  assert.ok(worker().ended);
});

test("a manifest that comes after its time starts nothing", async () => {
  let deliver;
  globalThis.fetch = () => new Promise((resolve) => (deliver = resolve));
  engine = new Engine(FOLDER, { longestSilence: 20 });
  engine.start();
  await sleep(60);
  assert.equal(engine.state, "failed");
  deliver(Response.json(MANIFEST));
  await settled();
  assert.equal(engine.state, "failed");
  assert.deepEqual(PaperWorker.all, []);
});

for (const [what, answers, message] of [
  ["missing", { "runtime.json": new Response("", { status: 404 }) }, /runtime.json is missing .*404/],
  ["unreachable", { "runtime.json": "unreachable" }, /runtime.json could not be fetched/],
  ["of another format", { "runtime.json": Response.json({ format: 2 }) }, /different versions: reload/],
  ["a web page", { "runtime.json": new Response("<html>") }, /different versions: reload/],
]) {
  test(`a manifest that is ${what} is told in words, and a retry is offered`, async () => {
    site(answers);
    engine.start();
    await settled();
    assert.equal(engine.state, "failed");
    assert.match(engine.status.message, message);
    assert.equal(engine.status.retry, true);
  });
}

for (const [what, answers, message] of [
  ["is missing", { "rules-1/worker.js": new Response("", { status: 404 }) }, /worker.js is missing/],
  ["can't be reached", { "rules-1/worker.js": "unreachable" }, /worker.js could not be fetched/],
  ["is blocked", {}, /blocked Python's worker/],
]) {
  test(`a worker script that ${what} is told in words`, async () => {
    site(answers);
    engine.start();
    await settled();
    worker().onerror({});
    await settled();
    assert.equal(engine.state, "failed");
    assert.match(engine.status.message, message);
  });
}

test("a browser that forbids workers is told in words", async () => {
  globalThis.Worker = class {
    constructor() {
      throw new DOMException("Access denied", "SecurityError");
    }
  };
  engine.start();
  await settled();
  assert.equal(engine.state, "failed");
  assert.match(engine.status.message, /blocked Python's worker/);
});

test("a browser without workers is told so, with no retry", async () => {
  delete globalThis.Worker;
  engine.start();
  await settled();
  assert.equal(engine.status.retry, false);
  assert.match(engine.status.message, /can't run Python/);
});

test("words of a dismissed worker are not heard", async () => {
  engine.start();
  await settled();
  const old = worker();
  old.says({ type: "failed", message: "no", retry: true });
  engine.retry();
  await settled();
  old.says({ type: "ready" });
  assert.equal(engine.state, "starting");
});

test("a listener hears no more once it has left", async () => {
  const heard = [];
  const leave = engine.onchange((status) => heard.push(status));
  leave();
  engine.start();
  await settled();
  assert.deepEqual(heard, []);
  assert.equal(statuses[0].state, "starting");
});

// The page's communication with the worker, tested with a fake worker: `node --test engine.test.mjs`.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { turns } from "./turns.mjs";

const { CancelledError, Engine } = await import("../../rules_engine/site/client/python/engine.js");

const FOLDER = "https://example.org/repo-name/assets/followsuit/";
globalThis.document = { querySelectorAll: () => [{ getAttribute: () => "snakebit" }] };
const MANIFEST = { format: 5, worker: "rules-1/worker.js", ways: [{ name: "snapshot" }, { name: "stock" }] };

/** A fake worker, which records the messages that it receives. Tests decide which messages it posts. */
class PaperWorker {
  static all = [];
  told = [];
  ended = false;

  constructor(address, options) {
    Object.assign(this, { address, options, type: options.type }); // browsers with support for module workers read `type`
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

  begins({ id }) {
    this.says({ type: "begun", id });
  }

  answers({ id, text }) {
    this.begins({ id });
    this.says({ id, text: JSON.stringify({ to: JSON.parse(text) }) });
  }

  /** Report a successful start. */
  opens(way = "stock") {
    this.says({ type: "way", name: way });
    this.says({ type: "ready" });
  }

  get questions() {
    return this.told.filter(({ id }) => id !== undefined);
  }
}

// A timer still running at the end of a test must not keep Node alive.
const { setTimeout: setClock } = globalThis;
globalThis.setTimeout = (...args) => setClock(...args).unref();

const settled = () => new Promise((resolve) => setImmediate(resolve));
const worker = () => PaperWorker.all.at(-1);
const script = () => new Response("", { headers: { "Content-Type": "text/javascript" } });
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
  assert.deepEqual(worker().told, [{ type: "start", manifest: MANIFEST, base: FOLDER, cache: "default", without: [], games: ["snakebit"] }]);
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

test("a start that fails gives up all that was asked, and the next question tries again", async () => {
  const first = engine.call({ ask: 1 });
  await settled();
  worker().says({ type: "failed", message: "pyodide.js is missing" });
  await assert.rejects(first, /pyodide.js is missing/);
  assert.deepEqual(engine.status, { state: "failed", message: "pyodide.js is missing" });
  assert.ok(worker().ended);
  const again = engine.call({ ask: 2 });
  await settled();
  worker().opens();
  assert.deepEqual(worker().questions.map(({ text }) => text), ['{"ask":2}']);
  worker().answers(worker().questions[0]);
  assert.deepEqual(await again, { to: { ask: 2 } });
  assert.equal(PaperWorker.all.length, 2);
  assert.equal(worker().told[0].cache, "no-cache");
});

for (const [how, fails] of [
  ["fails", () => worker().says({ type: "failed", message: "Python could not be started" })],
  ["crashes", () => worker().onerror({ message: "it crashed" })],
]) {
  test(`a way that ${how} at the start is left out by the next worker`, async () => {
    const answer = engine.call({ ask: 1 });
    await settled();
    worker().says({ type: "way", name: "snapshot" });
    fails();
    await settled();
    assert.equal(engine.state, "starting");
    assert.deepEqual(worker().told[0].without, ["snapshot"]);
    worker().opens("stock");
    worker().answers(worker().questions[0]);
    assert.deepEqual(await answer, { to: { ask: 1 } });
    assert.deepEqual(PaperWorker.all.map(({ ended }) => ended), [true, false]);
  });
}

test("when the last way fails the start has failed", async () => {
  const answer = engine.call({ ask: 1 });
  await settled();
  worker().says({ type: "way", name: "stock" });
  worker().says({ type: "failed", message: "There is not enough memory" });
  await assert.rejects(answer, /There is not enough memory/);
  assert.equal(PaperWorker.all.length, 1);
});

test("a worker that dies at work is replaced, and what it had is asked again", async () => {
  const answers = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().opens();
  worker().begins(worker().questions[0]);
  worker().says({ type: "failed", message: "Python ran out of memory." });
  assert.match(engine.status.message, /ran out of memory. It is being started again, and nothing is lost/);
  await settled();
  worker().opens();
  for (const question of worker().questions) worker().answers(question);
  assert.deepEqual(await Promise.all(answers), [{ to: { ask: 1 } }, { to: { ask: 2 } }]);
  assert.deepEqual(PaperWorker.all.map(({ ended }) => ended), [true, false]);
});

test("a question that two workers die of is given up, and no other", async () => {
  const [guilty, innocent] = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  const rejected = assert.rejects(guilty, /Python has stopped/);
  for (const _ of [1, 2]) {
    await settled();
    worker().opens();
    worker().begins(worker().questions[0]);
    worker().says({ type: "failed", message: "Python has stopped." });
  }
  await rejected;
  await settled();
  worker().opens();
  worker().answers(worker().questions[0]);
  assert.deepEqual(await innocent, { to: { ask: 2 } });
  assert.equal(PaperWorker.all.length, 3);
});

test("after a Python that breaks at work comes one without the snapshot", async () => {
  engine.call({ ask: 1 }).catch(() => {});
  await settled();
  worker().opens("snapshot");
  worker().says({ type: "failed", message: "Python ran out of memory.", spent: true });
  await settled();
  assert.deepEqual(worker().told[0].without, [], "memory may run out in any way");
  worker().opens("snapshot");
  worker().says({ type: "failed", message: "Python has stopped." });
  await settled();
  assert.deepEqual(worker().told[0].without, ["snapshot"]);
});

test("a worker that begins nothing is gone: another is asked, and none of the ways is blamed", async () => {
  engine = new Engine(FOLDER, { longestDeafness: 20 });
  const answer = engine.call({ ask: 1 });
  await settled();
  worker().opens("snapshot");
  await turns(60);
  assert.equal(PaperWorker.all.length, 2);
  assert.ok(PaperWorker.all[0].ended);
  assert.deepEqual(worker().told[0].without, []);
  worker().opens("snapshot");
  worker().answers(worker().questions[0]);
  assert.deepEqual(await answer, { to: { ask: 1 } });
});

test("a question that is begun and gets no answer is given up, and the rules are started afresh", async () => {
  engine = new Engine(FOLDER, { longestAnswer: 20 });
  const [endless, next] = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().opens();
  worker().begins(worker().questions[0]);
  await Promise.all([assert.rejects(endless, /did not answer in time/), turns(60)]);
  assert.equal(PaperWorker.all.length, 2);
  assert.ok(PaperWorker.all[0].ended);
  worker().opens();
  worker().answers(worker().questions[0]);
  assert.deepEqual(await next, { to: { ask: 2 } });
});

test("a start that is called off ends its worker, and takes a question to begin again", async () => {
  const asked = engine.call({ ask: 1 });
  await settled();
  engine.cancel();
  await assert.rejects(asked, CancelledError);
  assert.equal(engine.state, "idle");
  assert.ok(worker().ended);
  engine.start();
  assert.equal(engine.state, "idle");
  const next = engine.call({ ask: 2 });
  await settled();
  worker().opens();
  worker().answers(worker().questions[0]);
  assert.deepEqual(await next, { to: { ask: 2 } });
});

test("Python that runs isn't called off", async () => {
  engine.start();
  await settled();
  worker().opens();
  engine.cancel();
  assert.equal(engine.state, "ready");
  assert.ok(!worker().ended);
});

test("what is fetched is told in bytes too", async () => {
  engine.start();
  await settled();
  worker().says({ type: "progress", stage: "Fetching Python", fraction: 0.5, loaded: { sofar: 3, total: 6 } });
  assert.deepEqual(engine.status.loaded, { sofar: 3, total: 6 });
});

test("a worker that replaces another needs no new list of files", async () => {
  engine.call({ ask: 1 });
  await settled();
  worker().opens();
  globalThis.fetch = () => assert.fail("fetched");
  worker().says({ type: "failed", message: "Python has stopped." });
  await settled();
  assert.equal(PaperWorker.all.length, 2);
  assert.deepEqual(worker().told[0].manifest, MANIFEST);
});

test("the clock of a question starts when its turn comes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [engine.call({ ask: 1 }), engine.call({ ask: 2 })];
  await settled();
  worker().says({ type: "ready" });
  for (const question of worker().questions) {
    worker().begins(question);
    mock.timers.tick(19_000);
    worker().answers(question);
  }
  mock.timers.reset();
  assert.equal((await Promise.all(answers)).length, 2);
});

test("a worker that never speaks is not waited for", async () => {
  engine = new Engine(FOLDER, { longestSilence: 20 });
  engine.start();
  await turns(60);
  assert.equal(engine.state, "failed");
  assert.match(engine.status.message, /Fetching Python: nothing has happened/);
  assert.ok(worker().ended);
});

test("a manifest that comes after its time starts nothing", async () => {
  let deliver;
  globalThis.fetch = () => new Promise((resolve) => (deliver = resolve));
  engine = new Engine(FOLDER, { longestSilence: 20 });
  engine.start();
  await turns(60);
  assert.equal(engine.state, "failed");
  deliver(Response.json(MANIFEST));
  await settled();
  assert.equal(engine.state, "failed");
  assert.deepEqual(PaperWorker.all, []);
});

for (const [what, answers, message] of [
  ["missing", { "runtime.json": new Response("", { status: 404 }) }, /runtime.json is missing .*404/],
  ["unreachable", { "runtime.json": "unreachable" }, /runtime.json could not be fetched/],
  ["of another format", { "runtime.json": Response.json({ format: 2 }) }, /different versions, or one is damaged/],
  ["a web page", { "runtime.json": new Response("<html>") }, /different versions, or one is damaged/],
]) {
  test(`a manifest that is ${what} is told in words`, async () => {
    site(answers);
    engine.start();
    await settled();
    assert.equal(engine.state, "failed");
    assert.match(engine.status.message, message);
  });
}

for (const [what, answers, message] of [
  ["is missing", { "rules-1/worker.js": new Response("", { status: 404 }) }, /worker.js is missing/],
  ["can't be reached", { "rules-1/worker.js": "unreachable" }, /worker.js could not be fetched/],
  ["has a wrong type", { "rules-1/worker.js": new Response("") }, /worker.js as text.plain/],
  ["is blocked", { "rules-1/worker.js": script() }, /didn't run Python's worker/],
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
  assert.match(engine.status.message, /didn't run Python's worker/);
});

test("a browser without workers is told so, with no retry", async () => {
  delete globalThis.Worker;
  await assert.rejects(engine.call({}), { message: /can't run Python/, retry: false });
});

test("a language whose words don't come is told in words", async () => {
  Object.assign(document, { getElementById: () => ({ dataset: { src: "words/de.json" } }), baseURI: FOLDER });
  const answer = engine.call({ ask: 1 });
  await settled();
  worker().opens();
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  worker().begins(worker().questions[0]);
  worker().says({ id: worker().questions[0].id, text: JSON.stringify({ needs: "words" }) });
  await assert.rejects(answer, /^EngineError: The words of this language could not be fetched: reload the page\.$/);
});

test("words of a dismissed worker are not heard", async () => {
  engine.start();
  await settled();
  const old = worker();
  old.says({ type: "failed", message: "no" });
  engine.call({}).catch(() => {});
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

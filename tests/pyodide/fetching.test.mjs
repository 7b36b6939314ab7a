// Integrity checks on the runtime's files, tested with a fake site: `node --test fetching.test.mjs`.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

/** The bodies of the site's responses, in order; the last one is repeated. */
let bodies = [];
/** The cache mode of each request that was made. */
let caches = [];
globalThis.fetch = async (_, { cache }) => {
  caches.push(cache);
  return new Response(bodies.length > 1 ? bodies.shift() : bodies[0]);
};

const { Files } = await import("../../rules_engine/site/client/worker/fetch-files.js"); // the module stores `fetch` on import

const RIGHT = "import engine";
const SHA = `sha256-${createHash("sha256").update(RIGHT).digest("base64")}`;
const FILE = { path: "engine.zip", bytes: RIGHT.length, packed: RIGHT.length, integrity: SHA };

const files = (told = () => {}) => new Files({ engine: FILE }, "https://example.org/rules-1/", "default", told);
const text = async (bytes) => new TextDecoder().decode(await bytes);

beforeEach(() => {
  bodies = [RIGHT];
  caches = [];
});

test("a file that is what the manifest says is handed out, and fetched once", async () => {
  const found = files();
  assert.deepEqual([await text(found.bytes("engine")), await text(found.bytes("engine"))], [RIGHT, RIGHT]);
  assert.deepEqual(caches, ["default"]);
});

test("a file that is longer than its manifest is refused, though it begins as it should", async () => {
  for (const more of [" ", "\nimport other\n"]) {
    bodies = [RIGHT + more];
    await assert.rejects(files().bytes("engine"), /engine\.zip is not the file that this site was built with\./);
  }
});

test("so is one that is longer by pieces that come one by one", async () => {
  const pieces = () => new ReadableStream({
    start(stream) {
      for (const piece of [RIGHT.slice(0, 6), RIGHT.slice(6), "more"]) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });
  bodies = [pieces(), pieces()];
  await assert.rejects(files().bytes("engine"), /is not the file/);
});

test("a file that is shorter, or another of the same length, is refused", async () => {
  bodies = [RIGHT.slice(1)];
  await assert.rejects(files().bytes("engine"), new RegExp(`arrived incomplete: ${RIGHT.length - 1} of ${RIGHT.length} bytes`));
  bodies = [RIGHT.toUpperCase()];
  await assert.rejects(files().bytes("engine"), /is not the file/);
});

test("a damaged file in the browser's cache is fetched past it", async () => {
  bodies = [`${RIGHT}!`, RIGHT];
  assert.equal(await text(files().bytes("engine")), RIGHT);
  assert.deepEqual(caches, ["default", "reload"]);
});

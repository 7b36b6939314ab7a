/**
 * Makes the fast runtime, in Pyodide itself: no other Python compiles for the one that the reader will have.
 *
 *     node make.mjs <folder of pyodide, whose WebAssembly counts> <rules.zip> <inside.py> <folder to write to>
 *
 * Writes `archive.bin` (the standard library as far as it is used and the rules, compiled), `snapshot.bin`
 * (the memory of a Python that has imported all of it) and `made.json` (what `boot.js` must know of them, and
 * which of Python's functions ran).
 * The clock stands still and the random numbers are always the same, so that the same sources give the same
 * bytes. Why and how: docs/design/runtime.md.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, rulesFile, insideFile, target] = process.argv.slice(2).map((path) => resolve(path));
process.argv.length = 1; // Python asks what program it is; a reader's has no name, and this one's lies in a folder of this machine
const RULES = "/lib/followsuit/rules.zip";
const LIBRARY = "/tmp/library.zip";
/** Leaves nothing in memory that differs from one making to the next, or that nobody will ask for again. */
const SETTLE = `
import gc, random, sys, zipimport
random.seed(0)
zipimport._zip_directory_cache.clear()
sys.path_importer_cache.clear()
sys._clear_internal_caches()
del random, sys, zipimport
gc.collect()
del gc
`;
const PAGE = 4096;
const LONG_AGO = Date.UTC(1980, 0, 1);

const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));
const inside = readFileSync(insideFile, "utf8");

const bytes = (path) => new Uint8Array(readFileSync(path));

function started(options = {}) {
  return loadPyodide({
    indexURL: folder,
    lockFileContents: { info, packages: {} },
    env: { PYTHONHASHSEED: "0" },
    stdout: (line) => console.error(line),
    ...options,
  });
}

/** The WebAssembly of the Python that was started last, and the memory that it began with. */
let latest;

/** Python's functions that ran where it counts. */
const ran = new Set();

/** Keeps what `WebAssembly.instantiate` makes at hand, and the counters out of sight of Pyodide, which looks at all exports. */
function watch() {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...asked) => {
    const made = await instantiate(...asked);
    const { exports } = made.instance ?? made;
    if (!exports.ran0) return made;
    latest = { exports, atFirst: new Uint8Array(exports.memory.buffer).slice() };
    const others = Object.fromEntries(Object.entries(exports).filter(([name]) => !/^ran\d+$/.test(name)));
    return made.instance ? { ...made, instance: { exports: others } } : { exports: others };
  };
}

/** The functions that have run since the last count, or since the start, count; or don't, and are forgotten. */
function count(they = true) {
  for (let number = 0; latest.exports[`ran${number}`]; number++) {
    const counter = latest.exports[`ran${number}`];
    if (they && counter.value) ran.add(number);
    counter.value = 0;
  }
}

/** The archive, and what it takes to start from it. */
async function archived() {
  const python = await started();
  python.FS.mkdirTree(RULES.slice(0, RULES.lastIndexOf("/")));
  python.FS.writeFile(RULES, bytes(rulesFile));
  python.FS.writeFile(LIBRARY, bytes(join(folder, "python_stdlib.zip")));
  python.pyimport("sys").path.append(RULES);
  python.runPython(inside);
  const modules = python.runPython("MODULES = exercise(); MODULES").toJs();
  const archive = python.runPython(`archive("${LIBRARY}", "${RULES}", MODULES)`).toJs();
  const packed = (content) => {
    python.FS.writeFile("/tmp/content", content);
    return python.runPython("packed(open('/tmp/content', 'rb').read())").toJs();
  };
  const packedArchive = packed(archive);
  count(false); // who reads compiles nothing and packs nothing, but unpacks
  python.globals.get("unpacked")(packedArchive);
  count();
  return { archive, modules, packed, packedArchive };
}

/** The memory of a Python with all of that imported, as far as it isn't what WebAssembly itself begins with. */
async function photographed(archiveFile, modules) {
  let reads = 0;
  const python = await started({
    stdLibURL: archiveFile,
    _makeSnapshot: true,
    fsInit: (fs) => {
      const { open } = fs;
      fs.open = (path, ...others) => {
        if (String(path).endsWith(".zip")) reads += 1;
        return open.call(fs, path, ...others);
      };
    },
  });
  const { atFirst } = latest;
  const readsAtStart = reads;
  for (const module of modules) python.pyimport(module).destroy();
  python.runPython(SETTLE);
  wipe(python._module);
  const snapshot = python.makeMemorySnapshot();
  const memory = python._module.HEAPU8.length;
  if (memory !== atFirst.length) {
    throw new Error(`the memory grew from ${atFirst.length} to ${memory} bytes; boot.js starts with the former`);
  }
  const image = lessWhatIsThere(snapshot, atFirst);
  return { reads: readsAtStart, data: whole(atFirst), whole: snapshot, image: image.length, pages: pagesOf(image) };
}

/** Starts as readers' Pythons do, and does what readers do: much of it in one of them, some in the other. */
async function played(archiveFile, modules, snapshot) {
  const fromArchive = await started({ stdLibURL: archiveFile });
  for (const module of modules) fromArchive.pyimport(module).destroy();
  fromArchive.runPython(inside);
  fromArchive.runPython("exercise(); collect()");
  raised(fromArchive);
  count();
  const nothing = join(target, "..", "nothing.zip");
  writeFileSync(nothing, Uint8Array.of(0x50, 0x4b, 5, 6, ...new Uint8Array(18)));
  const fromSnapshot = await started({ stdLibURL: nothing, _loadSnapshot: snapshot });
  fromSnapshot.pyimport("random").seed(0);
  fromSnapshot.pyimport("rules_engine.table").handle("{}");
  fromSnapshot.runPython(inside);
  fromSnapshot.runPython("play(); collect()");
  raised(fromSnapshot);
  count();
}

/** An error that Python lets out, as when its memory is full, is worded for the page by functions of its own. */
function raised(python) {
  const stumbling = python.runPython("lambda: bytearray((1 << 31) - 1)");
  try {
    stumbling();
  } catch (error) {
    if (error.type === "MemoryError") return;
    throw error;
  }
  throw new Error("Python has memory without end here");
}

/** What was freed is still full of what it held, and so is the stack: nobody needs it, and everybody would fetch it. */
function wipe(module) {
  module.HEAPU8.fill(0, module._emscripten_stack_get_end(), module._emscripten_stack_get_current());
  const end = module._sbrk(0);
  const taken = [];
  for (let size = 1 << 16; size >= 16; size >>= 1) {
    for (let at = module._malloc(size); ; at = module._malloc(size)) {
      taken.push(at);
      if (at + size > end || module._sbrk(0) > end + (1 << 20)) break;
      module.HEAPU8.fill(0, at, at + size);
    }
  }
  for (const at of taken) module._free(at);
}

/** The image combined (xor) with the memory that WebAssembly begins with, up to the last page that isn't all 0. */
function lessWhatIsThere(snapshot, atFirst) {
  const head = snapshot.length - atFirst.length;
  const image = snapshot.slice();
  for (let i = 0; i < atFirst.length; i++) image[head + i] ^= atFirst[i];
  return image.subarray(0, Math.ceil(whole(image) / PAGE) * PAGE);
}

/** The pages of an image that hold anything: how big a page is, how many they are, which, and then what is in them. */
function pagesOf(image) {
  const held = [];
  for (let at = 0; at < image.length; at += PAGE) {
    if (image.subarray(at, at + PAGE).some((byte) => byte !== 0)) held.push(at);
  }
  const list = Uint32Array.of(PAGE, held.length, ...held.map((at) => at / PAGE));
  const pages = new Uint8Array(list.byteLength + held.length * PAGE);
  pages.set(new Uint8Array(list.buffer));
  for (const [place, at] of held.entries()) pages.set(image.subarray(at, at + PAGE), list.byteLength + place * PAGE);
  return pages;
}

/** How many bytes there are up to the last that isn't 0, in whole words. */
function whole(memory) {
  let end = memory.length;
  while (memory[end - 1] === 0) end -= 1;
  return Math.ceil(end / 4) * 4;
}

/** Always the same time and the same "random" numbers, for Python as well. */
function stopTheClock() {
  Date.now = () => LONG_AGO;
  performance.now = () => 0;
  let state = 1;
  crypto.getRandomValues = (array) => {
    const view = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < view.length; i++) view[i] = (state = (Math.imul(state, 48271) >>> 0) % 2147483647) & 255;
    return array;
  };
}

async function main() {
  stopTheClock();
  watch();
  const { archive, modules, packed, packedArchive } = await archived();
  const archiveFile = join(target, "..", "archive.zip");
  writeFileSync(archiveFile, archive);
  const { whole, image, pages, reads, data } = await photographed(archiveFile, modules);
  await played(archiveFile, modules, whole);
  writeFileSync(join(target, "archive.bin"), packedArchive);
  writeFileSync(join(target, "snapshot.bin"), packed(pages));
  const unpacked = { archive: archive.length, snapshot: pages.length };
  const inOrder = [...ran].sort((one, other) => one - other);
  writeFileSync(join(target, "made.json"), JSON.stringify({ reads, data, image, unpacked, ran: inOrder }));
}

main().catch((error) => {
  console.error(String(error.message).slice(-4000)); // its stack shows a line of a megabyte
  process.exitCode = 1;
});

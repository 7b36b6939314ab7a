/**
 * Builds the snapshot inside Pyodide, because bytecode must be compiled by the Python version that runs in the browser.
 *
 *     node make.mjs <folder of pyodide> <library> <rules.zip> <tried.zip> <in_pyodide.py> <folder to write to>
 *
 * Writes `snapshot.bin` (the memory of a Python that has imported the modules for the first response), a `.part` file for each
 * game and for the rest of the rules, and `made.json` (the parameters for `start-python.js`, and the available modules).
 * `library` is the standard library, lean (see `trim_stdlib.py`) or full. `tried.zip` is run once to determine the required
 * modules: it has the rules themselves, or the rules with games if they have none. The clock is stopped and the random numbers
 * are fixed, so that builds are reproducible. See docs/design/runtime.md.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, libraryFile, rulesFile, triedFile, insideFile, target] = process.argv.slice(2).map((path) => resolve(path));
process.argv.length = 1; // becomes `sys.argv` in Python, which must not contain paths on this machine
const TRIED = "/lib/followsuit/rules.zip";
const RULES = "/tmp/rules.zip";
const LIBRARY = "/tmp/library.zip";
/** Python code that resets state that differs between builds, and frees memory that is no longer needed. */
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
const PART = ".part";
const LONG_AGO = Date.UTC(1980, 0, 1);

const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));

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

/** Start Python; return the interpreter and a copy of the initial memory of its WebAssembly instance. */
async function watched(options) {
  const { instantiate } = WebAssembly;
  let atFirst;
  WebAssembly.instantiate = async (...asked) => {
    const made = await instantiate(...asked);
    atFirst ??= new Uint8Array(made.instance.exports.memory.buffer).slice();
    return made;
  };
  const python = await started(options);
  WebAssembly.instantiate = instantiate;
  return { python, atFirst };
}

/**
 * Compile the modules that the rules need. Return the compiled archive, the modules to import, the modules of each part that is
 * loaded later, all modules available without the standard library, and a function that compresses content.
 */
async function compiled() {
  const python = await started({ stdLibURL: libraryFile });
  python.FS.mkdirTree(TRIED.slice(0, TRIED.lastIndexOf("/")));
  python.FS.writeFile(TRIED, bytes(triedFile));
  python.FS.writeFile(RULES, bytes(rulesFile));
  python.FS.writeFile(LIBRARY, bytes(libraryFile));
  python.pyimport("sys").path.append(TRIED);
  python.runPython(readFileSync(insideFile, "utf8"));
  const modules = python.runPython(`MODULES = begun_with(*exercise(), "${TRIED}", "${RULES}"); MODULES`).toJs();
  const parts = JSON.parse(python.runPython(`__import__("json").dumps(parts_of("${RULES}", MODULES))`));
  for (const [name, listed] of Object.entries(parts)) {
    const content = python.runPython(`part("${RULES}", ${JSON.stringify(listed)})`).toJs();
    writeFileSync(join(target, `${name}${PART}`), content);
  }
  const there = python.runPython("there(MODULES)").toJs();
  const file = join(target, "..", "compiled.zip");
  writeFileSync(file, python.runPython(`archive("${LIBRARY}", "${RULES}", MODULES)`).toJs());
  const packed = (content) => {
    python.FS.writeFile("/tmp/content", content);
    return python.runPython("packed(open('/tmp/content', 'rb').read())").toJs();
  };
  return { file, modules, parts, there, packed };
}

/** Return the memory pages of a Python that has imported the modules, as the difference from WebAssembly's initial memory. */
async function photographed(file, modules, parts) {
  const { python, atFirst } = await watched({ stdLibURL: file, _makeSnapshot: true });
  for (const module of modules) python.pyimport(module).destroy();
  python.runPython(`
    from rules_engine.api.lazy_modules import register_missing
    register_missing(${JSON.stringify(parts)})
    del register_missing`);
  python.runPython(SETTLE);
  wipe(python._module);
  const snapshot = python.makeMemorySnapshot();
  const memory = python._module.HEAPU8.length;
  if (memory !== atFirst.length) {
    throw new Error(`the memory grew from ${atFirst.length} to ${memory} bytes; a reader's Python starts with the former`);
  }
  const image = lessWhatIsThere(snapshot, atFirst);
  return { data: whole(atFirst), image: image.length, pages: pagesOf(image) };
}

/** Overwrite freed memory and the unused stack with zeros, so that stale data isn't part of the download. */
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

/** Return the memory image XORed with WebAssembly's initial memory, up to the last page with a non-zero byte. */
function lessWhatIsThere(snapshot, atFirst) {
  const head = snapshot.length - atFirst.length;
  const image = snapshot.slice();
  for (let i = 0; i < atFirst.length; i++) image[head + i] ^= atFirst[i];
  return image.subarray(0, Math.ceil(whole(image) / PAGE) * PAGE);
}

/** Return the non-zero pages of a memory image: page size, number of pages, page indexes (32 bits each), and the contents. */
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

/** Return the size of the memory up to the last non-zero byte, rounded up to a multiple of 4. */
function whole(memory) {
  let end = memory.length;
  while (memory[end - 1] === 0) end -= 1;
  return Math.ceil(end / 4) * 4;
}

/** Fix the time and the random numbers, also for Python. */
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
  const { file, modules, parts, there, packed } = await compiled();
  const { data, image, pages } = await photographed(file, modules, parts);
  writeFileSync(join(target, "snapshot.bin"), packed(pages));
  writeFileSync(join(target, "made.json"), JSON.stringify({ data, image, unpacked: pages.length, modules: there }));
}

main().catch((error) => {
  console.error(String(error.message).slice(-4000)); // without the stack, which quotes a line of 1 MB
  process.exitCode = 1;
});

/**
 * Starts Python from what was fetched, in one of two ways: from a snapshot of the memory of a Python that has imported
 * the rules, or from Pyodide's own library and our sources, as they come.
 */

import { BootError, inWords } from "./fetching.js";

const FOLDER = "/lib/followsuit";

/** A zip file of nothing: a snapshot needs no library where all is imported already. */
const EMPTY_ZIP = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Uint8Array(18));

/**
 * @typedef {(fraction: number) => void} Tell
 * @typedef {{[part in keyof Parts]?: Promise<Parts[part]>}} Some
 * @typedef {Some & {loader: Promise<Parts["loader"]>, glue: Promise<Parts["glue"]>}} Coming
 */

/**
 * @param {Way} way
 * @param {Coming} parts what is being fetched: `loader`, `glue`, `wasm` and the files of the way
 * @param {import("./fetching.js").Files} files
 * @param {Manifest} manifest
 * @param {Tell} tell
 * @returns {Promise<Rules>}
 */
export async function started(way, parts, files, manifest, tell) {
  /** @type {Promise<Parts>} */
  const whole = Promise.all(Object.entries(parts).map(async ([part, content]) => [part, await content])).then(Object.fromEntries);
  whole.catch(() => {}); // Pyodide waits for it below
  /** @type {[Parts["loader"], Parts["glue"]]} */
  const [loader, glue] = await Promise.all([parts.loader, parts.glue]);
  if (loader.version !== manifest.pyodide) {
    throw new BootError(`Python is ${loader.version} here, but ${manifest.pyodide} is needed.`);
  }
  const indexURL = new URL(".", files.url("loader")).href;
  try {
    const { options, library, unpack } = way.name === "stock" ? fromLibrary(way, whole, tell) : fromSnapshot(way, whole, tell);
    const python = await handingOut(whole, new Map([[files.url("library"), library]]), unpack, tell, () =>
      loader.loadPyodide({
        indexURL,
        stdLibURL: files.url("library"),
        createPyodideModule: glue.default,
        lockFileContents: { info: manifest.abi, packages: {} }, // nothing else is ever loaded
        packageBaseUrl: indexURL, // never another origin
        env: { PYTHONHASHSEED: "0" }, // the same answers for everybody
        ...options,
      }),
    );
    return rulesIn(python, await whole, way);
  } catch (error) {
    throw inWords("Python could not be started", error);
  }
}

/**
 * What is particular to a way: options of Pyodide, the library it reads, what is to be unpacked once the WebAssembly is at
 * hand.
 *
 * @typedef {{options: object, library: BodyInit | Promise<BodyInit>, unpack?: Unpack}} Particulars
 * @typedef {(exports: PythonExports, parts: Parts) => void} Unpack
 */

/** @param {Way & {name: "stock"}} way @param {Promise<Parts>} whole @param {Tell} tell @returns {Particulars} */
function fromLibrary({ reads }, whole, tell) {
  return { options: { fsInit: (/** @type {Opening} */ fs) => countReads(fs, reads, tell) }, library: libraryOf(whole) };
}

/** @param {Promise<Parts>} whole */
function libraryOf(whole) {
  const library = whole.then((parts) => parts.library);
  library.catch(() => {}); // it is waited for with all the others
  return library;
}

/** @param {Way & {name: "snapshot"}} way @param {Promise<Parts>} whole @param {Tell} tell @returns {Particulars} */
function fromSnapshot({ files, unpacked, image: size, data }, whole, tell) {
  const image = new Uint8Array(size);
  return {
    options: { _loadSnapshot: image },
    library: files.includes("library") ? libraryOf(whole) : EMPTY_ZIP,
    unpack(exports, { snapshot }) {
      const atFirst = new Uint8Array(exports.memory.buffer).slice(0, data);
      const pages = unzstd(exports, unzipped(snapshot), new Uint8Array(unpacked), tell);
      const memory = new Uint8Array(exports.memory.buffer);
      memory.fill(0, data).set(atFirst); // as Python expects to find it
      layOut(pages, image, atFirst);
    },
  };
}

/** Returns the one file of a zip made by `stored` in rules_engine/site/runtime/engine_archive.py. @param {Uint8Array} zip */
function unzipped(zip) {
  const head = new DataView(zip.buffer, zip.byteOffset);
  const begin = 30 + head.getUint16(26, true) + head.getUint16(28, true);
  return zip.subarray(begin, begin + head.getUint32(18, true));
}

/**
 * The image is the memory that WebAssembly begins with, combined (by exclusive or) with the pages that the snapshot has.
 *
 * @param {Uint8Array<ArrayBuffer>} snapshot @param {Uint8Array<ArrayBuffer>} image @param {Uint8Array} atFirst
 */
function layOut(snapshot, image, atFirst) {
  const [size, count] = new Uint32Array(snapshot.buffer, 0, 2);
  const pages = new Uint32Array(snapshot.buffer, 8, count);
  const contents = new Uint32Array(snapshot.buffer, 8 + 4 * count);
  const head = contents[1]; // where the memory begins: Pyodide's own header, on the first page, says so
  image.set(atFirst, head);
  for (let place = 0; place < count; place++) {
    const page = contents.subarray((place * size) / 4, ((place + 1) * size) / 4);
    const target = new Uint32Array(image.buffer, pages[place] * size, size / 4);
    if (target.byteOffset >= head + atFirst.length) target.set(page);
    else for (let i = 0; i < target.length; i++) target[i] ^= page[i];
  }
}

/**
 * Unpacks by the Zstandard that is part of Python's own WebAssembly, before Python runs: what it leaves in memory is
 * free again, or overwritten.
 *
 * @param {PythonExports} exports @param {Uint8Array} packed @param {Uint8Array<ArrayBuffer>} unpacked @param {Tell} tell
 */
function unzstd(exports, packed, unpacked, tell) {
  const { malloc, free, memory, ZSTD_createDCtx, ZSTD_freeDCtx, ZSTD_decompressStream, ZSTD_isError } = exports;
  const room = 1 << 20;
  const source = malloc(packed.length);
  const target = malloc(room);
  const buffers = malloc(24);
  const context = ZSTD_createDCtx();
  if (!source || !target || !buffers || !context) throw new RangeError("no memory to unpack in");
  new Uint8Array(memory.buffer).set(packed, source);
  const threeAt = (/** @type {number} */ at) => new Uint32Array(memory.buffer, at, 3);
  threeAt(buffers + 12).set([source, packed.length, 0]);
  let sofar = 0;
  let left;
  do {
    threeAt(buffers).set([target, room, 0]);
    left = ZSTD_decompressStream(context, buffers, buffers + 12);
    const [, , made] = threeAt(buffers);
    if (ZSTD_isError(left) || !(made || left === 0) || sofar + made > unpacked.length) {
      throw new BootError("A file of this site can't be unpacked.");
    }
    unpacked.set(new Uint8Array(memory.buffer, target, made), sofar);
    sofar += made;
    tell(sofar / unpacked.length);
  } while (left !== 0);
  if (sofar !== unpacked.length) throw new BootError("A file of this site is too short.");
  ZSTD_freeDCtx(context);
  for (const taken of [buffers, target, source]) free(taken);
  return unpacked;
}

/**
 * Runs the start while `fetch` and the compiler hand out what was fetched, once it has arrived. Pyodide fetches
 * by itself and has no public way to be given a compiled module; and it only logs it when the
 * module can't be instantiated, and then waits for ever. So both are replaced for that time.
 *
 * @template T
 * @param {Promise<Parts>} whole
 * @param {Map<string, BodyInit | Promise<BodyInit>>} contents what is handed out, by its address
 * @param {Unpack | undefined} unpack
 * @param {Tell} tell
 * @param {() => Promise<T>} start
 * @returns {Promise<T>}
 */
async function handingOut(whole, contents, unpack, tell, start) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  try {
    return await new Promise((resolve, reject) => {
      globalThis.fetch = async (address, options) => {
        const url = address instanceof Request ? address.url : String(address);
        if (url.endsWith(".wasm")) return new Response();
        return contents.has(url) ? new Response(await contents.get(url)) : fetch(address, options);
      };
      WebAssembly.instantiateStreaming = async (_, imports) => {
        try {
          const parts = await whole;
          tell(0);
          const instance = await WebAssembly.instantiate(parts.wasm, imports);
          unpack?.(/** @type {PythonExports} */ (instance.exports), parts);
          return { instance, module: parts.wasm };
        } catch (error) {
          reject(error);
          throw error;
        }
      };
      start().then(resolve, reject);
    });
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * Python opens its library for each module it needs to start: that is the progress to be seen.
 *
 * @typedef {{open: (path: unknown, ...others: unknown[]) => unknown}} Opening
 * @param {Opening} fs @param {number} expected @param {Tell} tell
 */
function countReads(fs, expected, tell) {
  const { open } = fs;
  let reads = 0;
  fs.open = (path, ...others) => {
    if (String(path).endsWith(".zip")) tell(Math.min(1, ++reads / expected));
    if (reads === expected) fs.open = open;
    return open.call(fs, path, ...others);
  };
}

/**
 * Takes the rules' functions; what isn't in the snapshot is put where Python imports from: our sources, or a site's games.
 *
 * @param {import("pyodide").PyodideAPI} python @param {Parts} parts @param {Way} way @returns {Rules}
 */
function rulesIn(python, { rules, games }, { name }) {
  try {
    python.FS.mkdirTree(FOLDER);
    if (rules) {
      python.FS.writeFile(`${FOLDER}/rules.zip`, rules);
      python.pyimport("sys").path.append(`${FOLDER}/rules.zip`);
    }
    if (games) python.pyimport("rules_engine.games.registry").load(laidOut(games, python.FS));
    if (name === "snapshot") python.pyimport("random").seed(); // else all readers would have the same chance
    const { handle } = python.pyimport("rules_engine.api");
    return name === "snapshot" ? { handle, take: taking(python) } : { handle };
  } catch (error) {
    throw new BootError("The rules could not be loaded. This is a fault of the site.", { cause: error });
  }
}

/** What takes in a part of the rules. @param {import("pyodide").PyodideAPI} python @returns {Rules["take"]} */
function taking(python) {
  const { take } = python.pyimport("rules_engine.api.lazy_modules");
  return (name, part) => {
    python.FS.writeFile(`${FOLDER}/${name}.part`, unzipped(part));
    take(`${FOLDER}/${name}`);
  };
}

/**
 * The games' modules as files: Python imports from them in half the time that it takes from a zip.
 *
 * @param {Uint8Array} games @param {import("pyodide").PyodideAPI["FS"]} fs @returns {string} the folder that they are in
 */
function laidOut(games, fs) {
  const folder = `${FOLDER}/games`;
  /** @type {[string, string][]} */
  const files = Object.entries(JSON.parse(new TextDecoder().decode(games)));
  for (const inside of new Set(files.map(([path]) => path.slice(0, path.lastIndexOf("/"))))) fs.mkdirTree(`${folder}/${inside}`);
  for (const [path, text] of files) fs.writeFile(`${folder}/${path}`, text);
  return folder;
}

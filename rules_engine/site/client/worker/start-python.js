/**
 * The start of Python from the fetched files, in one of two ways: from a memory snapshot of a Python that has imported the rules,
 * or from Pyodide's standard library and our sources.
 */

import { BootError, inWords } from "./fetch-files.js";

const FOLDER = "/lib/followsuit";

/** An empty zip archive, used as Python's library if the snapshot has imported all modules already. */
const EMPTY_ZIP = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Uint8Array(18));

/**
 * @typedef {(fraction: number) => void} Tell
 * @typedef {{[part in keyof Parts]?: Promise<Parts[part]>}} Some
 * @typedef {Some & {loader: Promise<Parts["loader"]>, glue: Promise<Parts["glue"]>}} Coming
 */

/**
 * @param {Way} way
 * @param {Coming} parts files being fetched: `loader`, `glue`, `wasm` and the way's own files
 * @param {import("./fetch-files.js").Files} files
 * @param {Manifest} manifest
 * @param {Tell} tell
 * @returns {Promise<Rules>}
 */
export async function started(way, parts, files, manifest, tell) {
  /** @type {Promise<Parts>} */
  const whole = Promise.all(Object.entries(parts).map(async ([part, content]) => [part, await content])).then(Object.fromEntries);
  whole.catch(() => {}); // awaited below
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
        lockFileContents: { info: manifest.abi, packages: {} }, // no other packages are ever loaded
        packageBaseUrl: indexURL, // never another origin
        env: { PYTHONHASHSEED: "0" }, // deterministic answers
        ...options,
      }),
    );
    return rulesIn(python, await whole, way);
  } catch (error) {
    throw inWords("Python could not be started", error);
  }
}

/**
 * The settings that differ between the two ways: options for Pyodide, the library that it reads, and a function that unpacks the
 * snapshot when WebAssembly has been instantiated.
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
  library.catch(() => {}); // awaited with the other parts
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
      memory.fill(0, data).set(atFirst); // restores the memory that Python expects at its start
      layOut(pages, image, atFirst);
    },
  };
}

/** Return the only file in a zip archive made by `stored` in rules_engine/site/runtime/engine_archive.py.
 * @param {Uint8Array} zip */
function unzipped(zip) {
  const head = new DataView(zip.buffer, zip.byteOffset);
  const begin = 30 + head.getUint16(26, true) + head.getUint16(28, true);
  return zip.subarray(begin, begin + head.getUint32(18, true));
}

/**
 * Fill the image: the initial WebAssembly memory combined, by exclusive or, with the pages of the snapshot.
 *
 * @param {Uint8Array<ArrayBuffer>} snapshot @param {Uint8Array<ArrayBuffer>} image @param {Uint8Array} atFirst
 */
function layOut(snapshot, image, atFirst) {
  const [size, count] = new Uint32Array(snapshot.buffer, 0, 2);
  const pages = new Uint32Array(snapshot.buffer, 8, count);
  const contents = new Uint32Array(snapshot.buffer, 8 + 4 * count);
  const head = contents[1]; // offset of the memory, from Pyodide's header on the first page
  image.set(atFirst, head);
  for (let place = 0; place < count; place++) {
    const page = contents.subarray((place * size) / 4, ((place + 1) * size) / 4);
    const target = new Uint32Array(image.buffer, pages[place] * size, size / 4);
    if (target.byteOffset >= head + atFirst.length) target.set(page);
    else for (let i = 0; i < target.length; i++) target[i] ^= page[i];
  }
}

/**
 * Decompress data with the Zstandard library in Python's WebAssembly. This happens before Python runs, so the memory used is
 * freed or overwritten.
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
 * Run `start` with `fetch` and `WebAssembly.instantiateStreaming` temporarily replaced by functions that serve the fetched files.
 * Pyodide fetches its own files and has no public option for a compiled module. If instantiation fails, Pyodide only logs the
 * error and waits forever; this function rejects instead.
 *
 * @template T
 * @param {Promise<Parts>} whole
 * @param {Map<string, BodyInit | Promise<BodyInit>>} contents bodies to serve, by URL
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
 * Report progress each time Python opens its library, which it does for each module that it imports at its start.
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
 * Import the rules and return their entry points. Our sources and a site's own games, if the snapshot lacks them, are first
 * written to a folder on Python's path.
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
    if (name === "snapshot") python.pyimport("random").seed(); // otherwise all readers would get the same random numbers
    const { handle } = python.pyimport("rules_engine.api");
    return name === "snapshot" ? { handle, take: taking(python) } : { handle };
  } catch (error) {
    throw new BootError("The rules could not be loaded. This is a fault of the site.", { cause: error });
  }
}

/** Return a function that adds a part of the rules to the running Python.
 * @param {import("pyodide").PyodideAPI} python @returns {Rules["take"]} */
function taking(python) {
  const { install_part: installPart } = python.pyimport("rules_engine.api.lazy_modules");
  return (name, part) => {
    python.FS.writeFile(`${FOLDER}/${name}.part`, unzipped(part));
    installPart(`${FOLDER}/${name}`);
  };
}

/**
 * Write the games' modules to files. Python imports them in half the time that it needs for a zip archive.
 *
 * @param {Uint8Array} games @param {import("pyodide").PyodideAPI["FS"]} fs @returns {string} their folder
 */
function laidOut(games, fs) {
  const folder = `${FOLDER}/games`;
  /** @type {[string, string][]} */
  const files = Object.entries(JSON.parse(new TextDecoder().decode(games)));
  for (const inside of new Set(files.map(([path]) => path.slice(0, path.lastIndexOf("/"))))) fs.mkdirTree(`${folder}/${inside}`);
  for (const [path, text] of files) fs.writeFile(`${folder}/${path}`, text);
  return folder;
}

/**
 * Starts Python and the rules inside the worker. All there is to know about *how* the runtime is
 * loaded is in this file; what it is made of is in `rules_engine/site/runtime.py`.
 *
 * @typedef {{path: string, bytes: number, integrity: string}} RuntimeFile
 * @typedef {{format: number, pyodide: string, abi: object, reads: number, worker: string,
 *            files: Record<'loader'|'glue'|'wasm'|'library'|'rules', RuntimeFile>}} Manifest
 * @typedef {(stage: string, fraction: number) => void} Progress
 */

/** Nothing heard for so long means that nothing will come. */
const LONGEST_SILENCE = 60_000;

const RULES = "/lib/followsuit/rules.zip";

/** The start failed; the message is for the reader. */
export class BootError extends Error {
  name = "BootError";
}

class DamagedError extends BootError {}

/**
 * Fetches the runtime, starts Python, imports the rules.
 *
 * @param {Manifest} manifest what `runtime.json` holds
 * @param {string} base the address of the folder that `runtime.json` is in
 * @param {RequestCache} cache "default", or "no-cache" to ask the site whether it changed: a browser
 *   may keep an answer like "404" for minutes, and a retry must not hear it again
 * @param {Progress} progress
 * @returns {Promise<{call: (text: string) => string}>} the rules' one function
 */
export async function boot(manifest, base, cache, progress) {
  const silence = new Silence(LONGEST_SILENCE);
  const heard = (stage, fraction) => {
    silence.heard(stage);
    progress(stage, fraction);
  };
  try {
    return await Promise.race([stages(manifest, base, cache, heard), silence.broken]);
  } catch (error) {
    throw error instanceof BootError ? error : unexpected(error);
  } finally {
    silence.over();
  }
}

function unexpected(error) {
  const [first] = String(error.message ?? error).split("\n");
  return new BootError(`Python could not be started: ${first}`, { cause: error });
}

/** @returns {Promise<{call: (text: string) => string}>} */
async function stages(manifest, base, cache, progress) {
  await checkWebAssembly();
  progress("Fetching Python", 0);
  const files = described(manifest.files, base, cache);
  const received = counter(files, (fraction) => progress("Fetching Python", fraction));
  const [loader, , wasm, library, rules] = await Promise.all([
    imported(files.loader, received),
    imported(files.glue, received),
    compiled(files.wasm, received),
    fetched(files.library, received),
    fetched(files.rules, received),
  ]);
  const python = await started({ loader, wasm, library, files, manifest, progress });
  progress("Loading the rules", 0);
  const handle = rulesIn(python, rules);
  progress("Loading the rules", 1);
  return { call: (text) => handle(text) };
}

/** A page may forbid WebAssembly; Pyodide would then wait for ever. */
async function checkWebAssembly() {
  if (typeof WebAssembly !== "object") {
    throw new BootError("This browser has no WebAssembly, which Python needs.");
  }
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // an empty module
  } catch (error) {
    throw new BootError(
      "WebAssembly is blocked here (by the site's content security policy or the browser's " +
        "settings), and Python needs it.",
      { cause: error },
    );
  }
}

/** The manifest's files with their full address, the name to use in a message, and how to ask. */
function described(files, base, cache) {
  return Object.fromEntries(
    Object.entries(files).map(([part, file]) => {
      const url = new URL(file.path, base).href;
      return [part, { ...file, cache, url, name: url.slice(url.lastIndexOf("/") + 1) }];
    }),
  );
}

/** Counts bytes of all files together and tells the fraction. */
function counter(files, tell) {
  const total = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  let sofar = 0;
  return (bytes) => {
    sofar += bytes;
    tell(Math.min(1, sofar / total));
  };
}

// --- fetching -----------------------------------------------------------------------------------

/** The verified bytes of a file. */
function fetched(file, received) {
  return pastTheCache(file, async (asked) => verified(await responseOf(asked), file, received));
}

/**
 * The WebAssembly module, compiled while it arrives, handed out once its digest is known to be
 * right. What is counted is a copy: browsers remember compiled code, but only for a response itself.
 */
function compiled(file, received) {
  return pastTheCache(file, async (asked) => {
    const response = await responseOf(asked);
    const copy = response.clone();
    const module = WebAssembly.compileStreaming(asWasm(response));
    module.catch(() => {}); // a broken file is better described by the check of its bytes
    await verified(copy, file, received);
    return module.catch((error) => {
      throw new BootError(`${file.name} could not be compiled: ${error.message}`, { cause: error });
    });
  });
}

/** A damaged file may lie in the browser's cache, where a retry would find it again. */
async function pastTheCache(file, attempt) {
  try {
    return await attempt(file);
  } catch (error) {
    if (error instanceof DamagedError) return attempt({ ...file, cache: "reload" });
    throw error;
  }
}

/** Some hosts don't know the type of `.wasm`, and the compiler insists on it. */
function asWasm(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/wasm")) return response;
  return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
}

/** @returns {Promise<Response>} */
async function responseOf(file) {
  const { cache, url, integrity } = file;
  let response;
  try {
    response = await fetch(url, { cache, integrity: crypto.subtle ? "" : integrity });
  } catch (error) {
    throw new BootError(unreached(file), { cause: error });
  }
  const problem = problemOf(file, response);
  if (problem) throw new BootError(problem);
  return response;
}

function unreached({ name }) {
  return navigator.onLine === false
    ? `${name} could not be fetched: you seem to be offline.`
    : `${name} could not be fetched: the connection failed, or something blocks it.`;
}

/** What is wrong with an answer, in words, or an empty text. */
function problemOf({ name }, response) {
  if (response.status === 404) return `${name} is missing from this site (404).`;
  if (!response.ok) return `The site did not hand out ${name} (${response.status}).`;
  const type = response.headers.get("Content-Type") ?? "";
  return type.startsWith("text/html") ? `The site sent a web page in the place of ${name}.` : "";
}

/** Reads a body to its end, counting, and compares size and digest with the manifest. */
async function verified(response, file, received) {
  const content = new Uint8Array(file.bytes);
  let sofar = 0;
  try {
    const reader = response.body.getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (sofar + value.length <= file.bytes) content.set(value, sofar);
      sofar += value.length;
      received(value.length);
    }
  } catch (error) {
    throw new BootError(`The connection broke while ${file.name} arrived.`, { cause: error });
  }
  if (sofar < file.bytes) {
    throw new DamagedError(`${file.name} arrived incomplete: ${sofar} of ${file.bytes} bytes.`);
  }
  if (sofar > file.bytes || !(await matches(content, file.integrity))) {
    throw new DamagedError(`${file.name} is not the file that this site was built with.`);
  }
  return content;
}

/** Only a secure context has digests; elsewhere `fetch` itself has checked (see `responseOf`). */
async function matches(content, integrity) {
  if (!crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/** A module, imported; if that fails, asks the server once more in order to say why. */
async function imported(file, received) {
  if (file.cache !== "default") await (await responseOf(file)).arrayBuffer(); // renews the cache
  let module;
  try {
    module = await import(file.url);
  } catch (error) {
    throw new BootError(await whyNotImported(file, error), { cause: error });
  }
  received(file.bytes);
  return module;
}

async function whyNotImported(file, error) {
  try {
    const response = await fetch(file.url, { method: "HEAD" });
    const type = response.headers.get("Content-Type");
    return problemOf(file, response) || `${file.name} could not be run (${type}): ${error.message}`;
  } catch {
    return unreached(file);
  }
}

// --- starting -----------------------------------------------------------------------------------

/** @returns {Promise<object>} Pyodide, running */
async function started({ loader, wasm, library, files, manifest, progress }) {
  if (loader.version !== manifest.pyodide) {
    throw new BootError(`Python is ${loader.version} here, but ${manifest.pyodide} is needed.`);
  }
  const stage = "Starting Python";
  progress(stage, 0);
  const python = await handingOut(wasm, { [files.library.url]: library }, () =>
    loader.loadPyodide({
      indexURL: new URL(".", files.loader.url).href,
      stdLibURL: files.library.url,
      lockFileContents: noPackages(manifest),
      packageBaseUrl: new URL(".", files.loader.url).href, // never another origin
      env: { PYTHONHASHSEED: "0" }, // the same answers for everybody
      fsInit: (fs) => countReads(fs, manifest.reads, (fraction) => progress(stage, fraction)),
    }),
  );
  progress(stage, 1);
  return python;
}

/** A lock file without packages: it saves a request, and nothing else is ever loaded. */
function noPackages({ abi }) {
  return { info: abi, packages: {} };
}

/**
 * Runs the start while `fetch` and the compiler hand out what has arrived already. Pyodide fetches
 * by itself and has no public way to be given a compiled module; and it only logs it when the
 * module can't be instantiated, and then waits for ever. So both are replaced for that time.
 */
async function handingOut(wasm, contents, start) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  try {
    return await new Promise((resolve, reject) => {
      globalThis.fetch = async (address, options) => {
        const url = String(address?.url ?? address);
        if (url.endsWith(".wasm")) return new Response();
        return url in contents ? new Response(contents[url]) : fetch(address, options);
      };
      WebAssembly.instantiateStreaming = async (_, imports) => {
        const instance = await WebAssembly.instantiate(wasm, imports).catch((error) => {
          reject(new BootError(`Python could not be started: ${error.message}`, { cause: error }));
          throw error;
        });
        return { instance, module: wasm };
      };
      start().then(resolve, reject);
    });
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** Python opens its library for each module it needs to start: that is the progress to be seen. */
function countReads(fs, expected, tell) {
  const { open } = fs;
  let reads = 0;
  fs.open = (path, ...others) => {
    if (String(path).endsWith(".zip")) tell(Math.min(1, ++reads / expected));
    if (reads === expected) fs.open = open;
    return open.call(fs, path, ...others);
  };
}

// --- the rules ----------------------------------------------------------------------------------

/** Puts the archive where Python imports from, as it is, and takes the rules' one function. */
function rulesIn(python, archive) {
  python.FS.mkdirTree(RULES.slice(0, RULES.lastIndexOf("/")));
  python.FS.writeFile(RULES, archive);
  try {
    python.pyimport("sys").path.append(RULES);
    return python.pyimport("rules_engine.browser").handle;
  } catch (error) {
    throw new BootError("The rules could not be loaded. This is a fault of the site.", {
      cause: error,
    });
  }
}

/** A clock that anything heard sets back; `broken` rejects when it runs out. */
class Silence {
  #timer = 0;
  #reject = () => {};

  constructor(longest) {
    this.longest = longest;
    this.broken = new Promise((_, reject) => (this.#reject = reject));
    this.broken.catch(() => {});
    this.heard("Starting");
  }

  heard(stage) {
    clearTimeout(this.#timer);
    const message = `${stage}: nothing has happened for ${this.longest / 1000} seconds.`;
    this.#timer = setTimeout(() => this.#reject(new BootError(message)), this.longest);
  }

  over() {
    clearTimeout(this.#timer);
  }
}

/**
 * Fetches the files of the runtime: each once, counted as it comes, compared with the manifest before anything of it runs.
 *
 * @typedef {RuntimeFile & {cache: RequestCache, url: string, name: string}} Wanted a file, and how it is fetched
 * @typedef {(bytes: number) => void} Received
 */

/** The browser's own: while Pyodide starts, it is given another. */
const { fetch } = globalThis;

/** The start failed; the message is for the reader. */
export class BootError extends Error {
  name = "BootError";
}

/** A browser that has none left says so with a `RangeError`, Python with a `MemoryError`. */
const NO_MEMORY = "There is not enough memory for Python here. Closing other pages or programs may help.";

class DamagedError extends BootError {}

/** What went wrong, for the reader. @param {string} what @param {unknown} error @returns {BootError} */
export function inWords(what, error) {
  if (error instanceof BootError) return error;
  const { message, name, type } = /** @type {{message?: string, name?: string, type?: string}} */ (error ?? {});
  const none = error instanceof RangeError || type === "MemoryError";
  const lines = String(message ?? error).trim().split("\n");
  const told = lines.at(name === "PythonError" ? -1 : 0); // Python says last what it is all about
  return new BootError(none ? NO_MEMORY : `${what}: ${told}`, { cause: error });
}

/** The files of a manifest, each fetched when it is first asked for, and once. */
export class Files {
  /** By their part in the start. @type {Map<string, Wanted>} */
  #files;
  /** What was asked for, each by its part. */
  #asked = new Map();
  /** How many bytes of a part have arrived, of how many, and how many those are on the line.
   * @type {Map<string, [number, number, number]>} */
  #wanted = new Map();
  #told = 0;

  /**
   * @param {Record<string, RuntimeFile>} files by their part in the start
   * @param {string} base the address that paths begin at
   * @param {RequestCache} cache "default", or "no-cache" to ask the site whether it changed: a browser
   *   may keep an answer like "404" for minutes, and a retry must not hear it again
   * @param {(fraction: number, loaded: Loaded) => void} tell hears how much has arrived of all that was asked for
   */
  constructor(files, base, cache, tell) {
    this.#files = new Map(
      Object.entries(files).map(([part, file]) => {
        const url = new URL(file.path, base).href;
        return [part, { ...file, cache, url, name: url.slice(url.lastIndexOf("/") + 1) }];
      }),
    );
    this.tell = tell;
  }

  /** @param {string} part */
  url(part) {
    return this.#file(part).url;
  }

  /** @param {string} part */
  #file(part) {
    const file = this.#files.get(part);
    if (!file) throw new BootError(`This site has no file for ${part}.`);
    return file;
  }

  /** The verified bytes of a file. @param {string} part @returns {Promise<Uint8Array<ArrayBuffer>>} */
  bytes(part) {
    return this.#once(part, fetched);
  }

  /** A script, run. @template {"loader" | "glue"} Part @param {Part} part @returns {Promise<Parts[Part]>} */
  module(part) {
    return this.#once(part, imported);
  }

  /** The WebAssembly, compiled. @param {string} part @returns {Promise<WebAssembly.Module>} */
  wasm(part) {
    return this.#once(part, compiled);
  }

  /** @template T @param {string} part @param {(file: Wanted, received: Received) => Promise<T>} how @returns {Promise<T>} */
  #once(part, how) {
    const begun = this.#asked.get(part);
    if (begun) return begun;
    const file = this.#file(part);
    /** @type {[number, number, number]} */
    const tally = [0, file.bytes, file.packed];
    this.#wanted.set(part, tally);
    const promise = how(file, (bytes) => {
      tally[0] += bytes;
      this.#count();
    });
    promise.catch(() => this.#asked.delete(part)); // who asked hears of it; the others may fail first
    this.#asked.set(part, promise);
    return promise;
  }

  #count() {
    let [sofar, total] = [0, 0];
    for (const [has, wants, packed] of this.#wanted.values()) {
      sofar += (Math.min(has, wants) / wants) * packed;
      total += packed;
    }
    this.#told = Math.max(this.#told, sofar / total); // what is wanted may become more
    this.tell(this.#told, { sofar, total });
  }
}

/** The verified bytes of a file. @param {Wanted} file @param {Received} received */
function fetched(file, received) {
  return pastTheCache(file, async (asked) => verified(await responseOf(asked), file, received));
}

/**
 * The WebAssembly module, compiled while it arrives, handed out once its digest is known to be
 * right. What is counted is a copy: browsers remember compiled code, but only for a response itself.
 *
 * @param {Wanted} file @param {Received} received
 */
function compiled(file, received) {
  return pastTheCache(file, async (asked) => {
    const response = await responseOf(asked);
    const copy = response.clone();
    const module = WebAssembly.compileStreaming(asWasm(response));
    module.catch(() => {}); // a broken file is better described by the check of its bytes
    await verified(copy, file, received);
    return module.catch((error) => {
      throw inWords(`${file.name} could not be compiled`, error);
    });
  });
}

/**
 * A damaged file may lie in the browser's cache, where a retry would find it again.
 *
 * @template T @param {Wanted} file @param {(file: Wanted) => Promise<T>} attempt
 */
async function pastTheCache(file, attempt) {
  try {
    return await attempt(file);
  } catch (error) {
    if (error instanceof DamagedError) return attempt({ ...file, cache: "reload" });
    throw error;
  }
}

/**
 * Some hosts don't know the type of `.wasm`, some add a charset to each type, and the compiler takes the bare type alone.
 *
 * @param {Response} response
 */
function asWasm(response) {
  if (response.headers.get("Content-Type")?.toLowerCase() === "application/wasm") return response;
  return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
}

/** @param {Wanted} file */
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

/** @param {Wanted} file */
function unreached({ name }) {
  return navigator.onLine === false
    ? `${name} could not be fetched: you seem to be offline.`
    : `${name} could not be fetched: the connection failed, or something blocks it.`;
}

/** @param {Wanted} file @param {unknown} error */
function brokenOff({ name }, error) {
  return new BootError(`The connection broke while ${name} arrived.`, { cause: error });
}

/** What is wrong with an answer, in words, or an empty text. @param {Wanted} file @param {Response} response */
function problemOf({ name }, response) {
  if (response.status === 404) return `${name} is missing from this site (404).`;
  if (!response.ok) return `The site did not hand out ${name} (${response.status}).`;
  const type = response.headers.get("Content-Type") ?? "";
  return type.startsWith("text/html") ? `The site sent a web page in the place of ${name}.` : "";
}

/**
 * Reads a body to its end, counting, and compares size and digest with the manifest.
 *
 * @param {Response} response @param {Wanted} file @param {Received} received
 */
async function verified(response, file, received) {
  const content = new Uint8Array(file.bytes);
  let sofar = 0;
  try {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const { value } = read;
      if (sofar + value.length <= file.bytes) content.set(value, sofar);
      sofar += value.length;
      received(value.length);
    }
  } catch (error) {
    throw brokenOff(file, error);
  }
  if (sofar < file.bytes) {
    throw new DamagedError(`${file.name} arrived incomplete: ${sofar} of ${file.bytes} bytes.`);
  }
  if (sofar > file.bytes || !(await matches(content, file.integrity))) {
    throw new DamagedError(`${file.name} is not the file that this site was built with.`);
  }
  return content;
}

/**
 * Only a secure context has digests; elsewhere `fetch` itself has checked (see `responseOf`).
 *
 * @param {BufferSource} content @param {string} integrity
 */
async function matches(content, integrity) {
  if (!crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/**
 * A module, imported; if that fails, asks the server once more in order to say why.
 *
 * @param {Wanted} file @param {Received} received
 */
async function imported(file, received) {
  if (file.cache !== "default") await renewed(file);
  let module;
  try {
    module = await import(file.url);
  } catch (error) {
    throw new BootError(await whyNotImported(file, error), { cause: error });
  }
  received(file.bytes);
  return module;
}

/** Lets the browser keep the file as it is now. @param {Wanted} file */
async function renewed(file) {
  const response = await responseOf(file);
  await response.arrayBuffer().catch((error) => {
    throw brokenOff(file, error);
  });
}

/** What came with blocks in classes, and with exceptions in WebAssembly; neither can be asked for without running a text. */
const isOld = () => !("OffscreenCanvas" in self && "Tag" in WebAssembly);

/** @param {Wanted} file @param {unknown} error */
async function whyNotImported(file, error) {
  try {
    const response = await fetch(file.url, { method: "HEAD" });
    const type = response.headers.get("Content-Type");
    if (error instanceof SyntaxError && isOld()) return "This browser is too old to play here; examples and quizzes work.";
    const told = error instanceof Error ? error.message : error;
    return problemOf(file, response) || `${file.name} could not be run (${type}): ${told}`;
  } catch {
    return unreached(file);
  }
}

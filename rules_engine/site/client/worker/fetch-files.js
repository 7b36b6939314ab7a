/**
 * Download of the runtime's files. Each file is fetched once, its progress is reported, and its digest is compared with the
 * manifest before any of its code runs. JavaScript modules are an exception: the browser imports them unchecked.
 *
 * @typedef {RuntimeFile & {cache: RequestCache, url: string, name: string}} Wanted a file with its name, URL and cache mode
 * @typedef {(bytes: number) => void} Received
 */

/** The browser's `fetch`, saved because `start-python.js` replaces the global one while Pyodide starts. */
const { fetch } = globalThis;

/** An error during Python's start, with a message for the reader. */
export class BootError extends Error {
  name = "BootError";
}

/** Message for an out-of-memory error: a `RangeError` from the browser or a `MemoryError` from Python. */
const NO_MEMORY = "There is not enough memory for Python here. Closing other pages or programs may help.";

class DamagedError extends BootError {}

/** Convert any error to an error with a message for the reader.
 * @param {string} what @param {unknown} error @returns {BootError} */
export function inWords(what, error) {
  if (error instanceof BootError) return error;
  const { message, name, type } = /** @type {{message?: string, name?: string, type?: string}} */ (error ?? {});
  const none = error instanceof RangeError || type === "MemoryError";
  const lines = String(message ?? error).trim().split("\n");
  const told = lines.at(name === "PythonError" ? -1 : 0); // the last line of a traceback names the error
  return new BootError(none ? NO_MEMORY : `${what}: ${told}`, { cause: error });
}

/** The files listed in a manifest, each fetched once, on first use. */
export class Files {
  /** Files by part. @type {Map<string, Wanted>} */
  #files;
  /** Promises for the requested files, by part. */
  #asked = new Map();
  /** Progress by part: bytes received, bytes expected, and the compressed size. @type {Map<string, [number, number, number]>} */
  #wanted = new Map();
  #told = 0;

  /**
   * @param {Record<string, RuntimeFile>} files files by part
   * @param {string} base the URL that paths are relative to
   * @param {RequestCache} cache "default", or "no-cache" to revalidate: a browser may cache a response like
   *   "404" for minutes, and a retry must not get it again
   * @param {(fraction: number, loaded: Loaded) => void} tell called with the progress of all requested files
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

  /** Return the verified bytes of a file. @param {string} part @returns {Promise<Uint8Array<ArrayBuffer>>} */
  bytes(part) {
    return this.#once(part, fetched);
  }

  /** Import a script and return its module.
   * @template {"loader" | "glue"} Part @param {Part} part @returns {Promise<Parts[Part]>} */
  module(part) {
    return this.#once(part, imported);
  }

  /** Fetch and compile the WebAssembly module. @param {string} part @returns {Promise<WebAssembly.Module>} */
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
    promise.catch(() => this.#asked.delete(part)); // the caller handles the error; other files may fail first
    this.#asked.set(part, promise);
    return promise;
  }

  #count() {
    let [sofar, total] = [0, 0];
    for (const [has, wants, packed] of this.#wanted.values()) {
      sofar += (Math.min(has, wants) / wants) * packed;
      total += packed;
    }
    this.#told = Math.max(this.#told, sofar / total); // `total` may grow, and progress must not go back
    this.tell(this.#told, { sofar, total });
  }
}

/** Fetch a file and return its verified bytes. @param {Wanted} file @param {Received} received */
function fetched(file, received) {
  return pastTheCache(file, async (asked) => verified(await responseOf(asked), file, received));
}

/**
 * Compile the WebAssembly module while it downloads, and return it when its digest has been verified. The digest is taken from a
 * clone, because browsers cache compiled code only for the original response.
 *
 * @param {Wanted} file @param {Received} received
 */
function compiled(file, received) {
  return pastTheCache(file, async (asked) => {
    const response = await responseOf(asked);
    const copy = response.clone();
    const module = WebAssembly.compileStreaming(asWasm(response));
    module.catch(() => {}); // the check of the bytes below gives a better message for a damaged file
    await verified(copy, file, received);
    return module.catch((error) => {
      throw inWords(`${file.name} could not be compiled`, error);
    });
  });
}

/**
 * Run the attempt. If the file is damaged, run it once more with `cache: "reload"`, since the damaged copy may come from the
 * browser's cache.
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
 * Return the response with the exact content type that the compiler requires. Some hosts don't know the content type of `.wasm`
 * files, others add a charset.
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

/** Return a message for the reader if the response is unusable, otherwise an empty string.
 * @param {Wanted} file @param {Response} response */
function problemOf({ name }, response) {
  if (response.status === 404) return `${name} is missing from this site (404).`;
  if (!response.ok) return `The site did not hand out ${name} (${response.status}).`;
  const type = response.headers.get("Content-Type") ?? "";
  return type.startsWith("text/html") ? `The site sent a web page in the place of ${name}.` : "";
}

/**
 * Read the complete body, report progress, and verify size and digest against the manifest.
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
 * Return whether the content matches the integrity value. `crypto.subtle` exists only in a secure context; elsewhere `fetch` has
 * checked the integrity (see `responseOf`).
 *
 * @param {BufferSource} content @param {string} integrity
 */
async function matches(content, integrity) {
  if (!crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/**
 * Import a module. If that fails, request the file once more to find the reason.
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

/** Replace the browser's cached copy of the file. @param {Wanted} file */
async function renewed(file) {
  const response = await responseOf(file);
  await response.arrayBuffer().catch((error) => {
    throw brokenOff(file, error);
  });
}

/**
 * Return whether the browser is too old. The presence of `OffscreenCanvas` and `WebAssembly.Tag` implies class static blocks and
 * WebAssembly exceptions, which can't be detected without evaluating source text.
 */
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

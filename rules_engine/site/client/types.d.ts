/** Types that the scripts in this folder share. Only the compiler reads this file; it isn't published. */

import type { LockfileInfo, PyodideAPI } from "pyodide";

declare global {
  /** A file of the runtime, as listed in `runtime.json`. `path` is relative to the folder of that list, `packed` is its
   * compressed size in bytes. */
  interface RuntimeFile {
    path: string;
    bytes: number;
    packed: number;
    integrity: string;
  }

  /**
   * A way to start Python: from a snapshot of its memory, or from Pyodide's standard library and our sources. Games that neither
   * of them contains are listed among the files.
   */
  type Way =
    | { name: "snapshot"; files: string[]; later: string[]; unpacked: number; image: number; data: number }
    | { name: "stock"; files: string[]; reads: number };

  /** The content of `runtime.json`, written by `rules_engine/site/runtime/`. */
  interface Manifest {
    format: number;
    pyodide: string;
    abi: LockfileInfo;
    worker: string;
    ways: Way[];
    files: Record<string, RuntimeFile>;
  }

  /** The engine's interface: `handle` takes the JSON text of a request and returns that of the answer. `take` adds a part of the
   * engine that was left out at the start. */
  interface Rules {
    handle(text: string): string;
    take?(name: string, part: Uint8Array<ArrayBuffer>): void;
  }

  /** The running engine, and a function that fetches a missing part once. */
  interface Booted {
    handle(text: string): string;
    bring(name: string): Promise<void>;
  }

  /** A request of some operation, and its answer: see `protocol.d.ts`. */
  type Question<Op extends keyof Operations> = Operations[Op]["message"] & { op: Op };
  type Answer<Op extends keyof Operations = keyof Operations> = Operations[Op]["answer"] | MissingPartAnswer | FaultAnswer;

  /** A request about a draft in the playground. */
  type DraftQuestion<Do extends keyof Drafting> = Drafting[Do]["message"] & { do: Do };

  /** Bytes received so far, and in total. */
  type Loaded = { sofar: number; total: number };

  type Progress = (stage: string, fraction: number, loaded?: Loaded) => void;

  /** The exports of Python's WebAssembly module that the start uses. */
  type PythonExports = WebAssembly.Exports & {
    memory: WebAssembly.Memory;
    malloc(size: number): number;
    free(address: number): void;
    ZSTD_createDCtx(): number;
    ZSTD_freeDCtx(context: number): void;
    ZSTD_decompressStream(context: number, target: number, source: number): number;
    ZSTD_isError(code: number): number;
  };

  /** The parts that Pyodide starts from, each available when it has loaded. */
  interface Parts {
    loader: { version: string; loadPyodide(options: object): Promise<PyodideAPI> };
    glue: { default: unknown };
    wasm: WebAssembly.Module;
    library: Uint8Array<ArrayBuffer>;
    rules?: Uint8Array<ArrayBuffer>;
    games?: Uint8Array<ArrayBuffer>;
    snapshot: Uint8Array<ArrayBuffer>;
  }

  /** Material's localStorage helpers, defined by its script in the page's head. */
  var __md_get: ((name: string) => { index: number } | null) | undefined;
  var __md_set: ((name: string, value: object) => void) | undefined;

  /** Callback of the page's first inline script: handles a `popstate` event if the step back closes something of ours. */
  var followSuitBack: ((event: PopStateEvent) => void) | undefined;

  /** Material's observable of pages: it emits each page shown, also after instant navigation. */
  var document$: { subscribe(listener: (page: Document) => void): void } | undefined;

  /** The manifest of this version of the site, which the build prepends to the service worker. */
  const SITE: {
    /** The folder of the page's scripts. Its name appears in every page of this version and in no other version. */
    page: string;
    /** The file name that a server needs after a folder's address to return its page. */
    index: "" | "index.html";
    /** Files cached from the first visit on: the page about offline use, and its script. */
    always: string[];
    /** Texts of the page shown when a page is unavailable, by the folder of each edition. */
    words: Record<string, EditionWords>;
    files: Record<string, Listed>;
  };

  type EditionWords = Record<"title" | "told" | "again" | "list", string>;

  /** A file of the site. `part` is `pages` for pages and what they load, `python` for the files that Python starts from, `spare`
   * for those of the fallback start, and `other` for files that are rarely needed. */
  interface Listed {
    bytes: number;
    digest: string;
    part: "pages" | "python" | "spare" | "other";
    title?: string;
  }

  interface Navigator {
    /** Missing in some browsers. */
    connection?: { saveData?: boolean; effectiveType?: string; type?: string };
  }
}

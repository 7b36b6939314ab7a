/** Types shared by the scripts in this folder. Only the TypeScript compiler reads this file; it isn't published. */

import type { LockfileInfo, PyodideAPI } from "pyodide";

declare global {
  interface HTMLElementTagNameMap {
    "fs-figure": import("./table/figure.js").FollowSuitFigure;
    "fs-table": import("./table/table.js").FollowSuitTable;
  }

  /** A file of the runtime, as listed in `runtime.json`. `path` is relative to the folder of `runtime.json`, `packed` is the
   * compressed size in bytes. */
  interface RuntimeFile {
    path: string;
    bytes: number;
    packed: number;
    integrity: string;
  }

  /**
   * A way to start Python: from a snapshot of its memory, or from Pyodide's standard library and our source files. `files` lists
   * the files that it loads, including games that the snapshot or the source archive lacks.
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

  /** The engine's interface: `handle` takes a request as JSON and returns the answer as JSON. `take` adds a part of the engine
   * that wasn't loaded at the start. */
  interface Rules {
    handle(text: string): string;
    take?(name: string, part: Uint8Array<ArrayBuffer>): void;
  }

  /** The running engine: `handle` takes and returns JSON, and `bring` fetches a missing part, only once. */
  interface Booted {
    handle(text: string): string;
    bring(name: string): Promise<void>;
  }

  /** The request and the answer of an operation; `protocol.d.ts` lists the operations. */
  type Question<Op extends keyof Operations> = Operations[Op]["message"] & { op: Op };
  type Answer<Op extends keyof Operations = keyof Operations> = Operations[Op]["answer"] | MissingPartAnswer | FaultAnswer;

  /** A request about a draft (a scenario being written in the playground). */
  type DraftQuestion<Do extends keyof Drafting> = Drafting[Do]["message"] & { do: Do };

  /** Download progress: bytes received so far, and the total. */
  type Loaded = { sofar: number; total: number };

  type Progress = (stage: string, fraction: number, loaded?: Loaded) => void;

  /** The exports of Python's WebAssembly module that are used to start it. */
  type PythonExports = WebAssembly.Exports & {
    memory: WebAssembly.Memory;
    malloc(size: number): number;
    free(address: number): void;
    ZSTD_createDCtx(): number;
    ZSTD_freeDCtx(context: number): void;
    ZSTD_decompressStream(context: number, target: number, source: number): number;
    ZSTD_isError(code: number): number;
  };

  /** The parts from which Pyodide starts, each available after it has loaded. */
  interface Parts {
    loader: { version: string; loadPyodide(options: object): Promise<PyodideAPI> };
    glue: { default: unknown };
    wasm: WebAssembly.Module;
    library: Uint8Array<ArrayBuffer>;
    rules?: Uint8Array<ArrayBuffer>;
    games?: Uint8Array<ArrayBuffer>;
    snapshot: Uint8Array<ArrayBuffer>;
  }

  /** Material's localStorage helpers, defined by an inline script in the page's head. */
  var __md_get: ((name: string) => { index: number } | null) | undefined;
  var __md_set: ((name: string, value: object) => void) | undefined;

  /** Callback for the page's first inline script. It handles a `popstate` event if going back closes one of our dialogs or the
   * table. */
  var followSuitBack: ((event: PopStateEvent) => void) | undefined;

  /** Material's observable of pages. It emits every page shown, including those shown by instant navigation. */
  var document$: { subscribe(listener: (page: Document) => void): void } | undefined;

  /** The manifest of this version of the site, which the build prepends to the service worker. */
  const SITE: {
    /** The folder of the page's scripts. Its name appears in every page of this version and in no other version. */
    page: string;
    /** The file name to append to a folder's URL if the server doesn't return the folder's index page itself. */
    index: "" | "index.html";
    /** Files cached at the first visit: the page about offline use, and its script. */
    always: string[];
    /** Texts for the page shown when a page is unavailable, keyed by the folder of each language edition. */
    words: Record<string, EditionWords>;
    files: Record<string, Listed>;
  };

  type EditionWords = Record<"title" | "told" | "again" | "list", string>;

  /** A file in the site. `part` is `pages` for pages and the files that they load, `python` for files needed to start Python,
   * `spare` for files needed for the fallback start, and `other` for files that are rarely needed. */
  interface Listed {
    bytes: number;
    digest: string;
    part: "pages" | "python" | "spare" | "other";
    title?: string;
  }

  interface Navigator {
    /** The Network Information API, which some browsers lack. */
    connection?: { saveData?: boolean; effectiveType?: string; type?: string };
  }
}

/**
 * What the scripts of this folder mean by their words, for the compiler that checks them; no reader's browser gets this file.
 */

import type { LockfileInfo, PyodideAPI } from "pyodide";

declare global {
  /** A file of the runtime, as `runtime.json` lists it; `path` begins at the folder of that list, `packed` are its bytes on the line. */
  interface RuntimeFile {
    path: string;
    bytes: number;
    packed: number;
    integrity: string;
  }

  /**
   * A way to start Python: from a snapshot of its memory, or from Pyodide's own library and our sources. Where the games aren't
   * in either, they are among the files.
   */
  type Way =
    | { name: "snapshot"; files: string[]; later: string[]; unpacked: number; image: number; data: number }
    | { name: "stock"; files: string[]; reads: number };

  /** What `runtime.json` holds, made by `rules_engine/site/runtime/`. */
  interface Manifest {
    format: number;
    pyodide: string;
    abi: LockfileInfo;
    worker: string;
    ways: Way[];
    files: Record<string, RuntimeFile>;
  }

  /** The rules' one function, from a question's text to its answer's; and where not all is there what takes in a part. */
  interface Rules {
    handle(text: string): string;
    take?(name: string, part: Uint8Array<ArrayBuffer>): void;
  }

  /** The rules, and what fetches a part for them, once. */
  interface Booted {
    handle(text: string): string;
    bring(name: string): Promise<void>;
  }

  /** A question of some kind, and what comes back: see `protocol.d.ts`. */
  type Question<Op extends keyof Operations> = Operations[Op]["message"] & { op: Op };
  type Answer<Op extends keyof Operations = keyof Operations> = Operations[Op]["answer"] | MissingPartAnswer | FaultAnswer;

  /** What somebody who writes a draft asks, and what comes back. */
  type DraftQuestion<Do extends keyof Drafting> = Drafting[Do]["message"] & { do: Do };

  /** How many bytes have come over the line, and how many there are. */
  type Loaded = { sofar: number; total: number };

  type Progress = (stage: string, fraction: number, loaded?: Loaded) => void;

  /** What Python's own WebAssembly exports and the start makes use of. */
  type PythonExports = WebAssembly.Exports & {
    memory: WebAssembly.Memory;
    malloc(size: number): number;
    free(address: number): void;
    ZSTD_createDCtx(): number;
    ZSTD_freeDCtx(context: number): void;
    ZSTD_decompressStream(context: number, target: number, source: number): number;
    ZSTD_isError(code: number): number;
  };

  /** The parts that Pyodide is given, each once it has arrived. */
  interface Parts {
    loader: { version: string; loadPyodide(options: object): Promise<PyodideAPI> };
    glue: { default: unknown };
    wasm: WebAssembly.Module;
    library: Uint8Array<ArrayBuffer>;
    rules?: Uint8Array<ArrayBuffer>;
    games?: Uint8Array<ArrayBuffer>;
    snapshot: Uint8Array<ArrayBuffer>;
  }

  /** Material's own store, from its script in the page's head. */
  var __md_get: ((name: string) => { index: number } | null) | undefined;
  var __md_set: ((name: string, value: object) => void) | undefined;

  /** Asked by the page's first line whether a step back is ours. */
  var followSuitBack: ((event: PopStateEvent) => void) | undefined;

  /** Material's own: told of each page that comes by instant navigation. */
  var document$: { subscribe(listener: (page: Document) => void): void } | undefined;

  /** In front of the service worker, the build writes what this version of the site is made of. */
  const SITE: {
    /** The folder of the page's scripts; its name is in each page of this version and in no other. */
    page: string;
    /** What a server needs behind the address of a folder to hand out its page. */
    index: "" | "index.html";
    /** What is kept from the first visit on: the page that tells what is kept, and its script. */
    always: string[];
    /** What is said in the place of a page that can't be had, by the folder of each edition. */
    words: Record<string, EditionWords>;
    files: Record<string, Listed>;
  };

  type EditionWords = Record<"title" | "told" | "again" | "list", string>;

  /** `part`: pages and what they load, what Python starts from, what it starts from if that fails, what hardly anybody needs. */
  interface Listed {
    bytes: number;
    digest: string;
    part: "pages" | "python" | "spare" | "other";
    title?: string;
  }

  interface Navigator {
    /** Not in every browser. */
    connection?: { saveData?: boolean; effectiveType?: string; type?: string };
  }
}

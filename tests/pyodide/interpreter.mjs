/**
 * The reader's Python, for tests: npm's Pyodide under Node, with our archive.
 *
 *     node interpreter.mjs <folder of pyodide> <archive>
 *
 * The protocol has one JSON value per line. The process sends `{"ready": true}`. It answers `{"source", "names"}` with
 * `{"value"}`, the last expression of the source, which runs in a fresh namespace with the names; and `{"text"}` with
 * `{"value"}`, the result of `handle`. An error is answered with `{"error"}`.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2).map((path) => resolve(path));
const RULES = "/lib/followsuit/rules.zip";

const HELPER = `
import sys
_AT_START = frozenset(sys.modules)
import json
from pyodide.code import eval_code

def _run(source, names, reads):
    # A test that looks at what is imported must not find what only this helper needs.
    namespace = {"__name__": "__main__", "MODULES_AT_START": _AT_START, "LIBRARY_READS": reads}
    return json.dumps(eval_code(source, namespace | json.loads(names)))

def _handle(text):
    from rules_engine.api import handle
    return json.dumps(handle(text))
`;

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

async function main() {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  let reads = 0;
  const { info } = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));
  const python = await loadPyodide({
    indexURL: folder,
    lockFileContents: { info, packages: {} },
    env: { PYTHONHASHSEED: "0" },
    stdout: (line) => console.error(line), // standard output is reserved for responses
    fsInit: (fs) => {
      const { open } = fs;
      fs.open = (path, ...others) => {
        if (String(path).endsWith(".zip")) reads += 1;
        return open.call(fs, path, ...others);
      };
    },
  });
  const readsAtStart = reads;
  python.runPython(HELPER);
  python.FS.mkdirTree("/lib/followsuit");
  python.FS.writeFile(RULES, new Uint8Array(readFileSync(archive)));
  python.pyimport("sys").path.append(RULES);
  const run = python.globals.get("_run");
  const handle = python.globals.get("_handle");
  say({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const { source, names, text } = JSON.parse(line);
    try {
      const answer = text === undefined ? run(source, JSON.stringify(names), readsAtStart) : handle(text);
      say({ value: JSON.parse(answer) });
    } catch (error) {
      say({ error: String(error.message).slice(-4000) });
    }
  }
}

main().catch((error) => {
  say({ error: String(error.message).slice(-4000) }); // the error's stack quotes a line that is a megabyte long
  process.exitCode = 1;
});

/**
 * Python as the browser has it, under Node: runs Python source once.
 *
 *     node bench.mjs <folder of pyodide> <archive of the engine> <file of Python source>
 *
 * Prints what the last expression of the source is, a text, as the last line.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, archive, source] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));
const python = await loadPyodide({ indexURL: folder, lockFileContents: { info, packages: {} } });
python.FS.writeFile("/rules.zip", new Uint8Array(readFileSync(archive)));
python.pyimport("sys").path.append("/rules.zip");
console.log(python.runPython(readFileSync(source, "utf8")));

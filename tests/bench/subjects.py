"""The pages to measure: the published site with each of its ways of starting Python, and plain Pyodide."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from posixpath import dirname, normpath

from tests.bench.server import Changes

PLAIN = "plain Pyodide"
SITE = "site"
UNKEPT = "without service worker"
EARLY = "first trick"
ASSETS = "assets/followsuit"
MANIFEST = f"{ASSETS}/page-*/runtime.json"
SERVICE_WORKER = "service-worker.js"
PLAY = "games/snakebit/play/"
QUESTION = {"op": "practice", "game": "snakebit", "seed": 1, "links": {}}

PLAIN_PAGE = """<!doctype html><title>Plain</title><link rel="icon" href="data:,">
<button>Deal</button><div id="stage"></div>
<script type="module">
document.querySelector("button").onclick = () => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (document.querySelector("#stage").innerHTML = JSON.parse(data).html);
  worker.postMessage(%s);
};
</script>
"""
PLAIN_WORKER = """import { loadPyodide } from "./pyodide.mjs";
onmessage = async ({ data }) => {
  const rules = fetch("rules.zip").then((response) => response.arrayBuffer());
  const python = await loadPyodide();
  python.unpackArchive(await rules, "zip");
  postMessage(python.pyimport("rules_engine.api").handle(data));
};
"""
MEMORY = """for (const name of ["instantiate", "instantiateStreaming"]) {
  const real = WebAssembly[name];
  WebAssembly[name] = async (...given) => {
    const made = await real.apply(WebAssembly, given);
    self.memory ??= (made.instance ?? made).exports?.memory;
    return made;
  };
}
"""
"""Code that is prepended to a worker's script to expose the size of Python's memory."""


class NotThereError(Exception):
    """Raised if a requirement of the measurement is missing; the message says what to do."""


@dataclass(frozen=True)
class Subject:
    """A page whose start is measured, with its files and the element in which the answer is painted."""

    name: str
    folder: Path
    page: str
    stage: str
    wish: str = ""
    """Selector for the control that starts Python when clicked; empty if opening the page starts it."""
    worker: str = ""
    client: str = ""
    """The folder of the page's own scripts."""
    changes: Changes = field(default_factory=dict)
    keeps: bool = False
    """True if a service worker caches the page for an offline visit."""
    plays: bool = False
    """True if hands are played, to time clicks and to measure memory."""
    early: bool = False
    """True if the first answer was made by the build, before Python starts."""

    def with_memory(self) -> Subject:
        """Return the subject with a worker that exposes its memory."""
        script = self.changes.get(self.worker) or (self.folder / self.worker).read_bytes()
        return replace(self, changes={**self.changes, self.worker: MEMORY.encode() + script, SERVICE_WORKER: None})


def subjects(site: Path, pyodide: Path) -> list[Subject]:
    """Return all subjects, plain Pyodide first. Raises ``NotThereError`` if the site or its version of Pyodide is missing."""
    described = next(site.glob(MANIFEST), None)
    if described is None:
        raise NotThereError(f"No built site in {site}: run make build, or name its folder with --site")
    manifest = json.loads(described.read_text(encoding="utf-8"))
    runtime = described.relative_to(site).as_posix()
    page = dirname(runtime)
    version = _version(pyodide)
    if version != manifest["pyodide"]:
        raise NotThereError(f"{pyodide} holds Pyodide {version}, the site {manifest['pyodide']}: run npm ci")
    worker = normpath(f"{page}/{manifest['worker']}")
    early = Subject(EARLY, site, PLAY, "fs-table > .fs-stage", "#fs-do-new", worker, client=page, early=True)
    whole = replace(early, name=SITE, changes=_without_opening(site), keeps=(site / SERVICE_WORKER).is_file(), plays=True,
                    early=False)
    unkept = replace(whole, name=UNKEPT, changes={**whole.changes, SERVICE_WORKER: None}, keeps=False, plays=False)
    rules = (described.parent / manifest["files"]["rules"]["path"]).read_bytes()
    plain = Subject(PLAIN, pyodide, "", "#stage", "button", "worker.js", changes={
        "index.html": (PLAIN_PAGE % json.dumps(json.dumps(QUESTION))).encode(), "worker.js": PLAIN_WORKER.encode(),
        "rules.zip": rules})
    held = [replace(unkept, name=f"{way['name']} only", changes={
        **unkept.changes, runtime: json.dumps({**manifest, "ways": [way]}).encode()}) for way in manifest["ways"]]
    return [plain, whole, early, *([unkept] if whole.keeps else []), *held]


def _without_opening(site: Path) -> Changes:
    """Return the page without its prebuilt first trick, so that Python's first answer is measured."""
    file = f"{PLAY}index.html"
    page, found = re.subn(rb' data-opening="[^"]*"', b"", (site / file).read_bytes())
    if found != 1:
        raise NotThereError(f"{site / file} brings {found} first tricks, not one: is it a page to play on?")
    return {file: page}


def others(described: Path) -> list[Subject]:
    """Read other built sites to compare from a JSON list with the name, folder, page and stage of each.

    Raises ``NotThereError`` if the list is invalid or a folder is missing. """
    try:
        listed = json.loads(described.read_text(encoding="utf-8"))
        found = [Subject(one["name"], Path(one["folder"]), one["page"], one["stage"], one.get("wish", "")) for one in listed]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise NotThereError(f"{described} is no list of sites, each with name, folder, page and stage: {problem!r}") from problem
    for subject in found:
        if not subject.folder.is_dir():
            raise NotThereError(f"{described}: there is no folder {subject.folder}")
    return found


def _version(pyodide: Path) -> str:
    description = pyodide / "package.json"
    if not description.is_file():
        raise NotThereError(f"No Pyodide in {pyodide}: run npm ci")
    return str(json.loads(description.read_text(encoding="utf-8"))["version"])

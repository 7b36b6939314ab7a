"""The files that a site needs beside its pages, below `assets/followsuit/`: client, vendored scripts, runtime, card faces, icons.

Each lies in a folder named for what it holds. The list of the runtime lies among the page's scripts, so that a page
can only ever start the runtime that it was built with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from posixpath import dirname

from rules_engine.authoring.catalogues import of_client, read_catalogue
from rules_engine.authoring.npm import how_to_install
from rules_engine.core.cards import Pack
from rules_engine.games import game_class
from rules_engine.site.runtime import WORKER_SCRIPTS, RuntimeFile, RuntimeFilesError, Source, in_folder, runtime_files
from rules_engine.site.sprites import inks_css, signs_css, sprite

FOLDER = "assets/followsuit"
FACES = "faces"
STYLES, AROUND, PRINT = "follow-suit.css", "around.css", "print.css"
SCRIPT = "follow-suit.js"
SERVICE_WORKER = "service-worker.js"
PACKAGE = Path(__file__).resolve().parent.parent
CLIENT = PACKAGE / "site" / "client"
_STYLE_NOTE = re.compile(r"/\*.*?\*/\s*|(?<=[{};:,>])\s+|\s+(?=[{}>])|;\s*(?=\})|(?<=[\s:(,-])0(?=\.\d)", re.DOTALL)
_SAYS = re.compile(r'var\((--fs-says-[\w-]+), "([^"]*)"\)')
_NOTE = re.compile(r"^[ \t]*/\*\*.*?\*/[ \t]*\n|/\*\* @type .*?\*/ ?|^[ \t]*//[^\n]*\n|(?<=[;{}]) // [^\n]*|^[ \t]+",
                   re.DOTALL | re.MULTILINE)


def site_files(games: Collection[str], source: Source, node: str | None, cache: Path, hurried: bool = False,
               languages: Collection[str] = ()) -> list[RuntimeFile]:
    """Every file of a site with these games and languages beside its own, by its path below the folder; see `runtime_files`.

    Raises ``RuntimeFilesError``, whose message says what to do.
    """
    *parts, manifest = runtime_files(PACKAGE, games, source.pyodide, node, cache, source.prepared, hurried)
    page = [*client_files(games, languages), *vendored(source.idiomorph), _seen_from_a_folder(manifest)]
    folders = {"page": page, "icons": icons(), FACES: sprites(games)}
    return [*(file for name, files in folders.items() for file in in_folder(name, _by_path(files)).values()), *parts]


def _by_path(files: Iterable[RuntimeFile]) -> dict[str, RuntimeFile]:
    return {file.path: file for file in files}


def _seen_from_a_folder(manifest: RuntimeFile) -> RuntimeFile:
    """The list of the runtime for a place beside the folders that it names."""
    listed = json.loads(manifest.read())
    listed["worker"] = f"../{listed['worker']}"
    for file in listed["files"].values():
        file["path"] = f"../{file['path']}"
    return RuntimeFile(manifest.path, content=f"{json.dumps(listed, indent=1)}\n".encode())


def client_files(games: Collection[str], languages: Collection[str] = ()) -> Iterator[RuntimeFile]:
    """The page's own scripts and styles: those of the worker travel with the rules, the service worker has its own place."""
    for file in sorted(CLIENT.iterdir()):
        if file.name == STYLES:
            yield RuntimeFile(file.name, content=_styles(packs_of(games), languages).encode())
        elif file.suffix == ".js" and file.name not in (*WORKER_SCRIPTS, SERVICE_WORKER):
            yield RuntimeFile(file.name, content=without_notes(file.read_text(encoding="utf-8")).encode())


def _styles(packs: Collection[Pack], languages: Collection[str]) -> str:
    """The table's styles, those of what stands around the text, of paper, the suits' shapes and colours, and what styles say.

    They are one file, for each is a wait of its own. What is there for those who change them doesn't travel.
    """
    own = "\n".join((CLIENT / name).read_text(encoding="utf-8") for name in (STYLES, AROUND, PRINT))
    return f"{_STYLE_NOTE.sub('', own).strip()}\n{signs_css(packs)}{inks_css(packs)}{_said(own, languages)}"


def _said(styles: str, languages: Collection[str]) -> str:
    """What styles say, in other languages: for pages that have one of them at their root."""
    texts, rules = sorted(set(_SAYS.findall(styles))), []
    for code in languages:
        words = read_catalogue(of_client(code))
        said = [f"{name}:{json.dumps(words[text], ensure_ascii=False)}" for name, text in texts if text in words]
        rules.append(f":root:lang({code}){{{';'.join(said)}}}\n")
    return "".join(rules)


def without_notes(script: str) -> str:
    """A script without notes, without types and not set in: that is for those who change it, a third."""
    return _NOTE.sub("", script)


def sprites(games: Collection[str]) -> Iterator[RuntimeFile]:
    """The card faces: a file for each pack that one of these games is played with, named for the pack."""
    for pack in packs_of(games):
        yield RuntimeFile(f"{pack.id}.svg", content=sprite(pack).encode())


def faces_folder(files: Iterable[RuntimeFile]) -> str:
    """The one of a site's folders that has the card faces, as seen from its root; empty where it has none."""
    return next((f"{FOLDER}/{dirname(file.path)}" for file in files if file.path.startswith(f"{FACES}-")), "")


def packs_of(games: Collection[str]) -> list[Pack]:
    """The packs that these games are played with, each once. Raises ``RuntimeFilesError`` if two have one id."""
    packs: dict[str, Pack] = {}
    for game in games:
        pack = game_class(game).pack
        if packs.setdefault(pack.id, pack) is not pack:
            raise RuntimeFilesError(f"the pack of {game} has the id of another pack, {pack.id!r}: give it one of its own")
    return [packs[name] for name in sorted(packs)]


def icons() -> Iterator[RuntimeFile]:
    """The site's sign, drawn and in the sizes that phones ask for."""
    for file in sorted((CLIENT / "icons").iterdir()):
        yield RuntimeFile(file.name, source=file)


def vendored(idiomorph: Path) -> Iterator[RuntimeFile]:
    """The scripts of others, with their licence."""
    for name, file in (
        ("idiomorph.esm.js", idiomorph / "dist" / "idiomorph.esm.js"),
        ("idiomorph-LICENSE.txt", idiomorph / "LICENSE"),
    ):
        if not file.is_file():
            raise RuntimeFilesError(f"{file} is missing: {how_to_install(idiomorph)}")
        yield RuntimeFile(f"vendor/{name}", source=file)

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

from lightningcss import process_stylesheet
from rjsmin import jsmin

import rules_engine
from rules_engine.authoring.catalogues import engine_words, of_client, read_catalogue
from rules_engine.authoring.npm import how_to_install
from rules_engine.core.model.cards import Pack
from rules_engine.games import game_class
from rules_engine.html.sprites import sprite_file
from rules_engine.site.files.sprites import inks_css, signs_css, sprite
from rules_engine.site.runtime import RuntimeFile, RuntimeFilesError, Source, in_folder, runtime_files
from rules_engine.text.locale import Catalogue, use_language

FOLDER = "assets/followsuit"
FACES = "faces"
SCRIPT, STYLES = "follow-suit.js", "follow-suit.css"
PACKAGE = Path(rules_engine.__file__).resolve().parent
CLIENT = PACKAGE / "site" / "client"
SERVICE_WORKER = "service-worker.js"
SERVICE_WORKER_SCRIPT = CLIENT / "offline" / SERVICE_WORKER
THIS_SITE = CLIENT / "shared" / "this-site.js"
WITHOUT_IMPORTS = {SERVICE_WORKER_SCRIPT: CLIENT / "offline" / "not-kept.js",
                   CLIENT / "page" / "search-worker.js": CLIENT / "page" / "search-words.js"}
"""The scripts that browsers or themes start as ones that can't import, each with the script that it imports: that becomes part of
it."""
GLICKO = "glicko2-lite.js"
AS_MODULE = b"const module = {};\n%s\nexport default module.exports;\n"
PAGE_ROOMS = ("table", "page", "playground", "offline", "python", "shared")
"""The client's folders whose scripts belong to pages. Those of `worker` travel with the rules."""

PARTS = ("theme", "tokens", "icon", "card", "text", "strip", "table", "felt", "score", "question", "room", "frame", "print",
         "forced")
"""What the one file of styles is made of, in that order; docs/design/styles.md tells what each is for."""

_TOLD = re.compile(r"^const (GAMES|VERSIONED) = \w+;$", re.MULTILINE)
_IMPORT = re.compile(r'^import .* from "\./[\w-]+\.js";$', re.MULTILINE)
_SAYS = re.compile(r'var\((--fs-says-[\w-]+), "([^"]*)"\)')


def site_files(games: Collection[str], source: Source, node: str | None, cache: Path, hurried: bool = False,
               languages: Collection[str] = (), versioned: bool = False) -> list[RuntimeFile]:
    """Return every file of a site with these games and languages beside its own, by its path below the folder; see
    `runtime_files`. ``versioned`` where versions of the site lie side by side.

    Raises ``RuntimeFilesError``, whose message says what to do.
    """
    *parts, manifest = runtime_files(PACKAGE, games, source.pyodide, node, cache, source.prepared, hurried)
    page = [*client_files(games, languages, versioned), *vendored(source.idiomorph), _seen_from_a_folder(manifest)]
    folders = {"page": page, "icons": icons(), FACES: sprites(games, languages)}
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


def client_files(games: Collection[str], languages: Collection[str] = (), versioned: bool = False) -> Iterator[RuntimeFile]:
    """Yield the page's own scripts and styles. The service worker is none of them: its place is the root of the site."""
    yield RuntimeFile(STYLES, content=_styles(packs_of(games), languages).encode())
    for file in (CLIENT / SCRIPT, *(file for room in PAGE_ROOMS for file in sorted((CLIENT / room).glob("*.js")))):
        if file != SERVICE_WORKER_SCRIPT and file not in WITHOUT_IMPORTS.values():
            path = file.relative_to(CLIENT).as_posix()
            text = _of_site(games, versioned) if file == THIS_SITE else script(file)
            yield RuntimeFile(path, content=str(jsmin(text)).encode())


def script(file: Path) -> str:
    """Return a script of the client, with what it imports in it where it can't import."""
    text = file.read_text(encoding="utf-8")
    if file not in WITHOUT_IMPORTS:
        return text
    part = WITHOUT_IMPORTS[file].read_text(encoding="utf-8").replace("\nexport ", "\n")
    return _IMPORT.sub(lambda _: part, text)


def _of_site(games: Collection[str], versioned: bool) -> str:
    """The script that tells sites of one origin apart, filled in with what the build knows of this one."""
    told = {"GAMES": [*games], "VERSIONED": versioned}
    return _TOLD.sub(lambda found: f"const {found[1]} = {json.dumps(told[found[1]])};", THIS_SITE.read_text(encoding="utf-8"))


def _styles(packs: Collection[Pack], languages: Collection[str]) -> str:
    """The table's styles, those of what stands around the text, of paper, the suits' shapes and colours, and what styles say.

    They are one file, for each is a wait of its own. What is there for those who change them doesn't travel.
    """
    own = "\n".join((CLIENT / "styles" / f"{name}.css").read_text(encoding="utf-8") for name in PARTS)
    return str(process_stylesheet(f"{own}{signs_css(packs)}{inks_css(packs)}{_said(own, languages)}"))


def _said(styles: str, languages: Collection[str]) -> str:
    """What styles say, in other languages: for pages that have one of them at their root."""
    texts, rules = sorted(set(_SAYS.findall(styles))), []
    for code in languages:
        words = read_catalogue(of_client(code))
        said = [f"{name}:{json.dumps(words[text], ensure_ascii=False)}" for name, text in texts if text in words]
        rules.append(f":root:lang({code}){{{';'.join(said)}}}\n")
    return "".join(rules)


def sprites(games: Collection[str], languages: Collection[str]) -> Iterator[RuntimeFile]:
    """Yield the card faces: a file for each pack that one of these games is played with, and one more for each of these languages
    that writes its ranks in other letters."""
    for language in (None, *(Catalogue(code, engine_words(code, games)) for code in languages)):
        with use_language(language):
            for pack in packs_of(games):
                if (name := sprite_file(pack)) != f"{pack.id}.svg" or language is None:
                    yield RuntimeFile(name, content=sprite(pack).encode())


def faces_folder(files: Iterable[RuntimeFile]) -> str:
    """Return the one of a site's folders that has the card faces, as seen from its root; empty where it has none."""
    return next((f"{FOLDER}/{dirname(file.path)}" for file in files if file.path.startswith(f"{FACES}-")), "")


def packs_of(games: Collection[str]) -> list[Pack]:
    """Return the packs that these games are played with, each once. Raises ``RuntimeFilesError`` if two have one id."""
    packs: dict[str, Pack] = {}
    for game in games:
        pack = game_class(game).pack
        if packs.setdefault(pack.id, pack) is not pack:
            raise RuntimeFilesError(f"the pack of {game} has the id of another pack, {pack.id!r}: give it one of its own")
    return [packs[name] for name in sorted(packs)]


def icons() -> Iterator[RuntimeFile]:
    """Yield the site's sign, drawn and in the sizes that phones ask for."""
    for file in sorted((CLIENT / "icons").iterdir()):
        yield RuntimeFile(file.name, source=file)


def vendored(idiomorph: Path) -> Iterator[RuntimeFile]:
    """Yield the scripts of others, with their licences: idiomorph, and ts-fsrs and glicko2-lite, which lie beside it.

    glicko2-lite was written for Node.js: two lines around it let a browser import it.
    """
    fsrs, glicko = idiomorph.with_name("ts-fsrs"), idiomorph.with_name("glicko2-lite")
    for name, file in (
        ("idiomorph.esm.js", idiomorph / "dist" / "idiomorph.esm.js"),
        ("idiomorph-LICENSE.txt", idiomorph / "LICENSE"),
        ("ts-fsrs.js", fsrs / "dist" / "index.mjs"),
        ("ts-fsrs-LICENSE.txt", fsrs / "LICENSE"),
        (GLICKO, glicko / "index.js"),
        ("glicko2-lite-LICENSE.txt", glicko / "LICENSE.txt"),
    ):
        if not file.is_file():
            raise RuntimeFilesError(f"{file} is missing: {how_to_install(idiomorph)}")
        importable = AS_MODULE % file.read_bytes() if name == GLICKO else None
        yield RuntimeFile(f"vendor/{name}", source=None if importable else file, content=importable)

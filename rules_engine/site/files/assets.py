"""A site's files below `assets/followsuit/`: client, font, third-party scripts, runtime, card faces and icons.

The name of each folder contains a digest of its contents. The runtime's manifest is in the same folder as the page's scripts, so
that a page always starts the runtime that it was built with.
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
from rules_engine.authoring.npm import how_to_install
from rules_engine.authoring.translations.catalogues import engine_words, of_client, read_catalogue
from rules_engine.core.model.cards import Pack
from rules_engine.games import game_class
from rules_engine.html.sprites import HEADS, sprite_file
from rules_engine.site.files.sprites import grounds_css, inks_css, signs_css, sprite
from rules_engine.site.runtime import RuntimeFile, RuntimeFilesError, Source, in_folder, runtime_files
from rules_engine.text.locale import Catalogue, use_language

FOLDER = "assets/followsuit"
FACES = "faces"
SCRIPT, STYLES = "follow-suit.js", "follow-suit.css"
PACKAGE = Path(rules_engine.__file__).resolve().parent
CLIENT = PACKAGE / "site" / "client"
SERVICE_WORKER = "service-worker.js"
SERVICE_WORKER_SCRIPT = CLIENT / "offline" / SERVICE_WORKER
PARENT_SCRIPT = CLIENT / "embed" / "embed.js"
"""The script for other sites' pages with a frame of ours, which is published in a folder of its own."""
THIS_SITE = CLIENT / "shared" / "this-site.js"
WITHOUT_IMPORTS = {SERVICE_WORKER_SCRIPT: CLIENT / "offline" / "not-cached.js",
                   CLIENT / "page" / "search-worker.js": CLIENT / "page" / "search-words.js"}
"""Scripts loaded as classic scripts, which can't import modules, each with the module that the build inlines into it."""
GLICKO = "glicko2-lite.js"
AS_MODULE = b"const module = {};\n%s\nexport default module.exports;\n"
PAGE_FOLDERS = ("table", "embed", "page", "playground", "offline", "python", "shared")
"""The client's folders with scripts for pages. The scripts in `worker` are shipped with the rules."""

PARTS = ("theme", "tokens", "icon", "button", "card", "text", "strip", "table", "felt", "score", "question", "room", "frame",
         "print", "forced")
"""The style sheets that are concatenated into one file, in this order; docs/design/styles.md describes them."""

_TOLD = re.compile(r"^const (GAMES|VERSIONED) = \w+;$", re.MULTILINE)
_IMPORT = re.compile(r'^import .* from "\./[\w-]+\.js";$', re.MULTILINE)
_SAYS = re.compile(r'var\((--fs-says-[\w-]+), "([^"]*)"\)')


def site_files(games: Collection[str], source: Source, node: str | None, cache: Path, hurried: bool = False,
               languages: Collection[str] = (), versioned: bool = False) -> list[RuntimeFile]:
    """Return the files of a site with these games and additional languages, by path below `assets/followsuit/`.

    `runtime_files` describes the other arguments; ``versioned`` is true if several versions of the site are published side by
    side. Raises ``RuntimeFilesError``, whose message describes a remedy.
    """
    *parts, manifest = runtime_files(PACKAGE, games, source.pyodide, node, cache, source.prepared, hurried)
    page = [*client_files(games, languages, versioned), *vendored(source.idiomorph), _seen_from_a_folder(manifest)]
    folders = {"page": [*page, *files_in("fonts")], "icons": files_in("icons"), FACES: sprites(games, languages)}
    return [*(file for name, files in folders.items() for file in in_folder(name, _by_path(files)).values()), *parts]


def _by_path(files: Iterable[RuntimeFile]) -> dict[str, RuntimeFile]:
    return {file.path: file for file in files}


def _seen_from_a_folder(manifest: RuntimeFile) -> RuntimeFile:
    """Rewrite the manifest's paths relative to a sibling folder."""
    listed = json.loads(manifest.read())
    listed["worker"] = f"../{listed['worker']}"
    for file in listed["files"].values():
        file["path"] = f"../{file['path']}"
    return RuntimeFile(manifest.path, content=f"{json.dumps(listed, indent=1)}\n".encode())


def client_files(games: Collection[str], languages: Collection[str] = (), versioned: bool = False) -> Iterator[RuntimeFile]:
    """Yield the scripts and styles for pages, except the service worker, which belongs in the site's root."""
    yield RuntimeFile(STYLES, content=_styles(games, languages).encode())
    for file in (CLIENT / SCRIPT, *(file for folder in PAGE_FOLDERS for file in sorted((CLIENT / folder).glob("*.js")))):
        if file not in (SERVICE_WORKER_SCRIPT, PARENT_SCRIPT) and file not in WITHOUT_IMPORTS.values():
            path = file.relative_to(CLIENT).as_posix()
            yield RuntimeFile(path, content=_minified(_of_site(games, versioned) if file == THIS_SITE else script(file)))


def minified(file: Path) -> bytes:
    """Return a client script as it is published."""
    return _minified(script(file))


def _minified(text: str) -> bytes:
    return str(jsmin(text)).encode()


def script(file: Path) -> str:
    """Return the text of a client script; the import in a classic script is inlined."""
    text = file.read_text(encoding="utf-8")
    if file not in WITHOUT_IMPORTS:
        return text
    part = WITHOUT_IMPORTS[file].read_text(encoding="utf-8").replace("\nexport ", "\n")
    return _IMPORT.sub(lambda _: part, text)


def _of_site(games: Collection[str], versioned: bool) -> str:
    """Return the script with this site's constants, which the build fills in."""
    told = {"GAMES": [*games], "VERSIONED": versioned}
    return _TOLD.sub(lambda found: f"const {found[1]} = {json.dumps(told[found[1]])};", THIS_SITE.read_text(encoding="utf-8"))


def _styles(games: Collection[str], languages: Collection[str]) -> str:
    """Return the combined style sheet: the client's style sheets, the suits' shapes and colours, the games' colours, and
    translations of generated content.

    It is one minified file, because each additional file would cost a request.
    """
    own = "\n".join((CLIENT / "styles" / f"{name}.css").read_text(encoding="utf-8") for name in PARTS)
    packs = packs_of(games)
    return str(process_stylesheet(f"{own}{signs_css(packs)}{inks_css(packs)}{grounds_css(games)}{_said(own, languages)}"))


def _said(styles: str, languages: Collection[str]) -> str:
    """Return style rules that translate the texts in style sheets, depending on the language of the page's root element."""
    texts, rules = sorted(set(_SAYS.findall(styles))), []
    for code in languages:
        words = read_catalogue(of_client(code))
        said = [f"{name}:{json.dumps(words[text], ensure_ascii=False)}" for name, text in texts if text in words]
        rules.append(f":root:lang({code}){{{';'.join(said)}}}\n")
    return "".join(rules)


def sprites(games: Collection[str], languages: Collection[str]) -> Iterator[RuntimeFile]:
    """Yield the card faces: a file for each pack in these games, and another for each language with different rank letters.

    The players' heads are among them.
    """
    yield RuntimeFile(HEADS, source=CLIENT / FACES / HEADS)
    for language in (None, *(Catalogue(code, engine_words(code, games)) for code in languages)):
        with use_language(language):
            for pack in packs_of(games):
                if (name := sprite_file(pack)) != f"{pack.id}.svg" or language is None:
                    yield RuntimeFile(name, content=sprite(pack).encode())


def faces_folder(files: Iterable[RuntimeFile]) -> str:
    """Return the folder of the card faces relative to the site's root, or "" if there are none."""
    return next((f"{FOLDER}/{dirname(file.path)}" for file in files if file.path.startswith(f"{FACES}-")), "")


def packs_of(games: Collection[str]) -> list[Pack]:
    """Return the distinct packs of these games. Raises ``RuntimeFilesError`` if two packs have the same id."""
    packs: dict[str, Pack] = {}
    for game in games:
        pack = game_class(game).pack
        if packs.setdefault(pack.id, pack) is not pack:
            raise RuntimeFilesError(f"the pack of {game} has the id of another pack, {pack.id!r}: give it one of its own")
    return [packs[name] for name in sorted(packs)]


def files_in(folder: str) -> Iterator[RuntimeFile]:
    """Yield the client's files in a folder, which are published as they are: its icons, or its font with the font's licence."""
    for file in sorted((CLIENT / folder).iterdir()):
        yield RuntimeFile(file.name, source=file)


def vendored(idiomorph: Path) -> Iterator[RuntimeFile]:
    """Yield the third-party scripts with their licences: idiomorph, and its sibling folders ts-fsrs and glicko2-lite.

    glicko2-lite is a CommonJS module for Node.js, so two lines are added around it to make it an ES module.
    Raises ``RuntimeFilesError`` if a file is missing.
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

"""The Python code shipped to the browser: the engine, and the site's games, wherever they are installed.

The engine is shipped as whole folders, with a few exceptions. For a game, only these modules are shipped: the one with its class,
the sibling modules that the engine finds by name, and all modules that these import from packages that contain games. A game that
imports anything else outside the standard library can't be shipped.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import sysconfig
import zipfile
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec, resolve_name
from pathlib import Path

from rules_engine.authoring.files import files_below
from rules_engine.games import known_games
from rules_engine.site.runtime.errors import GamesNotShipped

SHIPPED = ("__init__.py", "_lazy_names.py", "_version.py", "author", "text", "core", "narration", "solver", "bots",
           "games/__init__.py", "games/load_errors.py", "scenarios", "quiz", "puzzles", "html", "pictures", "api")
"""The parts of the engine that are shipped, besides games. `site/` and the command line aren't shipped."""

AT_HOME = ("bots/decisions.py", "bots/match.py", "bots/stats.py", "core/game/cover.py", "core/game/reference_card.py",
           "narration/claims.py", "scenarios/written_text.py", "api/referee/phases.py", "api/referee/samples.py",
           "api/referee/unasked_facts.py", "html/chart.py", "html/daily_question.py", "html/puzzle_page.py",
           "html/reference_card.py", "html/strategy_test.py", "html/tiles.py", "quiz/strategy_test.py",
           "quiz/turn_questions.py", "quiz/who_holds.py")
"""Modules in the shipped folders that aren't shipped because only the build, the commands or the tests need them."""

BESIDE = ("phrases", "bot", "heuristics", "score_form")
"""The modules next to a game's module that the engine imports by name."""

REGISTRY = '''\
"""The games of this site: the id of each, with the place of its class. The site's build wrote this in the registry's place."""

GAMES = {games}

MODULES = {modules}
"""What the games import of Python's library: a snapshot has none to import from later."""

PARTS = {parts}
"""What each game is made of: a snapshot begins without, and is brought those that are asked for."""


def known_games():
    """Every game id there is, with the place of its class."""
    return GAMES


def searched():
    """Where games were looked for: a reader can't add any."""
    return ""
'''

LOADED = '''\
"""The games of this site, which an engine without any takes in: the id of each, with the place of its class."""

GAMES = {games}
'''

REGISTRY_PLACE, LOADED_PLACE = "games/registry.py", "games/loaded.py"
LOADING = Path(__file__).with_name("empty_registry.py")
"""The module that replaces the registry in an engine without games."""

_LIBRARY = Path(sysconfig.get_path("stdlib"))
_NEED_NOT_BE = re.compile(r"\b(TYPE_CHECKING|ImportError|ModuleNotFoundError)\b")
_HOLDS_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold
_READABLE_FILE = 0o100644 << 16


@dataclass
class Modules:
    """The modules required by a game.

    ``files``    the game's files, by module name
    ``library``  the standard library modules that it imports, each with the location of the first import
    ``way``      messages about the imports that prevent shipping the game
    """

    files: dict[str, Path] = field(default_factory=dict)
    library: dict[str, str] = field(default_factory=dict)
    way: list[str] = field(default_factory=list)


def engine_archive(package_root: Path, games: Collection[str]) -> bytes:
    """Return the engine and these games as an importable zip archive. Raises `GamesNotShipped`.

    ``package_root`` is the folder of the package `rules_engine`.
    """
    return zipped(shipped_modules(package_root, games))


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a reproducible zip archive of files by path.

    It is compressed by default: hosts don't compress `.zip` responses, and an uncompressed archive is three times as large.
    """
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = method
            entry.external_attr = _READABLE_FILE
            entry.create_system = 3  # the default depends on the operating system of the build
            archive.writestr(entry, content, compresslevel=9)
    return memory.getvalue()


def stored(name: str, content: bytes) -> bytes:
    """Return a zip archive with one uncompressed file, which `client/worker/start-python.js` extracts."""
    return zipped({name: content}, zipfile.ZIP_STORED)


def shipped_modules(package_root: Path, games: Collection[str], also: Collection[str] = ()) -> dict[str, bytes]:
    """Return the Python files of the engine and these games by path in the browser.

    ``also`` names additional standard library modules that a snapshot must contain. Raises `GamesNotShipped`.
    """
    own, parts, library = _of_games(package_root, games)
    listed = (json.dumps(each, indent=4) for each in (sorted({*library, *also}), parts))
    registry = REGISTRY.format(games=_places(games), modules=next(listed), parts=next(listed)).encode()
    return _of_the_engine(package_root) | own | {f"{package_root.name}/{REGISTRY_PLACE}": registry}


def engine_alone(package_root: Path) -> dict[str, bytes]:
    """Return the files of the engine without games by path in the browser. Its registry can load games later."""
    return _of_the_engine(package_root) | {f"{package_root.name}/{REGISTRY_PLACE}": LOADING.read_bytes()}


def games_alone(package_root: Path, games: Collection[str]) -> dict[str, bytes]:
    """Return the files of these games for an engine without games, by path in the browser. Raises `GamesNotShipped`."""
    own, *_ = _of_games(package_root, games)
    return own | {f"{package_root.name}/{LOADED_PLACE}": LOADED.format(games=_places(games)).encode()}


def _of_the_engine(package_root: Path) -> dict[str, bytes]:
    return {file.relative_to(package_root.parent).as_posix(): without_docstrings(file.read_bytes())
            for file in _engine(package_root)}


def _of_games(package_root: Path, games: Collection[str]) -> tuple[dict[str, bytes], dict[str, list[str]], set[str]]:
    """Return the games' files by path, their module names by game, and the standard library modules that they import."""
    found = {game: modules_of(package_root, game) for game in games}
    if in_the_way := {game: made.way for game, made in found.items() if made.way}:
        raise GamesNotShipped(in_the_way)
    files = {name: file for made in found.values() for name, file in made.files.items()}
    contents = {_path(name, file): without_docstrings(file.read_bytes()) for name, file in files.items()}
    parts = {game: sorted(made.files) for game, made in sorted(found.items())}
    return contents, parts, {name for made in found.values() for name in made.library}


def without_docstrings(source: bytes) -> bytes:
    """Return a module's source with empty docstrings, which saves a fifth of its size; line numbers don't change."""
    source = source.removeprefix(BOM_UTF8)
    lines = source.splitlines(keepends=True)
    for text in _docstrings(ast.parse(source)):
        first, last = text.lineno - 1, (text.end_lineno or text.lineno) - 1
        left = lines[first][: text.col_offset] + b'""' + lines[last][text.end_col_offset :]
        lines[first : last + 1] = [left, *[b"\n"] * (last - first)]
    return b"".join(lines)


def _docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> Iterator[ast.Expr]:
    """Yield the docstrings of a module and of its classes, functions and attributes."""
    for each in node.body:
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) and isinstance(each.value.value, str):
            yield each
        elif isinstance(each, ast.ClassDef | ast.FunctionDef):
            yield from _docstrings(each)


def _places(games: Collection[str]) -> str:
    return json.dumps({game: known_games()[game] for game in sorted(games)}, indent=4)


def _engine(package_root: Path) -> Iterator[Path]:
    for name in SHIPPED:
        entry = package_root / name
        modules = [entry] if entry.suffix == ".py" else files_below(entry, ".py")
        yield from (module for module in modules if module.relative_to(package_root).as_posix() not in AT_HOME)


def modules_of(package_root: Path, game: str) -> Modules:
    """Return the modules of a game. ``package_root`` is the folder of the package `rules_engine`."""
    made, engine = Modules(), set(_engine(package_root))
    packages = {place.partition(".")[0] for place in known_games().values()}
    module = known_games()[game].partition(":")[0]
    beside = (f"{module.rpartition('.')[0]}.{name}" for name in BESIDE)
    todo = [module, *(each for each in beside if _origin(each, package_root))]
    while todo:
        name = todo.pop()
        file = _origin(name, package_root)
        if name in made.files or file is None or file in engine:  # `file` is None for a folder without an `__init__.py`
            continue
        made.files[name] = file
        todo += _packages_around(name)
        for imported, line in _imports(name, file, package_root):
            if imported.partition(".")[0] in sys.stdlib_module_names:
                made.library.setdefault(imported, f"{_shown(file)}:{line}")
            elif imported.partition(".")[0] in packages and _goes_along(_origin(imported, package_root), package_root, engine):
                todo.append(imported)
            else:
                made.way.append(f"{_shown(file)}:{line} imports {imported}")
    made.way.sort()
    return made


def _goes_along(file: Path | None, package_root: Path, engine: set[Path]) -> bool:
    """Return whether a module can be shipped: Python source that, within Follow Suit, is part of the engine or a game."""
    if file is None or file.suffix != ".py":
        return False
    return not file.is_relative_to(package_root) or file in engine or file.is_relative_to(package_root / "games")


def _origin(module: str, package_root: Path) -> Path | None:
    """Return the file of a module, or None if it is a folder without `__init__.py` or doesn't exist."""
    if module.partition(".")[0] == package_root.name:
        place = package_root.parent.joinpath(*module.split("."))
        return next((file for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file()), None)
    try:
        spec = find_spec(module)
    except ImportError:  # the parent isn't a package
        return None
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def _imports(module: str, file: Path, package_root: Path) -> Iterator[tuple[str, int]]:
    """Yield the modules that a file imports, with line numbers, except optional imports and those for type checkers."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in _statements(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            whole = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                part = f"{whole}.{alias.name}"
                of_library = whole.partition(".")[0] in sys.stdlib_module_names
                inside = _is_of_library(part) if of_library else _origin(part, package_root)
                yield part if inside else whole, node.lineno


def _is_of_library(module: str) -> bool:
    """Return whether the standard library has a file for a module. `find_spec` would import the parent package."""
    place = _LIBRARY.joinpath(*module.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement in a syntax tree except in `if TYPE_CHECKING:` blocks and `try:` blocks that catch `ImportError`."""
    yield node
    skipped: list[ast.stmt] = []
    if isinstance(node, ast.If | ast.Try) and _NEED_NOT_BE.search(_condition(node)):
        skipped = node.body
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _HOLDS_STATEMENTS) and child not in skipped:
            yield from _statements(child)


def _condition(node: ast.If | ast.Try) -> str:
    """Return the source of an `if` condition, or of the exceptions that a `try` catches."""
    parts = [node.test] if isinstance(node, ast.If) else [each.type for each in node.handlers if each.type]
    return " ".join(map(ast.unparse, parts))


def _packages_around(module: str) -> Iterator[str]:
    while module := module.rpartition(".")[0]:
        yield module


def _path(module: str, file: Path) -> str:
    """Return the path of a module in the archive."""
    return module.replace(".", "/") + ("/__init__.py" if file.name == "__init__.py" else ".py")


def _shown(file: Path) -> str:
    """Return a file's path for messages, relative to the current folder if it is below it."""
    return (file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file).as_posix()

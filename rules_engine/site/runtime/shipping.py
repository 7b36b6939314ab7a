"""What of Python goes to a reader's browser: the engine, and the games that the site shows, wherever they are installed.

Of the engine whole folders go. Of a game goes the module of its class, with those that are found by name beside it, and then
whatever these import of the packages that hold games: so a package may hold more than its games. What a game imports
from anywhere else but Python's own library can't come along, and then the game can't be shipped.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import zipfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec, resolve_name
from pathlib import Path

from rules_engine.games import known_games
from rules_engine.site.runtime.errors import GamesNotShipped

SHIPPED = ("__init__.py", "core", "solver", "bots", "games/__init__.py", "scenario", "view", "table")
"""What of the engine goes to the browser, beside games. `site/` and the command line stay at home."""

AT_HOME = ("reference.py", "match.py", "stats.py", "plot.py")
"""What only the build and commands need of them: reference cards are paper, and bots play by the thousand elsewhere."""

BESIDE = ("telling", "bot", "solving")
"""The modules that the engine finds by name beside that of a game's class."""

REGISTRY = '''\
"""The games of this site: the id of each, with the place of its class. The site's build wrote this in the registry's place."""

GAMES = {games}

MODULES = {modules}
"""What the games are made of and import: a snapshot has no library to import from later."""


def known_games():
    """Every game id there is, with the place of its class."""
    return GAMES
'''

_NEED_NOT_BE = re.compile(r"\b(TYPE_CHECKING|ImportError|ModuleNotFoundError)\b")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold
_READABLE_FILE = 0o100644 << 16


@dataclass
class Modules:
    """What a game is made of: its own ``files`` by the names of their modules, what it imports of Python's ``library``, and what
    is in the ``way`` of shipping it.
    """

    files: dict[str, Path] = field(default_factory=dict)
    library: set[str] = field(default_factory=set)
    way: list[str] = field(default_factory=list)


def engine_archive(package_root: Path, games: Collection[str]) -> bytes:
    """The engine and these games as a zip that Python can import from: the same sources give the same bytes.

    Deflated, since hosts compress no `.zip` on the way, and a stored one is three times as big.
    Raises `GamesNotShipped`.
    """
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, content in sorted(shipped_modules(package_root, games).items()):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = _READABLE_FILE
            entry.create_system = 3  # else it tells which system it was made on
            archive.writestr(entry, content, compresslevel=9)
    return memory.getvalue()


def shipped_modules(package_root: Path, games: Collection[str]) -> dict[str, bytes]:
    """The Python files that go to the browser, by their paths there. Raises `GamesNotShipped`."""
    found = {game: modules_of(package_root, game) for game in games}
    if in_the_way := {game: made.way for game, made in found.items() if made.way}:
        raise GamesNotShipped(in_the_way)
    files = {name: file for made in found.values() for name, file in made.files.items()}
    shipped = {_path(name, file): file for name, file in files.items()}
    shipped |= {file.relative_to(package_root.parent).as_posix(): file for file in _engine(package_root)}
    imported = sorted(files.keys() | {name for made in found.values() for name in made.library})
    places = {game: known_games()[game] for game in games}
    registry = REGISTRY.format(games=json.dumps(places, indent=4), modules=json.dumps(imported, indent=4)).encode()
    return {path: file.read_bytes() for path, file in shipped.items()} | {f"{package_root.name}/games/registry.py": registry}


def _engine(package_root: Path) -> Iterator[Path]:
    for name in SHIPPED:
        entry = package_root / name
        modules = [entry] if entry.suffix == ".py" else entry.rglob("*.py")
        yield from (module for module in modules if module.name not in AT_HOME)


def modules_of(package_root: Path, game: str) -> Modules:
    """What a game is made of."""
    made, engine = Modules(), set(_engine(package_root))
    packages = {place.partition(".")[0] for place in known_games().values()}
    module = known_games()[game].partition(":")[0]
    beside = (f"{module.rpartition('.')[0]}.{name}" for name in BESIDE)
    todo = [module, *(each for each in beside if _origin(each, package_root))]
    while todo:
        name = todo.pop()
        file = _origin(name, package_root)
        if name in made.files or file is None or file in engine:  # None: a folder without an `__init__.py`
            continue
        made.files[name] = file
        todo += _packages_around(name)
        for imported, line in _imports(name, file, package_root):
            if imported.partition(".")[0] in sys.stdlib_module_names:
                made.library.add(imported)
            elif imported.partition(".")[0] in packages and _goes_along(_origin(imported, package_root), package_root, engine):
                todo.append(imported)
            else:
                made.way.append(f"{_shown(file)}:{line} imports {imported}")
    made.way.sort()
    return made


def _goes_along(file: Path | None, package_root: Path, engine: set[Path]) -> bool:
    """Whether a module of a package with games can be shipped: it is Python, and one of ours is the engine's or a game's."""
    if file is None or file.suffix != ".py":
        return False
    return not file.is_relative_to(package_root) or file in engine or file.is_relative_to(package_root / "games")


def _origin(module: str, package_root: Path) -> Path | None:
    """The file that a module is; None where it is a folder alone, or isn't there."""
    if module.partition(".")[0] == package_root.name:
        place = package_root.parent.joinpath(*module.split("."))
        return next((file for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file()), None)
    try:
        spec = find_spec(module)
    except ImportError:  # what it should be in is no package
        return None
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def _imports(module: str, file: Path, package_root: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports anywhere, each with its line; not what it can do without, nor what is for types alone."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in _statements(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            whole = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                part = f"{whole}.{alias.name}"
                inside = whole.partition(".")[0] not in sys.stdlib_module_names and _origin(part, package_root)
                yield part if inside else whole, node.lineno


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a tree but blocks `if TYPE_CHECKING:`, and `try:` blocks that go on after an `ImportError`."""
    yield node
    skipped: list[ast.stmt] = []
    if isinstance(node, ast.If | ast.Try) and _NEED_NOT_BE.search(_condition(node)):
        skipped = node.body
    for child in ast.iter_child_nodes(node):
        if child not in skipped:
            yield from _statements(child)


def _condition(node: ast.If | ast.Try) -> str:
    """What a block depends on: a condition, or the errors after which it is given up."""
    parts = [node.test] if isinstance(node, ast.If) else [each.type for each in node.handlers if each.type]
    return " ".join(map(ast.unparse, parts))


def _packages_around(module: str) -> Iterator[str]:
    while module := module.rpartition(".")[0]:
        yield module


def _path(module: str, file: Path) -> str:
    """Where a module lies in the archive."""
    return module.replace(".", "/") + ("/__init__.py" if file.name == "__init__.py" else ".py")


def _shown(file: Path) -> str:
    """A file as people know it: from here, if it is below."""
    return (file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file).as_posix()

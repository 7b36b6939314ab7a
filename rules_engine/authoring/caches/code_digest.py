"""Digests of modules and everything they import, which ignore comments, docstrings and formatting."""

from __future__ import annotations

import ast
import hashlib
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import distributions
from importlib.util import find_spec, resolve_name
from pathlib import Path
from pkgutil import iter_modules

from rules_engine.games import game_class, known_games

_STARTED = time.time()
_IMPORT_BY_NAME = ("import_module", "__import__")
_READS_DOCSTRINGS = (b"__doc__", b"getdoc")


class CodeChangedError(Exception):
    """Raised if a file has changed since this process started, because the process may have loaded an older version."""


def code_digest(modules: Iterable[str], importers: Collection[str] = ()) -> str:
    """Return a digest of these modules and of everything they import, directly or indirectly, except the standard library.

    Imports for type checkers are ignored. A module with dynamic imports counts as importing every module in its package, unless
    it is among ``importers``, whose dynamic imports the caller passes as ``modules``. Raises ``CodeChangedError``, and
    ``OSError`` or ``SyntaxError`` if a file can't be read.
    """
    files = dict(sorted(imported_files(modules, importers).items()))
    documented = any(word in file.read_bytes() for file in files.values() for word in _READS_DOCSTRINGS)
    digest = hashlib.sha256(sys.version.encode())
    for name, file in files.items():
        digest.update(f"{name}\0{_code(file, documented)}\0".encode())
    return digest.hexdigest()


@cache
def engine_digest(games: tuple[str, ...]) -> str:
    """Return a digest of everything that the pages of these games depend on.

    It covers the engine, the loaded packages with games and their catalogues, Python's version, and the installed packages.
    Return "" if a file is newer than this process or can't be read.
    """
    packages = {__name__.partition(".")[0], *(game_class(game).__module__.partition(".")[0] for game in games)}
    packages |= {place.partition(".")[0] for place in known_games().values()} & sys.modules.keys()     # games may share code
    files = sorted(file for package in packages for file in _files_of(package))
    digest = hashlib.sha256("\n".join([sys.version, *games, *_installed()]).encode())
    try:
        for file in files:
            digest.update(f"\0{file.name}\0".encode() + _file_digest(file))
    except (CodeChangedError, OSError):
        return ""
    return digest.hexdigest()


@cache
def _installed() -> list[str]:
    """Return the names and versions of the installed distributions."""
    return sorted(f"{each.name} {each.version}" for each in distributions())


@cache
def _file_digest(file: Path) -> bytes:
    """Return a digest of a file's bytes. Raises ``CodeChangedError`` if the file is newer than the process."""
    _refuse_changed(file)
    return hashlib.sha256(file.read_bytes()).digest()


def _files_of(package: str) -> Iterator[Path]:
    """Yield the modules and catalogues of a package, or the single file of a top-level module."""
    places = getattr(sys.modules[package], "__path__", None)
    if places is None:
        yield Path(str(sys.modules[package].__file__))
    for place in places or ():
        yield from (file for kind in ("*.py", "*.po") for file in Path(place).rglob(kind))


def imported_files(modules: Iterable[str], importers: Collection[str] = ()) -> dict[str, Path]:
    """Return the files of modules, their parent packages and everything they import, by module name.

    ``importers`` are modules whose dynamic imports are ignored.
    """
    files: dict[str, Path] = {}
    seen, waiting = set[str](), [*modules]
    while waiting:
        name = waiting.pop()
        if name in seen or name.partition(".")[0] in sys.stdlib_module_names:
            continue
        seen.add(name)
        if (file := _file(name)) is not None:
            files[name] = file
            waiting += _imports(name, file, name in importers)
        waiting += [name.rpartition(".")[0]] if "." in name else []
    return files


def _file(module: str) -> Path | None:
    """Return the file of a module, or None if the name refers to a folder or to something inside a module."""
    spec = _spec(module)
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def _spec(module: str) -> ModuleSpec | None:
    """Return the spec of a module. Unlike `find_spec`, this doesn't import the parent packages."""
    if module in sys.modules:
        return sys.modules[module].__spec__
    package = module.rpartition(".")[0]
    if not package:
        return find_spec(module)
    around = _spec(package)
    places = around.submodule_search_locations if around is not None else None
    try:
        return PathFinder.find_spec(module, places) if places is not None else None
    except KeyError:        # a namespace package inside a package that hasn't been imported
        return None


@cache
def _imports(module: str, file: Path, importer: bool) -> list[str]:
    """Return the names of the modules that a module may import; a name imported from a package counts as a possible module."""
    package = module if file.stem == "__init__" else module.rpartition(".")[0]
    names = list[str]()
    for node in _executed(_tree(file)):
        if not importer and getattr(node, "id", getattr(node, "attr", "")) in _IMPORT_BY_NAME:
            names += (f"{package}.{each.name}" for each in iter_modules([str(file.parent)]))
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            whole = resolve_name("." * node.level + (node.module or ""), package)
            names += [whole, *(each for alias in node.names for each in (f"{whole}.{alias.name}", *_lazy(whole, alias.name)))]
    return names


def _lazy(package: str, name: str) -> Iterator[str]:
    """Yield the module from which a package's module-level ``__getattr__`` loads a name."""
    loaded = sys.modules.get(package)
    if loaded is not None and "__getattr__" in vars(loaded):
        yield str(getattr(getattr(loaded, name, None), "__module__", package))


def _executed(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every syntax tree node outside ``if TYPE_CHECKING`` blocks."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        yield (node := waiting.pop())
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)


@cache
def _code(file: Path, documented: bool) -> str:
    """Return a module's syntax tree as text, or a digest of the bytes if the file isn't Python source."""
    _refuse_changed(file)
    if file.suffix != ".py":
        return hashlib.sha256(file.read_bytes()).hexdigest()
    tree = _tree(file)
    return ast.dump(tree if documented else _without_docstrings(tree))


def _refuse_changed(file: Path) -> None:
    if file.stat().st_mtime > _STARTED:
        raise CodeChangedError(file)


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_bytes() if file.suffix == ".py" else b"")


def _without_docstrings(tree: ast.Module) -> ast.Module:
    """Remove the string expression statements from a tree, and return it."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not _is_docstring(each)]  # type: ignore[attr-defined]
    return tree


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

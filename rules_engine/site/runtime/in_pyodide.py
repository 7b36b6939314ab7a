"""Run inside Pyodide, when the site is built: finds what the rules import, and compiles it.

Only the Python that the reader will have can compile for it, so this is no part of the build's own Python:
`make.mjs` reads it as a text and runs it. Nothing but `sys` is imported before `exercise` has told what the rules need.
"""

import sys
from types import CodeType  # Python has these at its start
from typing import Any

AT_START = frozenset(sys.modules)

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold
READABLE_FILE = 0o100644 << 16
HASHED_UNCHECKED = (1).to_bytes(4, "little")
NO_HASH = bytes(8)
"""A compiled file whose source nobody has to look for (PEP 552)."""

ASK_FOR_TYPES = (b"singledispatch", b"get_type_hints", b"get_annotations", b"__annotations__", b"inspect")
"""What a module of the rules that asks functions for their types says somewhere."""

NO_LINE = 0x80 | 15 << 3
"""In a table of lines: so many instructions, less one, come from nowhere."""


def exercise() -> tuple[list[str], list[str]]:
    """Use each part of the rules once, faults included; gives the names of all modules that were imported for the first answer,
    and of those that were later.

    Raises whatever the rules raise.
    """
    import traceback
    from importlib import import_module

    from rules_engine.api import handle

    registry = import_module("rules_engine.games.registry")  # the one that is shipped
    for module in registry.MODULES:
        import_module(module)
    saves = [exchange(op="practice", game=game, seed=1)["save"] for game in registry.GAMES]
    import_module("rules_engine.api.lazy_modules")
    first = sys.modules.keys() - AT_START
    for save in saves:
        for deed in ("hint", "next", "undo"):
            save = exchange(op="do", save=save, do=deed).get("save", save)
        exchange(op="resume", save=save)
    import_module("rules_engine.api.puzzle_handler")
    import_module("rules_engine.api.referee.answer")
    import_module("rules_engine.api.referee.import_link")
    import_module("rules_engine.api.score")
    for module in (module for part in registry.PARTS.values() for module in part):
        import_module(module)
    handle("no message at all")
    try:
        __import__("rules_engine.no_such_module")
    except ImportError:
        traceback.format_exc()
    return sorted(first), sorted(sys.modules.keys() - AT_START - first)


def exchange(**question: Any) -> dict[str, Any]:
    """Return the answer to a message, unless it asks for what a game hasn't: not each has every kind of question.

    Raises where the rules stumble over it: a site whose rules do isn't built.
    """
    import json

    from rules_engine.api import handle

    answer: dict[str, Any] = json.loads(handle(json.dumps(question)))
    if answer.get("kind") in ("fault", "damaged"):
        raise RuntimeError(f"{question}: {answer['error']}")
    return answer


def used(modules: list[str]) -> list[str]:
    """Return the files of the standard library that Python began with or that these modules came from."""
    library = next(path for path in sys.path if path.endswith(".zip") and "python3" in path)
    origins = map(origin, {*AT_START, *modules} - {"__main__"})
    return sorted({each[len(library) + 1 :] for each in origins if each.startswith(library)})


def begun_with(first: list[str], later: list[str], tried: str, rules: str) -> list[str]:
    """Return what a snapshot begins with: of the rules what the first answer imports, but for the games, and Python's library as
    far as any does. What the rules were only tried with stays out.
    """
    ours, games = modules_in(rules), games_in(rules)
    of_library = {name for name in (*first, *later) if not origin(name).startswith(f"{tried}/")}
    return sorted(of_library | ({*first} & ours.keys()) - {module for part in games.values() for module in part})


def parts_of(rules: str, begun: list[str]) -> dict[str, list[str]]:
    """Return what is brought later, by the names of the parts: each game, and the rest of the rules."""
    ours, games = modules_in(rules), games_in(rules)
    return {**games, "rest": sorted(ours.keys() - {*begun, *(module for part in games.values() for module in part)})}


def games_in(rules: str) -> dict[str, list[str]]:
    """Return the modules of each game that the rules have."""
    from importlib import import_module

    ours, registry = modules_in(rules), import_module("rules_engine.games.registry")  # the one that is shipped
    return {game: listed for game, listed in registry.PARTS.items() if ours.keys() >= {*listed}}


def modules_in(rules: str) -> dict[str, str]:
    """Return the modules of an archive, each with its path."""
    import zipfile

    with zipfile.ZipFile(rules) as ours:
        return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in ours.namelist()}


def origin(module: str) -> str:
    """Return the file that an imported module came from, if any."""
    return getattr(sys.modules[module].__spec__, "origin", None) or ""


def there(modules: list[str]) -> list[str]:
    """Return all modules that can be imported without a library once these are; a stand-in is none (see `trim_stdlib.py`)."""
    return sorted({*AT_START, *modules, *sys.builtin_module_names} - {"asyncio"})


def archive(library: str, rules: str, modules: list[str]) -> bytes:
    """Return the part of the library that is needed and all of the rules, compiled, as one stored zip.

    The library loses docstrings, which the rules come without, and asserts: those of the rules hold for readers as well.
    Both lose line numbers and the types of what functions take and give.
    """
    import io
    import zipfile

    memory = io.BytesIO()
    with zipfile.ZipFile(library) as theirs, zipfile.ZipFile(rules) as ours, zipfile.ZipFile(memory, "w") as made:
        files = {name: compiled(theirs.read(name), name, optimize=2) for name in used(modules)}
        files |= {name: compiled_rules(ours.read(name), name) for name in ours.namelist()}
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{name}c", LONG_AGO)
            entry.external_attr = READABLE_FILE
            entry.create_system = 3
            made.writestr(entry, content)
    return memory.getvalue()


def part(rules: str, modules: list[str]) -> bytes:
    """Return modules of the rules, compiled, as `rules_engine.api.lazy_modules` takes them in."""
    import marshal
    import zipfile
    import zlib

    paths = modules_in(rules)
    with zipfile.ZipFile(rules) as ours:
        files = {f"{paths[name]}c": compiled_rules(ours.read(paths[name]), paths[name]) for name in modules}
    return zlib.compress(marshal.dumps(files), 9)


def compiled_rules(source: bytes, name: str) -> bytes:
    """Return a module of the rules as a `.pyc`; a game that asks functions what they take is told."""
    return compiled(source, name, optimize=0, types=any(word in source for word in ASK_FOR_TYPES))


def compiled(source: bytes, name: str, optimize: int, types: bool = False) -> bytes:
    """Return a module as a `.pyc` that knows no lines, nor ``types``: of what functions take and give."""
    return pyc(without_lines(compile(source if types else without_types(source), name, "exec", optimize=optimize)))


def without_types(source: bytes) -> Any:
    """Return a module's tree, whose functions say no more of what type they take and give; fields do, since classes are made from
    them."""
    import ast

    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree


def pyc(code: CodeType) -> bytes:
    """Return one module as a `.pyc` that is never compared with its source."""
    import importlib.util
    import marshal

    return importlib.util.MAGIC_NUMBER + HASHED_UNCHECKED + NO_HASH + marshal.dumps(code)


def without_lines(code: CodeType) -> CodeType:
    """Return the same code with a table of lines that knows none; only tracebacks read it, but not without one for each
    instruction."""
    constants = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([NO_LINE | 7] * eights + [NO_LINE | rest - 1] * (rest > 0))
    return code.replace(co_consts=constants, co_linetable=table)


def packed(content: bytes) -> bytes:
    """Return it as small as Zstandard makes it: Python's own WebAssembly brings the reader what unpacks it."""
    from compression.zstd import CompressionParameter, compress  # type: ignore[import-not-found]

    options = {
        CompressionParameter.compression_level: 22,
        CompressionParameter.window_log: 23,
        CompressionParameter.checksum_flag: 0,
    }
    return bytes(compress(content, options=options))

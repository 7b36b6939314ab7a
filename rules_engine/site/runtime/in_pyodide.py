"""A script that runs in Pyodide during the build. It finds the modules that the rules import, and compiles them.

Bytecode must be compiled by the Python version that runs in the browser, so the build's own Python can't do it. `make.mjs` reads
this file as text and runs it. It imports nothing but `sys` and `types` before `exercise` has determined the modules.
"""

import sys
from types import CodeType  # Python has loaded both modules at startup
from typing import Any

AT_START = frozenset(sys.modules)

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold
READABLE_FILE = 0o100644 << 16
HASHED_UNCHECKED = (1).to_bytes(4, "little")
NO_HASH = bytes(8)
"""The header of an unchecked hash-based `.pyc`, which Python never compares with its source (PEP 552)."""

ASK_FOR_TYPES = (b"singledispatch", b"get_type_hints", b"get_annotations", b"__annotations__", b"inspect")
"""Names whose occurrence in a module means that it inspects annotations at runtime."""

PICTURES = ("rules_engine.pictures", "rules_engine.api.handlers.picture")
"""The modules that only a reader who saves a picture needs. They have a part of their own, because the letters are large."""

NO_LINE = 0x80 | 15 << 3
"""A location table entry for instructions without a line number; the low three bits are the number of instructions minus one."""


def exercise() -> tuple[list[str], list[str]]:
    """Run each part of the rules once, including its error handling.

    Return the modules imported for the first response, and the modules imported later.

    Raises whatever the rules raise.
    """
    import traceback
    from importlib import import_module

    from rules_engine.api import handle

    registry = import_module("rules_engine.games.registry")  # in the archive that is shipped
    for module in registry.MODULES:
        import_module(module)
    saves = [exchange(op="practice", game=game, seed=1)["save"] for game in registry.GAMES]
    import_module("rules_engine.api.lazy_modules")
    first = sys.modules.keys() - AT_START
    for save in saves:
        for deed in ("hint", "next", "undo"):
            save = exchange(op="do", save=save, do=deed).get("save", save)
        exchange(op="resume", save=save)
    import_module("rules_engine.api.coach.review_handlers")
    import_module("rules_engine.api.handlers.puzzle")
    import_module("rules_engine.api.referee.answer")
    import_module("rules_engine.api.referee.import_link")
    import_module("rules_engine.api.handlers.score")
    for module in (module for part in registry.PARTS.values() for module in part):
        import_module(module)
    handle("no message at all")
    try:
        __import__("rules_engine.no_such_module")
    except ImportError:
        traceback.format_exc()
    return sorted(first), sorted(sys.modules.keys() - AT_START - first)


def exchange(**question: Any) -> dict[str, Any]:
    """Return the engine's response to a message; a game may reject a request that it doesn't support.

    Raises ``RuntimeError`` if the rules fail, which aborts the build of the site.
    """
    import json

    from rules_engine.api import handle

    answer: dict[str, Any] = json.loads(handle(json.dumps(question)))
    if answer.get("kind") in ("fault", "damaged"):
        raise RuntimeError(f"{question}: {answer['error']}")
    return answer


def used(modules: list[str]) -> list[str]:
    """Return the standard library files that were loaded at startup or belong to these modules."""
    library = next(path for path in sys.path if path.endswith(".zip") and "python3" in path)
    origins = map(origin, {*AT_START, *modules} - {"__main__"})
    return sorted({each[len(library) + 1 :] for each in origins if each.startswith(library)})


def begun_with(first: list[str], later: list[str], tried: str, rules: str) -> list[str]:
    """Return the modules that a snapshot contains from the start.

    These are the modules of the rules imported for the first response, without the games, and all imported standard library
    modules. ``first`` and ``later`` come from `exercise`; modules found only in the archive ``tried`` are left out.
    """
    ours, games = modules_in(rules), games_in(rules)
    of_library = {name for name in (*first, *later) if not origin(name).startswith(f"{tried}/")}
    return sorted(of_library | ({*first} & ours.keys()) - {module for part in games.values() for module in part})


def parts_of(rules: str, begun: list[str]) -> dict[str, list[str]]:
    """Return the modules that are loaded later, by part: each game, pictures, and the rest of the rules."""
    ours, games = modules_in(rules), games_in(rules)
    later = ours.keys() - {*begun, *(module for part in games.values() for module in part)}
    pictures = {module for module in later if module.startswith(PICTURES)}
    return {**games, "pictures": sorted(pictures), "rest": sorted(later - pictures)}


def games_in(rules: str) -> dict[str, list[str]]:
    """Return the modules of each game in an archive of the rules."""
    from importlib import import_module

    ours, registry = modules_in(rules), import_module("rules_engine.games.registry")  # in the archive that is shipped
    return {game: listed for game, listed in registry.PARTS.items() if ours.keys() >= {*listed}}


def modules_in(rules: str) -> dict[str, str]:
    """Return the path of each module in an archive."""
    import zipfile

    with zipfile.ZipFile(rules) as ours:
        return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in ours.namelist()}


def origin(module: str) -> str:
    """Return the file of an imported module, or ""."""
    return getattr(sys.modules[module].__spec__, "origin", None) or ""


def there(modules: list[str]) -> list[str]:
    """Return the modules that can be imported without the standard library after ``modules`` have been imported, except
    stand-ins.

    `trim_stdlib.py` describes the stand-ins.
    """
    return sorted({*AT_START, *modules, *sys.builtin_module_names} - {"asyncio"})


def archive(library: str, rules: str, modules: list[str]) -> bytes:
    """Return the required part of the standard library and all rules, compiled, as one uncompressed zip archive.

    The library is compiled without docstrings and asserts; the rules have no docstrings and keep their asserts. Line numbers and
    function annotations are removed from both.
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
    """Return the given modules of the rules, compiled and packed in the format that `rules_engine.api.lazy_modules` reads."""
    import marshal
    import zipfile
    import zlib

    paths = modules_in(rules)
    with zipfile.ZipFile(rules) as ours:
        files = {f"{paths[name]}c": compiled_rules(ours.read(paths[name]), paths[name]) for name in modules}
    return zlib.compress(marshal.dumps(files), 9)


def compiled_rules(source: bytes, name: str) -> bytes:
    """Return a module of the rules as a `.pyc`; its annotations are kept if it inspects them at runtime."""
    return compiled(source, name, optimize=0, types=any(word in source for word in ASK_FOR_TYPES))


def compiled(source: bytes, name: str, optimize: int, types: bool = False) -> bytes:
    """Return a module as a `.pyc` without line numbers. If ``types`` is true, functions keep their annotations."""
    return pyc(without_lines(compile(source if types else without_types(source), name, "exec", optimize=optimize)))


def without_types(source: bytes) -> Any:
    """Return a module's syntax tree without function annotations. Field annotations stay, since dataclasses need them."""
    import ast

    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree


def pyc(code: CodeType) -> bytes:
    """Return a module's code as an unchecked `.pyc`."""
    import importlib.util
    import marshal

    return importlib.util.MAGIC_NUMBER + HASHED_UNCHECKED + NO_HASH + marshal.dumps(code)


def without_lines(code: CodeType) -> CodeType:
    """Return a code object whose location table has no line numbers.

    The table must still cover every instruction, because tracebacks read it.
    """
    constants = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([NO_LINE | 7] * eights + [NO_LINE | rest - 1] * (rest > 0))
    return code.replace(co_consts=constants, co_linetable=table)


def packed(content: bytes) -> bytes:
    """Return content compressed with Zstandard, which Python in the browser can decompress."""
    from compression.zstd import CompressionParameter, compress  # type: ignore[import-not-found]

    options = {
        CompressionParameter.compression_level: 22,
        CompressionParameter.window_log: 23,
        CompressionParameter.checksum_flag: 0,
    }
    return bytes(compress(content, options=options))

"""Run inside Pyodide, when the site is built: finds what the rules import, and compiles it.

Only the Python that the reader will have can compile for it, so this is no part of the build's own Python:
`make.mjs` reads it as a text and runs it. Nothing but `sys` is imported before `exercise` has told what the rules need.
"""

import sys
from types import CodeType  # Python has it at its start
from typing import Any

AT_START = frozenset(sys.modules)

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold
READABLE_FILE = 0o100644 << 16
HASHED_UNCHECKED = (1).to_bytes(4, "little")
"""A compiled file whose source nobody has to look for (PEP 552)."""


def exercise() -> list[str]:
    """Use each part of the rules once, faults included; gives the names of all modules that this imported.

    Raises whatever the rules raise: a site whose rules can't answer isn't built.
    """
    import json
    import traceback

    from rules_engine.browser import handle
    from rules_engine.games import GAMES

    def ask(**question: Any) -> dict[str, Any]:
        message = {"widget": "w", "links": {"game": "", "general": ""}, **question}
        answer: dict[str, Any] = json.loads(handle(json.dumps(message)))
        if "error" in answer:
            raise RuntimeError(f"{message}: {answer['error']}")
        return answer

    for game in GAMES:
        save = ask(op="practice", game=game, seed=1)["save"]
        for deed in ("hint", "next", "undo"):
            save = ask(op="do", save=save, do=deed).get("save", save)
        ask(op="resume", save=save)
    handle("no message at all")
    try:
        __import__("rules_engine.no_such_module")
    except ImportError:
        traceback.format_exc()
    return sorted(sys.modules.keys() - AT_START)


def used(modules: list[str]) -> list[str]:
    """The files of the standard library that Python began with or that these modules came from."""
    library = next(path for path in sys.path if path.endswith(".zip") and "python3" in path)
    origins = (getattr(sys.modules[name].__spec__, "origin", None) or "" for name in [*AT_START, *modules] if name != "__main__")
    return sorted({origin[len(library) + 1 :] for origin in origins if origin.startswith(library)})


def archive(library: str, rules: str, modules: list[str]) -> bytes:
    """The used part of the library and all of the rules, compiled, as one stored zip.

    The library loses its docstrings, asserts and line numbers; the rules keep theirs.
    """
    import io
    import zipfile

    memory = io.BytesIO()
    with zipfile.ZipFile(library) as theirs, zipfile.ZipFile(rules) as ours, zipfile.ZipFile(memory, "w") as made:
        files = {name: compiled(theirs.read(name), name, optimize=2) for name in used(modules)}
        files |= {name: compiled(ours.read(name), name, optimize=0) for name in ours.namelist()}
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{name}c", LONG_AGO)
            entry.external_attr = READABLE_FILE
            entry.create_system = 3
            made.writestr(entry, content)
    return memory.getvalue()


def compiled(source: bytes, name: str, optimize: int) -> bytes:
    """One module as a `.pyc` that depends on nothing but the source."""
    import importlib.util
    import marshal

    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    if optimize == 2:
        code = without_lines(code)
    return importlib.util.MAGIC_NUMBER + HASHED_UNCHECKED + importlib.util.source_hash(source) + marshal.dumps(code)


def without_lines(code: CodeType) -> CodeType:
    """The same code without its table of lines, which only tracebacks read."""
    constants = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=constants, co_linetable=b"")


def packed(content: bytes) -> bytes:
    """As small as Zstandard makes it: Python's own WebAssembly brings the reader what unpacks it."""
    from compression.zstd import CompressionParameter, compress  # type: ignore[import-not-found]

    options = {
        CompressionParameter.compression_level: 22,
        CompressionParameter.window_log: 23,
        CompressionParameter.checksum_flag: 0,
    }
    return bytes(compress(content, options=options))

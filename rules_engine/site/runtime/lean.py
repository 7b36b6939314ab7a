"""Pyodide without what the rules never use: most of its functions, and the names that it gives them for others.

Pyodide holds all of Python: SQLite, codecs for the scripts of Asia, a debugger. Which of its functions the rules run is
counted while they are played (`inside.py`). Those are kept, and all that they call; the others are left empty. Should a
reader ever need one of them, Python stops there, and the page starts it again as it comes, where nothing is missing:
docs/design/runtime.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_engine.site.runtime.wasm import FUNCTION, Module

NEIGHBOURS = 2
"""So many functions on each side of one that ran are kept: they come from the same file of C, and may well be needed with it."""

UNPACKING = ("malloc", "free", "memory", "ZSTD_createDCtx", "ZSTD_freeDCtx", "ZSTD_decompressStream", "ZSTD_isError")
"""What `starting.js` calls by itself."""

_WORD = re.compile(r"[\w$]+")
_ASSIGNED = re.compile(r'([\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\];')
_DECLARED = re.compile(r"\bvar ([\w$]+(?:,[\w$]+)*);function assignWasmExports\(")


def counting_wasm(wasm: bytes) -> bytes:
    """The WebAssembly of a Python that notes which of its functions run."""
    return Module.read(wasm).counting().written()


def lean_wasm(wasm: bytes, ran: Iterable[int], scripts: str) -> bytes:
    """The WebAssembly with the functions that ran, their neighbours, those that the scripts name, and all that these call."""
    module = Module.read(wasm)
    named = {*_WORD.findall(scripts), *UNPACKING, *(name for name, _ in module.imports())}
    exports = [export for export in module.exports() if export.name in named]
    first, calls = module.imported(FUNCTION), module.calls()
    near = {each for number in ran for each in range(number - NEIGHBOURS, number + NEIGHBOURS + 1)}
    given = {export.number - first for export in exports if export.kind == FUNCTION}
    kept: set[int] = set()
    found = (near | given) & set(range(len(calls)))
    while found:
        kept |= found
        found = set().union(*(calls[number] for number in found)) - kept
    return module.only(kept, {export.name for export in exports}).written()


def lean_glue(glue: str) -> str:
    """Pyodide's script without the variables that it only keeps for packages in C: it has some 4,700 of them."""
    words: dict[str, int] = {}
    for word in _WORD.findall(glue):
        words[word] = words.get(word, 0) + 1
    # A variable of no use stands in its declaration and twice where it is set, and what it is set to stands there alone.
    needless = {own for own, theirs in _ASSIGNED.findall(glue) if words[own] == 3 and words[theirs] == 1}
    glue = _ASSIGNED.sub(lambda found: "" if found[1] in needless else found[0], glue)
    declared = _DECLARED.search(glue)
    if declared is None:
        return glue
    kept = ",".join(name for name in declared[1].split(",") if name not in needless)
    return glue[: declared.start(1)] + kept + glue[declared.end(1) :]

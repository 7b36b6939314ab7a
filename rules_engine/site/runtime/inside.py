"""Run inside Pyodide, when the site is built: finds what the rules import, and compiles it.

Only the Python that the reader will have can compile for it, so this is no part of the build's own Python:
`make.mjs` reads it as a text and runs it. Nothing but `sys` is imported before `exercise` has told what the rules need.
"""

import sys
from collections.abc import Iterator  # Python has these at its start
from types import CodeType
from typing import Any

AT_START = frozenset(sys.modules)

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold
READABLE_FILE = 0o100644 << 16
HASHED_UNCHECKED = (1).to_bytes(4, "little")
"""A compiled file whose source nobody has to look for (PEP 552)."""

NO_LINE = 0x80 | 15 << 3
"""In a table of lines: so many instructions, less one, come from nowhere."""


def exercise() -> list[str]:
    """Use each part of the rules once, faults included; gives the names of all modules that this imported.

    Raises whatever the rules raise.
    """
    import traceback

    from rules_engine.games import GAMES
    from rules_engine.table import handle

    for game in GAMES:
        save = asked(op="practice", game=game, seed=1)["save"]
        for deed in ("hint", "next", "undo"):
            save = asked(op="do", save=save, do=deed).get("save", save)
        asked(op="resume", save=save)
    handle("no message at all")
    try:
        __import__("rules_engine.no_such_module")
    except ImportError:
        traceback.format_exc()
    return sorted(sys.modules.keys() - AT_START)


def play() -> None:
    """Do what readers do: it is counted what of Python that takes. Other variants and tables were seen to take no more.

    Whatever imports nothing new may be used here: the Python that runs this has no library.
    """
    from rules_engine.games import GAMES

    for game in GAMES:
        play_at({"game": game})
    stumble()


def play_at(table: dict[str, str]) -> None:
    """A hand with all that can be asked on the way, the same hand as a worked example, and questions."""
    import random

    from rules_engine.table.session import read_save

    rng = random.Random(1)
    links = {"game": "../", "general": "../../"}
    answer = asked(op="practice", seed=1, **table, links=links)
    while not answer["over"]:
        save = answer["save"]
        session = read_save(save)
        game, position = session.game, session.position
        deed = {"do": "next"}
        if session.readers_turn:
            move = rng.choice([*game.candidates(position)])
            asked(op="do", save=save, do=rng.choice(("why", "play")), value=move.text, links=links)
            asked(op="do", save=save, do="pick", value=str(move.other or move.card), links=links)
            deed = {"do": "play", "value": rng.choice(game.legal(position)).text}
        elif session.sayings:
            deed = {"do": "say", "value": rng.choice([*session.sayings]).phrase}
        asked(op="do", save=save, do=rng.choice(("hint", "because", "last", "undo")), links=links)
        answer = asked(op="do", save=save, **deed, links=links)
    asked(op="resume", save=answer["save"])
    asked(op="do", save=answer["save"], do="deal", seed=2, links=links)
    example = worked(session)
    for step in (0, len(session.moves) // 2, len(session.moves)):
        asked(op="whatif", scenario=example, step=step, moves=[], do="bots", links=links)
    for kind in ("legal-moves", "trick-winner", "next-leader", "hand-score"):
        asked(op="quiz", kind=kind, seed=1, **table, links=links)


def worked(session: Any) -> dict[str, Any]:
    """A hand as authors write an example: its cards as texts, and at each step all that can be said of it.

    Raises if the example doesn't hold.
    """
    from rules_engine.scenario import read_scenario, replay

    game = session.game
    script = []
    for place, move in enumerate(session.moves):
        (position, _), (after, _) = session.line[place : place + 2]
        refused = {each.text: game.judge(position, each).refusal for each in game.candidates(position)}
        step = {
            game.table.names[position.to_act]: move,
            "note": "A *note*.",
            "legal": [each.text for each in game.legal(position)],
            "illegal": {text: refusal.rule for text, refusal in refused.items() if refusal is not None},
            "expect": as_texts(game.tell(after)),
        }
        script.append(step)
    example = {
        "format": 1,
        "game": game.id,
        "variant": game.variant,
        "players": game.table.size,
        "title": "A hand",
        "intro": "From the first card to the last.",
        "rules": [rule.id for rule in game.rules],
        "setup": as_texts(game.write_setup(session.line[0][0])),
        "script": script,
    }
    failures = replay(read_scenario(example)).failures
    if failures:
        raise RuntimeError(f"{game.id}: {failures[0].message}")
    return example


def as_texts(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts with the hands as texts."""
    return {**facts, "hands": {name: " ".join(hand) for name, hand in facts["hands"].items()}}


def stumble() -> None:
    """What goes wrong has functions of its own in Python."""
    import json
    import traceback

    from rules_engine.table import handle

    wrong = ["1 / 0", "{}['x']", "[][0]", "int('x')", "None.nothing", "nothing", "'{:d}'.format('x')", "bytes([255]).decode()",
             "bytearray((1 << 31) - 1)", "(lambda itself: itself(itself))(lambda itself: itself(itself))",
             "__import__('json').loads('[1.5e300, nothing')"]  # fmt: skip
    for each in wrong:
        try:
            eval(each)
        except Exception:  # noqa: BLE001  (MemoryError and RecursionError are among them)
            traceback.format_exc()
    for question in (
        {"op": "nothing"},
        {"op": "do", "save": "1.damaged"},
        {"op": "practice", "game": 1},
        {"op": "quiz", "game": "none"},
    ):
        handle(json.dumps(question))
    json.dumps({"text": "Knüffeln \U0001f0a1", "number": 1.5, "much": 1 << 70}, ensure_ascii=True)
    bytearray(1 << 26)  # memory grows


def collect() -> None:
    """Look through all objects for those that nobody needs, as Python does from time to time."""
    import gc

    gc.collect()


def asked(**question: Any) -> dict[str, Any]:
    """The answer to a message, unless it asks for what a game hasn't: not each has every kind of question.

    Raises where the rules stumble over it: a site whose rules do isn't built.
    """
    import json

    from rules_engine.table import handle

    answer: dict[str, Any] = json.loads(handle(json.dumps({"widget": "w", **question})))
    if answer.get("kind") in ("fault", "damaged"):
        raise RuntimeError(f"{question}: {answer['error']}")
    return answer


def used(modules: list[str]) -> list[str]:
    """The files of the standard library that Python began with or that these modules came from."""
    library = next(path for path in sys.path if path.endswith(".zip") and "python3" in path)
    origins = (getattr(sys.modules[name].__spec__, "origin", None) or "" for name in [*AT_START, *modules] if name != "__main__")
    return sorted({origin[len(library) + 1 :] for origin in origins if origin.startswith(library)})


def spared(sources: dict[str, bytes]) -> set[str]:
    """The files among these that all who import them can do without, and those that only such files import.

    Pyodide's start has Python try to import packers and TLS, in case that somebody will need them; the reader would wait for
    it. What nobody imports by name, Python's C code may, so it stays.
    """
    modules = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in sources}
    needing: dict[str, set[str]] = {}
    wanting: dict[str, set[str]] = {}
    for module, name in modules.items():
        for other, does_without in imports(module, name, sources[name]):
            if other in modules and other != module:
                (wanting if does_without else needing).setdefault(other, set()).add(module)
    left_out = set(wanting)
    while needed := {each for each in left_out if needing.get(each, set()) - left_out}:
        left_out -= needed
    while orphans := {each for each in needing.keys() - left_out if needing[each] | wanting.get(each, set()) <= left_out}:
        left_out |= orphans
    return {modules[each] for each in left_out}


def imports(module: str, name: str, source: bytes) -> Iterator[tuple[str, bool]]:
    """What a module imports, with the packages around it, and whether it goes on if that isn't there."""
    import ast

    package = (module if name.endswith("/__init__.py") else module.rpartition(".")[0]).split(".")

    def asked_for(node: ast.AST, guarded: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, guarded) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*around, *([node.module] if node.module else [])])
            yield from ((f"{base}.{alias.name}", guarded) for alias in node.names)
        elif isinstance(node, ast.Try):
            expects = any("ImportError" in ast.dump(handler.type) for handler in node.handlers if handler.type)
            for child in ast.iter_child_nodes(node):
                yield from asked_for(child, guarded or (expects and child in node.body))
        else:
            for child in ast.iter_child_nodes(node):
                yield from asked_for(child, guarded)

    for wanted, guarded in asked_for(ast.parse(source), False):
        parts = wanted.split(".")
        yield from ((".".join(parts[:end]), guarded) for end in range(1, len(parts) + 1))


def archive(library: str, rules: str, modules: list[str]) -> bytes:
    """The part of the library that is needed and all of the rules, compiled, as one stored zip.

    All lose docstrings and asserts; the library loses its line numbers as well, which the rules keep for reports.
    """
    import io
    import zipfile

    memory = io.BytesIO()
    with zipfile.ZipFile(library) as theirs, zipfile.ZipFile(rules) as ours, zipfile.ZipFile(memory, "w") as made:
        sources = {name: theirs.read(name) for name in used(modules)}
        own = {name: ours.read(name) for name in ours.namelist()}
        files = {name: compiled(sources[name], name, lines=False) for name in sources.keys() - spared(sources | own)}
        files |= {name: compiled(source, name) for name, source in own.items()}
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{name}c", LONG_AGO)
            entry.external_attr = READABLE_FILE
            entry.create_system = 3
            made.writestr(entry, content)
    return memory.getvalue()


def compiled(source: bytes, name: str, lines: bool = True) -> bytes:
    """One module as a `.pyc` that depends on nothing but the source."""
    import importlib.util
    import marshal

    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    if not lines:
        code = without_lines(code)
    return importlib.util.MAGIC_NUMBER + HASHED_UNCHECKED + importlib.util.source_hash(source) + marshal.dumps(code)


def without_lines(code: CodeType) -> CodeType:
    """The same code with a table of lines that knows none; only tracebacks read it, but not without one for each instruction."""
    constants = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([NO_LINE | 7] * eights + [NO_LINE | rest - 1] * (rest > 0))
    return code.replace(co_consts=constants, co_linetable=table)


def unpacked(content: Any) -> None:
    """Unpack as a reader's page does it."""
    from compression.zstd import decompress  # type: ignore[import-not-found]

    decompress(content.to_bytes())


def packed(content: bytes) -> bytes:
    """As small as Zstandard makes it: Python's own WebAssembly brings the reader what unpacks it."""
    from compression.zstd import CompressionParameter, compress

    options = {
        CompressionParameter.compression_level: 22,
        CompressionParameter.window_log: 23,
        CompressionParameter.checksum_flag: 0,
    }
    return bytes(compress(content, options=options))

"""The speed of the rules engine and its constant memory: the tables in docs/design/speed.md.

python -m tests.bench.engine                        every game
python -m tests.bench.engine snakebit --pyodide     one game, in Pyodide under Node too
python -m tests.bench.engine --memory 50000         the memory over this many hands
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rules_engine.games import known_games, make_game
from tests.bench import rates
from tests.bench.markdown import number, table
from tests.bench.rates import CHESS, HEARTS, Measured, measure, memory
from tests.pyodide.interpreter import Interpreter

COLUMNS = ("hands", "moves", "legal", "copies", "nodes")
AGAINST = ((HEARTS, "hands"), (HEARTS, "moves"), (CHESS, "nodes"))

# In Pyodide, Python's own clock includes the time of other processes.
IN_PYODIDE = """
import sys, types
from pyodide.code import run_js
module = sys.modules["rates"] = types.ModuleType("rates")
exec(code, module.__dict__)
module.processor_time = run_js("() => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; }")
module.measure([game], rounds, seconds, others=False)
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the tables."""
    chosen = _parser().parse_args(arguments)
    games = chosen.games or list(known_games())
    if chosen.memory:
        _show_memory(games, chosen.memory)
        return
    measured = measure(games, chosen.rounds, chosen.seconds)
    inside = measure_in_pyodide(games, chosen.rounds, chosen.seconds) if chosen.pyodide else []
    if chosen.json:
        print(json.dumps({"python": sys.version.split()[0], "measured": [row._asdict() for row in measured],
                          "pyodide": [row._asdict() for row in inside]}))
        return
    print("\n".join(["Ratios to the plain loop:", *ratios(measured)]))
    if inside:
        print("\n".join(["In Pyodide:", *ratios(inside)]))
        print("\n".join(["How many times as fast CPython is as Pyodide (best rates):", *compared(measured, inside)]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games; without any, all")
    parser.add_argument("--rounds", type=int, default=7, help="rounds whose median is taken (7)")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of a slice (0.1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--pyodide", action="store_true", help="measure in Pyodide under Node as well, and compare")
    parser.add_argument("--memory", type=int, metavar="HANDS", help="play so many hands of each game and show the memory")
    return parser


def measure_in_pyodide(games: Sequence[str], rounds: int, seconds: float) -> list[Measured]:
    """Return the results of ``measure`` in Pyodide. The plain loop's results come from the run with the first game."""
    code = Path(rates.__file__).read_text(encoding="utf-8")
    with Interpreter() as python:
        found = [Measured(*row) for game in games
                 for row in python.run(IN_PYODIDE, code=code, game=game, rounds=rounds, seconds=seconds)]
    return list({row.name: row for row in reversed(found)}.values())[::-1]


def ratios(measured: Sequence[Measured]) -> list[str]:
    """Return a table of the ratios to the plain loop, and to hearts and chess if they ran."""
    others = {row.name: row.ratios for row in measured if row.name in (HEARTS, CHESS)}
    against = [(name, what) for name, what in AGAINST if name in others]

    def cells(row: Measured) -> list[str]:
        beside = [row.ratios[what] / others[name][what] if what in row.ratios else None for name, what in against]
        return [row.name, *map(number, [*map(row.ratios.get, COLUMNS), *beside]), number(row.rates.get("hands"), "{:,.0f}")]
    heads = ["Game", *COLUMNS, *(f"{what} against {name}" for name, what in against), "hands a second"]
    return table(heads, [cells(row) for row in measured])


def compared(native: Sequence[Measured], inside: Sequence[Measured]) -> list[str]:
    """Return a table of the ratios of native speed to Pyodide's."""
    there = {row.name: row.rates for row in inside}

    def cell(rates: Mapping[str, float], name: str, what: str) -> str:
        return number(rates[what] / there[name][what] if what in rates else None)
    rows = [[row.name, *(cell(row.rates, row.name, what) for what in COLUMNS)] for row in native if row.name in there]
    return table(["Game", *COLUMNS], rows)


def _show_memory(games: Sequence[str], hands: int) -> None:
    for game in games:
        steps = memory(make_game(game), hands)
        print("\n".join(table([f"hands of {game}", "MiB"], [[f"{played:,}", number(size / 2**20)] for played, size in steps])))
        print(f"Grown since the first tenth: {(steps[-1][1] - steps[0][1]) / 1024:,.0f} KiB")


if __name__ == "__main__":
    main()

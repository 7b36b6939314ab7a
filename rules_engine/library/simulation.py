"""Simulation: statistics from many hands between bots, as text and HTML. It runs on any executor and can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from types import NoneType

from rules_engine._version import __version__
from rules_engine.authoring.caches.checkpoint import Checkpoint
from rules_engine.bots import GAME_EXPECTED, PLAIN, bot_for
from rules_engine.bots import stats as hands_of_bots
from rules_engine.bots.stats import Mean, SimulationTally, Statistic, questions_of, read_tally
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import WrongArgument, expect, expect_number, quoted
from rules_engine.core.positions.position import Position
from rules_engine.html.chart import Bar, figure_text, plot_html
from rules_engine.html.elements import Html
from rules_engine.library.notebook import HEAD, LINE, framed
from rules_engine.text.lookalikes import printable
from rules_engine.text.message import NumberText, say


@dataclass(frozen=True)
class SimulationResult:
    """The result for one statistic: the mean of each group with its confidence interval."""

    game: Game[Position]
    question: Statistic[Position]
    hands: int
    means: Sequence[Mean]

    @property
    def bars(self) -> list[Bar]:
        """The means, as bars for a chart."""
        return [Bar(self.question.named(mean.group), mean.mean, mean.half_width, mean.hands) for mean in self.means]

    def __str__(self) -> str:
        lines = [f"  {bar.name}: {figure_text(bar)} {self.question.unit}  ({bar.hands} hands)" for bar in self.bars]
        return printable("\n".join([f"{self.question.asks} ({self.hands:,} hands)", *lines]))

    def __repr__(self) -> str:
        return f"<{self.question.id}: {len(self.means)} means of {self.hands} hands>"

    def _repr_html_(self) -> str:
        source = say("{n} hands", n=NumberText(f"{self.hands:,}"))
        drawn = plot_html(self.question.asks, self.question.groups, self.question.unit, self.bars, source, "")
        return framed(Html(drawn.replace("<details", "<details open", 1)), self.game, HEAD + LINE * (2 + len(self.means)))


def simulate(game: Game[Position], questions: Sequence[Statistic[Position]] = (), hands: int = 1000, seed: int = 1,
             level: str = PLAIN, executor: Executor | None = None, keep: Path | str | None = None,
             progress: Callable[[int, int], object] = lambda done, whole: None) -> dict[str, SimulationResult]:
    """Play ``hands`` hands between bots, and map the id of each statistic in ``questions`` to its result. By default, compute all
    of the game's statistics.

    ``level``     the level of the bots
    ``executor``  a ``concurrent.futures`` executor, or None to run in this process; the results don't depend on it
    ``keep``      a checkpoint file; repeating the call, or calling for more hands, resumes from it
    ``progress``  (hands done, hands in total) is called after each batch

    Raises ``CheckpointMismatch`` if the file belongs to another simulation, and ``WrongArgument``.
    """
    expect(game, Game, GAME_EXPECTED)
    for question in expect(questions, Sequence, "questions: a list of Statistic"):
        expect(question, Statistic, "a question: a Statistic")
    if expect_number(hands, "a number of hands") < 1:
        raise WrongArgument(f"{quoted(hands)} hands have no results: play one or more")
    expect_number(seed)
    expect(keep, (Path, str, NoneType), "the path of a file")
    bot_for(game, level)
    asked = list(questions) or list(questions_of(game))
    table = f"{game.id} {game.variant} {game.options} {game.table.size}"
    about = f"{__version__} {table} {[question.id for question in asked]} seed {seed} {level}"
    with Checkpoint(None if keep is None else Path(keep), about) as kept:
        def seen(tally: SimulationTally) -> None:
            kept.keep(tally.plain)
            progress(tally.hands, hands)
        begun = read_tally(kept.found) if kept.found else SimulationTally()
        means = hands_of_bots.simulate(game, asked, hands, seed, level, executor, begun, seen)
    return {question.id: SimulationResult(game, question, begun.hands, means[question.id]) for question in asked}

"""Measurements as Markdown: the tables in docs/design/start.md, and the aims with their results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from tests.bench.markdown import number, table
from tests.bench.measuring import CONDITIONS, FIRST, OFFLINE, SECOND, Condition, Held, VisitTimes
from tests.bench.subjects import ASSETS, PLAIN, SITE, UNKEPT

BEGIN, END = "<!-- make bench-boot -->", "<!-- the end of what it wrote -->"

LITTLE = 5_000
"""Bytes below which a size isn't mentioned."""


class Figures:
    """Medians of the measurements; a value is None if nothing was measured or no answer arrived."""

    def __init__(self, seen: Sequence[VisitTimes], held: Sequence[Held]) -> None:
        self.seen, self.held = seen, held
        self.conditions: list[Condition] = [each for each in CONDITIONS if any(one.condition == each.name for one in seen)]
        self.rows = list(dict.fromkeys((one.subject, one.visit) for one in seen))

    def of(self, subject: str, visit: str, condition: str, what: Callable[[VisitTimes], float]) -> float | None:
        """Return the median of a quantity."""
        found = [what(one) for one in self._answered(subject, visit, condition)]
        return median(found) if found else None

    def answer(self, subject: str, visit: str, condition: str) -> float | None:
        """Return the milliseconds from the reader's action to the answer."""
        return self.of(subject, visit, condition, lambda one: one.answer)

    def way(self, subject: str, visit: str, condition: str) -> str:
        """Return the ways in which Python was started."""
        return " or ".join(sorted({one.way for one in self._answered(subject, visit, condition)} - {""}))

    def failures(self, subject: str, visit: str, condition: str) -> int:
        """Return the number of visits without an answer."""
        return sum(bool(one.problem) for one in self.seen
                   if (one.subject, one.visit, one.condition) == (subject, visit, condition))

    def clicks(self, condition: str) -> list[float]:
        """Return the milliseconds of every click in all rounds."""
        return [time for one in self.seen if one.condition == condition for time in one.clicks]

    def growth(self) -> int | None:
        """Return the growth of Python's memory in bytes over all hands played."""
        stops = [one.python for one in self.held if one.subject == SITE and one.hands]
        return stops[-1] - stops[0] if stops else None

    def _answered(self, subject: str, visit: str, condition: str) -> Iterator[VisitTimes]:
        wanted = (subject, visit, condition)
        return (one for one in self.seen if (one.subject, one.visit, one.condition) == wanted and not one.problem)


def sent(one: VisitTimes) -> float:
    """Return the bytes sent from the reader's action to the answer."""
    return sum(one.start.values())


def sent_later(one: VisitTimes) -> float:
    """Return the bytes sent after the answer, for the next visit."""
    return sum(one.later.values())


def own_scripts(one: VisitTimes) -> float:
    """Return the bytes of our own scripts that are loaded with a page, without third-party scripts."""
    return sum(size for path, size in one.before.items()
               if path.startswith(f"{ASSETS}/") and path.endswith(".js") and "/vendor/" not in path)


def ratio(mine: float | None, theirs: float | None) -> float | None:
    """Return the ratio of two values, or None if either wasn't measured."""
    return None if mine is None or not theirs else mine / theirs


def p95(times: Sequence[float]) -> float | None:
    """Return the 95th percentile, or None with fewer than twenty times."""
    return quantiles(times, n=20, method="inclusive")[-1] if len(times) >= 20 else None


# ---- tables

def tables(figures: Figures) -> list[str]:
    """Return all tables except the aims."""
    return [*_answers(figures), *_bytes(figures), *_loads(figures), *_clicks(figures), *_memory(figures)]


def _by_condition(figures: Figures, visits: Sequence[str], cell: Callable[[str, str, str], str]) -> list[str]:
    rows = [[f"{subject}, {visit} visit", *(cell(subject, visit, each.name) for each in figures.conditions)]
            for subject, visit in figures.rows if visit in visits]
    return table(["Visit", *(each.about for each in figures.conditions)], rows)


def _answers(figures: Figures) -> list[str]:
    def cell(subject: str, visit: str, condition: str) -> str:
        mine, failed = figures.answer(subject, visit, condition), figures.failures(subject, visit, condition)
        shown = _with_ratio("–" if mine is None else f"{mine / 1000:.2f}", _to_plain(figures, subject, visit, condition))
        return f"{shown}; {failed} without an answer" if failed else shown
    return ["From the click to the first answer, in seconds:", *_by_condition(figures, (FIRST, SECOND, OFFLINE), cell)]


def _to_plain(figures: Figures, subject: str, visit: str, condition: str) -> float | None:
    beside = SECOND if visit == OFFLINE else visit
    return ratio(figures.answer(subject, visit, condition), figures.answer(PLAIN, beside, condition))


def _bytes(figures: Figures) -> list[str]:
    def cell(subject: str, visit: str, condition: str) -> str:
        mine, plain = (figures.of(one, visit, condition, sent) for one in (subject, PLAIN))
        way = figures.way(subject, visit, condition)
        later = figures.of(subject, visit, condition, sent_later) or 0
        size = "–" if mine is None else f"{mine / 1e6:.2f}"
        shown = _with_ratio(f"{way} {size}" if way else size, ratio(mine, plain))
        return f"{shown}, then {later / 1e6:.2f}" if later > LITTLE else shown
    return ["The way that Python started, and megabytes sent from the click to the answer; then the same for the next visit:",
            *_by_condition(figures, (FIRST, SECOND), cell)]


def _loads(figures: Figures) -> list[str]:
    def cell(subject: str, visit: str, condition: str) -> str:
        load = figures.of(subject, visit, condition, lambda one: one.load)
        return "–" if load is None else f"{load / 1000:.2f}"
    return ["Until the page itself is loaded, in seconds:", *_by_condition(figures, (FIRST, SECOND, OFFLINE), cell)]


def _clicks(figures: Figures) -> list[str]:
    rows = [[each.about, str(len(times)), f"{median(times):.0f}", number(p95(times), "{:.0f}")]
            for each in figures.conditions if (times := figures.clicks(each.name))]
    heads = ["Conditions", "clicks", "median", "95 of 100 within"]
    return ["From a click in a practice hand to its painted answer, in milliseconds:", *table(heads, rows)] if rows else []


def _memory(figures: Figures) -> list[str]:
    rows = [[f"{one.subject}, after {one.hands or 'the first'} hand{'s' * (one.hands > 1)}", f"{one.python / 2**20:.1f}",
             f"{one.process / 2**20:.0f}"] for one in figures.held]
    heads = ["When", "Python's memory", "the page's process"]
    return ["Memory, in MiB:", *table(heads, rows)] if rows else []


def _with_ratio(shown: str, of: float | None) -> str:
    return shown if of is None else f"{shown} ({of:.2f})"


# ---- aims

@dataclass(frozen=True)
class Aim:
    """An upper limit that a measurement should meet."""

    about: str
    most: float
    reached: float | None
    form: str = "{:.2f}"
    below: bool = False
    """True if the result must be below ``most``, not equal to it."""

    def cells(self) -> list[str]:
        """Return the aim's row for the table. A miss that rounding would hide is reported as just over the aim."""
        most, reached = self.form.format(self.most), number(self.reached, self.form)
        if reached == most and self.is_missed() and not self.below:
            reached = f"just over {most}"
        return [self.about, f"{'below' if self.below else 'at most'} {most}", reached, self.verdict()]

    def is_missed(self) -> bool:
        """Return whether the aim was measured and missed."""
        return self.reached is not None and (self.reached >= self.most if self.below else self.reached > self.most)

    def verdict(self) -> str:
        """Return the result in a word or two."""
        if self.reached is None:
            return "not measured"
        return "**no**" if self.is_missed() else "yes"


def aims(figures: Figures) -> list[Aim]:
    """Return the aims for the start, with their measured results."""
    answer = figures.answer
    plain_first, plain_second = (answer(PLAIN, visit, "full") for visit in (FIRST, SECOND))
    second = answer(SITE, SECOND, "full")
    unkept = answer(UNKEPT, SECOND, "full")
    bytes_sent, plain = (figures.of(name, FIRST, "full", sent) for name in (SITE, PLAIN))
    clicks, slow = (p95(figures.clicks(condition)) for condition in ("full", "slow"))
    return [
        Aim("first visit by the snapshot, to plain Pyodide's first", 0.2,
            ratio(answer("snapshot only", FIRST, "full"), plain_first)),
        Aim("the site's second visit, to plain Pyodide's first", 0.25, ratio(second, plain_first)),
        Aim("the site's second visit, to plain Pyodide's second", 0.25, ratio(second, plain_second)),
        Aim("second visit with the service worker, to that without", 1, ratio(second, unkept)),
        Aim("offline, to the second visit without the service worker", 1, ratio(answer(SITE, OFFLINE, "full"), unkept)),
        Aim("first visit over 10 Mbit/s, to plain Pyodide's", 0.55,
            ratio(answer(SITE, FIRST, "line"), answer(PLAIN, FIRST, "line"))),
        Aim("bytes of a first visit's start, to plain Pyodide's", 1, ratio(bytes_sent, plain)),
        Aim("a click's painted answer, 95 of 100, ms", 50, clicks, "{:.0f}", below=True),
        Aim("the same with the processor ÷ 4, ms", 100, slow, "{:.0f}", below=True),
        Aim("our scripts before any click, compressed bytes", 40_000, figures.of(SITE, FIRST, "full", own_scripts), "{:,.0f}"),
        Aim("growth of Python's memory over all hands but the first fifth, bytes", 0, figures.growth(), "{:,.0f}"),
    ]


def aims_table(figures: Figures) -> list[str]:
    """Return the table of aims and results."""
    return ["The aims, and what was reached (at full speed where nothing else is said):",
            *table(["What", "aim", "reached", "within the aim"], [aim.cells() for aim in aims(figures)])]


def put_between(text: str, lines: Sequence[str]) -> str:
    """Return a page with the text between its marker lines replaced by ``lines``. Raises ``ValueError`` if a marker is
    missing."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page needs the lines {BEGIN} and {END}, to write between them")
    return "\n".join([before + begin, "", *lines, end + after])

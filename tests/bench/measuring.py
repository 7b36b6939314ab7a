"""Measurement in rounds, each of which visits every subject under every condition, so that the machine's load affects all
alike."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from playwright.sync_api import Error

from tests.bench.server import BenchSite, Connection, served
from tests.bench.subjects import Subject
from tests.bench.visits import OpenBrowser, visit

FIRST, SECOND, OFFLINE = "first", "second", "offline"
PATIENCE = 180.0
"""Timeout for each step, in seconds."""
WARM = 10
"""Number of warm-up clicks, which aren't timed because Python and the browser are still optimizing their code."""
SETTLING = 2.0
"""Seconds without a request after which the browser is assumed to have finished fetching and caching."""


@dataclass(frozen=True)
class Condition:
    """The speed of a reader's machine and connection."""

    name: str
    about: str
    slowed: bool = False
    bits: float = float("inf")
    round_trip: float = 0.0


CONDITIONS = (
    Condition("full", "full speed"),
    Condition("slow", "processor ÷ 4", slowed=True),
    Condition("line", "10 Mbit/s, 50 ms", bits=10e6, round_trip=0.05),
    Condition("thin", "1.6 Mbit/s, 150 ms", bits=1.6e6, round_trip=0.15),
    Condition("both", "both", slowed=True, bits=10e6, round_trip=0.05),
)


@dataclass(frozen=True)
class VisitTimes:
    """A visit: the milliseconds until the page is loaded and from the action to the answer, and the bytes sent."""

    subject: str
    condition: str
    visit: str
    load: float = 0.0
    answer: float = 0.0
    way: str = ""
    before: Mapping[str, int] = field(default_factory=dict)
    """Bytes sent per file before the action."""
    start: Mapping[str, int] = field(default_factory=dict)
    """Bytes sent per file from the action to the answer."""
    later: Mapping[str, int] = field(default_factory=dict)
    """Bytes sent per file after the answer, until the browser is idle."""
    clicks: Sequence[float] = ()
    problem: str = ""
    """The reason why there was no answer, or an empty string."""


@dataclass(frozen=True)
class Held:
    """Memory use in bytes after a number of hands, by Python and by the page's process."""

    subject: str
    hands: int
    python: int
    process: int


def chosen(subjects: Sequence[Subject], only: Sequence[str]) -> list[tuple[Condition, Subject]]:
    """Return the pairs of condition and subject that match a pattern such as ``site/full``; without patterns, all pairs."""
    return [(condition, subject) for condition in CONDITIONS for subject in subjects
            if not only or any(fnmatch(f"{subject.name}/{condition.name}", pattern) for pattern in only)]


def measure(
    pairs: Sequence[tuple[Condition, Subject]], rounds: int, clicks: int, tell: Callable[[str], None]
) -> Iterator[VisitTimes]:
    """Yield the visits in all rounds, reporting each to ``tell``."""
    for number in range(rounds):
        for condition, subject in pairs:
            for seen in visits(subject, condition, clicks):
                told = seen.problem or f"{seen.answer:.0f} ms"
                tell(f"round {number + 1}: {subject.name}, {condition.about}, {seen.visit} visit: {told}")
                yield seen


def visits(subject: Subject, condition: Condition, clicks: int) -> Iterator[VisitTimes]:
    """Yield a reader's first visit, a second one in a restarted browser and, if the subject works offline, one offline."""
    with _at_home(subject, Connection(condition.bits, condition.round_trip)) as (site, profile):
        for name in (FIRST, SECOND, *([OFFLINE] if subject.keeps else [])):
            site.offline = name == OFFLINE
            yield _visited(subject, condition, name, site, profile, clicks if name == FIRST else 0)


@contextmanager
def _at_home(subject: Subject, line: Connection) -> Iterator[tuple[BenchSite, Path]]:
    """Context manager that serves a subject over a connection and creates an empty browser profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, \
            served(subject.folder, subject.changes, line) as site:
        yield site, Path(profile)


def _visited(subject: Subject, condition: Condition, name: str, site: BenchSite, profile: Path, clicks: int) -> VisitTimes:
    site.take()
    try:
        with visit(profile, PATIENCE) as opened:
            with opened.slowed() if condition.slowed else nullcontext():
                load, before, answer = _wished(subject, site, opened)
                start = site.take()
                way = opened.page.evaluate("way")
                problem = "" if way or subject.early or not subject.client else "it wasn't Python that answered"
                times = list(_clicks(subject, opened, clicks)) if subject.plays else []
            site.settle(SETTLING)
            opened.page.evaluate(FORGET)
            return VisitTimes(subject.name, condition.name, name, load, answer, way, before, start, site.take(), times, problem)
    except Error as problem:
        return VisitTimes(subject.name, condition.name, name, problem=problem.message.splitlines()[0])


def _wished(subject: Subject, site: BenchSite, opened: OpenBrowser) -> tuple[float, dict[str, int], float]:
    """Return the load time, the bytes before the action, and the time from the action to the answer."""
    page = opened.page
    page.goto(site.url + subject.page)
    if not subject.wish:
        answer = float(page.evaluate(FILLED, [subject.stage, PATIENCE * 1000]))
        return float(page.evaluate(LOADED)), {}, answer
    page.wait_for_selector(subject.wish)
    page.wait_for_timeout(500)
    return float(page.evaluate(LOADED)), site.take(), _clicked(subject, opened, subject.wish)


def _clicked(subject: Subject, opened: OpenBrowser, button: str) -> float:
    """Return the milliseconds from a click until the answer is painted."""
    opened.page.evaluate("answered", subject.stage)
    opened.page.click(button)
    return float(opened.page.evaluate(ANSWER, PATIENCE * 1000))


FORGET = "localStorage.clear()"
"""Script that deletes the stored hand, which the page would otherwise offer to resume before it deals another."""
LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"

FILLED = """([stage, longest]) => new Promise((done, fail) => {
  const look = () => {
    if (document.querySelector(stage)?.textContent) done(performance.now());
    else if (performance.now() > longest) fail(new Error("no answer"));
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Script that waits until the stage element has content, and resolves with the time since the page was opened."""

ANSWER = """(longest) => Promise.race([answer, new Promise((_, fail) =>
  setTimeout(() => fail(new Error("no answer")), longest))])"""

OFFERED = """async ([stage, longest]) => {
  const sweeps = (button) => button.dataset.do === "next" && document.querySelector(`${stage} .fs-ring[data-old]`);
  const ready = (button) => button.ariaDisabled !== "true" && !sweeps(button);
  const deeds = ":is([data-do=play], [data-do=pick], [data-do=next], [data-do=go], [data-do=deal])";
  for (const since = performance.now(); performance.now() - since < longest;) {
    const ways = [...document.querySelectorAll(`${stage} #fs-answers [data-do=play]`)].filter(ready);
    const offered = ways.length ? ways : [...document.querySelectorAll(`${stage} ${deeds}`)].filter(ready);
    const chosen = offered[Math.floor(Math.random() * offered.length)];
    if (chosen && !document.querySelector(`${stage}`).closest("[aria-busy]")) return (chosen.id ||= "chosen");
    if (document.querySelector(`${stage} [data-do=new]`)) return null;
    await new Promise((then) => setTimeout(then, 30));
  }
  return null;
}"""
"""Script that picks a random button whose answer comes from Python. Clearing a trick before a lead doesn't need Python."""


def _clicks(subject: Subject, opened: OpenBrowser, number: int) -> Iterator[float]:
    """Yield the response times of clicks in consecutive practice hands, until the number is reached or the game is over.

    Card animations are off, and bots' moves between two clicks aren't timed.
    """
    opened.page.evaluate("localStorage.setItem('follow-suit-speed', 'none')")
    for place in range(WARM + number if number else 0):
        button = opened.page.evaluate(OFFERED, [subject.stage, PATIENCE * 1000])
        if button is None:
            return
        time = _clicked(subject, opened, f"[id='{button}']")
        if place >= WARM:
            yield time


# ---- memory

HANDS = """async ([engine, from, to]) => {
  const { engine: rules } = await import(engine);
  const asked = { links: {} };
  for (let seed = from; seed < to; seed++) {
    let answer = await rules.call({ ...asked, op: "practice", game: "snakebit", seed });
    while (!answer.over) {
      if (answer.running) {
        answer = await rules.call({ ...asked, op: "do", save: answer.save, do: "go" });
        continue;
      }
      const page = new DOMParser().parseFromString(answer.html, "text/html");
      const kinds = page.querySelector("#fs-answers [data-do=play]") ? ["play"] : ["play", "pick", "next"];
      const buttons = [...page.querySelectorAll(kinds.map((kind) => `[data-do=${kind}]`).join())];
      const offered = buttons.filter((button) => button.getAttribute("aria-disabled") !== "true");
      const { do: deed, value = "" } = offered[Math.floor(Math.random() * offered.length)].dataset;
      answer = await rules.call({ ...asked, op: "do", save: answer.save, do: deed, value, picked: answer.picked, seed });
    }
  }
}"""
"""Script that plays a practice hand for each seed in a range, by random available actions."""


def memory(subject: Subject, hands: int, steps: int = 5) -> Iterator[Held]:
    """Yield the memory use after Python's first answer and, if the subject plays hands, several times during ``hands``
    hands."""
    watched = subject.with_memory()
    with _at_home(watched, Connection()) as (site, profile), visit(profile, PATIENCE) as opened:
        _wished(watched, site, opened)
        yield _held(watched, opened, 0)
        for step in range(steps if watched.plays else 0):
            played = hands * step // steps, hands * (step + 1) // steps
            if played[0] == played[1]:
                continue
            opened.page.evaluate(HANDS, [f"/{watched.client}/python/engine.js", *played])
            yield _held(watched, opened, played[1])


def _held(subject: Subject, opened: OpenBrowser, hands: int) -> Held:
    [worker] = [worker for worker in opened.page.workers if worker.url.endswith(subject.worker)]
    return Held(subject.name, hands, int(worker.evaluate("memory.buffer.byteLength")), opened.resident())

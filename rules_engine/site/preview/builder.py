"""The build process. It reads requests as lines of JSON and writes one line of JSON as the response to each:

    {"pages": ["games/snakebit/"]}                               the request
    {"addresses": [...], "watched": [...], "problems": [...]}    all pages, the paths to watch, and the problems
    {"fault": "..."}                                             the reason why nothing could be built
    {"stopped": true}                                            the build was aborted

A request may also ask for Python's snapshot (`"snapshot": true`), which goes to the site's cache. The line `{"stop": true}`
aborts the current build and gets no response of its own.

Any other output, such as that of an author's game, goes to standard error.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import os
import queue
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort

import rules_engine
from rules_engine.authoring.call_watch import CallWatch
from rules_engine.authoring.tracebacks import author_frames
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import game_class
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.mkdocs.plugin import FollowSuitPlugin
from rules_engine.site.model.scenarios import BuildStopped
from rules_engine.site.preview.pages import Pages

LONGEST = 90
"""Timeout for a build in seconds, for loops that call an author's functions again and again."""


class Builder:
    """A builder that writes pages of one site into the folder ``site``, with its caches in sibling folders.

    ``config`` is the path of the ``mkdocs.yml``, and ``url`` the URL of the preview.
    """

    def __init__(self, config: str, site: str, url: str) -> None:
        self.config, self.site, self.url = config, site, url
        templates = Path(site).with_name("templates")
        templates.mkdir(exist_ok=True)
        self.pages = Pages(templates)
        self.figures = FenceExtension().made

    def answer(self, wish: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return the response to a request. Errors in an author's files are responses, too, and never raised."""
        heard = _LoggedErrors()
        logging.getLogger("mkdocs").addHandler(heard)
        try:
            self.pages.snapshot = wish.get("snapshot", False)
            config = self._build(wish["pages"])
            return {"addresses": self.pages.addresses, "problems": self.pages.problems, "watched": [*map(str, watched(config))]}
        except BuildStopped:
            return {"stopped": True}
        except (Exception, SystemExit) as error:  # noqa: BLE001  (any error in an author's game or page is reported)
            return {"fault": told(error, heard.errors)}
        finally:
            logging.getLogger("mkdocs").removeHandler(heard)

    def _build(self, pages: Sequence[str]) -> MkDocsConfig:
        config = load_config(self.config, site_dir=self.site, site_url=self.url, strict=False)
        plugin = config.plugins.get("followsuit")
        if not isinstance(plugin, FollowSuitPlugin):
            raise ValueError(f"{self.config}: the plugin “followsuit” isn't among `plugins`")
        plugin.building, plugin.fences.made = self.pages, self.figures
        plugin.config.offline = False  # a service worker would show outdated pages
        plugin.config.previews = False  # nobody shares the preview, and each build would render all puzzles' pages
        self.pages.wanted = pages
        config.plugins.on_startup(command="serve", dirty=True)
        build(config, serve_url=self.url, dirty=True)
        return config


class _LoggedErrors(logging.Handler):
    """A log handler that collects the errors that MkDocs logs before it aborts."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(record.getMessage())


def told(error: BaseException, logged: Sequence[str]) -> str:
    """Return the error message for a failed build: MkDocs' errors, the exception, and the locations in the author's own files."""
    said = [*logged]
    if not (said and isinstance(error, Abort)) and not any(str(error) in line for line in said):
        said.append("".join(traceback.format_exception_only(error)).strip())
    places = [f"  {frame.filename}:{frame.lineno}, in {frame.name}: {frame.line}" for frame in author_frames(error)]
    return "\n".join([*said, *places]).replace(f"{Path.cwd()}{os.sep}", "")


def watched(config: MkDocsConfig) -> Iterator[Path]:
    """Yield the folders and files in a site that an author may change."""
    plugin = config.plugins["followsuit"]
    assert isinstance(plugin, FollowSuitPlugin)
    yield from (Path(config.docs_dir), Path(plugin.config.examples), Path(str(config.config_file_path)))
    yield Path(str(config.config_file_path)).with_name("pyproject.toml")
    yield from (Path(str(folder)) for folder in config.theme.dirs if config.theme.custom_dir == folder)
    yield from map(Path, config.hooks)
    yield Path(rules_engine.__file__).parent
    for game in plugin.config.games:
        package = sys.modules[game_class(game).__module__.partition(".")[0]]
        yield from (Path(folder) for folder in package.__path__)


def main(config: str, site: str, url: str) -> None:
    """Handle requests from standard input until it is closed."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    logging.getLogger("mkdocs.commands.build").setLevel(logging.ERROR)  # hides the warning that `--dirty` omits pages
    shown = logging.StreamHandler()
    shown.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logging.getLogger("mkdocs").addHandler(shown)
    builder = Builder(config, site, url)
    CallWatch(threading.get_ident(), lambda fault: print(json.dumps({"fault": fault}), file=answers, flush=True)).start()
    wishes: queue.Queue[dict[str, JsonValue] | None] = queue.Queue()
    threading.Thread(target=_hear, args=(wishes, builder.pages.stop), daemon=True).start()
    while (wish := wishes.get()) is not None:
        builder.pages.stop.clear()
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        answer = builder.answer(wish)
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps(answer), file=answers, flush=True)


def _hear(wishes: queue.Queue[dict[str, JsonValue] | None], stop: threading.Event) -> None:
    """Read requests in a thread, and queue None at the end of the input. A stop request sets the event."""
    for line in sys.stdin:
        wish = json.loads(line)
        if "stop" in wish:
            stop.set()
        else:
            wishes.put(wish)
    wishes.put(None)


if __name__ == "__main__":
    main(*sys.argv[1:])

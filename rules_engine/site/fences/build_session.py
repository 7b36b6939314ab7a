"""Creates the site's model before any page renders, and prepares each page before it renders.

Independent of the site generator.
"""

from __future__ import annotations

import posixpath
import re
import threading
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from urllib.parse import quote, unquote

from rules_engine.authoring.caches.cache import MADE, Cache
from rules_engine.authoring.caches.code_digest import engine_digest
from rules_engine.authoring.caches.proof_cache import Proofs
from rules_engine.authoring.checks.check import CheckResult
from rules_engine.games import make_game
from rules_engine.html.links import Links
from rules_engine.html.tiles import GameTile
from rules_engine.scenarios.model import Scenario
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.fences.puzzles.daily_puzzles import PuzzlesPage
from rules_engine.site.fences.real_table.at_table import PageLinks
from rules_engine.site.files.assets import FOLDER
from rules_engine.site.model.addresses import PageAddress, embed_folder, front_matter, in_edition, seen_from
from rules_engine.site.model.course import courses
from rules_engine.site.model.daily_puzzles import days_of, questions_of
from rules_engine.site.model.game_pages import (
    GENERAL_PAGE,
    OWN_GENERAL_PAGE,
    PLAYGROUND_PAGE,
    card_page,
    learn_page,
    overview_page,
    play_page,
    puzzles_page,
    score_page,
    table_page,
    usual_page,
    well_page,
)
from rules_engine.site.model.glossary import glossaries
from rules_engine.site.model.languages import languages_of
from rules_engine.site.model.page_contents import PageContents
from rules_engine.site.model.puzzle_pages import puzzle_url
from rules_engine.site.model.scenarios import Scenarios, read_scenarios
from rules_engine.site.model.settings import Settings
from rules_engine.site.model.site_model import GameLead, SiteModel

PROOFS = "proofs.json"
"""The name of the cache file for the proofs of puzzles."""


class BuildSession:
    """A build that checks all scenario files before any page renders."""

    def scenarios(self, folder: Path, games: Collection[str], shown_as: str, proofs: Path) -> Mapping[str, CheckResult]:
        """Return the checked scenario files of these games (see `read_scenarios`)."""
        return read_scenarios(folder, games, shown_as, proofs)

    def peek(self) -> Callable[[str], Scenario | None] | None:
        """Return a function that reads a scenario file without checking it, or None if all files are checked anyway."""
        return None

    def pages(self) -> dict[str, PageContents]:
        """Return the contents of the pages that are known before any page renders."""
        return {}


class PreviewSession(BuildSession):
    """A build that checks a scenario file when a page shows it, and again after a change."""

    def __init__(self) -> None:
        self.found: Scenarios | None = None

    def scenarios(self, folder: Path, games: Collection[str], shown_as: str, proofs: Path) -> Scenarios:
        """Return the scenario files of these games, with cached results for those that haven't changed."""
        if self.found is None:
            self.found = Scenarios(folder, games, shown_as, Proofs(proofs), threading.Event())
        self.found.look_again()
        return self.found

    def peek(self) -> Callable[[str], Scenario | None] | None:
        """Return a function that reads a scenario file without checking it."""
        return None if self.found is None else self.found.peek


def open_book(
    settings: Settings, pages: Collection[str], text_of: Callable[[str], str | None], looking: BuildSession
) -> SiteModel:
    """Create the model of a site.

    ``pages`` are the paths of its pages, relative to the docs folder. ``text_of`` returns a page's text, or None if the page
    doesn't exist. ``looking`` determines when scenarios are checked.
    """
    games = {game: page or usual_page(game, pages) for game, page in settings.games.items()}
    examples = settings.folder(settings.examples)
    days, unreadable = days_of(examples, games)
    questions, unusable = questions_of(examples, days)
    return SiteModel(
        games=games,
        leads={(code, game): lead for code in ("", *settings.languages) for game, page in games.items()
               if (lead := _lead(code, game, page, text_of)) is not None},
        quizzes_for=games if settings.quizzes_for is None else settings.quizzes_for,
        scenarios=looking.scenarios(examples, games, settings.known_as(examples), settings.folder(settings.cache) / PROOFS),
        examples=examples,
        docs=settings.known_as(settings.docs),
        general=OWN_GENERAL_PAGE if OWN_GENERAL_PAGE in pages else GENERAL_PAGE,
        pages=looking.pages(),
        peek=looking.peek(),
        languages=languages_of(settings.languages, games, examples),
        glossaries=glossaries(pages, text_of),
        courses=courses(pages, text_of),
        days=days, questions=questions, unreadable=[*unreadable, *unusable],
        previews=settings.previews,
        made=Cache(settings.folder(settings.cache) / MADE, engine_digest(tuple(games))),
    )


def _lead(code: str, game: str, rules: str, text_of: Callable[[str], str | None]) -> GameLead | None:
    """Return the lines about a game from the front matter of its overview or, if it has only one page, of that page.

    Return None if an edition doesn't have the game.
    """
    overview = text_of(in_edition(code, overview_page(game)))
    text = text_of(in_edition(code, rules)) if overview is None else overview
    if code and text is None:
        return None
    about, _ = front_matter(text or "")
    return GameLead(str(about.get("tagline", about.get("description", ""))), str(about.get("like", "")),
                    str(about.get("shelf", "")))


def _puzzle(here: str, puzzles: str | bool | None, game: str, file: str) -> str:
    """Return the URL of a puzzle's page relative to the page at ``here``, or "" if puzzles have no pages."""
    return seen_from(here, puzzle_url(puzzles, game, file)) if isinstance(puzzles, str) else ""


def open_page(fences: FenceExtension, book: SiteModel, here: PageAddress, path: str, text: str,
              url_of: Callable[[str], str | None], faces: str, embed: bool = False) -> None:
    """Prepare a page before it renders, and pass it to the fence extension.

    ``path``    the page's file as shown in messages
    ``text``    the text of the file
    ``url_of``  a function that returns a page's URL relative to the site's root, or None if it doesn't exist
    ``faces``   the folder of the card faces, relative to the site's root
    ``embed``   whether there are pages that show a table of this page alone
    """

    code, _ = book.edition(here.page)
    general = GENERAL_PAGE if url_of(OWN_GENERAL_PAGE) is None else OWN_GENERAL_PAGE

    def found(target: str) -> str:
        """Return a page's version in the current language if it exists, otherwise the one in the site's own language, or ""."""
        return next((page for page in (in_edition(code, target), target) if url_of(page) is not None), "")

    def to(target: str, page: str = here.page, seen: str = here.url) -> str:
        """Return the URL of ``page`` relative to the page at the URL ``seen``, or "" if ``page`` doesn't exist."""
        target = found(target)
        url = url_of(target) if target != page else None
        return "" if url is None else seen_from(seen, url)

    def address(asset: str) -> str:
        return seen_from(here.url, f"{FOLDER}/{asset}")

    def links(game: str, page: str = here.page, seen: str = here.url) -> Links:
        return Links(to(book.rules_page(game), page, seen), to(general, page, seen), seen_from(seen, faces), code)

    def puzzles(game: str) -> PuzzlesPage:
        page = found(puzzles_page(game))
        url = url_of(page)
        return PuzzlesPage(to(page), links(game, page, url or here.url), partial(_puzzle, here.url, book.previews and url, game))

    def listed(game: str) -> GameTile:
        rules, _, drawn, _ = links(game)
        lead = book.leads[code, game]
        return GameTile(make_game(game), lead.tagline, to(overview_page(game)), rules, to(play_page(game)), drawn,
                        to(puzzles_page(game)), to(card_page(game)), to(learn_page(game)), to(table_page(game)),
                        to(score_page(game)), lead.like, to(well_page(game)), lead.shelf)

    def elsewhere(game: str) -> PageLinks:
        return PageLinks(to(score_page(game)), to(card_page(game)), to(play_page(game)), to(PLAYGROUND_PAGE),
                         to(table_page(game)))

    def redirect(target: str) -> str:
        """Return the target of a link in the page: if the page's language lacks it, the page in the site's own language."""
        file, ends, rest = re.fullmatch("([^?#]*)([?#]?)(.*)", target, re.DOTALL).groups()  # type: ignore[union-attr]
        page = posixpath.normpath(posixpath.join(posixpath.dirname(here.page), unquote(file)))
        own, original = book.edition(page)
        if not (file.endswith(".md") and code and own == code) or url_of(page) is not None or url_of(original) is None:
            return target
        return f"{quote(posixpath.relpath(original, posixpath.dirname(here.page)))}{ends}{rest}"

    contents = book.pages[here.page] = PageContents(path)
    fences.open_page(book, contents, text, links, address, listed, puzzles,
                     book.languages.get(code), elsewhere, book.terms(here.page), redirect,
                     seen_from(here.url, embed_folder(here.url)) if embed else "")

"""``followsuit words de``: update the catalogues for an edition, the site in another language, for translators.

The site's `mkdocs.yml` lists the language under ``languages``, and the edition's pages are in the folder named after the
language's code. The messages of games and of the engine are extracted from the sources, and authors' texts from the examples.
Missing messages are added untranslated. The engine's own three catalogues are written only with ``--engine``, because they belong
to Follow Suit.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rules_engine.authoring.translations.catalogues import (
    of_client,
    of_engine,
    of_examples,
    of_game,
    of_pages,
    read_catalogue,
    update_catalogue,
)
from rules_engine.authoring.translations.extract_messages import (
    client_messages,
    engine_messages,
    game_messages,
    page_messages,
    scenario_messages,
)
from rules_engine.cli.errors import CommandError
from rules_engine.cli.page_checks import add_config, configured, read_book
from rules_engine.core.model.errors import quoted
from rules_engine.text.message import listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("language", metavar="LANGUAGE", help="its code, such as de; one of the site's `languages`")
    parser.add_argument("--engine", action="store_true", help="bring the engine's own catalogues up to date as well")
    add_config(parser)


def run(chosen: argparse.Namespace) -> int:
    """Update the catalogues, and print the number of missing translations in each. The exit status is 1 if any are missing.

    Raises ``CommandError`` if the site doesn't have the language, or the edition contains no game.
    """
    code = chosen.language
    settings = configured(chosen.config).settings
    if code not in settings.languages:
        raise CommandError(f"{quoted(code)} isn't among `languages` of the plugin: add it there, and pages in a folder {code}/")
    book = read_book(chosen.config)
    assert book.peek is not None
    games = book.listed(code)
    if not games and not chosen.engine:
        pages = [settings.known_as(settings.docs / code / page) for page in book.games.values()]
        raise CommandError(
            f"No game is in the edition {quoted(code)} yet, so nothing was gathered: a game is in it once it has the "
            f"page of its rules there, {listed(pages, 'or') or 'and this site has no game'}."
        )
    counts: dict[Path, int] = {}
    for game in games:
        counts[of_game(game, code)] = update_catalogue(of_game(game, code), code, game_messages(game))
    own = {of_engine(code): engine_messages(), of_pages(code): page_messages(), of_client(code): client_messages()}
    for file, entries in own.items():
        counts[file] = (update_catalogue(file, code, entries) if chosen.engine else
                        len(entries.keys() - read_catalogue(file).keys()))
    shown = {name: scenario for name in book.scenarios if (scenario := book.peek(name)) is not None and scenario.game in games}
    written = of_examples(book.examples, code)
    counts[written] = update_catalogue(written, code, scenario_messages(shown))
    for file, count in counts.items():
        print(f"{count:5} to translate in {file}")
    return int(any(counts.values()))

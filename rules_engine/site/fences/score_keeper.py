"""The fence ``score``: where the score of a game at a real table is kept, and the list of what is kept of all games.

    fs-score.fs-score[data-game]
      div.fs-source[hidden]          what is asked at the end of a hand, for every way to play: the page needs no Python for it
      noscript > ul                  the same to read
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules_engine.api.score import score_offer
from rules_engine.html.elements import Html, el
from rules_engine.html.links import Links
from rules_engine.html.tiles import GameTile
from rules_engine.site.fences.style_links import late, link_styles
from rules_engine.text.message import say

SCORE = "score"


def score_html(game: str, links: Links, styles: str) -> Html:
    """Return the score keeper of a game; ``styles`` is the address of what it is dressed in."""
    offer = score_offer(game, links)
    source = json.dumps(offer, ensure_ascii=False, separators=(",", ":"))
    labels = dict.fromkeys(ask["label"] for ask in offer["forms"][0]["asks"])
    return el("fs-score", {"class": "fs-score", "data-game": game, "data-search-exclude": True},
              link_styles(styles, "score-keeper"), late(),
              el("div", {"class": "fs-source", "hidden": True}, source),
              el("noscript", None,
                 el("p", "fs-needs", say("The sums need JavaScript. Without it, note this at the end of each hand:")),
                 el("ul", None, [el("li", None, label) for label in labels])))


def evenings_html(games: Sequence[GameTile]) -> Html:
    """Return a row of games that leads to their pages *Keep the score*. A script puts what is kept of them above."""
    return el("fs-evenings", None, el("p", "fs-game-pages", [
        el("a", {"href": each.score, "data-game": each.game.id}, each.game.name) for each in games if each.score]))

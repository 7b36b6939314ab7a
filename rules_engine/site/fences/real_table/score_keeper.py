"""The fence ``score``: the score keeper for a game at a real table, and the list of saved scores of all games.

    fs-score.fs-score[data-game]
      div.fs-source[hidden]          the score forms for every choice of the game as JSON, so that the page works without Python
      noscript > ul                  the fields of a score form as text
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules_engine.api.handlers.score import score_offer
from rules_engine.html.elements import Html, el
from rules_engine.html.links import Links
from rules_engine.html.tiles import GameTile
from rules_engine.site.fences.style_links import late, link_styles
from rules_engine.text.message import say

SCORE = "score"


def score_html(game: str, links: Links, styles: str) -> Html:
    """Return the score keeper for a game; ``links`` are the links that it shows, and ``styles`` is the URL of its style sheet."""
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
    """Return links to the games' pages *Keep the score*. A script adds the saved scores above them."""
    return el("fs-evenings", None, el("p", "fs-game-pages", [
        el("a", {"href": each.score, "data-game": each.game.id}, each.game.name) for each in games if each.score]))

"""A hand being played, or a worked example being varied, as HTML.

    div.fs-stage#ID-stage
      p.fs-status           whose turn it is, and what may be done
      div.fs-verdict        why a move was refused, or a hint
      div.fs-table …
      p.fs-actions          the button [data-do] that goes on
      div.fs-picker         where a card can be played in more than one way: buttons [data-do=play][data-value]
      div.fs-moves          moves that are no cards: buttons, or a number to choose
      ul.fs-news            what just happened
      div.fs-sayings        what the reader may say to the seat to act: buttons [data-do=say][data-value]
      p.fs-actions          all other buttons
      details.fs-log        what happened in the hand and what was said

Once the hand is over, ``ul.fs-news`` and the score, ``div.fs-sheet``, come right after the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules_engine.core.cards import Card, Pack
from rules_engine.core.game import Game, View
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.talk import Remark
from rules_engine.core.telling import Finding, Told
from rules_engine.view.face import findings_html, rule_link, sentence, suit_sign
from rules_engine.view.html import Attribute, Html, el
from rules_engine.view.links import Links
from rules_engine.view.score import score_html
from rules_engine.view.table import Choice, Table, choices_for, phrase

MANY = 12
"""More moves of one verb than this become one field instead of buttons."""
FORWARD = ("next", "deal")
"""What takes the hand further, and so stands out."""


class Aside(NamedTuple):
    """Something to say beside the table: a heading, a sentence or findings."""

    heading: str
    findings: tuple[Finding, ...] = ()
    sentence: str = ""


class Scene(NamedTuple):
    """All that one picture of a running hand shows."""

    view: View[Position]
    widget: str
    links: Links
    status: str
    actions: Sequence[tuple[str, str]]
    """Buttons: what they do, and their label."""
    picked: str = ""
    told: Aside | None = None
    log: Sequence[Told | Remark] = ()
    readers_turn: bool = False
    remarks: Sequence[Remark] = ()
    """What was just said."""
    sayings: Sequence[Remark] = ()
    """What the reader may say now."""
    news: Sequence[Told] = ()
    """What happened last."""


def scene_html(scene: Scene) -> Html:
    """The stage of a hand being played."""
    game, position = scene.view.game, scene.view.position
    choices = choices_for(scene.view) if scene.readers_turn else {}
    picked = next((card for card in choices if card.text == scene.picked), None)
    bound = {card for finding in (scene.told.findings if scene.told else ()) if not finding.permits
             for card in finding.cards}
    return el("div", {"class": "fs-stage fs-live", "id": f"{scene.widget}-stage"},
              el("p", {"class": "fs-status", "id": f"{scene.widget}-status"}, scene.status),
              _told(scene), Table(scene.view, scene.widget, choices, bound=bound, picked=picked,
                                  remarks=scene.remarks).html(),
              [_news(scene), score_html(game, position, scene.links)] if position.hand_over else None,
              _actions(scene, FORWARD, "fs-main"),
              _picker(scene, choices[picked], picked) if picked is not None else None,
              _other_moves(scene, choices) if scene.readers_turn else None,
              None if position.hand_over else _news(scene), _sayings(scene) if scene.sayings else None,
              _actions(scene, {do for do, _ in scene.actions}.difference(FORWARD)), _log(scene))


def _actions(scene: Scene, wanted: Collection[str], look: str | None = None) -> Html | None:
    """Those of the scene's buttons that are wanted here."""
    buttons = [el("button", {"type": "button", "class": look, "id": f"{scene.widget}-do-{do}", "data-do": do}, label)
               for do, label in scene.actions if do in wanted]
    return el("p", "fs-actions", buttons) if buttons else None


def _picker(scene: Scene, choice: Choice, picked: Card) -> Html:
    """How to play a card that can be played in more than one way."""
    pack = scene.view.game.pack
    return el("div", {"class": "fs-picker", "id": f"{scene.widget}-picker", "role": "group",
                      "aria-label": f"How to play the {picked.name}"},
              el("span", None, f"{picked.name}:"), [_move_button(scene, move, pack) for move in choice.moves])


def _move_button(scene: Scene, move: Move, pack: Pack) -> Html:
    legal = scene.view.game.judge(scene.view.position, move).legal
    attributes: dict[str, Attribute] = {
        "type": "button", "class": "fs-move-button" + ("" if legal else " fs-shut"), "data-do": "play",
        "data-value": move.text, "id": f"{scene.widget}-move-{move.text.replace(' ', '-')}",
        "aria-disabled": None if legal else "true"}
    return el("button", attributes, _label(move, pack))


def _label(move: Move, pack: Pack) -> list[str]:
    """What a move's button says, the card it is made with being picked already."""
    if move.suit:
        return ["as " if move.card else "", suit_sign(pack, move.suit), " ", pack.suit_name(move.suit)]
    if move.other is not None:
        return [f"{move.verb.capitalize()} the ", *sentence(pack, f"{{{move.played.text}}}")]
    return [move.verb.capitalize(), "" if move.number is None else f" {move.number}"]


def _other_moves(scene: Scene, choices: dict[Card, Choice]) -> Html | None:
    """The moves that are made with no card in hand."""
    position = scene.view.position
    on_cards = {move for choice in choices.values() for move in choice.moves}
    moves = [move for move in scene.view.game.legal(position) if move not in on_cards]
    if not moves:
        return None
    numbers = [move for move in moves if move.number is not None]
    few = [move for move in moves if move.number is None or len(numbers) <= MANY]
    return el("div", {"class": "fs-moves", "id": f"{scene.widget}-moves", "role": "group", "aria-label": "Your move"},
              _number_field(scene, numbers) if len(numbers) > MANY else None,
              [_move_button(scene, move, scene.view.game.pack) for move in few])


def _number_field(scene: Scene, moves: list[Move]) -> Html:
    field = f"{scene.widget}-number"
    return el("span", "fs-number-move", el("label", {"for": field}, f"Your {moves[0].verb}: "),
              el("select", {"id": field, "class": "fs-number-choice"},
                 [el("option", {"value": move.text}, str(move.number)) for move in moves]),
              el("button", {"type": "button", "class": "fs-main", "data-do": "play", "data-from": field,
                            "id": f"{field}-go"}, moves[0].verb.capitalize()))


def _sayings(scene: Scene) -> Html:
    """What the reader may say, each phrase with its meaning."""
    listener = scene.view.position.name(scene.view.position.to_act)
    return el("div", {"class": "fs-sayings", "id": f"{scene.widget}-sayings", "role": "group",
                      "aria-label": f"Say something to {listener}"},
              el("p", None, f"Or say something to {listener} first. Everybody hears it, and it needn't be true."),
              [el("button", {"type": "button", "id": f"{scene.widget}-say-{place}", "data-do": "say",
                             "data-value": saying.phrase}, phrase(saying), el("span", "fs-meaning", saying.meaning))
               for place, saying in enumerate(scene.sayings)])


def _remark(game: Game[Position], remark: Remark) -> Html:
    return el("li", "fs-remark", el("b", None, game.table.names[remark.seat]), ": ", phrase(remark), " ",
              el("span", "fs-meaning", remark.meaning))


def _news(scene: Scene) -> Html | None:
    """What just happened, sentence by sentence; the sheet below tells of a hand's score."""
    game, position = scene.view.game, scene.view.position
    in_sheet = {line.rule.id for line in game.sheet(position)}
    lines = [el("li", None, sentence(game.pack, told.sentence)) for told in scene.news
             if told.event.rule not in in_sheet]
    return el("ul", {"class": "fs-news", "id": f"{scene.widget}-news"}, lines) if lines else None


def _told(scene: Scene) -> Html | None:
    if scene.told is None:
        return None
    game = scene.view.game
    refused = any(not finding.permits for finding in scene.told.findings)
    return el("div", {"class": "fs-verdict" + (" fs-refused" if refused else ""), "id": f"{scene.widget}-verdict"},
              el("p", "fs-verdict-title", sentence(game.pack, scene.told.heading)),
              el("p", None, sentence(game.pack, scene.told.sentence)) if scene.told.sentence else None,
              findings_html(game, scene.told.findings, scene.links))


def _log(scene: Scene) -> Html | None:
    game = scene.view.game
    lines = [_remark(game, entry) if isinstance(entry, Remark) else
             el("li", None, sentence(game.pack, entry.sentence), " ", rule_link(game, entry.event.rule, scene.links))
             for entry in scene.log]
    return el("details", {"class": "fs-log", "id": f"{scene.widget}-log", "data-search-exclude": True},
              el("summary", None, "What happened so far"), el("ol", None, lines)) if lines else None



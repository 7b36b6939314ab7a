"""The score of a match at a real table: the form that the page shows, and the score computed from its entries."""

from __future__ import annotations

from rules_engine.api.protocol import (
    FieldCondition,
    FormField,
    ScoreAnswer,
    ScoreChoice,
    ScoredHand,
    ScoreForm,
    ScoreLine,
    ScoreMessage,
    ScoreOffer,
    ScoreSentence,
    SentLinks,
)
from rules_engine.api.request import links_of
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice, option_labels
from rules_engine.core.game.score_form import ChoiceField, Form, NumberField, When, counted_hands, counting_of, next_hand
from rules_engine.core.model.cards import Pack
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.events import Event, Line
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, make_game
from rules_engine.html.card_html import rule_title, sentence, spoken
from rules_engine.html.elements import join
from rules_engine.html.links import Links
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.text.locale import translate
from rules_engine.text.message import Seats, Text, capital, declared

Hand = tuple[Position, list[Line], list[Event]]


# ---- the form

def score_offer(game_id: str, links: Links) -> ScoreOffer:
    """Return the data with which a page can keep a game's score without Python, in the page's language."""
    kind, forms, choices = game_class(game_id), list[ScoreForm](), list[ScoreChoice]()
    for game in every_choice(kind):
        wanted = [form_plain(counting_of(kind).form(game, dealer), game.pack) for dealer in game.table.seats]
        forms += [form for place, form in enumerate(wanted) if form not in forms and form not in wanted[:place]]
        choices.append(ScoreChoice(
            variant=game.variant, called=translate(kind.variants[game.variant]), options=game.options, seats=game.table.names,
            names=[translate(Seats([name])) for name in game.table.names],
            sides=game.score_sides(), unit=translate(declared(game.unit, "unit")), forms=[forms.index(form) for form in wanted]))
    sent = SentLinks(game=links.game, general=links.general, faces=links.faces, language=links.language)
    return ScoreOffer(game=game_id, name=translate(kind.name), links=sent, choices=choices, forms=forms,
                      options={each: translate(word) for each, word in option_labels(kind).items()})


def form_plain(form: Form, pack: Pack) -> ScoreForm:
    """Return a form as JSON. Suit marks in its labels become names in plain text, and symbols in HTML."""
    return {"asks": [_ask(ask, pack) for ask in form.asks],
            "shares": [{"key": each.key, "of": each.of, "times": each.times} for each in form.shares],
            "sums": [{"keys": each.keys, "total": each.total, "what": spoken(pack, each.what), "exact": each.exact}
                     for each in form.sums]}


def _ask(ask: NumberField | ChoiceField, pack: Pack) -> FormField:
    if isinstance(ask, ChoiceField):
        options = [{"value": each.value, "seats": each.seats, **_called(each.label, pack)} for each in ask.options]
        return {"key": ask.key, "when": _when(ask.when), "options": options, **_called(ask.label, pack)}  # type: ignore[typeddict-item]
    return {"key": ask.key, "when": _when(ask.when), "who": ask.who, "least": ask.least, "most": ask.most,
            **_called(ask.label, pack)}  # type: ignore[typeddict-item]


def _called(label: Text, pack: Pack) -> dict[str, str]:
    """Return a label as plain text, and as HTML if it contains suits."""
    told = spoken(pack, label)
    named: dict[str, str] = {"label": capital(told)}
    return named if told == translate(label) else {**named, "html": join(sentence(pack, label))}


def _when(when: When) -> list[FieldCondition]:
    return [{"key": key, "answers": answers} for key, answers in when.items()]


# ---- the score

def score_answer(message: ScoreMessage) -> ScoreAnswer:
    """Return the score of a match, computed from the entries for its hands."""
    game = _game_of(message)
    narrator, links = narrator_for(game), links_of(message)
    dealer = message["dealer"] % game.table.size
    hands: list[Hand] = [*counted_hands(game, dealer, message["hands"])]
    last, events = (hands[-1][0], hands[-1][2]) if hands else (game.blank(), [])
    coming = None if last.game_over else next_hand(game, dealer, last if hands else None)
    return {"hands": [_hand(narrator, links, hand) for hand in hands],
            "dealer": None if coming is None else coming.dealer,
            "leads": None if coming is None else counting_of(type(game)).leads(game, coming),
            "consequences": [_sentence(narrator, links, last, event) for event in events],
            "facts": _facts(narrator, coming or last), "over": last.game_over, "winners": last.won_by}


def _game_of(message: ScoreMessage) -> Game[Position]:
    """Return the game, with default seat names if those entered are invalid."""
    chosen = message["game"], message.get("variant"), message.get("players")
    try:
        return make_game(*chosen, message.get("seats") or None, message.get("options"))
    except SetupError:
        return make_game(*chosen, None, message.get("options"))


def _hand(narrator: Narrator[Position], links: Links, hand: Hand) -> ScoredHand:
    position, lines, _ = hand
    brought = [line for line in lines if any(line.points)]
    return {"dealer": position.dealer, "lines": [_line(narrator, links, line) for line in brought],
            "points": position.hand_score or [], "totals": position.totals}


def _line(narrator: Narrator[Position], links: Links, line: Line) -> ScoreLine:
    pack = narrator.game.pack
    return {"label": spoken(pack, narrator.label(line)), "means": spoken(pack, narrator.means(line)),
            "rule": links.rule(line.rule.id), "points": line.points}


def _sentence(narrator: Narrator[Position], links: Links, last: Position, event: Event) -> ScoreSentence:
    game = narrator.game
    return {"text": spoken(game.pack, narrator.event(last, event)), "title": translate(rule_title(game, event.rule)),
            "rule": links.rule(event.rule)}


def _facts(narrator: Narrator[Position], at: Position) -> list[list[str]]:
    return [[translate(label), translate(told)] for label, told in narrator.match(at, at.number)]

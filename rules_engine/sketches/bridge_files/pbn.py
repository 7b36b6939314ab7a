"""Reading and writing of Portable Bridge Notation.

The format is version 2.1 of the standard by Tis Veenstra, https://www.tistis.nl/pbn/. A file has records of tag pairs, such as
``[Dealer "N"]``. The tags *Auction* and *Play* are followed by calls and cards: a row of *Play* has the cards of one trick by
seat, beginning with the seat that the tag names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.core.model.moves import Move
from rules_engine.scenarios.replay import Replay, ReplayStep
from rules_engine.sketches.bridge import BridgePosition
from rules_engine.sketches.bridge_files.record import (
    GAME,
    HAND,
    LETTERS,
    SIDES,
    SUITS,
    BridgeRecord,
    RecordError,
    Token,
    card_at,
    check_hands,
    contract_read,
    seat_of,
    token_at,
)

_PARTS = re.compile(r'^%.*|;.*|\{[^}]*\}?|\[\s*(?P<tag>\w+)\s+"(?P<value>(?:\\.|[^"\\])*)"\s*\]|(?P<word>[^\s\[{;]+)',
                    re.MULTILINE)
"""Matches the parts of a file: escaped lines, comments, tag pairs, and the words of a section."""
_IGNORED = re.compile(r"=\d+=|\$\d+|[!?]+")
"""Matches references to notes and suffixes that judge a call or a card."""
_ROUND: Mapping[str, tuple[int, ...]] = dict(zip(("None", "NS", "EW", "All"), SIDES, strict=True))
"""The vulnerable sides as they are written, in the order of boards 1 to 4."""
_VULNERABLE: Mapping[str, tuple[int, ...]] = {name.upper(): sides for name, sides in _ROUND.items()} | {
    "LOVE": (), "-": (), "BOTH": (0, 1)}
_UNKNOWN = ("", "?", "-")
_PER_LINE = 4


class _Section(NamedTuple):
    """The value of a tag, and the words that follow it."""

    value: Token
    words: list[Token]


def read_pbn(text: str) -> list[BridgeRecord]:
    """Return the records of a file. Raises ``RecordError`` if one can't be read or the file has none."""
    found, before = list[BridgeRecord](), dict[str, _Section]()
    for tags in _records(text):
        for name, section in tags.items():      # "#" stands for the value in the record before
            if section.value.text.startswith("#") and name in before:
                tags[name] = section._replace(value=section.value._replace(text=before[name].value.text))
        before = tags
        if "Deal" in tags:
            found.append(_record(tags))
    if not found:
        raise RecordError('no hand is recorded here: expected a tag such as [Deal "N:…"]', 1, 1)
    return found


def _records(text: str) -> Iterator[dict[str, _Section]]:
    """Yield the tags of each record. A record begins with the first tag that the one before has already."""
    tags: dict[str, _Section] = {}
    latest: _Section | None = None
    for part in _PARTS.finditer(text):
        if (tag := part["tag"]) is not None:
            if tag in tags and tag != "Note":
                yield tags
                tags = {}
            value = re.sub(r"\\(.)", r"\1", part["value"])
            latest = tags[tag] = _Section(token_at(text, value, part.start("value")), [])
        elif part["word"] is not None:
            token = token_at(text, part["word"], part.start())
            if latest is None:
                raise token.error(f"{quoted(token.text)} is in no record: expected a tag such as [Dealer \"N\"] first")
            if not _IGNORED.fullmatch(token.text):
                latest.words.append(token)
    if tags:
        yield tags


def _record(tags: Mapping[str, _Section]) -> BridgeRecord:
    deal = tags["Deal"].value
    record = BridgeRecord(deal, title=_title(tags), vulnerable=_vulnerable(tags), hands=_hands(deal))
    auction, play = tags.get("Auction"), tags.get("Play")
    dealer = next((tags[name].value for name in ("Dealer", "Auction") if _value(tags, name)), deal.part(0, 1))
    record.dealer = seat_of(dealer)
    if auction is not None:
        record.calls = [*_calls(auction.words)]
    contract = _value(tags, "Contract")
    if contract.upper() == "PASS" and not record.calls:
        record.calls = [tags["Contract"].value] * len(LETTERS)
    elif contract and not record.calls:
        record.contract = contract_read(tags["Contract"].value, _declarer(tags))
    if play is not None and (record.calls or record.contract):
        record.by_seat, record.first = True, seat_of(play.value)
        record.cards = [word._replace(text=word.text.rstrip("!?")) for word in _until_star(play.words)]
    return record


def _value(tags: Mapping[str, _Section], name: str) -> str:
    """Return the value of a tag; empty if the record doesn't have it or doesn't know it."""
    text = tags[name].value.text if name in tags else ""
    return "" if text in _UNKNOWN else text


def _title(tags: Mapping[str, _Section]) -> str:
    event, board = _value(tags, "Event"), _value(tags, "Board")
    numbered = f"board {board}" if board else ""
    return f"{event}, {numbered}" if event and board else event or numbered.capitalize()


def _vulnerable(tags: Mapping[str, _Section]) -> tuple[int, ...]:
    """Return the vulnerable sides, by default those of the board's number, which repeat after 16 boards."""
    board = _value(tags, "Board")
    if "Vulnerable" in tags and tags["Vulnerable"].value.text not in ("", "?"):
        written = tags["Vulnerable"].value
        if written.text.upper() not in _VULNERABLE:
            raise written.error(f"{quoted(written.text)} is nobody's vulnerability: expected None, NS, EW or All")
        return _VULNERABLE[written.text.upper()]
    place = int(board) - 1 if board.isdecimal() and int(board) else 0
    return [*_ROUND.values()][(place + place // len(_ROUND)) % len(_ROUND)]


def _declarer(tags: Mapping[str, _Section]) -> int:
    if not _value(tags, "Declarer"):
        raise tags["Contract"].value.error("the record has a contract, but names no declarer")
    declarer = tags["Declarer"].value
    return seat_of(declarer._replace(text=declarer.text.removeprefix("^")))


def _hands(deal: Token) -> list[list[Card]]:
    """Return the hands by seat from a deal such as ``N:AK4.Q2.… …``, which begins with a seat and goes on clockwise."""
    if deal.text[1:2] != ":":
        raise deal.error(f"{quoted(deal.text)} is no deal: expected a seat and four hands, as in N:AK4.QJ2.…")
    first, hands = seat_of(deal.part(0, 1)), list[list[Card]]([[], [], [], []])
    for place, found in enumerate(re.finditer(r"\S+", deal.text[2:])):
        hand = deal.part(found.start() + 2, found.end() + 2)
        if place >= len(hands):
            raise hand.error("a deal has four hands")
        hands[(first + place) % len(hands)] = [*_hand(hand)]
    check_hands(hands, deal)
    return hands


def _hand(hand: Token) -> Iterator[Card]:
    suits = hand.text.split(".")
    if len(suits) != len(SUITS):
        raise hand.error(f"{quoted(hand.text)} is no hand: expected its spades, hearts, diamonds and clubs, separated by dots")
    start = 0
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in re.finditer(r"10|.", ranks):
            yield card_at(hand.part(start + rank.start(), start + rank.end()), suit, rank[0].upper())
        start += len(ranks) + 1


def _calls(words: Sequence[Token]) -> Iterator[Token]:
    """Yield the calls of an auction; ``AP`` stands for the passes that end it."""
    calls = list[Token]()
    for word in _until_star(words):
        if word.text.upper() != "AP":
            calls += [word] if word.text != "-" else []
            continue
        any_bid = any(call.text[:1].isdecimal() for call in calls)
        passes = len(LETTERS) - 1 if any_bid else len(LETTERS)
        ending = next((place for place, call in enumerate(reversed(calls)) if not call.text.upper().startswith("P")), len(calls))
        calls += [word._replace(text="Pass")] * (passes - ending)
    yield from calls


def _until_star(words: Sequence[Token]) -> Iterator[Token]:
    """Yield words up to the sign that ends a section, ``*`` or ``+``."""
    for word in words:
        if word.text in ("*", "+"):
            return
        yield word


# ---- writing

def write_pbn(run: Replay) -> str:
    """Return a scenario of the game ``bridge`` as a record of PBN.

    Raises ``RulesEngineError`` for another game, or if the scenario doesn't begin with a whole deal.
    """
    start = run.start
    if run.game.id != GAME or any(len(hand) != HAND for hand in start.hands):
        raise RulesEngineError("only a hand of Bridge that begins with a whole deal can be written as PBN")
    calls = [moment.move for moment in run.moments if moment.before.phase == "call" and moment.move is not None]
    cards = [moment for moment in run.moments if moment.before.phase == "play"]
    last = run.moments[-1].after if run.moments else start
    assert isinstance(last, BridgePosition)
    contract, declarer = _contract_of(last)
    names = {"West": "?", "North": "?", "East": "?", "South": "?"}
    tags = {"Event": run.scenario.title or "?", "Site": "?", "Date": "?", "Board": str(start.number), **names,
            "Dealer": LETTERS[start.dealer], "Vulnerable": [*_ROUND][start.number - 1],
            "Deal": f"N:{' '.join(_hand_written(start.hands[seat]) for seat in (2, 3, 0, 1))}", "Scoring": "?",
            "Declarer": declarer, "Contract": contract, "Result": _result(last)}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    if calls:
        lines += [f'[Auction "{LETTERS[start.dealer]}"]', *_rows([_call_written(call) for call in calls])]
    if cards:
        lines += [f'[Play "{LETTERS[_seat(cards[0])]}"]', *_tricks(cards)]
    return "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _hand_written(hand: Sequence[Card]) -> str:
    cards = sorted(hand, key=lambda card: -card.value)
    return ".".join("".join(_rank(card) for card in cards if card.suits == suit) for suit in SUITS)


def _rank(card: Card) -> str:
    return "T" if card.rank == "10" else card.rank


def _call_written(move: Move) -> str:
    if move.number is not None:
        return f"{move.number}{move.suit or 'NT'}"
    return {"pass": "Pass", "double": "X", "redouble": "XX"}[move.verb]


def _contract_of(last: BridgePosition) -> tuple[str, str]:
    """Return the contract and the declarer at the end of a record; unknown while the auction goes on."""
    if last.phase == "call":
        return "?", "?"
    if last.declarer is None:
        return "Pass", ""
    doubles = {1: "", 2: "X", 4: "XX"}[last.doubled]
    return f"{last.level}{last.trump or 'NT'}{doubles}", LETTERS[last.declarer]


def _result(last: BridgePosition) -> str:
    """Return the number of tricks that the declarer's side took, once the hand is over."""
    if last.phase != "over" or last.declarer is None:
        return "" if last.phase == "over" else "?"
    return str(last.tricks[last.declarer] + last.tricks[(last.declarer + 2) % 4])


def _seat(moment: ReplayStep) -> int:
    assert moment.seat is not None, "a card is played by a seat"
    return moment.seat


def _tricks(cards: Sequence[ReplayStep]) -> Iterator[str]:
    """Yield a row for each trick, with the cards by seat from the first leader's."""
    first = _seat(cards[0])
    for place in range(0, len(cards), len(LETTERS)):
        row = ["-"] * len(LETTERS)
        for moment in cards[place:place + len(LETTERS)]:
            assert moment.move is not None
            assert moment.move.card is not None
            row[(_seat(moment) - first) % len(LETTERS)] = f"{moment.move.card.suits}{_rank(moment.move.card)}"
        yield " ".join(row)
    yield "*"


def _rows(words: Sequence[str]) -> Iterator[str]:
    for place in range(0, len(words), _PER_LINE):
        yield " ".join(words[place:place + _PER_LINE])

"""Reading of LIN, the format of Bridge Base Online.

A file is a sequence of codes and values, separated by bars: ``md|3SAK4…|`` deals, ``mb|1S|`` is a call, ``pc|SA|`` a card. There
is no published standard; the codes here are those that Bridge Base's hand viewer documents and its records contain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import quoted
from rules_engine.core.model.packs import FRENCH
from rules_engine.sketches.bridge_files.record import (
    LETTERS,
    SUITS,
    BridgeRecord,
    RecordError,
    Token,
    card_at,
    check_hands,
    token_at,
)

_PAIR = re.compile(r"(?P<code>[^|]*)\|(?P<value>[^|]*)\|?")
_CALL = re.compile(r"(?:[1-7](?:NT|[CDHSN])|XX|P|D|R|X)!?", re.IGNORECASE)
_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.IGNORECASE)
_VULNERABLE: Mapping[str, tuple[int, ...]] = {"": (), "O": (), "0": (), "-": (), "N": (0,), "E": (1,), "B": (0, 1)}


class _Value(NamedTuple):
    """A code, and its value."""

    code: str
    value: Token


def read_lin(text: str) -> list[BridgeRecord]:
    """Return the records of a file. Raises ``RecordError`` if one can't be read or the file has none."""
    found, record, title, vulnerable = list[BridgeRecord](), None, "", _VULNERABLE[""]
    for code, value in _values(text):
        if code == "qx":        # the next record begins
            record, title, vulnerable = None, f"Board {value.text[1:]}" if value.text[1:].isdecimal() else "", ()
        elif code == "md":
            record = BridgeRecord(value, title, _dealer(value), vulnerable, _hands(value))
            found.append(record)
        elif code == "ah":
            title = value.text.strip()
        elif code == "sv":
            vulnerable = _vulnerability(value)
        elif code == "mb" and record:
            record.calls += _pieces(value, _CALL, "call", "1S, 3N, p, d or r")
        elif code == "pc" and record:
            record.cards += _pieces(value, _CARD, "card", "SA, HT or D2")
        if record:
            record.title, record.vulnerable = title, vulnerable
    if not found:
        raise RecordError("no hand is recorded here: expected a deal such as md|3S…|", 1, 1)
    return found


def _values(text: str) -> Iterator[_Value]:
    for pair in _PAIR.finditer(text):
        yield _Value(pair["code"].strip().lower(), token_at(text, pair["value"].rstrip("\r\n"), pair.start("value")))


def _vulnerability(value: Token) -> tuple[int, ...]:
    found = _VULNERABLE.get(value.text.strip().upper())
    if found is None:
        raise value.error(f"{quoted(value.text)} is nobody's vulnerability: expected o, n, e or b")
    return found


def _dealer(deal: Token) -> int:
    digit = deal.text[:1]
    if digit not in tuple("1234"):
        raise deal.error(f"{quoted(digit)} names no dealer: expected 1 for South, 2 for West, 3 for North or 4 for East")
    return int(digit) - 1


def _hands(deal: Token) -> list[list[Card]]:
    """Return the hands by seat, from South; a hand that is left out has the cards that are in no other."""
    hands = list[list[Card]]()
    for found in re.finditer(r"(?:^.|,)([^,]*)", deal.text):
        hands.append([*_hand(deal.part(found.start(1), found.end(1)))])
    if len(hands) > len(LETTERS):
        raise deal.error("a deal has four hands")
    hands += [[] for _ in range(len(LETTERS) - len(hands))]
    missing = [hand for hand in hands if not hand]
    if len(missing) == 1:
        held = {card for hand in hands for card in hand}
        left = [card for card in FRENCH if card.suits and card not in held]
        missing[0].extend(sorted(left, key=lambda card: (SUITS.index(card.suits), -card.value)))
    check_hands(hands, deal)
    return hands


def _hand(hand: Token) -> Iterator[Card]:
    suit = ""
    for piece in re.finditer(r"10|.", hand.text):
        letter, token = piece[0].upper(), hand.part(piece.start(), piece.end())
        if letter in SUITS:
            suit = letter
        elif not suit:
            raise token.error(f"{quoted(piece[0])} has no suit: expected S, H, D or C first")
        else:
            yield card_at(token, suit, letter)


def _pieces(value: Token, pattern: re.Pattern[str], kind: str, examples: str) -> list[Token]:
    """Return the calls or cards in a value, which may have several in a row."""
    pieces, start = list[Token](), 0
    while start < len(value.text.rstrip()):
        found = pattern.match(value.text, start)
        if found is None:
            rest = value.part(start, len(value.text))
            raise rest.error(f"{quoted(rest.text)} is no {kind}: expected one such as {examples}")
        pieces.append(value.part(start, found.end()))
        start = found.end()
    return pieces

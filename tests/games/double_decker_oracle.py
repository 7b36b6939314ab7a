"""A second implementation of Double Decker on plain strings, written from its specification alone.

It is deliberately slow and simple, and shares no code with the engine, so that tests can compare the two.
"""

from __future__ import annotations

from typing import Any

TIE_ORDER = ["R", "B", "G"]


def number(card: str) -> int:
    """Return the number on a card."""
    return int(card[1:])


class Round:
    """A round, starting from any setup that contains every hand."""

    def __init__(self, names: list[str], setup: dict[str, Any]) -> None:
        self.names = names
        self.dealer = setup["dealer"]
        self.round = setup.get("round", 1)
        self.before = {name: setup.get("score", {}).get(name, 0) for name in names}
        self.hands = {name: set(setup["hands"][name]) for name in names}
        self.captured = {
            name: {"R": 0, "B": 0, "G": 0} | setup.get("captured", {}).get(name, {}) for name in names
        }
        self.passed = {name: list(setup.get("passed", {}).get(name, [])) for name in names}
        self.table: list[tuple[str, str, str]] = []
        self.last: dict[str, str] | None = None
        self.turn = self.leader = setup.get("leader", self.dealer)
        for entry in setup.get("trick", []):
            name, *words = entry.split()
            self.leader = self.table[0][0] if self.table else name
            self.table.append((name, "pass" if len(words) == 2 else "play", words[-1]))
            if len(words) == 2:
                self.passed[name].append(words[-1])
            self.turn = self.after(name)
        self.scores: dict[str, int] | None = None
        self.aside: dict[str, str] | None = None

    def after(self, name: str) -> str:
        """Return the next seat clockwise."""
        return self.names[(self.names.index(name) + 1) % len(self.names)]

    def on_table(self) -> list[str]:
        """Return the colours in the trick, in order of appearance."""
        seen: list[str] = []
        for _, verb, card in self.table:
            if verb == "play" and card[0] not in seen:
                seen.append(card[0])
        return seen

    def ruling(self, move: str) -> str:
        """Return the id of the rule that forbids a move by the seat to act, or an empty string."""
        seen = set(self.on_table())
        card = move.split()[-1]
        if not move.startswith("pass"):
            return "two-colours" if len(seen | {card[0]}) == 3 else ""
        if len(seen) != 2:
            return "pass"
        return "pass-third-colour" if card[0] in seen else ""

    def legal(self) -> set[str]:
        """Return the legal moves."""
        if self.scores is not None:
            return set()
        tries = [word + card for card in self.hands[self.turn] for word in ("", "pass ")]
        return {move for move in tries if not self.ruling(move)}

    def move(self, move: str) -> None:
        """Make a legal move."""
        name, card = self.turn, move.split()[-1]
        self.hands[name].discard(card)
        if move.startswith("pass"):
            self.passed[name].append(card)
            self.table.append((name, "pass", card))
        else:
            self.table.append((name, "play", card))
        self.turn = self.after(name)
        if len(self.table) == len(self.names):
            self.end_trick()

    def end_trick(self) -> None:
        """Credit each colour to its highest card, and set the next leader."""
        piles: dict[str, list[tuple[int, str]]] = {}
        for name, verb, card in self.table:
            if verb == "play":
                piles.setdefault(card[0], []).append((number(card), name))
        self.last = {}
        for colour, pile in piles.items():
            taker = max(pile)[1]
            self.last[colour] = taker
            self.captured[taker][colour] += len(pile)
        self.leader = self.turn = self.last[self.better(piles)]
        self.table = []
        if all(len(hand) == 1 for hand in self.hands.values()):
            self.end_round()

    def better(self, piles: dict[str, list[tuple[int, str]]]) -> str:
        """Return the colour whose winner leads next.

        The cards in each colour are sorted from the highest down and compared pair by pair.
        """
        if len(piles) == 1:
            return next(iter(piles))
        one, two = (colour for colour in TIE_ORDER if colour in piles)
        for place in range(max(len(piles[one]), len(piles[two]))):
            left, right = (
                dict(enumerate(sorted((-value for value, _ in piles[colour])))).get(place)
                for colour in (one, two)
            )
            if left is None or right is None:
                return two if left is None else one
            if left != right:
                return one if left < right else two
        return one

    def end_round(self) -> None:
        """Set the last cards aside, and score each seat by its positive colour, the one in which it captured most cards."""
        self.aside = {name: hand.pop() for name, hand in self.hands.items()}
        self.scores = {}
        for name in self.names:
            piles = self.captured[name]
            best = [colour for colour in TIE_ORDER if piles[colour] == max(piles.values())]
            choices = {
                sum(count if colour == chosen else -count for colour, count in piles.items())
                for chosen in best
            }
            assert len(choices) == 1, "the choice among equals can't change the score"
            self.scores[name] = choices.pop() - 2 * len(self.passed[name])

    def totals(self) -> dict[str, int]:
        """Return the totals, including this round if it is over."""
        return {name: self.before[name] + (self.scores[name] if self.scores else 0) for name in self.names}

    def deals_next(self) -> str | None:
        """Return the next dealer: the seat with the lowest total; in a tie, the lowest score in this round, then the first
        seat after the dealer."""
        if self.scores is None or self.round == 5:
            return None
        totals = self.totals()
        left = [name for name in self.names if totals[name] == min(totals.values())]
        worst = min(self.scores[name] for name in left)
        left = [name for name in left if self.scores[name] == worst]
        asked = self.after(self.dealer)
        while asked not in left:
            asked = self.after(asked)
        return asked

    def positive(self) -> dict[str, str | None]:
        """Return each seat's positive colour."""
        return {
            name: next(
                (
                    colour
                    for colour in TIE_ORDER
                    if any(piles.values()) and piles[colour] == max(piles.values())
                ),
                None,
            )
            for name, piles in self.captured.items()
        }

    def facts(self) -> dict[str, Any]:
        """Return every fact that the specification names."""
        over, ended = self.scores is not None, self.scores is not None and self.round == 5
        totals = self.totals()
        return {
            "phase": "over" if over else "play",
            "to_act": None if over else self.turn,
            "leader": None if over else self.leader,
            "trick": [
                f"{name} pass {card}" if verb == "pass" else f"{name} {card}"
                for name, verb, card in self.table
            ],
            "last_trick_winner": self.last,
            "colours": self.on_table(),
            "captured": self.captured,
            "hands": {
                name: sorted(hand, key=lambda card: ("RBG".index(card[0]), number(card)))
                for name, hand in self.hands.items()
            },
            "passed": {
                name: sorted(cards, key=lambda card: ("RBG".index(card[0]), number(card)))
                for name, cards in self.passed.items()
            },
            "round": self.round,
            "dealer": self.dealer,
            "hand_over": over,
            "hand_score": self.scores,
            "score": totals,
            "set_aside": self.aside,
            "positive": self.positive() if over else None,
            "next_dealer": self.deals_next(),
            "game_over": ended,
            "winners": [name for name in self.names if totals[name] == max(totals.values())] if ended else [],
        }

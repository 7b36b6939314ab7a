"""A second, naive implementation of Spades, written from its specification alone, on strings and facts. It shares no code with
the engine.
"""

from __future__ import annotations

from typing import Any

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
SEATS = {3: ["South", "West", "East"], 4: ["South", "West", "North", "East"]}

Facts = dict[str, Any]


def order(card: str) -> tuple[int, int]:
    """Return the place of a card in pack order."""
    return "SHDC".index(card[-1]), RANKS.index(card[:-1])


class SpadesOracle:
    """A hand of Spades, played naively."""

    def __init__(self, variant: str, players: int, options: dict[str, str], setup: Facts) -> None:
        self.names, self.options = SEATS[players], options
        self.alone = variant == "cutthroat"
        self.sides = self.names if self.alone else ["South+North", "West+East"]
        self.blind = "none" if self.alone else options["blind-nil"]
        self.full = 52 // players
        self.dealer: str = setup["dealer"]
        self.hands: dict[str, list[str]] = {name: list(cards) for name, cards in setup["hands"].items()}
        self.score, self.bags = dict(setup["score"]), dict(setup["bags"])
        self.bids: dict[str, Any] = dict.fromkeys(self.names)
        self.tricks = dict.fromkeys(self.names, 0)
        self.trick: list[tuple[str, str]] = []
        self.exchanged: list[str] = []
        self.given, self.broken = 0, False
        self.to_act: str | None = self.after(self.dealer)
        self.phase = "bid"
        self.last: str | None = None
        self.points: dict[str, int] | None = None
        self.leader: str | None = None

    def after(self, name: str, steps: int = 1) -> str:
        """Return the seat some steps clockwise."""
        return self.names[(self.names.index(name) + steps) % len(self.names)]

    def side(self, name: str) -> str:
        """Return the name of a seat's side."""
        return next(side for side in self.sides if name in side.split("+"))

    def refusal(self, move: str) -> str | None:
        """Return the id of the rule that forbids a move of this phase with a card in hand, or None."""
        if self.phase == "bid":
            said = move.removeprefix("bid ")
            if said.isdigit():
                return None if 1 <= int(said) <= self.full else "bid"
            own = self.score[self.side(str(self.to_act))]
            may = self.blind != "none" and any(other - own >= 100 for other in self.score.values())
            return "blind-nil" if said == "blind nil" and not may else None
        hand = self.hands[str(self.to_act)]
        if self.phase == "play" and self.trick:
            led = self.trick[0][1][-1]
            return "follow-suit" if move[-1] != led and any(card[-1] == led for card in hand) else None
        if self.phase == "play" and move[-1] == "S" and not self.broken and any(card[-1] != "S" for card in hand):
            return "spades-closed"
        return None

    def tries(self) -> list[str]:
        """Return the moves that could be tried, legal or not."""
        if self.phase == "bid":
            return [f"bid {said}" for said in ("nil", "blind nil", *range(20))]
        return [f"give {card}" if self.phase == "exchange" else card for card in self.hands[str(self.to_act)]]

    def due(self) -> str | None:
        """Return the next blind bidder who has cards to exchange, or None."""
        seats = [self.after(self.dealer, step) for step in range(1, len(self.names) + 1)]
        blind = [name for name in seats if self.bids[name] == "blind nil" and name not in self.exchanged]
        return next((name for name in blind if self.blind == "with-exchange" and isinstance(self.bids[self.after(name, 2)], int)
                     and len(self.hands[name]) + len(self.hands[self.after(name, 2)]) >= 4), None)

    def play(self, move: str) -> None:
        """Make a legal move of the seat to act."""
        name = str(self.to_act)
        if self.phase == "bid":
            said = move.removeprefix("bid ")
            self.bids[name] = int(said) if said.isdigit() else said
        elif self.phase == "exchange":
            self._give(name, move.removeprefix("give "))
        else:
            self._card(name, move)
            return
        following = self.after(name)
        if self.phase == "bid" and self.bids[following] is None:
            self.to_act = following
            return
        bidder = self.due()
        self.phase = "exchange" if bidder else "play"
        self.to_act = self.after(self.dealer) if bidder is None else bidder if self.given < 2 else self.after(bidder, 2)
        self.leader = None if bidder else self.to_act

    def _give(self, name: str, card: str) -> None:
        bidder = str(self.due())
        self.hands[name].remove(card)
        self.hands[self.after(name, 2)].append(card)
        self.given += 1
        if self.given == 4:
            self.given = 0
            self.exchanged.append(bidder)

    def _card(self, name: str, card: str) -> None:
        self.hands[name].remove(card)
        self.trick.append((name, card))
        self.broken = self.broken or card[-1] == "S"
        self.to_act = self.after(name)
        if len(self.trick) < len(self.names):
            return
        spades = [(RANKS.index(card[:-1]), who) for who, card in self.trick if card[-1] == "S"]
        led = [(RANKS.index(card[:-1]), who) for who, card in self.trick if card[-1] == self.trick[0][1][-1]]
        winner = max(spades or led)[1]
        self.last = self.leader = self.to_act = winner
        self.tricks[winner] += 1
        self.trick = []
        if not any(self.hands.values()):
            self._end()

    def _end(self) -> None:
        self.phase, self.to_act, self.leader, self.points = "over", None, None, {}
        for side in self.sides:
            seats = side.split("+")
            said = [self.bids[name] for name in seats]
            nils = [name for name in seats if not isinstance(self.bids[name], int)]
            bid = sum(each for each in said if isinstance(each, int))
            every = sum(self.tricks[name] for name in seats)
            lost = sum(self.tricks[name] for name in nils)
            points, bags = 0, 0
            for name in nils:
                worth = 200 if self.bids[name] == "blind nil" else 100
                points += -worth if self.tricks[name] else worth
            helping = every - lost if self.options["failed-nil"] == "apart" else every
            if len(nils) == len(seats):
                bags = every
            else:
                points += 10 * bid if helping >= bid else -10 * bid
                bags = (every - helping) + (helping - bid if helping >= bid else 0)
            points += bags
            carried = self.bags[side] + bags
            while carried >= 10:
                carried -= 10
                points -= 100
            self.bags[side] = carried
            self.points[side] = points
            self.score[side] += points

    def winners(self) -> list[str]:
        """Return the winners of the match."""
        most = max(self.score.values())
        leaders = [side for side in self.sides if self.score[side] == most]
        return leaders if self.points and most >= 500 and len(leaders) == 1 else []

    def facts(self) -> Facts:
        """Return all facts."""
        winners = self.winners()
        return {
            "phase": self.phase, "dealer": self.dealer, "to_act": self.to_act, "leader": self.leader,
            "hands": {name: sorted(cards, key=order) for name, cards in self.hands.items()},
            "trick": [f"{name} {card}" for name, card in self.trick], "tricks": self.tricks, "score": self.score,
            "hand_score": self.points, "hand_over": self.points is not None, "game_over": bool(winners), "winners": winners,
            "bids": self.bids, "broken": self.broken, "bags": self.bags, "given": self.given,
            "exchanged": sorted(self.exchanged, key=self.names.index), "last_trick_winner": self.last,
            "next_dealer": self.after(self.dealer) if self.points is not None and not winners else None}

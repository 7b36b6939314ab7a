"""A second, naive implementation of Knüffeln on strings, written from its specification alone, to check the engine.

It uses the specification's names for facts, spells out every rule as lists of cards that beat others, and shares no code
with the engine. It plays only moves that ``legal`` returns.
"""

from __future__ import annotations

from typing import Any

OLEN = ["2H", "4C", "8S", "9H", "9D"]
BEATERS = ["A", "J", "6", "2", "3", "4"]
ORDER = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
PRICES = {"bohmstedt": (10, 10, 100, 300), "hattstedt": (10, 0, 20, 40), "bernhard-1924": (1, 1, 2, 2),
          "gruenberg-1938": (5, 1, 10, 20)}
NAMES = {4: ["South", "West", "North", "East"], 5: ["South", "West", "Northwest", "Northeast", "East"]}


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> str:
    return card[:-1]


def beaters_above(top: str, top_chosen: bool) -> list[str]:
    """Return the ranks in a chosen suit that beat a card with this rank, unless the card is an Ole or a chosen Seven."""
    if top_chosen and top in BEATERS:
        return BEATERS[:BEATERS.index(top)]
    if top_chosen and top in ("8", "9"):
        return ["A", "J"]
    if top == "A":
        return ["A", "J", "6"]
    return {"K": ["A", "J", "6", "2"], "Q": ["A", "J", "6", "2", "3"]}.get(top, BEATERS)


def beats(card: str, top: str, chosen: list[str], suit_order: bool) -> bool:
    """Return whether ``card`` beats ``top``, the best card so far."""
    top_chosen = suit(top) in chosen and top not in OLEN
    card_chosen = suit(card) in chosen and card not in OLEN
    if top_chosen and rank(top) == "7":
        return False
    if card in OLEN:
        return top not in OLEN or OLEN.index(card) < OLEN.index(top)
    if top in OLEN:
        return False
    if card_chosen:
        return rank(card) in beaters_above(rank(top), top_chosen)
    if top_chosen or suit(card) != suit(top):
        return False
    return rank(card) == "A" or (suit_order and ORDER.index(rank(card)) < ORDER.index(rank(top)))


def winner(cards: list[str], chosen: list[str], suit_order: bool) -> int:
    """Return the index of the winning card."""
    top = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[top], chosen, suit_order):
            top = place
    return top


class KnueffelnOracle:
    """One deal, from the engine's initial facts to its end."""

    def __init__(self, facts: dict[str, Any], variant: str, players: int) -> None:
        self.variant, self.n = variant, players
        self.names = NAMES[players]
        self.hands: dict[str, list[str]] = {name: list(cards) for name, cards in facts["hands"].items()}
        self.chosen: list[str] = list(facts["chosen"])
        self.turnups: list[str] = list(facts["turnups"])
        self.stock: list[str] = list(facts["stock"])
        self.dealer: str = facts["dealer"]
        self.before: dict[str, int] = dict(facts["score"])
        self.tricks = dict.fromkeys(self.names, 0)
        self.trick: list[tuple[str, str, bool]] = []
        self.phase, self.to_act, self.leader = "", "", ""
        self.soloist: str | None = None
        self.marching: list[str] | None = None
        self.teams: list[list[str]] = []
        self.turns: dict[str, int] = {}
        self.hand_score: dict[str, int] | None = None
        self.gone: list[str] = []           # Olen and Tens that were passed up, and exchanged cards
        self.ten = "5" if variant == "bernhard-1924" else "10"
        self.modern = variant in ("bohmstedt", "hattstedt")
        if players == 4:
            self.teams = [["South", "North"], ["West", "East"]]
            self.make_turns()
        if len(self.turnups) == 4 and len({suit(card) for card in self.turnups}) == 1:
            self.phase, self.hand_score = "over", dict.fromkeys(self.before, 0)
        elif players == 5:
            self.phase, self.to_act = "solo", self.dealer
        else:
            self.seek()

    # ---- seats

    def round_from(self, name: str) -> list[str]:
        place = self.names.index(name)
        return [each for each in self.names[place:] + self.names[:place] if any(each in team for team in self.teams)]

    def after(self, name: str, steps: int = 1) -> str:
        return self.names[(self.names.index(name) + steps) % self.n]

    def team(self, name: str) -> list[str]:
        return next(team for team in self.teams if name in team)

    def others(self, team: list[str]) -> list[str]:
        return next(each for each in self.teams if each is not team)

    def title(self, team: list[str]) -> str:
        return "+".join(sorted(team, key=self.names.index))

    def make_turns(self) -> None:
        self.turns = {self.title(team): 0 for team in self.teams}

    # ---- exchanges

    def holder(self, card: str) -> str | None:
        return next((name for name, hand in self.hands.items() if card in hand), None)

    def price(self, ole: str) -> str | None:
        return next((r + suit(ole) for r in "QK" if self.holder(r + suit(ole))), None)

    def offer(self) -> str | None:
        if self.n == 5 or self.phase in ("take-turnup", "play"):
            return None
        for card in self.stock[:-4:-1]:
            if card in OLEN and card not in self.gone and self.price(card):
                return card
            if self.modern and not (card in self.gone and card not in OLEN):
                return None
        return None

    def trader(self) -> tuple[str, str] | None:
        for name in [self.after(self.dealer, step) for step in range(1, self.n + 1)]:
            for each in self.chosen:
                card = self.ten + each
                if card in self.hands[name] and card not in self.gone and any(suit(up) == each for up in self.turnups):
                    return name, card
        return None

    def seek(self) -> None:
        ole = self.offer()
        if ole:
            self.phase, self.to_act = "take-ole", self.holder(self.price(ole) or "") or ""
            return
        trader = self.trader()
        if trader:
            self.phase, self.to_act = "take-turnup", trader[0]
            return
        self.phase = "play"
        self.leader = self.to_act = self.after(self.dealer, self.n - 2 if self.soloist else 1)

    # ---- moves

    def legal(self) -> set[str]:
        if self.phase in ("over", "") or not self.to_act:
            return set()
        hand = self.hands[self.to_act]
        if self.phase == "solo":
            return {"solo", "sit out"}
        if self.phase == "take-ole":
            ole = self.offer() or ""
            return {f"take {ole} for {self.price(ole)}", "pass"}
        if self.phase == "take-turnup":
            _, card = self.trader() or ("", "")
            return {f"take {up} for {card}" for up in self.turnups if suit(up) == suit(card)} | {"pass"}
        if self.phase == "answer":
            return {"see", "run"}
        turns = {f"turn {card}" for card in hand} if self.may_turn() else set()
        return set(hand) | turns | ({"claim"} if self.phase == "jann" else set())

    def may_turn(self) -> bool:
        if self.trick or self.variant == "hattstedt":
            return False
        if self.variant != "bernhard-1924":
            return True
        team = self.team(self.to_act)
        made, won = self.turns[self.title(team)], self.won(team)
        return (made == 0 and won >= 2) or (made == 1 and won >= 4)

    def won(self, team: list[str]) -> int:
        return sum(self.tricks[name] for name in team)

    def move(self, text: str) -> None:
        words = text.split()
        if text in ("solo", "sit out"):
            self.choose(text == "solo")
        elif words[0] == "take":
            self.swap(words[1], words[3])
        elif text == "pass":
            self.passed()
        elif text == "claim":
            self.end(self.team(self.to_act), PRICES[self.variant][2])
        elif text == "see":
            self.turns[self.title(self.team(self.leader))] += 1
            self.trick = [(self.leader, self.trick[0][1], True)]
            self.phase, self.to_act = "play", self.round_from(self.leader)[1]
        elif text == "run":
            self.run()
        else:
            self.put(words[-1], words[0] == "turn")

    def choose(self, alone: bool) -> None:
        rest = [self.after(self.dealer, step) for step in range(1, 5)]
        if alone:
            self.soloist, self.hands[self.dealer], self.stock = self.dealer, self.stock, []
            self.teams = [[self.dealer], rest]
        else:
            self.teams = [rest[::2], rest[1::2]]
        self.make_turns()
        self.seek()

    def swap(self, got: str, given: str) -> None:
        self.hands[self.to_act] = [got if card == given else card for card in self.hands[self.to_act]]
        self.stock = [given if card == got else card for card in self.stock]
        self.turnups = [given if card == got else card for card in self.turnups]
        self.gone.append(given)
        self.seek()

    def passed(self) -> None:
        if self.phase == "take-ole":
            self.gone.append(self.offer() or "")
            if self.modern:
                self.phase = "take-turnup"
        else:
            self.gone.append((self.trader() or ("", ""))[1])
        self.seek()

    def put(self, card: str, turned: bool) -> None:
        name = self.to_act
        if self.phase == "jann":
            self.marching = self.team(name)
        self.hands[name].remove(card)
        self.trick.append((name, card, turned))
        self.phase = "play"
        line = self.round_from(self.leader)
        if turned:
            self.phase = "answer"
            self.to_act = self.soloist if self.soloist and self.soloist != name else line[1]
        elif len(self.trick) < len(line):
            self.to_act = line[len(self.trick)]
        else:
            self.gather()

    def gather(self) -> None:
        place = winner([card for _, card, _ in self.trick], self.chosen, self.variant != "bohmstedt")
        name = self.trick[place][0]
        self.tricks[name] += 1
        self.trick, self.leader, self.to_act = [], name, name
        team, march = self.team(name), PRICES[self.variant][3]
        rival = self.others(team)
        if self.marching:
            played = sum(self.tricks.values())
            possible = min(9, played + len(self.hands[self.soloist])) if self.soloist else 9
            if team is not self.marching or played == possible:     # lost, or a march: the side that won this trick is paid
                self.end(team, march)
        elif self.won(team) == (4 if team == [self.soloist] else 5):
            if self.won(rival):
                self.end(team, PRICES[self.variant][0])
            else:
                self.phase = "jann"

    def run(self) -> None:
        team = self.team(self.leader)
        if self.marching:
            self.end(self.others(team), PRICES[self.variant][3])
        else:
            self.end(team, PRICES[self.variant][0])

    def end(self, team: list[str], price: int) -> None:
        amount = price + PRICES[self.variant][1] * sum(self.turns.values())
        if self.variant == "bernhard-1924":
            self.hand_score = {name: min(amount, 4 - self.before[name]) if name == self.title(team) else 0
                               for name in self.before}
        else:
            self.hand_score = dict.fromkeys(self.names, 0)
            for name in team:
                self.hand_score[name] = 4 * amount if name == self.soloist else amount
            for name in self.others(team):
                self.hand_score[name] = -4 * amount if name == self.soloist else -amount
        self.phase, self.to_act, self.leader, self.trick = "over", "", "", []

    # ---- facts

    def facts(self) -> dict[str, Any]:
        over = self.phase == "over"
        void = over and not any((self.hand_score or {}).values())
        score = {name: points + (self.hand_score or {}).get(name, 0) for name, points in self.before.items()}
        cleared = [name for name, points in score.items() if self.variant == "bernhard-1924" and points == 4]
        game, turn = PRICES[self.variant][:2]
        playing = self.phase in ("play", "answer", "jann")
        told = {
            "phase": self.phase, "to_act": self.to_act or None, "leader": self.leader if playing else None,
            "trick": [f"{name} turn {card}" if turned else f"{name} {card}" for name, card, turned in self.trick],
            "tricks": self.tricks, "hands": {name: sorted(hand) for name, hand in self.hands.items()},
            "hand_over": over, "hand_score": self.hand_score, "score": score, "dealer": self.dealer,
            "next_dealer": None if not over or cleared else self.dealer if void else self.after(self.dealer),
            "game_over": bool(cleared), "winners": cleared, "chosen": self.chosen, "turnups": self.turnups,
            "stock": self.stock, "turns": self.turns, "turned": self.phase == "answer", "soloist": self.soloist,
            "marching": self.title(self.marching) if self.marching else None,
            "value": game + turn * sum(self.turns.values()),
        }
        if self.variant == "bernhard-1924":
            told |= {"rungs": {name: 4 - points for name, points in score.items()},
                     "double": 4 in (self.hand_score or {}).values()}
        return told

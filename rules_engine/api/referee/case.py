"""The parsed entries of a request to the referee."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_engine.api.protocol import RefereeMessage
from rules_engine.api.referee.fields import entered_values, entry_fields
from rules_engine.api.referee.stages import PLAY
from rules_engine.api.referee.trick import Axis, TrickEntry
from rules_engine.api.referee.worlds import EnteredTable, game_of
from rules_engine.api.request import STRANGE, InvalidMessage, links_of
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import SetupError, TextError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.text.message import ListText, all_of, say


class TableEntry:
    """The parsed entries of a request. Raises ``RulesEngineError`` if there is no such game or card."""

    def __init__(self, message: RefereeMessage) -> None:
        self.game = _game(message)
        self.narrator: Narrator[Position] = narrator_for(self.game)
        self.links = links_of(message)
        self.rows = {key: row for key, row in entry_fields(self.game).items() if key in message["rows"]}
        self.cards = [self.move(text) for text in message["cards"]]
        self.hand = [self.card(text) for text in message.get("hand", ())]
        self.calls = [self.game.notation.read_move(text) for text in message.get("calls", ())]
        self.tricks = [(trick["leader"] % self.game.table.size, [self.move(text) for text in trick["cards"]])
                       for trick in message.get("tricks", ())]
        self.table = self._table(message)

    def _table(self, message: RefereeMessage) -> EnteredTable:
        phase = message.get("phase", PLAY)
        if phase not in self.game.phases:
            raise InvalidMessage(STRANGE)
        gone = frozenset(move.played for _, moves in self.tricks for move in moves)
        offered = frozenset(key for key, row in self.rows.items() if not row.asked)
        leader = message["leader"] % self.game.table.size
        return EnteredTable(entered_values(self.rows, message["entered"]), leader, gone, phase, offered, len(self.tricks))

    def card(self, text: str) -> Card:
        """Parse a card that belongs to the deck in play. Raises ``TextError``."""
        card = self.game.pack.card(text)
        if card not in self.game.deck:
            raise TextError(text, f"one of the {len(self.game.deck)} cards in play")
        return card

    def move(self, text: str) -> Move:
        """Parse a card on the table, written as a move or as a bare card. Raises ``TextError``."""
        move = self.game.notation.read_move(text)
        if move.card is None:
            raise TextError(text, "a card")
        self.card(move.card.text)
        return move

    def entered(self, cards: Sequence[Sequence[Move]] = (), hand: Sequence[Card] = ()) -> TrickEntry:
        """Return the entries, with the possible moves of each ``cards`` in the trick and the next player's ``hand``."""
        return TrickEntry(self.table, self.rows, cards, hand)

    def labels(self, asks: Iterable[Axis]) -> ListText:
        """Return the names of missing entries as a list in words: the labels of fields, and "how the card was played"."""
        return all_of([self.rows[axis].label if isinstance(axis, str) else
                       say("how the {card} was played", card=self.cards[axis].played) for axis in asks])


def _game(message: RefereeMessage) -> Game[Position]:
    options = tuple(sorted((message.get("options") or {}).items()))
    chosen = message["game"], message.get("variant"), message.get("players")
    try:
        return game_of(*chosen, tuple(message.get("seats", ())), options)
    except SetupError:      # invalid seat names, so use the defaults
        return game_of(*chosen, (), options)

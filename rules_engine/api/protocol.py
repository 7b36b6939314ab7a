"""The messages between page and engine, and the answers, as types: JSON both ways, see `messages`.

The types of the client's scripts are made from these (`rules_engine.site.client_types`), so each is listed once. A message may
hold more than its type says: a page sends what it has.

What deals a hand in the browser imports them for the checker alone, so that a first start brings no types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from rules_engine.scenarios.model import ScenarioJson

Thinking = Literal["hint", "review", "ponder", ""]
"""A deed that is to be asked for again, with the value ``more``; nothing where all is said."""


class SentLinks(TypedDict, total=False):
    """Where the page's links lead, and its language (see `rules_engine.html.links`)."""

    game: str
    general: str
    faces: str
    language: str


class Message(TypedDict):
    """What every message has beside its ``op``; ``words`` is the catalogue of the page's language, once it was asked for."""

    links: NotRequired[SentLinks]
    words: NotRequired[Mapping[str, str]]


class AnyMessage(Message):
    """A message of any kind."""

    op: str


class GameMessage(Message):
    """A message that chooses a game."""

    game: str
    seed: int
    variant: NotRequired[str | None]
    players: NotRequired[int | None]
    options: NotRequired[Mapping[str, str] | None]


class PracticeMessage(GameMessage):
    """A new hand; ``setup`` is more of its start than the seed says."""

    op: Literal["practice"]
    setup: NotRequired[Mapping[str, object] | None]
    level: NotRequired[str]
    taught: NotRequired[Sequence[str]]


class SavedMessage(Message):
    """A message with a hand as it was saved, how well bots play in it, and in a course which rules were ``taught``."""

    save: str
    level: NotRequired[str]
    taught: NotRequired[Sequence[str]]


class ResumeMessage(SavedMessage):
    """A saved hand is taken up; ``friend`` where somebody else sent it."""

    op: Literal["resume"]
    friend: NotRequired[bool]


class DoMessage(SavedMessage):
    """What the reader does in a practice hand; ``doubts`` where the coach may ask whether a mistake is to stand."""

    op: Literal["do"]
    do: str
    value: NotRequired[str]
    seed: NotRequired[int]
    picked: NotRequired[str]
    doubts: NotRequired[bool]


class VariationMessage(Message):
    """What a reader does who moves for others too; ``picked`` is the card that was taken up."""

    scenario: ScenarioJson
    moves: NotRequired[Sequence[str]]
    do: NotRequired[str]
    value: NotRequired[str]
    picked: NotRequired[str]


class WhatIfMessage(VariationMessage):
    """A worked example, varied after so many steps."""

    op: Literal["whatif"]
    step: int


class PuzzleMessage(VariationMessage):
    """A puzzle, some moves on; ``explored`` are the moves tried for every seat, ``hints`` how many were told of this choice."""

    op: Literal["puzzle"]
    explored: NotRequired[Sequence[str] | None]
    hints: NotRequired[int]


class QuizMessage(GameMessage):
    """A fresh question, about one of ``rules`` where that can be had; in a course about nothing but what was ``taught``, and
    like the ``scenario`` of the step.
    """

    op: Literal["quiz"]
    kind: str
    rules: NotRequired[Sequence[str]]
    taught: NotRequired[Sequence[str]]
    scenario: NotRequired[ScenarioJson]


class NewPuzzleMessage(GameMessage):
    """A new puzzle from one hand."""

    op: Literal["made"]
    attempt: int


class OwnPuzzleMessage(SavedMessage):
    """A puzzle of a choice in the reader's hand: that after the first ``place`` moves."""

    op: Literal["own"]
    place: int


RecordMessage = TypedDict("RecordMessage", {
    "op": Literal["record"], "links": NotRequired[SentLinks], "words": NotRequired[Mapping[str, str]], "as": str,
    "save": NotRequired[str], "level": NotRequired[str], "scenario": NotRequired[ScenarioJson], "step": NotRequired[int],
    "moves": NotRequired[Sequence[str]]})
"""What is played, to be written as an author's file: a hand by its save, or a scenario and the moves from one of its steps."""


class EnteredTrick(TypedDict):
    """A trick of a real table: who led it, by place, and its cards in the order of play, as moves or bare cards."""

    leader: int
    cards: Sequence[str]


class RefereeMessage(Message):
    """What somebody has told of a real table.

    ``tool``    ``trick`` for who takes it, ``turn`` for what may be done
    ``phase``   the part of the hand
    ``seats``   the players' names
    ``told``    what was pressed, by the keys of fields; ``rows`` are the keys of those that could have been,
                ``empty`` those that may be none
    ``leader``, ``cards``  the trick that lies there
    ``tricks``  those before it
    ``hand``    the cards of who comes next
    ``calls``   the moves made in the phase so far, where it isn't the play
    ``on``      what it is to be handed on as: a practice hand, an author's file, or what the tricks count for the score
    """

    op: Literal["referee"]
    game: str
    variant: NotRequired[str | None]
    players: NotRequired[int | None]
    options: NotRequired[Mapping[str, str] | None]
    tool: Literal["trick", "turn"]
    phase: NotRequired[str]
    seats: NotRequired[Sequence[str]]
    told: Mapping[str, Sequence[str]]
    empty: NotRequired[Sequence[str]]
    rows: Sequence[str]
    leader: int
    cards: Sequence[str]
    tricks: NotRequired[Sequence[EnteredTrick]]
    hand: NotRequired[Sequence[str]]
    calls: NotRequired[Sequence[str]]
    on: NotRequired[Literal["practice", "file", "score"]]


class ScoreMessage(Message):
    """A match whose score somebody keeps at a real table.

    ``seats``   the players' names
    ``dealer``  who dealt the first hand, by place
    ``hands``   what was counted of each hand: the key of what was asked to its answer
    """

    op: Literal["score"]
    game: str
    variant: NotRequired[str | None]
    players: NotRequired[int | None]
    options: NotRequired[Mapping[str, str] | None]
    seats: NotRequired[Sequence[str]]
    dealer: int
    hands: Sequence[Mapping[str, int | str | Sequence[int]]]


class DraftMessage(Message):
    """What an author's text is asked for; ``modules`` are those that read it, by their paths (see `brought`)."""

    op: Literal["draft"]
    do: str
    text: NotRequired[str]
    before: NotRequired[str]
    after: NotRequired[str]
    game: NotRequired[str]
    modules: NotRequired[Mapping[str, str]]


# ---- answers

class TableAnswer(TypedDict):
    """A table to show: the stage, what is heard, the id that gets the focus (or none), and the card that is taken up."""

    html: str
    say: str
    focus: str
    picked: str


class HandAnswer(TableAnswer):
    """A practice hand.

    ``save``      brings it back
    ``side``      totals, tricks and log; empty while bots move
    ``over``      nobody is to move any more
    ``finished``  nor will there be another hand: the match is over, and its result was shown
    ``running``   a bot is to move: ask for ``go``
    ``waiting``   a finished trick lies there until the reader goes on
    ``turn``      the reader has a choice to make
    ``back``      the hand is looked back upon
    ``dealt``     it was dealt just now
    ``doubt``     the reader is asked whether the move just made is to stand
    """

    save: str
    side: str
    over: bool
    finished: bool
    running: bool
    waiting: bool
    turn: bool
    back: bool
    dealt: NotRequired[bool]
    thinking: NotRequired[Thinking]
    doubt: NotRequired[bool]


class WhatIfAnswer(TableAnswer):
    """A worked example varied, with the moves made since."""

    moves: Sequence[str]
    over: bool


class PuzzleAnswer(TableAnswer):
    """A puzzle, with the moves made since it began; while its position is explored, also those tried.

    ``wrong``  a move of the reader's gave something away
    ``over``   nothing is left to find out
    ``much``   how much was told just now, from 0 to 4, the best move itself
    ``hints``  how many hints of this choice were told
    """

    moves: Sequence[str]
    explored: Sequence[str] | None
    wrong: bool
    over: bool
    much: int
    hints: int


class QuizAnswer(TypedDict):
    """A fresh question, the ``rules`` that its answer rests on, and those that it ``shows`` besides, of the ones asked for."""

    html: str
    say: str
    title: str
    focus: str
    rules: Sequence[str]
    shows: Sequence[str]


class NewPuzzleAnswer(TypedDict):
    """A new puzzle; without ``scenario`` that hand, or that choice, has none."""

    scenario: ScenarioJson | None
    title: NotRequired[str]
    html: NotRequired[str]


class RecordAnswer(TypedDict):
    """The text of a file and its name; where there is nothing to write the text is empty, and ``say`` tells why."""

    text: str
    name: str
    say: str


class MoveButton(TypedDict):
    """A move as something to press: its text, what stands on it, whether it is legal, null where that depends on what can't be
    entered; and what is said of it."""

    move: str
    html: str
    legal: bool | None
    why: str


class CardRuling(TypedDict):
    """A card of a hand: whether it may be played in some way, null where that depends on what can't be entered; and what is
    said of it."""

    legal: bool | None
    why: str


class RefereeAnswer(TypedDict):
    """What the rules say of what lies on a real table.

    ``html``, ``say``  the slip, and what is heard of it
    ``certain``  whether nothing can change it any more
    ``whole``    whether the trick is whole
    ``moves``    how each card was laid, as far as that is known
    ``seats``    who played each card, by place; null where that isn't known
    ``won``      the places of the cards that take the trick, or would as it lies
    ``next``     who comes next, or leads next
    ``amiss``    the place of a card that can't lie there
    ``asks``     the keys of what must still be told
    ``ways``     in how many ways a card may have been laid of which that must be told, by its place
    ``keep``     what is so after the trick, by the keys of rows
    ``cards``    the hand's cards
    ``calls``    what may be done without a card
    ``handed``   the save or the text that was asked for; empty where there is none
    """

    html: str
    say: str
    certain: bool
    whole: bool
    moves: Sequence[str]
    seats: Sequence[int | None]
    won: Sequence[int]
    next: int | None
    amiss: int | None
    asks: Sequence[str]
    ways: Mapping[str, Sequence[MoveButton]]
    keep: Mapping[str, Sequence[str]]
    cards: Mapping[str, CardRuling]
    calls: Sequence[MoveButton]
    handed: str


class FieldCondition(TypedDict):
    """Something is asked where another key has one of these answers."""

    key: str
    answers: Sequence[int | str]


class FieldOption(TypedDict):
    """An answer to choose; without a label it is called by the players of ``seats``. ``html`` where it has a sign."""

    value: int | str
    label: str
    html: NotRequired[str]
    seats: Sequence[int]


class FormField(TypedDict):
    """What is asked of a hand: a choice where it has options, else a number, of each of ``who`` or of the table."""

    key: str
    label: str
    html: NotRequired[str]
    when: Sequence[FieldCondition]
    options: NotRequired[Sequence[FieldOption]]
    who: NotRequired[Sequence[Sequence[int]]]
    least: NotRequired[int]
    most: NotRequired[int]


class FieldSum(TypedDict):
    """What the numbers of some keys come to, all together."""

    keys: Sequence[str]
    total: int
    what: str
    exact: bool


class FieldLimit(TypedDict):
    """Nobody can have more than so many ``times`` under ``key`` as under ``of``."""

    key: str
    of: str
    times: int


class ScoreForm(TypedDict):
    """What is asked at the end of a hand, and what adds up."""

    asks: Sequence[FormField]
    sums: Sequence[FieldSum]
    shares: Sequence[FieldLimit]


class ScoreChoice(TypedDict):
    """A way to play a game: its seats and their names in the page's language, who scores together, by dealer the place of its
    form."""

    variant: str
    called: str
    options: Mapping[str, str]
    seats: Sequence[str]
    names: Sequence[str]
    sides: Sequence[Sequence[int]]
    unit: str
    forms: Sequence[int]


class ScoreOffer(TypedDict):
    """What a page knows of a game in order to keep its score before Python has started."""

    game: str
    name: str
    links: SentLinks
    options: Mapping[str, str]
    choices: Sequence[ScoreChoice]
    forms: Sequence[ScoreForm]


class ScoreLine(TypedDict):
    """A line of a sheet: what it is called and brings, its rule's address, the points of each side."""

    label: str
    means: str
    rule: str
    points: Sequence[int]


class ScoreSentence(TypedDict):
    """A sentence with its rule's title and address."""

    text: str
    title: str
    rule: str


class ScoredHand(TypedDict):
    """A hand as it was scored."""

    dealer: int
    lines: Sequence[ScoreLine]
    points: Sequence[int]
    totals: Sequence[int]


class ScoreAnswer(TypedDict):
    """A match as it stands.

    ``hands``    those that add up, up to the end of the match
    ``dealer``   who deals next, ``leads`` who leads then: nobody, where the match is over or it isn't known
    ``told``     what follows from the last hand
    ``facts``    how long it goes on: pairs of a label and what it says
    ``winners``  who has won, by seats; nobody before the end
    """

    hands: Sequence[ScoredHand]
    dealer: int | None
    leads: int | None
    told: Sequence[ScoreSentence]
    facts: Sequence[Sequence[str]]
    over: bool
    winners: Sequence[int]


class MissingPartAnswer(TypedDict):
    """What the page has to bring along before this can be answered."""

    lacks: Literal["words", "modules"]


class FaultAnswer(TypedDict):
    """What was wrong, for the reader; nothing has changed.

    ``kind`` is ``damaged`` for saves and links, ``unknown`` for what no game has, ``fault`` for an error of our own.
    """

    error: str
    kind: Literal["damaged", "unknown", "fault"]

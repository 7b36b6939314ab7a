"""Types of the JSON requests and responses between page and engine; see `messages`.

The types of the client's scripts are generated from them (`rules_engine.site.client_types`), so each is declared only once. A
request may contain more fields than its type declares.

Modules that deal a hand in the browser import these types only for the type checker, so that the first start doesn't load them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from rules_engine.scenarios.model import ScenarioJson

Thinking = Literal["hint", "review", "judge", "ponder", ""]
"""The action that the page repeats with the value ``more`` while the engine is still searching; empty when it is done."""


class SentLinks(TypedDict, total=False):
    """The base URLs for the page's links, and its language (see `rules_engine.html.links`)."""

    game: str
    general: str
    faces: str
    language: str


class Message(TypedDict):
    """The fields common to all requests, other than ``op``. ``words`` is the catalogue for the page's language, if the engine
    requested it."""

    links: NotRequired[SentLinks]
    words: NotRequired[Mapping[str, str]]


class AnyMessage(Message):
    """A request of any type."""

    op: str


class GameMessage(Message):
    """A request that selects a game."""

    game: str
    seed: int
    variant: NotRequired[str | None]
    players: NotRequired[int | None]
    options: NotRequired[Mapping[str, str] | None]


class PracticeMessage(GameMessage):
    """A request for a new hand. ``setup`` contains fields of its starting position; the seed determines the rest."""

    op: Literal["practice"]
    setup: NotRequired[Mapping[str, object] | None]
    level: NotRequired[str]
    taught: NotRequired[Sequence[str]]


class SavedMessage(Message):
    """A request with a saved hand, the level of its bots, and in a course the rules ``taught`` so far."""

    save: str
    level: NotRequired[str]
    taught: NotRequired[Sequence[str]]


class ResumeMessage(SavedMessage):
    """A request to resume a saved hand. ``friend`` is true if somebody else sent the hand."""

    op: Literal["resume"]
    friend: NotRequired[bool]


class DoMessage(SavedMessage):
    """A reader's action in a practice hand. With ``doubts`` the coach may ask the reader to confirm a mistake."""

    op: Literal["do"]
    do: str
    value: NotRequired[str]
    seed: NotRequired[int]
    picked: NotRequired[str]
    doubts: NotRequired[bool]


class VariationMessage(Message):
    """An action in a puzzle or a varied example. ``picked`` is the card that was picked before it."""

    scenario: ScenarioJson
    moves: NotRequired[Sequence[str]]
    do: NotRequired[str]
    value: NotRequired[str]
    picked: NotRequired[str]


class WhatIfMessage(VariationMessage):
    """An action in a variation of a worked example, which begins after ``step`` steps."""

    op: Literal["whatif"]
    step: int


class PuzzleMessage(VariationMessage):
    """An action in a puzzle.

    ``explored``  the moves tried for every seat, while the reader explores the position
    ``hints``     the number of hints already shown for this choice
    """

    op: Literal["puzzle"]
    explored: NotRequired[Sequence[str] | None]
    hints: NotRequired[int]


class QuizMessage(GameMessage):
    """A request for a fresh question.

    ``rules``     ids of rules, one of which the question should be about if possible
    ``taught``    in a course, ids of all rules taught so far; the question is only about these
    ``scenario``  in a course, the quiz that the question should resemble
    """

    op: Literal["quiz"]
    kind: str
    rules: NotRequired[Sequence[str]]
    taught: NotRequired[Sequence[str]]
    scenario: NotRequired[ScenarioJson]


class NewPuzzleMessage(GameMessage):
    """A request to search one hand, played by bots, for a new puzzle. ``attempt`` is the number of that hand."""

    op: Literal["newpuzzle"]
    attempt: int


class OwnPuzzleMessage(SavedMessage):
    """A request for a puzzle from one of the reader's choices in a hand: the one after the first ``place`` moves."""

    op: Literal["ownpuzzle"]
    place: int


class RecordMessage(Message):
    """A request to write an author's file from a hand, given as a save, or from a scenario and the moves made after one of its
    steps. ``kind`` is ``example``, ``quiz``, ``puzzle``, or ``table`` for a link that opens the referee.
    """

    op: Literal["record"]
    kind: str
    save: NotRequired[str]
    level: NotRequired[str]
    scenario: NotRequired[ScenarioJson]
    step: NotRequired[int]
    moves: NotRequired[Sequence[str]]


class PictureMessage(Message):
    """A request to draw what is on the table: a hand as a save, or a scenario with the moves made after one of its steps.

    Without ``step``, the moves begin where a puzzle begins. ``theme`` is ``light``, ``dark`` or ``print``.
    """

    op: Literal["picture"]
    theme: str
    save: NotRequired[str]
    level: NotRequired[str]
    scenario: NotRequired[ScenarioJson]
    step: NotRequired[int]
    moves: NotRequired[Sequence[str]]


class EnteredTrick(TypedDict):
    """A trick at a real table: the leader's seat, and the cards in the order of play, as moves or bare cards."""

    leader: int
    cards: Sequence[str]


class RefereeMessage(Message):
    """A question about a real table, with everything that the user has entered.

    ``tool``    ``trick`` to find the winner of a trick, ``turn`` to find the legal moves
    ``phase``   the phase of the hand
    ``seats``   the players' names
    ``entered``  the values entered, by field key; ``rows`` contains the keys of the fields in the form
    ``leader``, ``cards``  the trick on the table
    ``tricks``  the tricks before it
    ``hand``    the cards held by the next player
    ``calls``   the moves made so far in a phase other than the play
    ``export``  the export requested: a practice hand, an author's file, or the tricks counted for the score
    """

    op: Literal["referee"]
    game: str
    variant: NotRequired[str | None]
    players: NotRequired[int | None]
    options: NotRequired[Mapping[str, str] | None]
    tool: Literal["trick", "turn"]
    phase: NotRequired[str]
    seats: NotRequired[Sequence[str]]
    entered: Mapping[str, Sequence[str]]
    rows: Sequence[str]
    leader: int
    cards: Sequence[str]
    tricks: NotRequired[Sequence[EnteredTrick]]
    hand: NotRequired[Sequence[str]]
    calls: NotRequired[Sequence[str]]
    export: NotRequired[Literal["practice", "file", "score"]]


class ScoreMessage(Message):
    """A request to score a match played at a real table.

    ``seats``   the players' names
    ``dealer``  the seat of the first hand's dealer
    ``hands``   the answers entered for each hand, by field key
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
    """An action in the playground. ``modules`` contains the playground's source files by path (see `playground_modules`)."""

    op: Literal["draft"]
    do: str
    text: NotRequired[str]
    before: NotRequired[str]
    after: NotRequired[str]
    game: NotRequired[str]
    modules: NotRequired[Mapping[str, str]]


# ---- responses

class TableAnswer(TypedDict):
    """A table to show: its HTML, the text for screen readers, the id of the element to focus (or empty), and the picked card."""

    html: str
    say: str
    focus: str
    picked: str


class HandAnswer(TableAnswer):
    """A practice hand.

    ``save``      the text from which the hand can be restored
    ``side``      totals, tricks and log as HTML; empty while bots move
    ``hand``      the number of the hand in the match, from 1
    ``over``      whether the hand is over
    ``finished``  whether the match is over and its result has been shown
    ``running``   whether a bot moves next: the page then requests ``go``
    ``waiting``   whether a finished trick stays on the table until the reader continues
    ``turn``      whether the reader has a choice to make
    ``back``      whether an earlier position is shown
    ``dealt``     whether the hand has just been dealt
    ``thinking``  the action to repeat while the coach is searching
    ``doubt``     whether the reader is asked to confirm the move just made
    """

    save: str
    side: str
    hand: int
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
    """A variation of an example, with the moves made in it."""

    moves: Sequence[str]
    over: bool


class PuzzleAnswer(TableAnswer):
    """A puzzle, with the moves made since it began, and the moves tried while its position is explored.

    ``wrong``  whether one of the reader's moves has given something away
    ``over``   whether the puzzle is finished
    ``help``   the amount of help just given, from 0 to 4 (4: the best move itself)
    ``hints``  the number of hints shown for this choice
    """

    moves: Sequence[str]
    explored: Sequence[str] | None
    wrong: bool
    over: bool
    help: int
    hints: int


class QuizAnswer(TypedDict):
    """A fresh question. ``rules`` are the rules that its answer depends on, ``shows`` the other requested rules that it
    illustrates."""

    html: str
    say: str
    title: str
    focus: str
    rules: Sequence[str]
    shows: Sequence[str]


class NewPuzzleAnswer(TypedDict):
    """A new puzzle; ``scenario`` is None if the hand or choice contains none."""

    scenario: ScenarioJson | None
    title: NotRequired[str]
    html: NotRequired[str]


class RecordAnswer(TypedDict):
    """The text and the name of a file. If there is nothing to write, the text is empty, and ``say`` contains the reason."""

    text: str
    name: str
    say: str


class PictureAnswer(TypedDict):
    """A picture as SVG, and the name of its file without a suffix."""

    svg: str
    name: str


class MoveButton(TypedDict):
    """A button for a move.

    ``move``   the move as text
    ``html``   its label
    ``legal``  whether it is legal; None if that depends on facts that can't be entered
    ``why``    the reason
    """

    move: str
    html: str
    legal: bool | None
    why: str


class CardRuling(TypedDict):
    """The ruling on a card in a hand.

    ``legal``  whether it may be played in some way; None if that depends on facts that can't be entered
    ``why``    the reason
    """

    legal: bool | None
    why: str


class RefereeAnswer(TypedDict):
    """The referee's ruling on a trick or a turn in a game with real cards.

    ``html``, ``say``  the slip, and its text for screen readers
    ``certain``  whether no further card can change the result
    ``whole``    whether the trick is complete
    ``moves``    the moves by which the cards were played, if known
    ``seats``    the seat that played each card; None if unknown
    ``won``      the indices of the cards that take the trick, or would take it if it ended now
    ``next``     the seat to play or lead next; None if unknown
    ``impossible``  the index of an impossible card
    ``missing``  the keys of the fields that the user still has to enter
    ``ways``     the possible moves of each ambiguous card, by the card's index
    ``carried``  the field values after the trick, by key, for the next one
    ``cards``    the rulings on the cards in the hand
    ``calls``    the rulings on moves without a card
    ``exported``  the requested export, as a save or text; empty if none was requested or none is possible
    """

    html: str
    say: str
    certain: bool
    whole: bool
    moves: Sequence[str]
    seats: Sequence[int | None]
    won: Sequence[int]
    next: int | None
    impossible: int | None
    missing: Sequence[str]
    ways: Mapping[str, Sequence[MoveButton]]
    carried: Mapping[str, Sequence[str]]
    cards: Mapping[str, CardRuling]
    calls: Sequence[MoveButton]
    exported: str


class FieldCondition(TypedDict):
    """A condition for showing a field in the form: another field, ``key``, has one of these answers."""

    key: str
    answers: Sequence[int | str]


class FieldOption(TypedDict):
    """An option of a field in the score form.

    ``label``  its text; if empty, the names of the players in ``seats`` are shown
    ``html``   its text with suit symbols
    """

    value: int | str
    label: str
    html: NotRequired[str]
    seats: Sequence[int]


class FormField(TypedDict):
    """A field of the score form: a choice if it has options, otherwise a number.

    ``when``             the conditions for showing it
    ``who``              the groups of seats for which a number each is entered; empty if there is a single number
    ``least``, ``most``  the range of the number
    """

    key: str
    label: str
    html: NotRequired[str]
    when: Sequence[FieldCondition]
    options: NotRequired[Sequence[FieldOption]]
    who: NotRequired[Sequence[Sequence[int]]]
    least: NotRequired[int]
    most: NotRequired[int]


class FieldSum(TypedDict):
    """A constraint on the sum of the numbers under ``keys``: exactly ``total`` if ``exact``, otherwise at most ``total``."""

    keys: Sequence[str]
    total: int
    what: str
    exact: bool


class FieldLimit(TypedDict):
    """A constraint for each group of seats: the number under ``key`` is at most ``times`` the number under ``of``."""

    key: str
    of: str
    times: int


class ScoreForm(TypedDict):
    """The form for a hand's result: its fields and the constraints on them."""

    asks: Sequence[FormField]
    sums: Sequence[FieldSum]
    shares: Sequence[FieldLimit]


class ScoreChoice(TypedDict):
    """A playable combination of a game's variant, number of players and options.

    ``called``  the variant's name
    ``seats``   the seats' names
    ``names``   the seats' names in the page's language
    ``sides``   the seats that score together
    ``unit``    the unit of the score
    ``forms``   the index of the form, for each dealer
    """

    variant: str
    called: str
    options: Mapping[str, str]
    seats: Sequence[str]
    names: Sequence[str]
    sides: Sequence[Sequence[int]]
    unit: str
    forms: Sequence[int]


class ScoreOffer(TypedDict):
    """The data that a page needs to show a game's score forms before Python has started."""

    game: str
    name: str
    links: SentLinks
    options: Mapping[str, str]
    choices: Sequence[ScoreChoice]
    forms: Sequence[ScoreForm]


class ScoreLine(TypedDict):
    """A line of a score sheet: its label and meaning, the URL of its rule, and the points for each side."""

    label: str
    means: str
    rule: str
    points: Sequence[int]


class ScoreSentence(TypedDict):
    """A sentence with the title and URL of its rule."""

    text: str
    title: str
    rule: str


class ScoredHand(TypedDict):
    """The score of one hand."""

    dealer: int
    lines: Sequence[ScoreLine]
    points: Sequence[int]
    totals: Sequence[int]


class ScoreAnswer(TypedDict):
    """The score of a match.

    ``hands``    the hands with consistent entries, up to the end of the match
    ``dealer``   the next dealer, and ``leads`` the leader in that hand; None if unknown or if the match is over
    ``consequences``  the consequences of the last hand
    ``facts``    pairs of a label and a value about the length of the match
    ``winners``  the winning seats; empty before the end
    """

    hands: Sequence[ScoredHand]
    dealer: int | None
    leads: int | None
    consequences: Sequence[ScoreSentence]
    facts: Sequence[Sequence[str]]
    over: bool
    winners: Sequence[int]


class MissingPartAnswer(TypedDict):
    """A request for missing data: the page sends it with the original request. ``needs`` names the data."""

    needs: Literal["words", "modules"]


class FaultAnswer(TypedDict):
    """An error message for the reader; nothing has changed.

    ``kind`` is ``damaged`` for invalid saves and links, ``unknown`` for a name that no game has, and ``fault`` for a bug in the
    engine.
    """

    error: str
    kind: Literal["damaged", "unknown", "fault"]

"""The page of thought after a puzzle: the plan, why the natural move fails and by which card, and what was threatened.

All of it are facts that were proved when the puzzle was made, or that the lines of its proof show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.deeds import the
from rules_engine.core.telling.telling import Telling
from rules_engine.core.words.sentences import NOTHING, Text, all_of, joined, say
from rules_engine.scenario.best import Proof, answer_called, comes_of, leads_by, tempts, why_not
from rules_engine.scenario.fallen import Fallen, called, in_line
from rules_engine.scenario.ideas.borne_out import Lines
from rules_engine.scenario.ideas.case import reaches
from rules_engine.scenario.ideas.forced import forced
from rules_engine.scenario.ideas.rivals import refuted
from rules_engine.scenario.model import Puzzling, Witness
from rules_engine.solver.search import Search

Tricks = tuple[Sequence[Fallen], Sequence[Fallen]]
"""The tricks that fall after the best move, and after the natural one."""

Told = Mapping[str, Text]
"""What a plan may name.

``seat``     who is named in what shows the idea
``card``     the card that shows it
``dud``      the lesser card that it was proved with
``you``      who solves the puzzle
``natural``  the natural move, as it is called for
``leader``   who leads after it
``next``     the next lead after the best move, likewise
``turns``    which cards of the player take a trick after one of both moves alone; it may be nothing
"""


def _without(told: Told, begins: Text) -> Text:
    return say("{begins} Without it, {you} could {natural} just as well.", begins=begins, you=told["you"],
               natural=told["natural"])


def _turned(told: Told, begins: Text) -> Text:
    return joined([begins, told["turns"]]) if told["turns"] else NOTHING


def _led(told: Told, begins: Text) -> Text:
    return say("{begins} If anybody else led, {you} would end with less.", begins=begins, you=told["you"])


def _leads_to(t: Told) -> Text:
    return _led(t, say("With this trick {seat} {seat:has|have} the lead and can {next}.", **t))


def _is_kept(t: Told) -> Text:
    return say("{card} is kept and takes a later trick.", **t)


def _contract(t: Told, is_made: bool) -> Text:
    return say(
        "This way the contract is {made:made|lost}, whatever the others do; should {you} {natural}, it is {made:lost|made}.",
        made=is_made, **t)


PLANS: Mapping[str, Callable[[Told], Text]] = {
    "through": lambda t: say(
        "{seat} {seat:has|have} {card} and must play before {you's} partner. As the last to play, {seat} would keep more.",
        **t),
    "unblock": lambda t: say("Kept, {card} would take a trick that belongs to {you's} partner.", **t),
    "feed": lambda t: say("{seat} {seat:takes|take} this trick either way, and {card} counts for both.", **t),
    "keep-entry": lambda t: _led(t, say("{card} is kept for a later trick, and with that trick comes the lead.", **t)),
    "hold-up": lambda t: say("{card} could take this trick, and is worth more in a later one.", **t),
    "save-beater": _is_kept,
    "keep-trump": _is_kept,
    "keep-winner": _is_kept,
    "draw-trumps": lambda t: _without(t, say("{card} falls to the trump; otherwise {seat} would trump with it.", **t)),
    "force-out": lambda t: _without(t, say(
        "{seat} {seat:spends|spend} {card} on this trick; should {you} {natural}, it takes a later one.", **t)),
    "catch": lambda t: _without(t, say(
        "{seat} {seat:loses|lose} {card} in this trick; should {you} {natural}, it takes a later one.", **t)),
    "spare-partner": lambda t: say(
        "Should {you} {natural}, {seat} {seat:spends|spend} {card} on this trick; now it takes a later one.", **t),
    "break-early": lambda t: say("The suit that is broken now is led later, with {card}.", **t),
    "throw-in": lambda t: _led(t, say(
        "With this trick {seat} {seat:has|have} to lead, and no lead of {seat's} hurts {you}.", **t)),
    "partner-in": _leads_to,
    "dump": lambda t: joined([say("{card} goes where it is lost anyway.", **t), t["turns"]]),
    "unload": lambda t: say("Kept, {card} would later have to take a trick that {you} {you:doesn't|don't} want.", **t),
    "win-early": lambda t: _turned(t, say("{card} takes a trick now or later.", **t)),
    "cheap-price": lambda t: say("This trick brings less this way, and the hand more."),
    "pass": lambda t: say("Played to the trick, {card} would bring less.", **t),
    "hidden": lambda t: say("Played the other way, {card} would bring less.", **t),
    "colour": lambda t: t["turns"],
    "partner": lambda t: say("{you} {you:needs|need} no high card for a trick that {seat} {seat:takes|take} with {card}.", **t),
    "stay-off": lambda t: say(
        "{card} takes the trick, and whoever takes it has to lead. If {seat} had to lead then, it would be just as good.", **t),
    "take-lead": _leads_to,
    "exit": lambda t: say(
        "{seat} {seat:takes|take} the trick and must lead. If {you} had to lead again, {you} would end with less.", **t),
    "duck": lambda t: say("This trick is let go, so that {card} takes a later one, which it couldn't otherwise.", **t),
    "count-suit": lambda t: say("When {card} is led, all that were above it are gone, and it takes its trick.", **t),
    "order": lambda t: _turned(t, say("{card} and {dud} go to the first two tricks either way.", **t)),
    "under": lambda t: say("{card} is too high for this trick, which is better left to others.", **t),
    "strip": lambda t: say(
        "{card} is the last card with which {seat} can follow this lead. If {seat} had one more, {you} would end with less.",
        **t),
    "endplay": lambda t: _led(t, say("Later {seat} {seat:has|have} to take a trick with {card} and lead.", **t)),
    "right-lead": lambda t: say("If {leader} led next, {you} would end with less.", **t),
    "in-time": lambda t: t["turns"],
    "part-with": lambda t: _turned(t, say("This trick is lost either way.")),
    "keep-jann": lambda t: say("This way the Jann can't be broken; should {you} {natural}, it can.", **t),
    "stop-jann": lambda t: say("Should {you} {natural}, the others make their Jann; this way they can't.", **t),
    "keep-contract": lambda t: _contract(t, is_made=True),
    "stop-contract": lambda t: _contract(t, is_made=False),
}
"""What there is to say of an idea once the puzzle is solved."""

OF_THE_KEY = frozenset(("in-time", "part-with"))
"""Plans that don't name the card by which the natural move fails: that is told after it."""


class Thought(NamedTuple):
    """One paragraph of the page of thought: what it is about, which stands before it, and the thought."""

    about: Text
    told: Text


def thought(telling: Telling[Position], position: Position, proof: Proof, puzzle: Puzzling | None) -> list[Thought]:
    """Return the page of thought of a puzzle: the plan, why the natural move fails, by which card, and what comes later."""
    move = natural(telling.game, position, proof, puzzle)
    if move is None:
        return []
    search = Search(telling.game, position, proof.goal)
    tricks = (in_line(telling.game, position, proof.lines[proof.best[0]]), in_line(telling.game, position, proof.lines[move]))
    reason = [*_plan(telling, position, proof, puzzle, move, tricks)]
    shown = puzzle.shown if puzzle and reason and puzzle.idea not in OF_THE_KEY else None
    then = comes_of(telling, position, proof, proof.best[0])
    named = telling.game.pack.card(shown.card) if shown and shown.card else None
    plan = joined([answer_called(telling, position, proof), then, *reason, forced(telling, search, proof, *tricks, named)])
    fails = [each for wrong in refuted(telling.game, position, proof, move) for each in (
        Thought(why_not(telling, position, wrong), comes_of(telling, position, proof, wrong)),
        *(_by_card(telling, position, puzzle, move, shown, tricks) if wrong is move else ()))]
    return [Thought(say("The plan:"), plan), *fails, *_on_the_way(telling, search, proof, puzzle)]


def natural(game: Game[Position], position: Position, proof: Proof, puzzle: Puzzling | None) -> Move | None:
    """Return the move that a puzzle says is natural; else what the plain bot would play."""
    named = puzzle.natural if puzzle else ""
    kept = next((move for move in proof.values if move.text == named and move not in proof.best), None)
    return kept or tempts(game, position, proof)


def _plan(telling: Telling[Position], position: Position, proof: Proof, puzzle: Puzzling | None, move: Move, tricks: Tricks
          ) -> Iterator[Text]:
    """What the idea is, where the tricks after both moves bear it out; and who leads next, where a shared trick doesn't say."""
    if not leads_by(telling, position, proof.lines[proof.best[0]]):
        yield from _leads(telling, position, move, *tricks)
    if not (puzzle and puzzle.shown and puzzle.idea in PLANS):
        return
    card = telling.game.pack.card(puzzle.shown.card) if puzzle.shown.card else None
    leaders = {each.after.to_act for wrong in proof.values if wrong not in proof.best
               for each in in_line(telling.game, position, proof.lines[wrong])[:1]}
    lines = Lines(telling.game, *tricks, leaders, position.actor, _seat(telling, position, puzzle.shown), card)
    if lines.is_borne_out(puzzle.idea):
        yield PLANS[puzzle.idea](_of_lines(telling, position, puzzle.shown, move, *tricks))


def _leads(telling: Telling[Position], position: Position, move: Move, best: Sequence[Fallen], natural: Sequence[Fallen]
           ) -> Iterator[Text]:
    """Who leads next after either move and why, where it is another and their trick is shared: then the cards don't say at a
    glance."""
    now, then = (each[0].after.to_act if each else None for each in (best, natural))
    is_shared = any(len(each[0].takers) > 1 for each in (best, natural) if each)
    if not is_shared or now is None or then is None or now == then:
        return
    told = {"now": telling.table.called(now), "then": telling.table.called(then), "you": telling.table.called(position.actor),
            "natural": telling.call(position, move)}
    cards = {laid.seat: laid.card for laid in best[0].trick.laid if laid.seat in best[0].takers}
    below = [card for seat, card in cards.items() if seat != now]
    if below and all(card.value < cards[now].value for card in below):
        yield say("{now's} {card} is higher than {below}, so {now} {now:leads|lead} next; should {you} {natural}, {then} "
                  "{then:leads|lead}.", card=cards[now], below=all_of(map(the, below)), **told)
    else:
        yield say("After this trick {now} {now:leads|lead}; should {you} {natural}, {then} {then:leads|lead}.", **told)


def _next(telling: Telling[Position], tricks: Sequence[Fallen]) -> Text:
    """The lead to the second trick, as it is called for."""
    return telling.call(tricks[1].before, tricks[1].trick.laid[0].move) if len(tricks) > 1 else NOTHING


def _turns(telling: Telling[Position], position: Position, move: Move, best: Sequence[Fallen], natural: Sequence[Fallen]) -> Text:
    """Which cards of the player take a trick after one of two moves alone."""
    now, then = ([card for each in tricks if len(each.takers) == 1 and (card := each.taken_with(position.actor))]
                 for tricks in (best, natural))
    told = {"you": telling.table.called(position.actor), "natural": telling.call(position, move),
            "now": all_of(the(card) for card in now if card not in then),
            "then": all_of(the(card) for card in then if card not in now)}
    if {*now} == {*then}:
        return NOTHING
    if {*now} <= {*then}:
        return say("Should {you} {natural}, {then} {then:has to take a trick|have to take a trick each}.", **told)
    if {*then} <= {*now}:
        return say("This way {now} {now:takes a trick|take a trick each}.", **told)
    return say("This way {you} {you:takes|take} a trick with {now}, not with {then}.", **told)


def _of_lines(telling: Telling[Position], position: Position, witness: Witness, move: Move, best: Sequence[Fallen],
              natural: Sequence[Fallen]) -> Told:
    """What a plan may name, with what the tricks after both moves show."""
    leader = natural[0].after.to_act
    return {**_told(telling, position, witness, move), "next": _next(telling, best),
            "turns": _turns(telling, position, move, best, natural),
            "leader": NOTHING if leader is None else telling.table.called(leader)}


def _told(telling: Telling[Position], position: Position, witness: Witness, move: Move) -> Told:
    def card(text: str) -> Text:
        return the(telling.game.pack.card(text)) if text else say("a lower card")

    return {"seat": telling.table.called(_seat(telling, position, witness)), "you": telling.table.called(position.actor),
            "card": card(witness.card), "dud": card(witness.instead), "natural": telling.call(position, move)}


def _seat(telling: Telling[Position], position: Position, witness: Witness) -> int:
    names = telling.game.table.names
    return names.index(witness.seat) if witness.seat in names else position.actor


def _by_card(telling: Telling[Position], position: Position, puzzle: Puzzling | None, move: Move, shown: Witness | None,
             tricks: Tricks) -> Iterator[Thought]:
    """By which card the natural move fails, where that wasn't told already and the tricks of both lines show it."""
    found = puzzle and (puzzle.key or puzzle.threat)
    if not puzzle or not found or (shown and shown.card == found.card):
        return
    told, card = _told(telling, position, found, move), telling.game.pack.card(found.card)
    best, trick = (_taken_by(card, each) for each in tricks)
    is_idle = bool(trick and not best)
    if puzzle.key and (is_idle or puzzle.idea == "fear"):
        takes = say("It takes {trick} then, and none after the best move.", trick=trick)
        named = joined([say("{seat's} {card}.", seat=told["seat"], card=card), takes if is_idle else NOTHING])
        yield Thought(say("The card to fear:"), _without(told, named))
    elif puzzle.threat and is_idle and telling.game.table.names[position.actor] == found.seat:
        yield Thought(say("In the way:"), say("Your own {card}, which would have to take {trick}.", card=card, trick=trick))


def _taken_by(card: Card, tricks: Sequence[Fallen]) -> Text:
    """Which of some tricks a card takes; nothing where it takes none, or one that is shared."""
    place = next((place for place, each in enumerate(tricks) if len(each.takers) == 1 and each.is_taken_by(card)), None)
    return NOTHING if place is None else called(tricks, place)


def _on_the_way(telling: Telling[Position], search: Search[Position], proof: Proof, puzzle: Puzzling | None) -> Iterator[Thought]:
    """How many choices are left that matter, with what is to be done at the first of them."""
    if puzzle and puzzle.critical > 1:
        left, first = puzzle.critical - 1, next(_that_matter(telling, search, proof), None)
        there = say("{n:The right one is to|At the first of them,} {move}.", n=left, move=first) if first else NOTHING
        yield Thought(say("Later:"), joined([say("{n} more {n:choice|choices} could still give it away.", n=left), there]))


def _that_matter(telling: Telling[Position], search: Search[Position], proof: Proof) -> Iterator[Text]:
    """The seat's later moves in the best line for which another would bring less, as they are called for."""
    game, at = telling.game, search.start
    for seat, move in proof.lines[proof.best[0]]:
        others = (game.make(at, other)[0] for other in game.legal(at) if other != move)
        if at is not search.start and seat == search.seat and any(reaches(search, each, proof.most) is False for each in others):
            yield telling.call(at, move)
        at = game.make(at, move)[0]

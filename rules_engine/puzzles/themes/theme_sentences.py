"""The sentence for each idea that explains, after the puzzle is solved, why the best move works."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules_engine.text.message import Text, say

Told = Mapping[str, Text]
"""The fields of a plan's template.

``seat``     the seat in the evidence
``card``     the card in the evidence
``you``      the solver
``natural``  the natural move, as a request
``leader``   the next leader after the natural move
``now``      the next leader after the best move
``next``     the next lead after the best move, as a request
``hand``     the cards left to the next leader, or to the leader after the card was played; may be empty
``lead``     the first card of the second trick after the natural move
"""


def _leads_to(t: Told) -> Text:
    return say("Now {seat} {seat:has|have} the lead and can {next}.", **t)


def _is_kept(t: Told) -> Text:
    return say("{card} is kept and takes a later trick.", **t)


def _contract(is_made: bool) -> Text:
    return say("This way the contract is {made:made|lost}, whatever the others do.", made=is_made)


PLANS: Mapping[str, Callable[[Told], Text]] = {
    "through": lambda t: say(
        "{seat} {seat:has|have} {card} and must play before {you's} partner; as the last to play, {seat} would keep more.",
        **t),
    "unblock": lambda t: say("Kept, {card} would be in the way: it takes a later trick.", **t),
    "feed": lambda t: say("{seat} {seat:takes|take} this trick either way, and {card} counts for both.", **t),
    "keep-entry": lambda t: say("{card} is kept for a later trick, and with it comes the lead.", **t),
    "hold-up": lambda t: say("{card} could take this trick, and is worth more in a later one.", **t),
    "save-beater": _is_kept,
    "keep-trump": _is_kept,
    "keep-winner": _is_kept,
    "draw-trumps": lambda t: say("{card} falls to the trump; otherwise {seat} would trump with it.", **t),
    "force-out": lambda t: say("So {card} is out of the way.", **t),
    "catch": lambda t: say("{seat} {seat:loses|lose} {card} in this trick.", **t),
    "spare-partner": lambda t: say(
        "Should {you} {natural}, {seat} {seat:spends|spend} {card} on this trick; now it takes a later one.", **t),
    "break-early": lambda t: say("The suit that is broken now is led later, with {card}.", **t),
    "throw-in": lambda t: say("Now {seat} {seat:has|have} to lead{hand}.", **t),
    "partner-in": _leads_to,
    "dump": lambda t: say("{card} goes where it is lost anyway.", **t),
    "unload": lambda t: say("So {you} {you:is|are} rid of {card}.", **t),
    "buy-lead": _leads_to,
    "pass": lambda t: say("Played to the trick, {card} would bring less.", **t),
    "hidden": lambda t: say("Played the other way, {card} would bring less.", **t),
    "partner": lambda t: say("{you} {you:needs|need} no high card for a trick that {seat} {seat:takes|take} with {card}.", **t),
    "stay-off": lambda t: say("{card} takes the trick, and whoever takes it has to lead{hand}.", **t),
    "take-lead": _leads_to,
    "keep-lead": _leads_to,
    "exit": lambda t: say("{seat} {seat:takes|take} the trick and must lead{hand}.", **t),
    "duck": lambda t: say("This trick is let go, so that {card} takes a later one, which it couldn't otherwise.", **t),
    "count-suit": lambda t: say("When {card} is led, all that were above it are gone, and it takes its trick.", **t),
    "under": lambda t: say("{card} is too high for this trick, which is better left to others.", **t),
    "strip": lambda t: say(
        "{card} is the last card with which {seat} can follow this lead; with one more, it wouldn't work.", **t),
    "endplay": lambda t: say("Later {seat} {seat:takes|take} a trick with {card} and must lead{hand}.", **t),
    "right-lead": lambda t: say(
        "{now} {now:leads|lead} next; should {you} {natural}, {leader} {leader:does|do}, with {lead}.", **t),
    "keep-jann": lambda t: say("This way the Jann can't be broken; should {you} {natural}, it can.", **t),
    "stop-jann": lambda t: say("Should {you} {natural}, the others make their Jann; this way they can't.", **t),
    "keep-contract": lambda t: _contract(is_made=True),
    "stop-contract": lambda t: _contract(is_made=False),
}
"""Sentences by idea. Other ideas are explained by the tricks."""

SEEN = frozenset(("hold-up", "save-beater", "keep-trump", "keep-winner", "pass", "hidden", "partner", "duck", "under", "feed"))
"""Ideas whose plan the tricks show anyway; a forced play explains more."""

TELLS_TRICK = frozenset(("feed", "partner", "stay-off", "exit"))
"""Ideas whose plan names the taker of this trick."""

TELLS_CARD = frozenset((
    "hold-up", "save-beater", "keep-trump", "keep-winner", "keep-entry", "duck", "count-suit", "spare-partner"))
"""Ideas whose plan says that the card in the evidence takes a later trick."""

"""The rules of Double King Pedro, in the order of the contract's table, and what each says of a move."""

from __future__ import annotations

from rules_engine.core.cards import marks
from rules_engine.core.moves import Move
from rules_engine.core.rules import Finding, Rule, permits, refuses
from rules_engine.games.double_king_pedro.cards import ALL_POINTS, JOKER, OFF_SUIT, PLAY_SIZE, RANKED, TRUMPS, role
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition


def toss(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """A hand without a face card may be thrown in; only its holder is asked."""
    if position.phase != "toss":
        return None
    who, hand = position.name(seat), position.hands[seat]
    if move.verb == "toss":
        return permits("toss", f"{who} was dealt no King, Queen or Jack and may throw the hand in.", hand)
    return permits("toss", f"{who} holds no face card but need not toss.", hand)


def bid(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """Each bid tops the one before; passing is for good, and the last one left in can't pass out the deal."""
    if position.phase != "bid" or move.verb not in ("bid", "pass"):
        return None
    return _judge_pass(position, seat) if move.verb == "pass" else _judge_number(position, seat, move.number or 0)


def _judge_pass(position: DoubleKingPedroPosition, seat: int) -> Finding:
    who = position.name(seat)
    if position.still_bidding == [seat]:
        return refuses("bid", f"The three others have passed without a bid, so {who} must bid: at least 1.")
    return permits("bid", f"{who} may pass, and is then out of this auction.")


def _judge_number(position: DoubleKingPedroPosition, seat: int, number: int) -> Finding:
    who = position.name(seat)
    high = position.high_number
    if number > ALL_POINTS:
        return refuses("bid", f"There are only {ALL_POINTS} points in a hand: {who} can't bid {number}.")
    if number < 1:
        return refuses("bid", f"A bid is at least 1: {who} can't bid {number}.")
    if number <= high:
        return refuses("bid", f"{position.name(position.bids.index(high))} has bid {high}: {who} can't bid {number}, "
                              + (f"only {high + 1} or more." if high < ALL_POINTS else "only pass or double it."))
    return permits("bid", f"{number} is higher than the {high} bid before." if high
                   else f"Nobody has bid yet, so {who} may bid {number}.")


def double(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """All the points for 200 can be called over any bid."""
    if move.verb != "bid double":
        return None
    high = position.high_number
    over = f"goes over the {high} bid before" if high else "goes over every other bid"
    return permits("double", f"“Hundred and double it!” {over}: {position.name(seat)} plays for all "
                             f"{ALL_POINTS} points, 200 won or lost.")


def name_trumps(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """The declarer has to lead a trump first, so can name only a suit that gives one."""
    if position.phase != "trump":
        return None
    suit, who = move.suit, position.name(seat)
    held = [card for card in RANKED[suit] if card in position.hands[seat]]
    if held:
        return permits("name-trumps", f"With {{{suit}}} named, {who} holds {marks(held)} to lead a trump from.", held)
    off = [card for card in RANKED[suit] if card.suits == OFF_SUIT[suit]]
    return refuses("name-trumps", f"{who} holds no {{{suit}}}, nor {marks(off, 'or')}, nor the {{Joker}}: with "
                                  f"{{{suit}}} as trumps there would be none to lead.", position.hands[seat])


def trumps(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """Four trumps don't show it: the Joker, and three cards of the other suit of the colour."""
    card, trump = move.card, position.trump
    if card is None or card not in TRUMPS[trump] or card.suits == trump:
        return None
    if card is JOKER:
        return permits("trumps", "The {Joker} is a trump whatever suit is named.", [card])
    return permits("trumps", f"The {role(card, trump)} is a trump along with {{{trump}}}: it is of the same colour.",
                   [card])


def pass_trumps(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """Trumps above six go to the partner, and from there to the left."""
    if position.phase != "pass-trumps":
        return None
    card, who, held = move.played, position.name(seat), position.trumps_of(seat)
    to = position.name(position.receiver(seat))
    if card not in TRUMPS[position.trump]:
        return refuses("pass-trumps", f"The {{{card.text}}} is no trump: {who} has {len(held)} trumps and gives away "
                                      f"only the excess over {PLAY_SIZE}, from {marks(held)}.", held)
    return permits("pass-trumps", f"{who} holds {len(held)} trumps, {position.excess(seat)} above {PLAY_SIZE}, and may "
                                  f"give the {{{card.text}}} to {to}.", [card])


def discard(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """Everybody comes down to six cards, but no trump leaves the game."""
    if position.phase != "discard":
        return None
    card, who = move.played, position.name(seat)
    if card in TRUMPS[position.trump]:
        free = [held for held in position.hands[seat] if held not in TRUMPS[position.trump]]
        return refuses("discard", f"The {{{card.text}}} is a trump, and trumps can't be discarded; {who} can "
                                  f"throw away {marks(free, 'or')}.", free)
    return permits("discard", f"{who} holds {len(position.hands[seat])} cards and the {{{card.text}}} is no trump, "
                              "so it may be thrown away.", [card])


def opening_lead(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """The declarer's first lead is a trump."""
    if position.phase != "play" or not position.opening:
        return None
    card, who, held = move.played, position.name(seat), position.trumps_of(seat)
    if card in TRUMPS[position.trump]:
        return permits("opening-lead", f"{who}, the declarer, opens with a trump, the {{{card.text}}}.", [card])
    return refuses("opening-lead", f"{who}'s first lead as declarer must be a trump: {marks(held, 'or')}.", held)


def follow_trump(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """A trump lead draws a trump from everybody still playing."""
    if position.phase != "play" or (position.trick and not position.trump_led):
        return None
    card, who = move.played, position.name(seat)
    is_trump = card in TRUMPS[position.trump]
    if not position.trick:
        return permits("follow-trump", f"The {{{card.text}}} is a trump: once it is led, the others must play trumps.",
                       [card]) if is_trump and not position.opening else None
    if is_trump:
        return permits("follow-trump", f"A trump was led, and the {{{card.text}}} is one.", [card])
    held = position.trumps_of(seat)
    return refuses("follow-trump", f"The {{{position.trick[0].card.text}}}, a trump, was led and {who} still "
                                   f"holds {marks(held)}.", held)


def throw_off(position: DoubleKingPedroPosition, seat: int, move: Move) -> Finding | None:
    """Where the lead is no trump, nothing has to be followed."""
    if position.phase != "play" or position.trump_led:
        return None
    card, who = move.played, position.name(seat)
    if position.trick:
        return permits("throw-off", f"The {{{position.trick[0].card.text}}} led is no trump but a throw-off, so "
                                    f"{who} may play any card.", position.hands[seat])
    if card in TRUMPS[position.trump]:
        return None
    return permits("throw-off", f"The {{{card.text}}} is no trump: led, it is a throw-off. Anything goes.", [card])


ALL_RULES = (
    Rule("deal", "Twelve cards each and a kitty of five"),
    Rule("toss", "A hand without face cards may be tossed", toss, can_refuse=False),
    Rule("bid", "Bid higher or pass for good", bid),
    Rule("double", "Hundred and double it", double, can_refuse=False),
    Rule("kitty", "The declarer takes the kitty"),
    Rule("name-trumps", "The declarer names trumps", name_trumps),
    Rule("trumps", "The seventeen trumps", trumps, can_refuse=False),
    Rule("rank", "How trumps rank"),
    Rule("pass-trumps", "More than six trumps are passed on", pass_trumps),
    Rule("discard", "Everybody discards to six", discard),
    Rule("opening-lead", "The declarer opens with a trump", opening_lead),
    Rule("follow-trump", "A trump lead draws trumps", follow_trump),
    Rule("out", "Without a trump to follow, a player is out"),
    Rule("throw-off", "To a throw-off any card goes", throw_off, can_refuse=False),
    Rule("win-trick", "Who takes the trick"),
    Rule("win-tie", "Equal throw-offs"),
    Rule("next-lead", "The winner leads next"),
    Rule("points", "What trumps are worth"),
    Rule("score-made", "A bid made"),
    Rule("score-set", "A bid missed"),
    Rule("score-defenders", "The other side keeps its points"),
    Rule("score-double", "Two hundred either way"),
    Rule("game-end", "The end at 500"),
)
"""Every rule of the contract."""

"""The referee: the winner of a trick at a real table, and the legal moves there.

The user enters the cards of the trick and a few fields. `fields` lists the fields of a game, `stages` plays random hands,
`worlds` selects those consistent with the entries, and `reconstruct` replays the cards in each. `trick` finds the winner when it
is certain, `legal_moves` the legal moves. `ruling` and `statements` keep only statements that hold in all consistent hands, and
`answer` puts them into words. These modules don't depend on any particular game.
"""

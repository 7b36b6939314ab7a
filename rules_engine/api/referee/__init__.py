"""The referee: the winner of a trick at a real table, and the legal moves there.

The user enters the cards of the trick and a few fields. `fields` lists the fields of a game, `stages` plays random hands,
`worlds` selects the hands consistent with the entries, and `reconstruct` replays the cards in each of them. `trick` finds the
winner if it is certain, and `legal_moves` the legal moves. `ruling` and `statements` keep only the statements that are true in
all consistent hands, and `answer` puts them into words. These modules don't depend on any particular game.
"""

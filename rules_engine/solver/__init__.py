"""Exact search with all cards face up, for the result that a side can guarantee, whatever the other seats do.

    heuristics           optional heuristics of a game that speed up the search
    search               the general search
    trick_tables         a faster search for games in which a trick depends only on its own cards
    principal_variation  the line of best play from a position
    budget               the limit on the number of moves that a search makes
    brute_force          a search without tables or heuristics, the reference for tests
"""

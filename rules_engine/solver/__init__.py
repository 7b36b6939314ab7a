"""Exact search with all cards open: what a side can be sure of, whatever the others do.

    goals    what is played for: the hand's score, a trick, a goal that a game names
    hints    what a game may tell so that the search is faster
    search   the search itself
    apart    the same search, faster, where a trick hangs on its own cards alone
    limit    how much a search may do
    plain    the same answer by a full search without any help: what the tests hold the other one against
"""

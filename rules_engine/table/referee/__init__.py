"""The referee: who takes a trick that lies on a real table, and what may be played there.

The reader tells what lies there, card by card, and a little of what else is so. `slots` says what can be told of a position of
any game, `lying` makes a position of it, `trick` says who takes it as soon as that is certain, `turn` what may be played, and
`answer` puts that into words. No game is known here: everything follows from the slots that its positions declare.
"""

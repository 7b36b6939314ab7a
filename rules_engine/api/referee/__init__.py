"""The referee: who takes a trick that lies on a real table, and what may be played there.

The reader enters what lies there, card by card, and a few fields. `fields` lists the fields of any game, `stages` plays hands,
`worlds` chooses those that fit what was entered, `lying` lays the cards in each. `trick` finds the taker once it is certain,
`turn` what may be played; `ruling` and `statements` keep what is true in all of them, and `answer` puts that into words. No game
is named here.
"""

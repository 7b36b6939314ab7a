"""Knüffeln, a North Frisian descendant of Karnöffel for four in partnerships, or five.

Source: Paul Eaton's report in The Playing-Card 49/4 (2021), as given on pagat.com, and the articles of J.F. Bernhard (1924)
and Peter Grünberg (1938) in Die Heimat. Money is counted in whole cents or Pfennig, the ladder in whole rungs.

Modelling decisions, where the source is silent or unclear:

* Of equal beaters of the two chosen suits, the first played stays ahead.
* A Queen given for an Ole is then in the stock, so the King inherits for a second Ole of her suit. An Ole that is declined,
  or that nobody can take, ends the exchange; if three cards are shown together, it ends only the exchange of that Ole.
* Turn-ups are exchanged after the Olen, clockwise from forehand, so a Queen or King got for a Ten can't buy an Ole.
* The player next to play answers a turned card; a soloist answers every defender. A run never makes a Jann, and a run from
  a card turned on a march makes the march fail. A run leaves no trick on the table.
* A march is every trick in which both sides can play. The first one lost ends it.
* On Bernhard's ladder a march, won or failed, counts as much as a Jann. Grünberg's players may turn on any lead.
* The order of the stock shows earlier exchanges: in a setup in ``take-ole`` with a Queen or King at the bottom and an Ole
  on offer above it, an exchange has been made. Declined cards can't be derived from the cards, so setups have a key for
  them that is no fact, ``declined``: the Olen or Tens that were offered and left.
"""

from rules_engine.games.knueffeln.game import Knueffeln
from rules_engine.games.knueffeln.position import KnueffelnPosition

__all__ = ["Knueffeln", "KnueffelnPosition"]

"""Knüffeln, a North Frisian descendant of Karnöffel for four in partnerships, or five.

Source: Paul Eaton's report in The Playing-Card 49/4 (2021), as published on pagat.com, and the articles of J.F. Bernhard (1924)
and Peter Grünberg (1938) in Die Heimat. Money is counted in whole cents or Pfennig, the ladder in whole rungs.

Modelling decisions, where the source is silent or unclear:

* If two equal beaters of the chosen suits are played, the first stays ahead.
* A Queen exchanged for an Ole is then in the stock, so a second Ole of her suit can be bought with the King. An Ole that is
  declined, or that nobody can take, ends the exchange; if three cards are shown together, it ends only the exchange of that Ole.
* Turn-ups are exchanged after the Olen, clockwise from forehand, so a Queen or King received for a Ten can't buy an Ole.
* The next player answers a turned card (a lead made face down); a soloist answers every defender. Running from the card never
  makes a Jann. Running from a card turned on a march makes the march fail. After a run, no trick is left on the table.
* A march covers every trick in which both sides can play. The first lost trick ends it.
* On Bernhard's ladder a march, won or failed, counts as much as a Jann. Grünberg's players may turn on any lead.
* The order of the stock shows earlier exchanges: in a setup in ``take-ole`` with a Queen or King at the bottom and an Ole
  on offer above it, an exchange has been made. Declined offers can't be derived from the cards, so setups list them under a
  separate key, ``declined``: the Olen or Tens that were offered and left. This key isn't a fact.
"""

from rules_engine.games.knueffeln.game import Knueffeln
from rules_engine.games.knueffeln.position import KnueffelnPosition

__all__ = ["Knueffeln", "KnueffelnPosition"]

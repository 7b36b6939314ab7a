"""Knüffeln, a North Frisian descendant of Karnöffel for four in partnerships, or five.

Source: Paul Eaton's report in The Playing-Card 49/4 (2021), as given on pagat.com, with what J.F. Bernhard (1924) and
Peter Grünberg (1938) wrote in Die Heimat. Money is whole cents or Pfennig, the ladder whole rungs.

Modelling decisions, where the source is silent or unclear:

* Of equal beaters of the two chosen suits, the first played stands.
* A Queen given for an Ole lies in the stock, so the King inherits for a second Ole of her suit. An Ole passed up, or
  one that nobody can take, ends the looking; where three cards are shown at once it ends that one alone.
* Turn-ups are exchanged after the Olen, clockwise from forehand, so no Queen or King got for a Ten can buy an Ole.
* The player next to play answers a turned card; a soloist answers every defender. A run never makes a Jann, and a run
  from a march makes it fail. A run leaves no trick on the table.
* A march is every trick in which both sides can play; the first one lost ends it.
* Bernhard's ladder: a march, and failing it, counts as a Jann does. Grünberg's players may turn on any lead.
* The stock is known by its place: a setup in ``take-ole`` that has a Queen or King at the bottom and an Ole on offer
  above it has seen an exchange. What was passed up can't be seen from the cards, so setups have a key for it beside
  the facts, ``declined``: the Olen or Tens that were offered and left.
"""

from rules_engine.games.knueffeln.game import Knueffeln
from rules_engine.games.knueffeln.position import KnueffelnPosition

__all__ = ["Knueffeln", "KnueffelnPosition"]

"""Bridge hands from other programs' files, PBN and LIN, as scenarios of the game ``bridge``; and scenarios written as PBN."""

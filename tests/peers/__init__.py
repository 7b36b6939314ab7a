"""Our sketches of classic games compared with OpenSpiel's: equal legal moves at every turn, and equal scores at the end."""

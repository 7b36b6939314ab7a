"""Our sketches of classic games compared with OpenSpiel's: the legal moves must agree on every turn, and the scores at the
end."""

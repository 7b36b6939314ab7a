"""Our sketches of classic games against OpenSpiel's: the same moves legal at every turn, the same score at the end."""

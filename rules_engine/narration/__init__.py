"""What a game says of its positions: its words, and who reads them."""

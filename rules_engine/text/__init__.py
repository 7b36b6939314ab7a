"""What is said, as values: sentences with their open places, and the language that somebody reads them in."""

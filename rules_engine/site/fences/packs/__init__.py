"""The pages about packs of cards."""

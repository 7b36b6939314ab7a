"""Translation catalogues, and the messages that they must contain."""

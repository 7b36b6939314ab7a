"""Steps and sentences that several games share. A game's part in the browser contains those that it imports."""

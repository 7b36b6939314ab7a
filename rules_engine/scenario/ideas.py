"""What puzzles are about: in what the best move differs from the one that tempts."""

from __future__ import annotations

IDEAS = {
    "let-go": "Let it go",
    "take": "Take it",
    "throw-off": "Throw it off",
    "keep-trump": "Keep the trump",
    "use-trump": "Spend the trump",
    "lead-trump": "Lead trumps",
    "suit": "The right suit",
    "height": "How high?",
    "hidden": "Face down?",
    "call": "The right call",
}
"""The idea of a puzzle, to its title."""

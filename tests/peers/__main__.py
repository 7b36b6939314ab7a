"""``python -m tests.peers --hands 2000``: play all games that OpenSpiel has too, and print the differences."""

from __future__ import annotations

import argparse

from tests.peers.games import PEERS
from tests.peers.peer import Differs, PeerTally, play_side_by_side


def main() -> int:
    """Play the games, print a line for each, and return 1 if there is an unexplained difference, otherwise 0."""
    parser = argparse.ArgumentParser(description="Random hands in our games and sketches and in OpenSpiel, side by side.")
    parser.add_argument("--hands", type=int, default=2000, help="hands a game")
    parser.add_argument("games", nargs="*", help="OpenSpiel's names; all if left out")
    asked = parser.parse_args()
    failed = 0
    for peer in PEERS:
        if asked.games and peer.name.partition("(")[0] not in asked.games:
            continue
        tally = PeerTally()
        try:
            for seed in range(asked.hands):
                play_side_by_side(peer, seed, tally)
        except Differs as difference:
            failed = 1
            print(difference)
        understood = "; ".join(f"{name}: {number}" for name, number in tally.understood.items()) or "no difference"
        print(f"{peer.name}: {tally.hands} hands, {tally.moves} moves, {understood}", flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main())

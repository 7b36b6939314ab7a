"""Plays some hands in each game that OpenSpiel has too; ``make peers`` plays thousands."""

from __future__ import annotations

import pytest

from tests.peers.games import PEERS
from tests.peers.peer import THERE, Differs, Peer, PeerTally, by_rank, play_side_by_side

pytestmark = pytest.mark.skipif(not THERE, reason="OpenSpiel isn't installed: pip install -e '.[bench]'")


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_every_difference_is_understood(peer: Peer) -> None:
    tally = PeerTally()
    for seed in range(8):
        play_side_by_side(peer, seed, tally)
    assert tally.hands == 8
    assert bool(tally.understood) == (peer.name.partition("(")[0] in ("spades", "euchre"))


def test_a_difference_is_told() -> None:
    hearts, spades = (next(peer for peer in PEERS if peer.name.startswith(name)) for name in ("hearts", "spades"))
    wrong = Peer(name=hearts.name, game=hearts.game, begins=hearts.begins, scores=spades.scores,
                 action=lambda position, move: by_rank(move.played, "CDSH"))
    with pytest.raises(Differs, match="is legal here, not there"):
        play_side_by_side(wrong, 1, PeerTally())

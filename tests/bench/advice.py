"""The coach's advice as text, for review by an expert: hand, trick, play so far, advice and reason.

python -m tests.bench.advice GAME [--variant V] [--players 4] [--positions 40] [--every 3] [--seed 1] [--level plain]

The reader's seat makes its bot's usual choices; the coach is asked at every ``--every``-th choice. The last line counts the
hints without a reason. Numbers in brackets are the side's average lead in points, and the loss against the best move.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import process_time
from typing import Any

from rules_engine.api.coach.coach import hint_slip
from rules_engine.api.coach.turn_analysis import TurnAnalysis, turn_of, usual_choice
from rules_engine.api.session import Session, begin_session
from rules_engine.games import known_games, make_game
from rules_engine.html.text import table_text
from rules_engine.text.message import joined


def turns(game: Any, seed: int, level: str, every: int) -> Iterator[tuple[Session, TurnAnalysis]]:
    """Yield every ``every``-th choice that the reader has, hand after hand, with its turn analysis."""
    asked = 0
    while True:
        session = begin_session(game, {"seed": seed}).against(level).rest()
        while not session.position.hand_over:
            if len(game.legal(session.position)) > 1 and (turn := turn_of(session)) is not None and not _given(session):
                asked += 1
                if asked % every == 0:
                    yield session, turn
            session = session.after(usual_choice(session).move).rest()
            while not session.position.hand_over and not session.readers_turn:
                session = session.rest()
        seed += 1


def _given(session: Session) -> bool:
    """Return whether the reader gives cards away one by one. The coach's advice for that is just a bot's choice."""
    move = session.game.legal(session.position)[0]
    return session.position.phase != "play" and move.card is not None and move.other is None


def written(session: Session, turn: TurnAnalysis) -> str:
    """Return a position and its advice as text."""
    while turn.think():
        pass
    judged, told = turn.judged, session.narrator.name
    reply = hint_slip(session, turn)
    lead, (reason, _) = reply.slip.lead, reply.slip.more[0]
    tried = sorted(judged.tried.values(), key=lambda each: each.behind)
    figures = ", ".join(f"{each.move.text} {each.mean:.1f} (−{each.behind:.1f} ± {each.error:.1f})" for each in tried)
    gone = " ".join(card.text for card in (turn.view.memory.gone if turn.view.memory else ()))
    trick = session.position.last_trick
    last = ", ".join(f"{told(laid.seat)} {laid.move.text}" for laid in trick.laid) if trick else "none"
    heard = "; ".join(f"{told(remark.seat)}: {remark.phrase} ({remark.meaning})" for remark in turn.heard)
    return "\n".join([table_text(turn.view), f"Last trick: {last}", f"Gone: {gone}", *([f"Heard: {heard}"] if heard else []),
                      f"=> {lead} {joined([reason])}", f"   [{judged.worlds} worlds; {figures}]"])


def main() -> None:
    """Print advice and its summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.advice", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=known_games())
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--every", type=int, default=3, help="one in so many choices is asked about (3)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="plain", help="how well the others play (plain)")
    chosen = parser.parse_args()
    asked = turns(make_game(chosen.game, chosen.variant, chosen.players), chosen.seed, chosen.level, chosen.every)
    bare, spent = 0, 0.0
    for number in range(1, chosen.positions + 1):
        session, turn = next(asked)
        begun = process_time()
        print(f"\n--- {number} (deal {session.setup['seed']}, move {len(session.moves)})\n{written(session, turn)}", flush=True)
        spent += process_time() - begun
        bare += not turn.judged.reason
    print(f"\n{bare} of {chosen.positions} hints without a reason; {spent / chosen.positions:.2f} s of work each")


if __name__ == "__main__":
    main()

"""The audit: whether points, sticks and penalties add up, and the journal's chain on the disk."""

import asyncio
from pathlib import Path

from table.core.fouls import TENTHS_A_POINT
from table.core.state import HandResult, TableState
from table.errors import JournalError
from table.journal.store import Audit, audit
from table.session import Session
from table.web.views.referee import AuditHandView, AuditView


class Auditor:
    """Adds up one table's game, and reads its journal again from the disk."""

    def __init__(self, session: Session, journal: Path) -> None:
        self._session = session
        self._journal = journal

    async def audit(self) -> AuditView:
        """Everything, now. Raises JournalError where the file cannot be read."""
        now = self._session.snapshot
        try:
            found = await asyncio.to_thread(audit, self._journal)
        except OSError as failure:
            raise JournalError(f"journal: not read, {failure.strerror}") from None
        state, written = now.state, self._session.written()
        hands = [_hand_view(state, number, one) for number, one in enumerate(state.hands)]
        fault = _fault(found, [entry.hash for entry in written[: now.seq]])
        total = _total(state)
        return AuditView(
            right=all(hand.right for hand in hands) and not fault and state.total == total,
            total=total,
            hands=hands,
            penalties=[tenths / TENTHS_A_POINT for tenths in state.penalties],
            rulings=len(state.rulings),
            cancelled=sum(made.cancelled for made in state.rulings),
            entries=len(found.entries),
            chain=not fault,
            fault=fault,
            head=found.entries[-1].hash if found.entries else found.id,
        )


def _fault(found: Audit, known: list[str]) -> str:
    """What is wrong with the file: a broken chain, or another one than this program wrote."""
    if found.fault is not None:
        return str(found.fault)
    if list(found.hashes[: len(known)]) != known:
        return "the file holds other entries than this program wrote"
    return ""


def _total(state: TableState) -> int:
    """What points and sticks must add up to: as at the first deal of the game."""
    if not state.hands:
        opening = state.play
        return state.total if opening is None else _sum(state, opening.opening, opening.pot)
    return _sum(state, state.hands[0].opening, state.hands[0].pot)


def _sum(state: TableState, points: tuple[int, ...], sticks: int) -> int:
    return sum(points) + state.riichi_bet * sticks


def _hand_view(state: TableState, number: int, hand: HandResult) -> AuditHandView:
    later = state.hands[number + 1] if number + 1 < len(state.hands) else None
    total = _total(state)
    bet = state.riichi_bet or 1
    sticks = (total - sum(hand.scores)) // bet
    faults = []
    if sticks < 0 or sum(hand.scores) + bet * sticks != total:
        faults.append(f"points {sum(hand.scores)} and {sticks} sticks do not make {total}")
    if later is not None and later.opening != hand.scores:
        faults.append("the next hand was dealt with other points")
    if later is not None and later.pot != sticks:
        faults.append(f"{sticks} sticks were left, the next hand began with {later.pot}")
    return AuditHandView(
        hand=number,
        name=f"{hand.bakaze}{hand.kyoku}.{hand.honba}",
        points=list(hand.scores),
        sticks=sticks,
        total=sum(hand.scores) + bet * sticks,
        right=not faults,
        fault="; ".join(faults),
    )

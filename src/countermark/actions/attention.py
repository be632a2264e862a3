"""While a person answers one card, the countdowns of the others stand still."""

from countermark.actions.asking import AnyAsked
from countermark.actions.desk import Change, Desk
from countermark.model.actors import THE_HUB, Actor
from countermark.model.gate_happenings import CountdownsHeld, CountdownsResumed


async def attend(desk: Desk, *, answering: bool, by: Actor) -> bool:
    """A person answers something just now, or no longer; returns whether countdowns stand still."""
    if not answering:
        await resume(desk, by=by)
        return False
    if desk.attention.renew():
        await desk.change(by, lambda change: change.save(None, CountdownsHeld()))
    return desk.attention.held


async def resume_lapsed(desk: Desk) -> None:
    """The page said nothing more: the countdowns go on."""
    if desk.attention.lapsed:
        await resume(desk, by=THE_HUB)


async def resume(desk: Desk, *, by: Actor) -> None:
    """The countdowns go on where they stood."""
    held_ms = desk.attention.end()
    if held_ms is None:
        return

    def work(change: Change) -> None:
        waiting: list[AnyAsked] = [*change.read.open_permissions(), *change.read.open_questions()]
        change.save_all([it.postpone(held_ms, at=change.at) for it in waiting], CountdownsResumed(held_ms))

    await desk.change(by, work)

"""A person's orders to a live session, given to whoever drives its agent; choices are kept for the next start."""

from dataclasses import replace

from countermark.actions.desk import Change, Desk, must
from countermark.model.actors import Actor
from countermark.model.sessions.happenings import SessionChosen
from countermark.model.sessions.orders import Order, SetMode, SetOption
from countermark.model.sessions.state import SessionState

MODE = "mode"  # the name of the choice, and the category of an option that is one


async def give_order(desk: Desk, session_id: str, order: Order, *, by: Actor) -> None:
    """Have an order done and wait for that; a mode or an option that was chosen is recorded as the person's choice.

    Raises `NotFound`, and what `LiveSessions.order` does.
    """
    state = await desk.sessions.state(session_id)
    await desk.sessions.order(session_id, order)
    if isinstance(order, SetMode | SetOption):
        await note_choice(desk, session_id, *choice_in(state, order), by=by)


def choice_in(state: SessionState, order: SetMode | SetOption) -> tuple[str, str]:
    """What was chosen and how: many agents offer their modes as an option."""
    if isinstance(order, SetMode):
        return MODE, order.mode
    value = str(order.value).lower() if isinstance(order.value, bool) else order.value
    is_mode = any(each.id == order.option and each.category == MODE for each in state.options)
    return (MODE if is_mode else order.option), value


async def note_choice(desk: Desk, session_id: str, name: str, value: str, *, by: Actor) -> None:
    """Record it; the agent is put into the mode that a person has chosen last whenever it is connected again."""

    def work(change: Change) -> None:
        session = must(change.read.session(session_id))
        settings = must(change.read.session_settings(session_id))
        kept = replace(settings, mode=value) if name == MODE else None
        change.save(kept, SessionChosen(session_id, session.agent, name, value))

    await desk.change(by, work)

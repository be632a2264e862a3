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
        await note_choice(desk, session_id, order, is_mode=is_mode(state, order), by=by)


def is_mode(state: SessionState, order: SetMode | SetOption) -> bool:
    """Whether it chooses a mode: many agents offer their modes as an option."""
    if isinstance(order, SetMode):
        return True
    return any(each.id == order.option and each.category == MODE for each in state.options)


async def note_choice(desk: Desk, session_id: str, order: SetMode | SetOption, *, is_mode: bool, by: Actor) -> None:
    """Record it; the agent gets what a person has chosen last whenever it is connected again."""
    name, value = (MODE, order.mode) if isinstance(order, SetMode) else (order.option, order.value)
    words = str(value).lower() if isinstance(value, bool) else value

    def work(change: Change) -> None:
        session = must(change.read.session(session_id))
        settings = must(change.read.session_settings(session_id))
        options = {**dict(settings.options), name: value}
        kept = replace(settings, mode=words) if is_mode else replace(settings, options=tuple(options.items()))
        change.save(kept, SessionChosen(session_id, session.agent, MODE if is_mode else name, words))

    await desk.change(by, work)

"""One transaction about one session: its state as it is, and the events that are added to it."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from countermark.actions.desk import Change, Desk, must
from countermark.actions.live_sessions.codec import decoded, encoded
from countermark.actions.live_sessions.states import state_in
from countermark.actions.sessions.words import KINDS, line_of, searched_text, storable_text, subject_of
from countermark.model.actors import Actor
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.reducer import reduced
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Session, SessionText, StoredEvent
from countermark.store.base import Value

T = TypeVar("T")


class SessionChange:
    """A change of one session; `state` is as the events so far have made it.

    `secrets` are what its agent was given: no entry says them, whatever the agent says.
    """

    def __init__(
        self, change: Change, session: Session, state: SessionState, *, secrets: frozenset[str] = frozenset()
    ) -> None:
        self.change = change
        self.read = change.read
        self.session = session
        self.state = state
        self._secrets = secrets

    def tell(self, *events: SessionEvent, line: int = 0, also: Sequence[Value] = ()) -> None:
        """Add events: a row and an entry for each; with the last one the session's own row, and what else is saved.

        `line` is the last raw line that they stand for.
        """
        for place, event in enumerate(events, start=1):
            self._tell(event, line=line, also=also if place == len(events) else None)

    def _tell(self, event: SessionEvent, *, line: int, also: Sequence[Value] | None) -> None:
        body, at = encoded(event), self.change.at
        number = self.state.number + 1
        name = self.session.id
        stored = StoredEvent(name, number, at, line, event.type, subject_of(event), body)
        self.state = reduced(self.state, decoded(stored).event, at=at)
        self.session = after(self.session, self.state, at=at)
        text = searched_text(event)
        values: list[Value] = [stored]
        if also is not None or number == 1:  # the first row of all: the others refer to it
            values.insert(0, self.session)
        values += also or ()
        if text:
            values.append(SessionText(name, number, text))
        digest = hashlib.sha256(body.encode()).hexdigest()
        words = storable_text(line_of(event, self._secrets))
        happening = KINDS[type(event)](name, number, self.session.agent, digest, words)
        self.change.save_all(values, happening)


async def change_session(desk: Desk, session_id: str, work: Callable[[SessionChange], T], *, by: Actor) -> T:
    """Run `work` on a session in one transaction, then let this hub know its new state. Raises `NotFound`."""
    known, secrets = desk.sessions.known(session_id), desk.sessions.hidden(session_id)

    def transaction(change: Change) -> tuple[T, SessionState]:
        session = must(change.read.session(session_id))
        its = SessionChange(change, session, state_in(change.read, session_id, known=known), secrets=secrets)
        result = work(its)
        return result, its.state

    result, state = await desk.change(by, transaction)
    desk.sessions.hold(session_id, state)
    return result


def after(session: Session, state: SessionState, *, at: int) -> Session:
    """What lists show of a session once it is in this state."""
    return replace(
        session, agent=state.agent, folder=state.folder, title=state.title, conversation=state.conversation,
        connection=state.connection, number=state.number, waiting=len(state.waiting), working=state.taken is not None,
        changed_at=at, closed=state.closed, deleted=state.deleted,
    )  # fmt: skip

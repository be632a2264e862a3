"""A person marks lines of a difference; the marks go along with the next words."""

from dataclasses import replace

from countermark.actions.desk import Desk
from countermark.actions.sessions.writing import SessionChange, change_session
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, BadPlace, Conflict, NotFound, TooLarge
from countermark.model.sessions.events import MarkRemoved, MarkSet
from countermark.model.sessions.parts import CallPart, DiffMark, DiffOutput, Side
from countermark.model.sessions.state import SessionState

MOST_UNSENT = 500
LONGEST_WORDS = 50_000  # characters
LONGEST_QUOTE = 100_000


async def set_mark(desk: Desk, session_id: str, mark: DiffMark, *, by: Actor) -> DiffMark:
    """Put a mark on lines of a difference, or change one that was not sent yet.

    Raises `NotFound`, `BadPlace` for lines that do not read as the mark says, `TooLarge`, `Conflict` for one that was
    sent.
    """
    if not mark.words.strip():
        raise BadInput("The mark says nothing.", hint="Write what should change.")
    if len(mark.words) > LONGEST_WORDS or len(mark.quote) > LONGEST_QUOTE:
        raise TooLarge("The mark is too long.", hint="Mark fewer lines, or say less about them.")

    def work(its: SessionChange) -> DiffMark:
        check_place(its.state, mark)
        known = mark_in(its.state, mark.id)
        unsent = sum(each.sent_with is None for each in its.state.marks)
        if known is None and unsent >= MOST_UNSENT:
            raise TooLarge(f"{MOST_UNSENT} marks are not sent yet.", hint="Send some of them first.")
        fresh = replace(mark, sent_with=None)
        if fresh != known:
            its.tell(MarkSet(fresh))
        return fresh

    return await change_session(desk, session_id, work, by=by)


async def remove_mark(desk: Desk, session_id: str, mark_id: str, *, by: Actor) -> None:
    """Take a mark back that was not sent. Raises `NotFound` or `Conflict`."""

    def work(its: SessionChange) -> None:
        if mark_in(its.state, mark_id) is None:
            raise NotFound("There is no such mark.", hint="Look at the marks again.")
        its.tell(MarkRemoved(mark_id))

    await change_session(desk, session_id, work, by=by)


def mark_in(state: SessionState, mark_id: str) -> DiffMark | None:
    """A mark that was not sent. Raises `Conflict` for one that was."""
    known = next((each for each in state.marks if each.id == mark_id), None)
    if known is not None and known.sent_with is not None:
        raise Conflict("The agent has this mark already.", hint="Make a new one.")
    return known


def check_place(state: SessionState, mark: DiffMark) -> None:
    """Raise `NotFound` where the call has no such difference, `BadPlace` where its lines read differently."""
    part = state.part(mark.call)
    outputs = part.outputs if isinstance(part, CallPart) else ()
    texts = [side_of(each, mark.side) for each in outputs if isinstance(each, DiffOutput) and each.path == mark.path]
    if not texts:
        raise NotFound("There is no such difference.", hint="Look at the call again.")
    if not any(reads_so(text, mark) for text in texts):
        raise BadPlace


def side_of(diff: DiffOutput, side: Side) -> str:
    """One of the two texts of a difference."""
    return (diff.old if side is Side.OLD else diff.new) or ""


def reads_so(text: str, mark: DiffMark) -> bool:
    """Whether the lines of a mark are there and have its quote."""
    lines = text.split("\n")
    return 1 <= mark.first_line <= mark.last_line <= len(lines) and (
        "\n".join(lines[mark.first_line - 1 : mark.last_line]) == mark.quote
    )

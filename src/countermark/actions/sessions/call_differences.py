"""What tool calls have changed in files, row by row: compared when somebody looks at it."""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.documents.difference.code_rows import CodeRows, code_rows
from countermark.model.errors import NotFound
from countermark.model.sessions.parts import CallPart, DiffOutput

MOST_ROWS = 2000
SHORT = 20_000  # characters of both texts: longer ones are compared in a worker


@dataclass(frozen=True)
class CallDifference:
    """What becomes of one file; `place` is its place among the differences of the call."""

    place: int
    path: str
    is_new: bool
    is_deleted: bool
    rows: CodeRows


async def differences_of(desk: Desk, session_id: str, part_id: str, *, whole: bool) -> Sequence[CallDifference]:
    """All differences of a call, in its order. Raises `NotFound`, or `WorkFailed` for what takes too long."""
    state = await desk.sessions.state(session_id)
    part = state.part(part_id)
    if not isinstance(part, CallPart):
        raise NotFound("There is no such call.", hint="Look at the session again.")
    diffs = [each for each in part.outputs if isinstance(each, DiffOutput)]
    return [
        CallDifference(place, each.path, each.old is None, each.new is None, await compared(desk, each, whole=whole))
        for place, each in enumerate(diffs)
    ]


async def compared(desk: Desk, diff: DiffOutput, *, whole: bool) -> CodeRows:
    """The rows of one difference."""
    old, new = diff.old or "", diff.new or ""
    if len(old) + len(new) <= SHORT:
        return code_rows(old, new, most=MOST_ROWS, whole=whole)
    return await desk.workers.run(code_rows, old, new, most=MOST_ROWS, whole=whole)

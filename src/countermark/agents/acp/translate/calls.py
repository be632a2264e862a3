"""Tool calls: what an agent tells of one, bit by bit, makes one whole part."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from countermark.agents.acp.translate.outputs import Pictures, output_of
from countermark.agents.acp.translate.printed import with_printed
from countermark.agents.acp.translate.reading import Fields, as_json, objects_in, whole_in, word_in
from countermark.model.sessions.parts import CallPart, CallStatus, Location, Output, TerminalOutput, TextOutput

OPEN = frozenset({CallStatus.PENDING, CallStatus.RUNNING})
STATUSES: Mapping[str, CallStatus] = {
    **{status.value: status for status in CallStatus},
    "paused": CallStatus.RUNNING,  # of version 2
}
UNNAMED = "Tool call"
OTHER = "other"
BETWEEN_RECORDS = 500  # milliseconds for which what comes in small pieces is only whispered


class Merge(Protocol):
    """Makes the call after one more update, as a version of the protocol has it."""

    def __call__(self, part: CallPart, update: Fields, pictures: Pictures, /, *, at: int) -> CallPart: ...


@dataclass
class TrackedCall:
    """A call, and how much of it has been recorded."""

    part: CallPart
    recorded: CallPart | None = None
    recorded_at: int = 0
    since_line: int | None = None  # the first line that has told something which is not recorded

    @property
    def is_due(self) -> bool:
        """Whether it has come so far that it has to be recorded at once."""
        return self.recorded is None or self.recorded.status is not self.part.status

    def is_ripe(self, at: int) -> bool:
        """Whether what it is called has changed, and the last record is not of just now."""
        if self.recorded is None or at - self.recorded_at < BETWEEN_RECORDS:
            return False
        return replace(self.part, outputs=(), raw_output=None) != replace(self.recorded, outputs=(), raw_output=None)

    @property
    def has_more(self) -> bool:
        """Whether anything of it is not recorded."""
        return self.part != self.recorded


def begun(part_id: str, *, at: int, replayed: bool) -> CallPart:
    """A call of which nothing is known yet but its id."""
    return CallPart(part_id, at, UNNAMED, None, OTHER, CallStatus.PENDING, replayed=replayed)


def begun_again(part: CallPart) -> CallPart:
    """The call of an id that begins once more: the input was that of the one before, and a refusal was of that, too."""
    fresh = replace(part, raw_input=None)
    return replace(fresh, status=CallStatus.PENDING, ended_at=None) if part.status is CallStatus.REFUSED else fresh


def merged(part: CallPart, update: Fields, pictures: Pictures, *, at: int) -> CallPart:
    """The call after one more update: what that leaves out stays, lists replace what was there."""
    status = status_in(update) or part.status
    content, raw_input, raw_output = update.get("content"), update.get("rawInput"), update.get("rawOutput")
    outputs = part.outputs
    if isinstance(content, list):
        outputs = kept_terminals(part, tuple(output_of(each, pictures) for each in objects_in(update, "content")))
    ended_at = part.ended_at
    if status not in OPEN and (ended_at is None or part.status in OPEN):
        ended_at = at
    elif status in OPEN:
        ended_at = None
    fresh = replace(
        part,
        title=word_in(update, "title") or part.title,
        name=word_in(update, "name") or part.name,
        kind=word_in(update, "kind") or part.kind,
        status=status,
        outputs=outputs,
        locations=locations_in(update) if isinstance(update.get("locations"), list) else part.locations,
        raw_input=input_told_as_text(part, outputs, status) if raw_input is None else as_json(raw_input),
        raw_output=part.raw_output if raw_output is None else as_json(raw_output),
        ended_at=ended_at,
    )
    return with_printed(fresh, update)


def input_told_as_text(part: CallPart, outputs: tuple[Output, ...], status: CallStatus) -> str | None:
    """The input of a call that has not run: there are agents that tell it as their only text before they ask."""
    if part.raw_input is not None or status not in OPEN or len(outputs) != 1:
        return part.raw_input
    (output,) = outputs
    if not isinstance(output, TextOutput) or output.left_out or not output.text.startswith("{"):
        return None
    try:
        told = json.loads(output.text)
    except (ValueError, RecursionError):  # it is still being written
        return None
    return as_json(told) if isinstance(told, dict) else None


def status_in(update: Fields) -> CallStatus | None:
    """How far the call has come, if it is a word that is known."""
    status = update.get("status")
    return STATUSES.get(status) if isinstance(status, str) else None


def locations_in(update: Fields) -> tuple[Location, ...]:
    """The places that a call is about."""
    return tuple(
        Location(path, whole_in(each, "line"))
        for each in objects_in(update, "locations")
        if (path := word_in(each, "path"))
    )


def kept_terminals(part: CallPart, outputs: tuple[Output, ...]) -> tuple[Output, ...]:
    """New outputs with what the desk knows of their terminals: an agent only names those."""
    known = {each.terminal: each for each in part.outputs if isinstance(each, TerminalOutput)}
    return tuple(known.get(each.terminal, each) if isinstance(each, TerminalOutput) else each for each in outputs)


def with_terminal(part: CallPart, terminal: TerminalOutput) -> CallPart:
    """The call with what one of its terminals has printed until now; the same part where it has no such terminal."""
    if not any(isinstance(each, TerminalOutput) and each.terminal == terminal.terminal for each in part.outputs):
        return part
    fresh = (
        terminal if isinstance(each, TerminalOutput) and each.terminal == terminal.terminal else each
        for each in part.outputs
    )  # fmt: skip
    return replace(part, outputs=tuple(fresh))

"""What a command of the agent's own has printed, told in `_meta` or in the raw output alone: shown as its terminal.

Codex and Claude Code put the pieces, and the end, into `_meta` of the updates of a call; the older adapter of Codex has
all of it in the raw output. What a terminal of the desk has printed is known better, and is not told here.
"""

from dataclasses import replace

from countermark.agents.acp.translate.reading import MOST_CHARACTERS, Fields, object_in, text_in, whole_in, word_in
from countermark.model.sessions.parts import CallPart, TerminalOutput, TextOutput

WHOLE = ("formatted_output", "aggregated_output", "stdout")  # of a raw output, the best first


def with_printed(part: CallPart, update: Fields) -> CallPart:
    """The call with what this update tells of its command; the same part where it tells nothing of one."""
    meta = object_in(update, "_meta")
    whole, piece = object_in(meta, "terminal_output"), object_in(meta, "terminal_output_delta")
    end = object_in(meta, "terminal_exit")
    if not (whole or piece or end):
        return with_raw(part, object_in(update, "rawOutput"))
    name = next((word for each in (whole, piece, end) if (word := word_in(each, "terminal_id"))), part.id)
    terminal = terminal_of(part, name) or TerminalOutput(name, "")
    terminal = printed(terminal, text_in(whole, "data") or "", anew=bool(whole))
    terminal = printed(terminal, text_in(piece, "data") or "", anew=False)
    if end:
        terminal = replace(terminal, exit_code=whole_in(end, "exit_code"), signal=word_in(end, "signal"))
    return put(part, terminal)


def with_raw(part: CallPart, raw: Fields) -> CallPart:
    """The call with the output of a command that stands nowhere else."""
    terminals = [each for each in part.outputs if isinstance(each, TerminalOutput)]
    shown = any(isinstance(each, TextOutput) for each in part.outputs) or any(each.output for each in terminals)
    text = next((text for name in WHOLE if (text := text_in(raw, name))), "")
    if shown or not text or part.kind != "execute":
        return part
    named = terminals[0].terminal if terminals else part.id
    terminal = printed(TerminalOutput(named, "", exit_code=whole_in(raw, "exit_code")), text, anew=True)
    return put(part, terminal)


def printed(terminal: TerminalOutput, text: str, *, anew: bool) -> TerminalOutput:
    """A terminal that has printed more; the end of it is kept."""
    whole = text if anew else terminal.output + text
    too_long = len(whole) > MOST_CHARACTERS
    return replace(terminal, output=whole[-MOST_CHARACTERS:], truncated=(terminal.truncated and not anew) or too_long)


def terminal_of(part: CallPart, name: str) -> TerminalOutput | None:
    """One of a call's terminals."""
    return next((each for each in part.outputs if isinstance(each, TerminalOutput) and each.terminal == name), None)


def put(part: CallPart, terminal: TerminalOutput) -> CallPart:
    """The call with a terminal in the place of the one of its name, or behind all else."""
    if terminal_of(part, terminal.terminal) is None:
        return replace(part, outputs=(*part.outputs, terminal))
    return replace(part, outputs=tuple(
        terminal if isinstance(each, TerminalOutput) and each.terminal == terminal.terminal else each
        for each in part.outputs
    ))  # fmt: skip

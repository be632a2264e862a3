"""How large a part of the ledger is: by its texts, of which an agent can make as much as it likes."""

from collections.abc import Iterator

from countermark.model.sessions.parts import (
    CallPart,
    CompactionPart,
    DiffOutput,
    ItemPart,
    MediaOutput,
    MessagePart,
    NoticePart,
    Output,
    Part,
    PromptPart,
    TerminalOutput,
    TextOutput,
    UnknownOutput,
    UnknownPart,
)


def size_of(part: Part) -> int:
    """The characters of a part, short fields left out."""
    return sum(map(len, texts_of(part)))


def texts_of(part: Part) -> Iterator[str]:
    """The texts of a part that can be long."""
    match part:
        case PromptPart():
            yield part.prompt.text
            yield part.prompt.sent or ""
        case MessagePart():
            yield part.text
        case CallPart():
            yield part.raw_input or ""
            yield part.raw_output or ""
        case CompactionPart():
            yield part.summary
        case NoticePart():
            yield part.description or ""
        case UnknownPart():
            yield part.raw
        case ItemPart():
            yield part.title
    if isinstance(part, MessagePart | CallPart):
        for output in part.outputs:
            yield from texts_in(output)


def texts_in(output: Output) -> Iterator[str]:
    """The texts of what a call or a message has brought."""
    match output:
        case TextOutput():
            yield output.text
        case DiffOutput():
            yield output.old or ""
            yield output.new or ""
        case TerminalOutput():
            yield output.output
        case UnknownOutput():
            yield output.raw
        case MediaOutput():
            yield output.uri or ""

"""The ledger of a session: what was said and done, part by part, as it is shown."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from countermark.model.items import ItemKind, ItemState


class PromptState(StrEnum):
    """How far words to an agent have come."""

    QUEUED = "queued"
    TAKEN = "taken"  # stored before it is written to the agent
    ANSWERED = "answered"  # its turn has ended
    INTERRUPTED = "interrupted"  # taken, and no answer came: only a person sends it again


class AttachmentKind(StrEnum):
    """What goes along with words."""

    IMAGE = "image"  # kept among the desk's images
    TEXT = "text"  # a text that was pasted or dropped, kept by its digest
    FILE = "file"  # a file of the workspace, by its path


@dataclass(frozen=True)
class Attachment:
    """One thing that goes along with words."""

    kind: AttachmentKind
    name: str
    media_type: str
    size: int  # bytes
    sha256: str | None = None  # of an image or a text
    path: str | None = None  # of a file: absolute


@dataclass(frozen=True)
class Prompt:
    """Words of a person to the agent, and how far they have come."""

    id: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    marks: tuple[str, ...] = ()  # the ids of the marks that go along
    state: PromptState = PromptState.QUEUED
    sent: str | None = None  # the whole text as the agent got it: with marks, and with words of refusals
    stop_reason: str | None = None  # the agent's word for why its turn ended
    why: str | None = None  # it was interrupted
    again_of: str | None = None  # the id of the interrupted one that this one repeats


class Voice(StrEnum):
    """Whose words a message has."""

    AGENT = "agent"
    THOUGHT = "thought"
    USER = "user"  # what the agent tells that the person has said: from a conversation that was loaded


class CallStatus(StrEnum):
    """How far a tool call has come."""

    PENDING = "pending"
    RUNNING = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    REFUSED = "refused"  # the agent was told no; what it tells of the call after that counts more
    NO_FURTHER_WORD = "no_further_word"  # its turn has ended, and the agent has not said how the call did

    @property
    def words(self) -> str:
        """For a person."""
        return self.value.replace("_", " ")


@dataclass(frozen=True)
class Location:
    """A place in a file that a call is about."""

    path: str
    line: int | None = None  # counted from 1


@dataclass(frozen=True)
class TextOutput:
    """Words that a call has brought."""

    text: str
    left_out: int = 0  # characters of a very long one
    type: Literal["text"] = "text"


@dataclass(frozen=True)
class DiffOutput:
    """A change to a file; `old` is None for a new one, `new` None for one that is deleted."""

    path: str
    old: str | None
    new: str | None
    left_out: int = 0
    type: Literal["diff"] = "diff"


@dataclass(frozen=True)
class TerminalOutput:
    """What a command printed: the end of it, if it was long."""

    terminal: str
    output: str
    truncated: bool = False
    exit_code: int | None = None
    signal: str | None = None
    type: Literal["terminal"] = "terminal"


@dataclass(frozen=True)
class MediaOutput:
    """An image, a sound or a link."""

    media_type: str
    sha256: str | None = None  # of an image, kept among the desk's images
    uri: str | None = None
    name: str | None = None
    type: Literal["media"] = "media"


@dataclass(frozen=True)
class UnknownOutput:
    """Content of a kind that nobody knows."""

    kind: str
    raw: str  # as JSON
    type: Literal["unknown"] = "unknown"


Output = TextOutput | DiffOutput | TerminalOutput | MediaOutput | UnknownOutput


@dataclass(frozen=True)
class Judgement:
    """What the rules say of a call that was done without asking."""

    decision: Literal["allow", "ask", "deny"]
    words: str


@dataclass(frozen=True)
class PromptPart:
    """Words of the person, from the moment at which they were taken."""

    id: str
    at: int
    prompt: Prompt
    type: Literal["prompt"] = "prompt"


@dataclass(frozen=True)
class MessagePart:
    """A message that is finished, or was cut off."""

    id: str
    at: int
    voice: Voice
    text: str  # Markdown
    whole: bool = True  # False where the agent ended within it
    outputs: tuple[Output, ...] = ()  # images and links in it
    replayed: bool = False  # told again when a conversation was loaded
    type: Literal["message"] = "message"


@dataclass(frozen=True)
class CallPart:
    """A tool call as it is now."""

    id: str
    at: int
    title: str
    name: str | None
    kind: str  # read, edit, execute …: the agent's own word, also one that nobody knows
    status: CallStatus
    outputs: tuple[Output, ...] = ()
    locations: tuple[Location, ...] = ()
    raw_input: str | None = None  # as JSON
    raw_output: str | None = None
    ended_at: int | None = None
    judgement: Judgement | None = None
    replayed: bool = False
    type: Literal["call"] = "call"


@dataclass(frozen=True)
class NoticePart:
    """Something that the agent or the desk says about the session itself."""

    id: str
    at: int
    severity: str  # info, warning, error, or the agent's own word
    title: str
    description: str | None = None
    by_desk: bool = False
    type: Literal["notice"] = "notice"


@dataclass(frozen=True)
class CompactionPart:
    """The agent has shortened what it remembers."""

    id: str
    at: int
    status: str
    summary: str = ""
    error: str | None = None
    type: Literal["compaction"] = "compaction"


@dataclass(frozen=True)
class ItemPart:
    """Something that waits for the person, or waited."""

    id: str  # of the item
    at: int
    kind: ItemKind
    title: str
    call: str | None = None  # the part that it is about
    state: ItemState = ItemState.WAITING
    outcome: str | None = None  # what became of it, in words
    type: Literal["item"] = "item"


@dataclass(frozen=True)
class UnknownPart:
    """An update of a kind that nobody knows, as it came."""

    id: str
    at: int
    kind: str
    raw: str  # as JSON
    type: Literal["unknown"] = "unknown"


Part = PromptPart | MessagePart | CallPart | NoticePart | CompactionPart | ItemPart | UnknownPart


@dataclass(frozen=True)
class PlanEntry:
    """One step of the agent's plan."""

    content: str
    priority: str
    status: str


class Side(StrEnum):
    """Which text of a difference a mark stands on."""

    OLD = "old"
    NEW = "new"


@dataclass(frozen=True)
class DiffMark:
    """A person's mark on lines of a difference: it goes with the next words."""

    id: str
    call: str  # the part
    path: str
    side: Side
    first_line: int  # counted from 1 in that text
    last_line: int
    quote: str
    words: str
    sent_with: str | None = None  # the prompt that it went with

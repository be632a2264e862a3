"""Sessions on the browser's wire: the model's own values, so that their unions are the page's; times in ms."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from countermark.actions.sessions.call_differences import CallDifference
from countermark.actions.sessions.files import WorkspaceFile
from countermark.actions.sessions.messages import RenderedMessage
from countermark.actions.sessions.prompting import MOST_MARKS
from countermark.actions.sessions.receipts import Receipt
from countermark.http_api.shapes.annotation_wire import Digest, Words
from countermark.model.ids import KEY
from countermark.model.sessions.events import NumberedEvent
from countermark.model.sessions.orders import OpenParts, Order
from countermark.model.sessions.parts import Attachment, AttachmentKind, Part, Side
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import LONGEST_TITLE, MOST_ATTACHMENTS, MOST_QUEUED, Connection, RawLine

SessionId = Annotated[str, Field(pattern=r"^se_[0-9a-z]{26}$")]
PromptId = Annotated[str, Field(pattern=r"^pr_[0-9a-z]{26}$")]
MarkId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Path = Annotated[Words, Field(min_length=1, max_length=4096)]
FileLine = Annotated[int, Field(ge=1, le=2**31 - 1)]


class ListedSession(BaseModel):
    """A session as lists show it; times are milliseconds since 1970."""

    id: str
    agent: str
    agent_name: str
    folder: str
    folder_name: str
    title: str
    conversation: str | None
    connection: Connection
    number: int = Field(description="Of its newest event.")
    waiting: int = Field(description="Items of it that wait for the person.")
    working: bool = Field(description="A turn is under way.")
    opened_at: int
    changed_at: int
    closed: bool
    deleted: bool


class SessionList(BaseModel):
    """Sessions, what changed last first, and the sequence number from which the feed goes on."""

    sessions: list[ListedSession]
    seq: int


class SessionSnapshot(BaseModel):
    """A session after its event `state.number`, with the newest parts; the events after it come with the feed."""

    session: ListedSession
    state: SessionState
    earlier: int = Field(description="How many parts stand before those of the ledger that is here.")
    open: OpenParts
    seq: int


class SessionParts(BaseModel):
    """Parts of the ledger as they are after event `number`, oldest first; `earlier` ones stand before them."""

    parts: list[Part]
    earlier: int
    number: int


class SessionEvents(BaseModel):
    """Events after a number; more of them are asked for after the last one until there are none."""

    events: list[NumberedEvent]
    seq: int


class SessionMessages(BaseModel):
    """Messages as they are shown, in the order in which they were asked for; what is no message is left out."""

    messages: list[RenderedMessage]


class SessionDifferences(BaseModel):
    """What one call has changed in files, in the order in which it tells them."""

    differences: list[CallDifference]


class SessionReceipt(BaseModel):
    """What somebody has missed."""

    receipt: Receipt
    seq: int


class SessionChanged(BaseModel):
    """The number of a session's newest event after a change; the feed brings the event."""

    number: int
    seq: int


class SessionWanted(BaseModel):
    """A session to open."""

    agent: str = Field(max_length=64)
    folder: Path
    title: Words = Field(default="", max_length=LONGEST_TITLE)
    command: list[Words] = Field(default=[], max_length=200, description="None: as the brand says.")
    mcp_servers: Words = Field(default="[]", description="As JSON, the way that the protocol has them.")
    folders: list[Path] = Field(default=[], max_length=20, description="More than the first.")
    mode: Words | None = Field(default=None, max_length=200)
    conversation: Words | None = Field(default=None, max_length=1000, description="The agent's own, to go on with.")
    how: Literal["new", "load", "resume", "fork"] = "new"


class SessionPlaced(BaseModel):
    """The session that was opened."""

    session: ListedSession
    seq: int


class AttachmentGiven(BaseModel):
    """Something that goes along with words: kept under a digest, or a file by its path."""

    kind: AttachmentKind
    name: Words = Field(max_length=300)
    media_type: Words = Field(default="text/plain", max_length=200)
    sha256: Digest | None = None
    path: Path | None = None

    def value(self) -> Attachment:
        """The same as the model has it; its size is measured where it is kept."""
        return Attachment(self.kind, self.name, self.media_type, 0, self.sha256, self.path)


class PromptWords(BaseModel):
    """Words for the agent, and what goes along."""

    text: Words
    attachments: list[AttachmentGiven] = Field(default=[], max_length=MOST_ATTACHMENTS)


class PromptGiven(PromptWords):
    """A prompt for the queue; the same key is the same prompt."""

    key: Annotated[str, Field(pattern=f"^{KEY.pattern}$")]
    marks: list[MarkId] = Field(default=[], max_length=MOST_MARKS)
    again_of: PromptId | None = None


class PromptPlaced(BaseModel):
    """The id of the prompt that was queued."""

    prompt: str
    number: int
    seq: int


class PromptOrder(BaseModel):
    """All prompts that wait, in the order in which they are to be sent."""

    ids: list[PromptId] = Field(max_length=MOST_QUEUED)


class OrderGiven(BaseModel):
    """What is wanted of the session at once."""

    order: Annotated[Order, Field(discriminator="type")]


class DiffMarkGiven(BaseModel):
    """Lines of a difference, as they read, and what is said of them."""

    call: Words = Field(max_length=1000)
    path: Words = Field(max_length=4096)
    side: Side
    first_line: FileLine
    last_line: FileLine
    quote: Words
    words: Words


class AutoAllowGiven(BaseModel):
    """Until when what the agent asks is allowed; null ends that."""

    until: Annotated[int, Field(ge=0, le=2**53)] | None


class SessionRenamed(BaseModel):
    """What it is called from now on."""

    title: Words = Field(max_length=LONGEST_TITLE)


class SessionTraffic(BaseModel):
    """Raw lines; more of them are asked for after the last one until there are none."""

    lines: list[RawLine]


class SessionFiles(BaseModel):
    """Files that can be mentioned, the best first."""

    files: list[WorkspaceFile]


class TextGiven(BaseModel):
    """A text to attach."""

    text: Words


class TextPlaced(BaseModel):
    """Its digest, by which it is attached."""

    sha256: str
    size: int = Field(description="Bytes.")

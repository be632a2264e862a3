"""What can happen in a session: a closed set, numbered for each session; the state is a fold over them."""

from dataclasses import dataclass
from typing import Literal

from countermark.model.items import ItemKind, ItemState
from countermark.model.sessions.offers import AgentFacts, AgentOption, Asking, ModeOffer, SlashCommand, Usage
from countermark.model.sessions.parts import (
    Attachment,
    CallPart,
    CompactionPart,
    DiffMark,
    Judgement,
    MessagePart,
    NoticePart,
    PlanEntry,
    Prompt,
    UnknownPart,
)


@dataclass(frozen=True)
class Opened:
    """A person has opened the session."""

    agent: str  # by its name in the catalog
    folder: str  # absolute path
    title: str
    type: Literal["opened"] = "opened"


@dataclass(frozen=True)
class Starting:
    """Its program is being started."""

    command: str  # the exact command line
    attempt: int = 1
    type: Literal["starting"] = "starting"


@dataclass(frozen=True)
class Initialised:
    """The agent has said what it can do."""

    facts: AgentFacts
    startup_ms: int
    type: Literal["initialised"] = "initialised"


@dataclass(frozen=True)
class ConversationBegun:
    """The agent has a conversation now: its own id for it, and whether it is a new one."""

    conversation: str
    how: Literal["new", "load", "resume", "fork"]
    type: Literal["conversation_begun"] = "conversation_begun"


@dataclass(frozen=True)
class SignInNeeded:
    """The agent wants the person to sign in first."""

    words: str
    type: Literal["sign_in_needed"] = "sign_in_needed"


@dataclass(frozen=True)
class Disconnected:
    """Its program has ended, or was ended."""

    why: str
    failed: bool  # it could not be started or spoken to; else it can be connected again
    hint: str | None = None  # what to do
    type: Literal["disconnected"] = "disconnected"


@dataclass(frozen=True)
class ModesChanged:
    """The agent is in another mode, or has other ones."""

    current: str | None
    modes: tuple[ModeOffer, ...]
    type: Literal["modes_changed"] = "modes_changed"


@dataclass(frozen=True)
class OptionsChanged:
    """All options of the agent, as they are now."""

    options: tuple[AgentOption, ...]
    type: Literal["options_changed"] = "options_changed"


@dataclass(frozen=True)
class CommandsChanged:
    """All slash commands of the agent."""

    commands: tuple[SlashCommand, ...]
    type: Literal["commands_changed"] = "commands_changed"


@dataclass(frozen=True)
class AskingChanged:
    """Whether the agent asks before it acts."""

    asking: Asking
    type: Literal["asking_changed"] = "asking_changed"


@dataclass(frozen=True)
class TitleChanged:
    """The session is called something else."""

    title: str
    type: Literal["title_changed"] = "title_changed"


@dataclass(frozen=True)
class UsageChanged:
    """How much of the context is used."""

    usage: Usage
    type: Literal["usage_changed"] = "usage_changed"


@dataclass(frozen=True)
class PromptQueued:
    """A person has words for the agent."""

    prompt: Prompt
    type: Literal["prompt_queued"] = "prompt_queued"


@dataclass(frozen=True)
class PromptChanged:
    """A person has changed words that still wait."""

    id: str
    text: str
    attachments: tuple[Attachment, ...]
    type: Literal["prompt_changed"] = "prompt_changed"


@dataclass(frozen=True)
class PromptsReordered:
    """A person has changed the order of what waits."""

    ids: tuple[str, ...]  # of all queued ones
    type: Literal["prompts_reordered"] = "prompts_reordered"


@dataclass(frozen=True)
class PromptRemoved:
    """A person has taken words back that still waited."""

    id: str
    type: Literal["prompt_removed"] = "prompt_removed"


@dataclass(frozen=True)
class PromptTaken:
    """Words are about to be written to the agent."""

    id: str
    sent: str  # the whole text
    type: Literal["prompt_taken"] = "prompt_taken"


@dataclass(frozen=True)
class PromptAnswered:
    """The agent's turn has ended."""

    id: str
    stop_reason: str
    type: Literal["prompt_answered"] = "prompt_answered"


@dataclass(frozen=True)
class PromptInterrupted:
    """No answer will come to words that were taken."""

    id: str
    why: str
    type: Literal["prompt_interrupted"] = "prompt_interrupted"


@dataclass(frozen=True)
class CancelAsked:
    """A person has told the agent to stop: calls that have not ended are cancelled at once."""

    type: Literal["cancel_asked"] = "cancel_asked"


@dataclass(frozen=True)
class MessageFinished:
    """A message is finished, or cut off."""

    part: MessagePart
    type: Literal["message_finished"] = "message_finished"


@dataclass(frozen=True)
class CallChanged:
    """A tool call has begun, has come further, or has ended: it is told whole."""

    part: CallPart
    type: Literal["call_changed"] = "call_changed"


@dataclass(frozen=True)
class CallJudged:
    """A call was done without asking, and this is what the rules say of it."""

    call: str
    judgement: Judgement
    type: Literal["call_judged"] = "call_judged"


@dataclass(frozen=True)
class PlanChanged:
    """The agent's plan, whole: it replaces the one before."""

    entries: tuple[PlanEntry, ...]
    type: Literal["plan_changed"] = "plan_changed"


@dataclass(frozen=True)
class Noticed:
    """The agent or the desk says something about the session itself."""

    part: NoticePart
    type: Literal["noticed"] = "noticed"


@dataclass(frozen=True)
class Compacted:
    """The agent shortens what it remembers."""

    part: CompactionPart
    type: Literal["compacted"] = "compacted"


@dataclass(frozen=True)
class UnknownCame:
    """An update of a kind that nobody knows."""

    part: UnknownPart
    type: Literal["unknown_came"] = "unknown_came"


@dataclass(frozen=True)
class ItemAsked:
    """Something waits for the person."""

    item: str
    kind: ItemKind
    title: str
    call: str | None = None
    type: Literal["item_asked"] = "item_asked"


@dataclass(frozen=True)
class ItemEnded:
    """It waits no longer."""

    item: str
    state: ItemState
    outcome: str  # in words, for the ledger
    type: Literal["item_ended"] = "item_ended"


@dataclass(frozen=True)
class MarkSet:
    """A person has marked lines of a difference, or changed what the mark says."""

    mark: DiffMark
    type: Literal["mark_set"] = "mark_set"


@dataclass(frozen=True)
class MarkRemoved:
    """A person has taken a mark back."""

    id: str
    type: Literal["mark_removed"] = "mark_removed"


@dataclass(frozen=True)
class AutoAllowed:
    """A person allows what the agent asks in this session, until a moment; None ends that."""

    until: int | None  # milliseconds since 1970
    type: Literal["auto_allowed"] = "auto_allowed"


@dataclass(frozen=True)
class Closed:
    """A person has closed the session; it can be connected again unless the agent has deleted it."""

    deleted: bool = False
    type: Literal["closed"] = "closed"


ConnectionEvent = Opened | Starting | Initialised | ConversationBegun | SignInNeeded | Disconnected | Closed
SetUpEvent = (
    ModesChanged | OptionsChanged | CommandsChanged | AskingChanged | TitleChanged | UsageChanged | PlanChanged
    | AutoAllowed
)  # fmt: skip
PromptEvent = (
    PromptQueued | PromptChanged | PromptsReordered | PromptRemoved | PromptTaken | PromptAnswered | PromptInterrupted
    | CancelAsked
)  # fmt: skip
LedgerEvent = (
    MessageFinished | CallChanged | CallJudged | Noticed | Compacted | UnknownCame | ItemAsked | ItemEnded | MarkSet
    | MarkRemoved
)  # fmt: skip
SessionEvent = ConnectionEvent | SetUpEvent | PromptEvent | LedgerEvent


@dataclass(frozen=True)
class NumberedEvent:
    """One event of a session with its place in it."""

    session: str
    number: int  # counted from 1 for each session
    at: int
    line: int  # the number of the last raw line that it and those before it stand for; 0: of none
    event: SessionEvent
    place: int | None = None  # of the part that it is about, counted from 0 in the whole ledger; None: not looked up

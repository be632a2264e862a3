"""A session as it is: what all of its events together make of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from countermark.model.sessions.ledger import Ledger
from countermark.model.sessions.offers import AgentFacts, AgentOption, Asking, ModeOffer, SlashCommand, Usage
from countermark.model.sessions.parts import DiffMark, Part, PlanEntry, Prompt
from countermark.model.sessions.values import MOST_CHARACTERS, MOST_EVENTS, MOST_PARTS, Connection


@dataclass(frozen=True)
class SessionState:
    """A session after the event `number`; a new one has had none."""

    number: int = 0
    agent: str = ""
    folder: str = ""
    title: str = ""
    connection: Connection = Connection.DISCONNECTED
    why: str | None = None  # it is not connected
    hint: str | None = None  # what to do about that
    command: str | None = None
    startup_ms: int | None = None
    facts: AgentFacts | None = None
    conversation: str | None = None
    sign_in: str | None = None  # the agent wants it, in words
    mode: str | None = None
    modes: tuple[ModeOffer, ...] = ()
    options: tuple[AgentOption, ...] = ()
    commands: tuple[SlashCommand, ...] = ()
    asking: Asking | None = None
    usage: Usage | None = None
    plan: tuple[PlanEntry, ...] = ()
    queue: tuple[Prompt, ...] = ()  # words that wait, in their order
    taken: str | None = None  # the id of the prompt whose turn it is
    cancelling: bool = False
    waiting: tuple[str, ...] = ()  # the ids of the items that wait for the person
    marks: tuple[DiffMark, ...] = ()
    auto_allow_until: int | None = None
    closed: bool = False
    deleted: bool = False
    ledger: Sequence[Part] = ()  # oldest first; the fold makes a `Ledger` of it

    @property
    def is_full(self) -> bool:
        """Whether it has as much as a session may have."""
        ledger = Ledger.of(self.ledger)
        return len(ledger) >= MOST_PARTS or ledger.size >= MOST_CHARACTERS or self.number >= MOST_EVENTS

    def part(self, part_id: str) -> Part | None:
        """A part of the ledger; of two with one id the newest."""
        return Ledger.of(self.ledger).part(part_id)

    def queued(self, prompt_id: str) -> Prompt | None:
        """Words that wait."""
        return next((each for each in self.queue if each.id == prompt_id), None)

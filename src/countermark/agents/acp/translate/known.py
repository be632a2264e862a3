"""What an agent has told of itself."""

from dataclasses import dataclass

from countermark.model.sessions.offers import AgentOption, ModeOffer, SlashCommand, Usage
from countermark.model.sessions.parts import PlanEntry


@dataclass(frozen=True)
class Known:
    """What the agent has told of itself last: what it says again changes nothing."""

    commands: tuple[SlashCommand, ...] = ()
    options: tuple[AgentOption, ...] = ()
    modes: tuple[ModeOffer, ...] = ()
    mode: str | None = None
    plan: tuple[PlanEntry, ...] = ()
    title: str = ""
    usage: Usage | None = None

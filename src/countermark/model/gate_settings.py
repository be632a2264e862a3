"""What a person sets about what is asked: where permissions and questions are, and how long these and plans wait."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from countermark.model.asked import ASKED_WAIT_SECONDS, PLAN_WAIT_SECONDS, POLLED_WAIT_SECONDS, POLLING


class AskAt(StrEnum):
    """Where a person answers what no rule decides."""

    BOTH = "both"  # the agent's own dialog and the desk are open together; the first answer counts
    DESK = "desk"  # before the agent would ask itself; without an answer it is refused


@dataclass(frozen=True)
class GateSettings:
    """The tables `[permissions]` and `[wait]` of the settings; waits are seconds, by `agent` or by `agent:tool`."""

    ask_at: AskAt = AskAt.BOTH
    wait: int | None = None  # None: the person has set none
    waits: Mapping[str, int] = field(default_factory=dict)
    plan_wait: int = PLAN_WAIT_SECONDS
    plan_waits: Mapping[str, int] = field(default_factory=dict)  # by agent

    def plan_seconds(self, agent: str) -> int:
        """How long a plan of this agent waits for a person before it expires."""
        return self.plan_waits.get(agent, self.plan_wait)

    def wait_seconds(self, agent: str, tool: str) -> int:
        """How long one of this agent's tools waits for a person before it expires."""
        usual = POLLED_WAIT_SECONDS if agent in POLLING else ASKED_WAIT_SECONDS
        every = usual if self.wait is None else self.wait
        return self.waits.get(f"{agent}:{tool}", self.waits.get(agent, every))

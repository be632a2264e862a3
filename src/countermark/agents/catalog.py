"""All agents by name: the one place that knows every translator, and what the desk calls each of them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from countermark.agents import claude_code, mcp_client, review_command
from countermark.agents.base import Translator
from countermark.model.errors import NotFound
from countermark.model.reviews import CANARY

BRANDS = Path(__file__).parent / "brands"


@dataclass(frozen=True)
class Mode:
    """A way in which an agent goes on after an approval, as its own prompt offers it."""

    id: str  # the agent's own name for it, which its translator knows
    name: str  # on the desk
    what: str  # it means, in the person's words


@dataclass(frozen=True)
class Brand:
    """How an agent is named and what it can take; read from a TOML file."""

    name: str  # on the desk
    what: str  # what it submits: "plan", "document"
    takes_notes: bool  # whether words can go along with an approval
    notes_reason: str | None = None  # why not, in the person's words
    notes_with_answer: bool = False  # they are part of the answer itself, so they arrive with it
    modes: tuple[Mode, ...] = ()  # in which it can go on after an approval; the first one is its usual one
    reads_file: bool = False  # carries out what its plan file holds at the answer, not what it has submitted


TRANSLATORS: Mapping[str, Translator] = {
    CANARY: claude_code,  # the doctor's plan goes the way of a real one
    claude_code.NAME: claude_code,
    review_command.NAME: review_command,
    mcp_client.NAME: mcp_client,
}


def translator(agent: str) -> Translator:
    """The translator of an agent. Raises `NotFound` for an unknown name."""
    found = TRANSLATORS.get(agent)
    if found is None:
        known = ", ".join(sorted(TRANSLATORS.keys() - {CANARY}))
        raise NotFound(f"There is no agent of the name {agent[:64]!r}.", hint=f"Known agents: {known}.")
    return found


@cache
def brand(agent: str) -> Brand:
    """How an agent is named; one that is no longer known keeps its own name."""
    file = BRANDS / f"{agent}.toml"
    if agent not in TRANSLATORS or not file.is_file():
        return Brand(name=agent, what="document", takes_notes=False, notes_reason="This agent is no longer known.")
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return Brand(**{**told, "modes": tuple(Mode(**mode) for mode in told.get("modes", ()))})

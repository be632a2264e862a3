"""All agents by name: the one place that knows every translator, and what the desk calls each of them."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from countermark.actions.desk import Desk
from countermark.agents.base import Translator
from countermark.agents.own_titles import OWN_TITLES
from countermark.model.errors import BadInput, NotFound
from countermark.model.gate_settings import GateSettings
from countermark.model.reviews import CANARY
from countermark.model.sessions.happenings import SessionOpened

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
    takes_notes: bool  # whether words can go along with an approval
    notes_reason: str | None = None  # why not, in the person's words
    notes_with_answer: bool = False  # they are part of the answer itself, so they arrive with it
    modes: tuple[Mode, ...] = ()  # in which it can go on after an approval; the first one is its usual one
    dialog_follows: bool = False  # its own dialog opens only once our hook has said nothing
    asks_by: str | None = None  # what an agent without a hook, and so without a translator, asks by


def _claude_code() -> Translator:
    from countermark.agents.claude_code import translator

    return translator


def _codex() -> Translator:
    from countermark.agents.codex import translator

    return translator


def _copilot() -> Translator:
    from countermark.agents.copilot import translator

    return translator


def _gemini() -> Translator:
    from countermark.agents.gemini import translator

    return translator


def _opencode() -> Translator:
    from countermark.agents.opencode import translator

    return translator


def _qwen() -> Translator:
    from countermark.agents.qwen import translator

    return translator


def _review_command() -> Translator:
    from countermark.agents import review_command

    return review_command


async def hold_lines(desk: Desk, gate: GateSettings) -> None:
    """Hold the lines to attached servers; what does that is loaded by the first of them."""
    desk.servers.changed.clear()
    while not await desk.read(lambda reader: reader.agent_servers()):
        await desk.servers.changed.wait()
        desk.servers.changed.clear()
    from countermark.agents.opencode import supervision

    await supervision.hold_all(desk, gate)


async def hold_sessions(desk: Desk, gate: GateSettings) -> None:
    """Drive the agents of sessions; what does that is loaded once there is a session."""
    since = desk.feed.head
    if not await desk.read(lambda reader: reader.sessions(words=(), limit=1)):
        async for entry in desk.feed.follow(since):
            if entry.kind == SessionOpened.kind:
                break
    from countermark.agents.acp import supervision

    await supervision.hold_sessions(desk, gate)


# Each is loaded by the first payload of its agent: a hub does not start with them all.
TRANSLATORS: Mapping[str, Callable[[], Translator]] = {
    CANARY: _claude_code,  # the doctor's plan goes the way of a real one
    "claude-code": _claude_code,
    "codex": _codex,
    "copilot": _copilot,
    "gemini": _gemini,
    "opencode": _opencode,
    "qwen": _qwen,
    "review": _review_command,
}


def check_known(agent: str) -> None:
    """Raise `NotFound` for an agent that has no brand."""
    if agent not in brands():
        known = ", ".join(sorted(brands().keys() - {CANARY}))
        raise NotFound(f"There is no agent of the name {agent[:64]!r}.", hint=f"Known agents: {known}.")


def translator(agent: str) -> Translator:
    """The translator of an agent. Raises `NotFound` for an unknown name, `BadInput` for an agent without a hook."""
    check_known(agent)
    speaks = TRANSLATORS.get(agent)
    if speaks is None:
        named = brand(agent)
        raise BadInput(f"{named.name} has no hook.", hint=f"It asks by {named.asks_by}.")
    return speaks()


def brand(agent: str) -> Brand:
    """How an agent is named, a person's own by its title; one that is no longer known keeps its own name."""
    known = brands().get(agent)
    if known is not None:
        return known
    title = OWN_TITLES.title(agent)
    if title is None:
        return Brand(name=agent, takes_notes=False, notes_reason="This agent is no longer known.")
    return Brand(name=title, takes_notes=False, notes_reason="This agent takes no notes with an approval.")


@cache
def brands() -> Mapping[str, Brand]:
    """All brands by the names of their files."""
    return {file.stem: read_brand(file) for file in BRANDS.glob("*.toml")}


def read_brand(file: Path) -> Brand:
    """One brand."""
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    content.pop("acp", None)  # how it is started for a session is read by `launch_files`
    return Brand(**{**content, "modes": tuple(Mode(**mode) for mode in content.get("modes", ()))})

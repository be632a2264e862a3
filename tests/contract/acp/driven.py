"""A desk in memory whose sessions are driven, and a person who opens them and waits for what is to be seen."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from countermark.actions.desk import Desk, open_desk
from countermark.actions.sessions.opening import NewSession, close_session, open_session
from countermark.actions.sessions.prompting import NewPrompt, queue_prompt
from countermark.agents.acp.supervision import hold_sessions
from countermark.model import actors
from countermark.model.gate_settings import GateSettings
from countermark.model.items import ItemKind
from countermark.model.sessions.orders import Order
from countermark.model.sessions.parts import Attachment, CallPart, ItemPart, MessagePart, PromptPart, PromptState, Voice
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Connection
from countermark.store.sqlite import open_file

HERE = Path(__file__).parent
PATIENCE_S = 60.0
PERSON = actors.person("somebody")
AGENT = "gemini"  # any brand: its command is replaced, and it is put into its mode "default"
ENDS = frozenset({Connection.DISCONNECTED, Connection.FAILED})


def misbehaving(mode: str) -> tuple[str, ...]:
    """The command of an agent that does one thing wrong."""
    return (sys.executable, str(HERE / "misbehaving_agent.py"), mode)


def obedient(*flags: str) -> tuple[str, ...]:
    """The command of an agent that does what it is told."""
    return (sys.executable, str(HERE / "obedient_agent.py"), *flags)


@dataclass
class DrivenSession:
    """One session, and what a person does with it."""

    desk: Desk
    id: str

    @property
    async def state(self) -> SessionState:
        return await self.desk.sessions.state(self.id)

    async def say(self, text: str, attachments: Sequence[Attachment] = (), marks: Sequence[str] = ()) -> str:
        """Queue words; their id."""
        wanted = NewPrompt(text, tuple(attachments), tuple(marks))
        return (await queue_prompt(self.desk, self.id, wanted, key=self.desk.new_uuid(), by=PERSON)).id

    async def turn(self, text: str) -> PromptPart:
        """Say words, and wait until the turn is over, one way or another."""
        name = await self.say(text)
        state = await self.until(lambda state: is_over(state, name))
        part = state.part(name)
        assert isinstance(part, PromptPart)
        return part

    async def until(self, seen: Callable[[SessionState], object], *, seconds: float = PATIENCE_S) -> SessionState:
        """The state once something is to be seen in it."""
        state = await self.state
        try:
            async with asyncio.timeout(seconds):
                while not seen(state := await self.state):  # noqa: ASYNC110  as a person looks, again and again
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"this was never seen; the state is {str(state)[-3000:]}") from None
        return state

    async def connected(self) -> SessionState:
        """The state once the agent has a conversation."""
        return await self.until(lambda state: state.asking is not None and state.connection is Connection.INITIALISED)

    async def ended(self) -> SessionState:
        """The state once the agent's program has ended."""
        return await self.until(lambda state: state.connection in ENDS and state.why is not None)

    async def order(self, order: Order) -> None:
        await self.desk.sessions.order(self.id, order)

    async def close(self) -> SessionState:
        await close_session(self.desk, self.id, by=PERSON)
        return await self.ended()

    async def waiting(self, kind: ItemKind) -> ItemPart:
        """What waits for the person, once it does."""
        state = await self.until(lambda state: open_items(state, kind))
        return open_items(state, kind)[-1]


def is_over(state: SessionState, prompt: str) -> bool:
    part = state.part(prompt)
    return isinstance(part, PromptPart) and part.prompt.state in (PromptState.ANSWERED, PromptState.INTERRUPTED)


def open_items(state: SessionState, kind: ItemKind) -> list[ItemPart]:
    parts = (part for part in state.ledger if isinstance(part, ItemPart))
    return [part for part in parts if part.kind is kind and part.id in state.waiting]


def said_by_agent(state: SessionState) -> str:
    """All that it has said, without what was told again."""
    parts = (part for part in state.ledger if isinstance(part, MessagePart))
    return "".join(part.text for part in parts if part.voice is Voice.AGENT and not part.replayed)


def calls_of(state: SessionState) -> list[CallPart]:
    return [part for part in state.ledger if isinstance(part, CallPart)]


@dataclass
class Driven:
    """A desk with its driver."""

    desk: Desk
    folder: Path
    home: Path

    async def open(self, command: Sequence[str], agent: str = AGENT, **wanted: object) -> DrivenSession:
        new = NewSession(agent, str(self.folder), command=tuple(command), **wanted)  # type: ignore[arg-type]  # its fields
        return DrivenSession(self.desk, (await open_session(self.desk, new, by=PERSON)).id)


@asynccontextmanager
async def driven(place: Path, *, gate: GateSettings | None = None) -> AsyncIterator[Driven]:
    """A hub's desk and its driver, without its doors; at the end no agent is left."""
    home, folder = place / "home", place / "work"
    home.mkdir(exist_ok=True)
    folder.mkdir(exist_ok=True)
    home.chmod(0o700)
    desk = await open_desk(open_file(home / "desk.sqlite"), images=home / "images")
    holding = asyncio.create_task(hold_sessions(desk, gate or GateSettings()))
    try:
        yield Driven(desk, folder, home)
    finally:
        holding.cancel()
        results = await asyncio.gather(holding, return_exceptions=True)
        await desk.close()
    assert all(isinstance(result, asyncio.CancelledError) for result in results), results
    assert not list((home / "agents-running").glob("*.json"))


def runs(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[0]
    except OSError:
        return False

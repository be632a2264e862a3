"""A desk at which agents ask while nobody looks, and the real sender behind it."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from countermark.actions.asking import AskedReceipt
from countermark.actions.desk import Desk, open_desk
from countermark.actions.notices import Notices, Outside
from countermark.actions.permissions import GivenAnswer, LeftToAgent, answer_permission, ask_permission
from countermark.actions.questions import ask_question
from countermark.actions.reviews import open_review
from countermark.agents.catalog import brand
from countermark.machine.notice_sending import is_installed, send_notice
from countermark.model import actors
from countermark.model.asked import Asker, CallPoint
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.items import ItemVersion
from countermark.model.journal import Entry
from countermark.model.notice_settings import NotifySettings
from countermark.model.notices import NoticeText, Sending
from countermark.model.permissions import Outcome, Permission, PermissionAsk, PermissionDecision
from countermark.model.reviews import Review, Submission
from tests.contract.actions.gate_rules import ME, RULES, call_of, question_of
from tests.contract.memory_desk import HandClock, open_memory

GATE = GateSettings(ask_at=AskAt.DESK, wait=24 * 3600)
NOON = 12 * 60
LINK = "http://127.0.0.1:4747/"
OUTCOMES = ("notice_sent", "notice_failed")


@dataclass
class Office:
    """The desk, its clocks, its notices, and agents that ask."""

    desk: Desk
    clock: HandClock
    settings: NotifySettings
    notices: Notices = field(init=False)
    minute: int = NOON  # on the wall
    patience: float = 20.0
    keys: int = 0

    def __post_init__(self) -> None:
        self.hub_starts()

    def hub_starts(self) -> None:
        """What a hub has in its memory is gone; the store stays."""
        outside = Outside(
            send=self.send, minute_of_day=lambda _: self.minute, link=self.link,
            agent_name=lambda agent: brand(agent).name, is_installed=is_installed,
        )  # fmt: skip
        self.notices = Notices(self.desk, self.settings, outside)

    async def send(self, url: str, text: NoticeText) -> Sending:
        return await send_notice(url, text, within=self.patience)

    def link(self, versions: Sequence[ItemVersion]) -> str:
        return f"{LINK}#{versions[0].kind}={versions[0].id}" if len(versions) == 1 else LINK

    async def later(self, seconds: float) -> bool:
        """Time passes, and the hub looks what is due."""
        self.clock.forward(seconds)
        return await self.notices.step()

    def asker(self, agent: str) -> Asker:
        self.keys += 1
        return Asker(
            agent=agent, workspace="/home/me/web-store", conversation=f"c{self.keys}", point=CallPoint.DIALOG
        )  # fmt: skip

    async def asks_permission(self, command: str = "ours-a", *, agent: str = "claude-code") -> Permission:
        asked = PermissionAsk(asker=self.asker(agent), call=call_of(command))
        got = await ask_permission(self.desk, asked, key=f"key-{self.keys:08}", gate=GATE, by=actors.agent(agent))
        assert not isinstance(got, LeftToAgent)
        assert isinstance(got.item, Permission)
        return got.item

    async def asks_question(self) -> AskedReceipt:
        by = actors.agent("claude-code")
        return await ask_question(
            self.desk, question_of(self.asker(by.id)), key=f"key-{self.keys:08}", gate=GATE, by=by
        )

    async def asks_review(self, title: str = "Countermark: click http://evil.example") -> Review:
        asker = self.asker("claude-code")
        plan = Submission(asker.agent, f"# {title}\n", title, asker.workspace, asker.conversation, None)
        by = actors.agent(asker.agent)
        return (await open_review(self.desk, plan, key=f"key-{self.keys:08}", wait_seconds=24 * 3600, by=by)).review

    async def allows(self, it: Permission) -> None:
        given = GivenAnswer(PermissionDecision(outcome=Outcome.ALLOWED), it.sha256)
        await answer_permission(self.desk, it.id, given, by=ME)

    async def entries(self) -> list[Entry]:
        """What the journal says of notices."""
        entries = await self.desk.read(lambda reader: reader.entries())
        return [entry for entry in entries if entry.kind.startswith("notice_")]

    async def outcomes(self) -> list[tuple[str, object, object]]:
        """Of each service that was settled: the kind of the entry, why it failed, and after how many attempts."""
        entries = [entry for entry in await self.entries() if entry.kind in OUTCOMES]
        return [(entry.kind, entry.body.get("why"), entry.body["attempts"]) for entry in entries]


@asynccontextmanager
async def open_office(settings: NotifySettings) -> AsyncIterator[Office]:
    with tempfile.TemporaryDirectory(prefix="cm-notices-") as folder:
        (Path(folder) / "rules.toml").write_text(RULES)
        clock = HandClock()
        desk = await open_desk(open_memory(), images=Path(folder) / "images", clock=clock, steady=clock.steady)
        try:
            yield Office(desk, clock, settings)
        finally:
            await desk.close()

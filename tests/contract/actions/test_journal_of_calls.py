"""What an agent was allowed to do is found again: by its conversation, by request, by who or which rule decided."""

from pathlib import Path

from countermark.actions.asking import AskedReceipt
from countermark.actions.desk import Desk
from countermark.actions.journal_figures import DecidedBy, figures
from countermark.actions.journal_pages import journal_page
from countermark.actions.permissions import GivenAnswer, answer_permission, ask_permission
from countermark.model import actors
from countermark.model.annotation_records import canonical
from countermark.model.asked import Asker, CallPoint
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.items import ItemKind
from countermark.model.journal_lookups import EntryQuery
from countermark.model.permissions import Outcome, PermissionAsk, PermissionDecision, Scope
from countermark.model.tool_calls import ToolCall, ToolKind
from tests.contract.memory_desk import HandClock

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
AT_DESK = GateSettings(ask_at=AskAt.DESK)


async def asks(
    desk: Desk, command: str, *, folder: Path, conversation: str = "c-1", key: str = "key-00000001"
) -> AskedReceipt:
    call = ToolCall(ToolKind.BASH, "Bash", str(folder), canonical({"command": command}), command=command)
    asker = Asker(agent="claude-code", workspace=str(folder), conversation=conversation, point=CallPoint.BEFORE_USE)
    receipt = await ask_permission(
        desk, PermissionAsk(asker=asker, call=call), key=f"{key}-{conversation}", gate=AT_DESK, by=CLAUDE
    )
    assert isinstance(receipt, AskedReceipt)
    return receipt


async def found(desk: Desk, query: EntryQuery) -> list[str]:
    page = await journal_page(desk, query)
    return [f"{line.entry.kind} {line.title}" for line in page.lines if line.entry.item is not None][::-1]


async def test_each_request_is_found_by_whoever_looks(desk: Desk, clock: HandClock, tmp_path: Path) -> None:
    waits = (await asks(desk, "make deploy", folder=tmp_path)).item
    await asks(desk, "make deploy", folder=tmp_path, conversation="c-2")
    clock.forward(9)
    allowed = PermissionDecision(outcome=Outcome.ALLOWED, scope=Scope.CONVERSATION)
    await answer_permission(desk, waits.id, GivenAnswer(allowed, shown_sha256=waits.sha256), by=ME)
    again = (await asks(desk, "make deploy", folder=tmp_path, key="key-00000002")).item
    asked, decided = "permission_asked make deploy", "permission_decided make deploy"
    assert await found(desk, EntryQuery(item=waits.id)) == [asked, decided]
    assert await found(desk, EntryQuery(deciders=[("person", None)])) == [decided]
    assert await found(desk, EntryQuery(conversation="c-1")) == [asked, decided, asked, decided]
    assert await found(desk, EntryQuery(conversation="c-2")) == [asked]
    assert await found(desk, EntryQuery(item_kinds=[ItemKind.QUESTION])) == []
    [by_grant] = (await journal_page(desk, EntryQuery(deciders=[("grant", None)]))).lines
    assert by_grant.entry.item == again.version
    told = await figures(desk, days=1)
    assert [(wait.kind, wait.ms, wait.expired) for wait in told.waits] == [("permission", 9000, False)]
    grant = str(by_grant.entry.body["decider_id"])
    assert told.decided == {
        DecidedBy("person", "", "claude-code", "Bash"): 1,
        DecidedBy("grant", grant, "claude-code", "Bash"): 1,
    }

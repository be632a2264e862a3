"""What a person or a rule has allowed is what is done: no other program, no other folder, no other file."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from countermark.actions.permissions import GivenAnswer, answer_permission
from countermark.agents.acp import connection, gate, terminals
from countermark.agents.acp.client_side import wanted_command
from countermark.agents.acp.context import ActRefused
from countermark.agents.acp.folders import check_leads_to
from countermark.agents.acp.terminals import Terminals, WantedCommand
from countermark.agents.fields import Malformed
from countermark.model.errors import AgentStalled, BadInput, Forbidden
from countermark.model.items import ItemKind
from countermark.model.permissions import Outcome, PermissionDecision
from tests.contract.acp.driven import PERSON, Driven, DrivenSession, driven, obedient, said_by_agent
from tests.contract.actions.session_gate import command, open_session_gate
from tests.unit.agents.acp.test_connection import two_ends


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Driven]:
    async with driven(tmp_path) as it:
        yield it


async def allow(session: DrivenSession) -> None:
    """A person says yes to what waits."""
    item = await session.waiting(ItemKind.PERMISSION)
    asked = await session.desk.read(lambda reader: reader.permission(item.id))
    assert asked is not None
    yes = PermissionDecision(outcome=Outcome.ALLOWED)
    await answer_permission(session.desk, item.id, GivenAnswer(yes, asked.shown_sha256), by=PERSON)


@pytest.mark.parametrize(
    ("program", "args", "line"),
    [
        ("./bash", ["-c", "ours-yes"], "./bash -c ours-yes"),
        ("/tmp/sh", ["-c", "ours-yes"], "/tmp/sh -c ours-yes"),
        ("ours-yes ./made", [], "'ours-yes ./made'"),
        ("cd /w && ours-yes", [], "'cd /w && ours-yes'"),
        ("A=./b", ["ours-yes"], "'A=./b' ours-yes"),
    ],
)
async def test_a_program_that_only_looks_like_what_a_rule_allows_is_asked_about(
    program: str, args: list[str], line: str
) -> None:
    async with open_session_gate() as its:
        running = asyncio.create_task(gate.may_run(its.context, program, args, {}, None))
        card = await its.card()
        assert card.call.command == line
        await its.refuse(card)
        with pytest.raises(ActRefused):
            await running


async def test_a_shell_of_the_agents_own_is_not_asked_about_as_what_it_is_given() -> None:
    async with open_session_gate() as its:
        request = command()
        request["toolCall"]["rawInput"] = {"command": ["/tmp/mine/bash", "-c", "ours-yes"]}
        asked = its.ask(request)
        card = await its.card()
        assert card.call.command == "/tmp/mine/bash -c ours-yes"
        await its.refuse(card)
        await asked


@pytest.mark.parametrize(("cwd", "starts_in"), [(None, "/w"), ("sub", "/w/sub"), ("/w/link/..", "/w"), ("../x", "/x")])
def test_a_program_starts_in_the_folder_that_is_shown(cwd: str | None, starts_in: str) -> None:
    assert wanted_command({"command": "ls", "cwd": cwd}, folder="/w").cwd == starts_in


def test_a_folder_with_a_nul_in_it_is_refused() -> None:
    with pytest.raises(Malformed):
        wanted_command({"command": "ls", "cwd": "/w\0"}, folder="/w")


async def test_a_file_that_was_allowed_is_asked_about_again_once_its_path_leads_elsewhere() -> None:
    async with open_session_gate() as its:
        place = its.folder / ".env"
        place.write_text("mine")
        request = command()
        request["toolCall"] |= {"kind": "read", "rawInput": {"path": str(place)}}
        asked = its.ask(request)
        card = await its.card()
        place.unlink()
        place.symlink_to("/etc/hostname")
        await its.allow(card)
        await asked
        reading = asyncio.create_task(gate.may_read(its.context, str(place)))
        await its.refuse(await its.card())
        with pytest.raises(ActRefused):
            await reading


async def test_a_file_that_was_allowed_is_read_without_another_question() -> None:
    async with open_session_gate() as its:
        (its.folder / ".env").write_text("mine")
        request = command()
        request["toolCall"] |= {"kind": "read", "rawInput": {"path": ".env"}}
        asked = its.ask(request)
        await its.allow(await its.card())
        await asked
        await gate.may_read(its.context, str(its.folder / ".env"))
        assert len(await its.cards()) == 1


@pytest.mark.parametrize("words", ["write {}/now/.env theirs", "read {}/now/.env"])
async def test_nothing_is_done_where_a_path_leads_once_a_person_was_asked(desk: Driven, words: str) -> None:
    for name in ("one", "two"):
        (desk.folder / name).mkdir()
        (desk.folder / name / ".env").write_text(f"in {name}")
    link = desk.folder / "now"
    link.symlink_to(desk.folder / "one")
    session = await desk.open(obedient())
    await session.say(words.format(desk.folder))
    await session.waiting(ItemKind.PERMISSION)
    link.unlink()
    link.symlink_to(desk.folder / "two")
    await allow(session)
    state = await session.until(lambda state: state.taken is None)
    assert "leads to another place" in said_by_agent(state)
    assert [(desk.folder / name / ".env").read_text() for name in ("one", "two")] == ["in one", "in two"]
    assert "in two" not in said_by_agent(state)


def test_a_path_that_nobody_can_follow_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    check_leads_to(str(tmp_path / "new"), f"{tmp_path.resolve()}/new")
    with pytest.raises(Forbidden):
        check_leads_to(str(tmp_path / "loop"), None)


async def test_no_more_terminals_are_begun_however_many_are_allowed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals, "MOST_TERMINALS", 2)
    several = Terminals(lambda _: None)
    wanted = WantedCommand("sleep", ["30"], {}, "/", 100)
    begun = [several.start(str(number), wanted, {"PATH": "/usr/bin:/bin"}) for number in range(5)]
    ends = await asyncio.gather(*begun, return_exceptions=True)
    assert sum(isinstance(end, BadInput) for end in ends) == 3
    await several.end_all()
    again = await several.start("again", WantedCommand("true", [], {}, "/", 100), {"PATH": "/usr/bin:/bin"})
    await again.ended()
    assert again.exit_status == {"exitCode": 0, "signal": None}
    await several.end_all()


async def test_what_an_agent_does_not_read_is_kept_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_UNWRITTEN_CHARACTERS", 1_000_000)
    async with two_ends() as ends:
        waiting = [asyncio.create_task(ends.connection.notify("_x", {"text": "x" * 400_000})) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(AgentStalled):
            await ends.connection.notify("_x", {})
    await asyncio.gather(*waiting, return_exceptions=True)

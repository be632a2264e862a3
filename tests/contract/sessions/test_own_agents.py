"""Agents that a person adds and removes: the file and its entry in the journal, both or none."""

import shutil
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.agents.catalog import brand
from countermark.agents.launch_catalog import launch_brand
from countermark.agents.own_agents import add_agent, remove_agent
from countermark.agents.own_titles import OWN_TITLES
from countermark.model.errors import BadInput, Conflict, CountermarkError, NotFound, StoreFailed
from tests.contract.sessions.talk import ME

KEY = "sk-ant-" + "a1" * 20


async def add(
    desk: Desk, name: str = "mine", *, title: str | None = "My own", command: tuple[str, ...] = ("run",)
) -> None:
    await add_agent(desk, name, command, title=title, env={"A_KEY": KEY}, asking_mode=None, by=ME)


async def entered(desk: Desk) -> list[tuple[str, str, dict[str, object]]]:
    entries = await desk.read(lambda reader: reader.entries())
    own = [each for each in entries if each.kind.startswith("own_agent_")]
    return [(each.kind, each.actor.id, dict(each.body)) for each in own]


async def test_what_is_added_and_removed_stands_in_the_journal_without_its_secrets(desk: Desk) -> None:
    await add(desk, command=("run", "--api-key", KEY, "a b"))
    await remove_agent(desk, "mine", by=ME)
    (added, removed) = await entered(desk)
    assert added[:2] == ("own_agent_added", ME.id)
    assert KEY not in str(added)
    assert str(added[2]["command"]).startswith("run --api-key ")
    assert added[2]["variables"] == '["A_KEY"]'
    assert removed == ("own_agent_removed", ME.id, {"agent": "mine"})


async def test_what_is_refused_is_not_entered(desk: Desk) -> None:
    await add(desk)
    for name, error in (("mine", Conflict), ("codex", BadInput), ("No Name", BadInput)):
        with pytest.raises(error):
            await add(desk, name)
    for name, missing in (("other", NotFound), ("codex", BadInput)):
        with pytest.raises(missing):
            await remove_agent(desk, name, by=ME)
    assert [kind for kind, _, _ in await entered(desk)] == ["own_agent_added"]


async def test_without_an_entry_there_is_no_change(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise StoreFailed("The disk is full.")

    await add(desk, "kept")
    before = (desk.home / "agents" / "kept.toml").read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(desk, "change", fails)
        with pytest.raises(CountermarkError, match="full"):
            await add(desk, "mine")
        with pytest.raises(CountermarkError, match="full"):
            await remove_agent(desk, "kept", by=ME)
    assert [file.name for file in (desk.home / "agents").iterdir()] == ["kept.toml"]
    assert (desk.home / "agents" / "kept.toml").read_bytes() == before


async def test_the_desk_names_an_agent_of_ones_own_by_its_title(desk: Desk, tmp_path: Path) -> None:
    OWN_TITLES.look_in(desk.home / "agents")
    assert brand("mine").name == "mine"
    await add(desk, title="Mine \u202eof\x07 old")
    assert launch_brand(desk.home, "mine").title == "Mine \u202eof\x07 old"
    assert brand("mine").name == "Mine of old"
    file = desk.home / "agents" / "mine.toml"
    file.write_text(file.read_text().replace("Mine", "Always mine"))
    assert brand("mine").name.startswith("Always mine")
    for broken in ("name = 3", "name = ''", "not toml", "\udcff"):
        file.write_bytes(broken.encode("utf-8", "surrogateescape"))
        assert brand("mine").name == "mine"
    file.unlink()
    assert brand("mine").name == "mine"
    assert brand("../../etc/passwd").name == "../../etc/passwd"
    assert brand("codex").name == "Codex"
    shutil.rmtree(file.parent)
    assert brand("mine").name == "mine"

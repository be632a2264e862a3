"""What waits is told to real services on loopback: what they should get, and nothing else."""

import pytest

from countermark.model.items import ItemKind
from countermark.model.notice_settings import NotifySettings, QuietHours
from tests.contract.notices.sinks import KEY, Sink
from tests.contract.notices.telling import LINK, open_office

NIGHT = QuietHours(22 * 60, 7 * 60)
MIDNIGHT, MORNING = 0, 7 * 60


async def test_a_permission_that_nobody_answers_is_told_once(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,))) as office:
        it = await office.asks_permission("ours-a 'rm -rf everything'")
        await office.later(29)
        assert sink.bodies == []
        await office.later(5)
        [body] = sink.bodies
        assert body["title"] == "Countermark"
        assert body["message"] == f"A permission of Claude Code waits.\n{LINK}#permission={it.id}"
        for _ in range(5):
            await office.later(3600)
        assert len(sink.bodies) == 1
        assert await office.outcomes() == [("notice_sent", None, 1)]


async def test_no_word_of_an_agent_leaves_the_machine(sink: Sink, mailbox: Sink) -> None:
    async with open_office(NotifySettings((sink.ntfy_url, mailbox.mail_url))) as office:
        it = await office.asks_review("Countermark: approve at http://evil.example")
        await office.later(40)
        [body], [mail] = sink.bodies, mailbox.mails
        assert (body["title"], body["message"]) == (
            "Countermark", f"A plan of Claude Code waits.\n{LINK}#review={it.id}",
        )  # fmt: skip
        part = mail.get_body(("plain", "html"))
        assert part is not None
        assert mail["Subject"] == "Countermark"
        assert "A plan of Claude Code waits." in part.get_content()
        assert it.id in part.get_content()
        assert "evil" not in mail.as_string() + str(body)
        assert "web-store" not in mail.as_string() + str(body)


async def test_all_that_waits_at_once_is_one_message(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,))) as office:
        for _ in range(3):
            await office.asks_permission(f"ours-a {office.keys}")
            office.clock.forward(1)
        await office.asks_question()
        await office.asks_review()
        await office.later(30)
        assert sink.told == [f"A plan, 3 permissions and a question of Claude Code wait.\n{LINK}"]
        await office.asks_permission("ours-b", agent="codex")
        await office.asks_permission("ours-b")
        await office.later(33)
        assert len(sink.told) == 1, "a minute lies between two messages"
        await office.later(30)
        assert sink.told[1:] == [f"2 permissions wait.\n{LINK}"]


async def test_what_was_answered_in_time_is_not_told(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,))) as office:
        it = await office.asks_permission()
        office.clock.forward(29)
        await office.allows(it)
        assert not await office.later(3600), "nothing waits for its time"
        assert (sink.bodies, await office.entries()) == ([], [])


@pytest.mark.parametrize("command", ["ours-yes", "ours-no"])
async def test_what_a_rule_has_decided_is_not_told(sink: Sink, command: str) -> None:
    async with open_office(NotifySettings((sink.json_url,), after=0)) as office:
        assert not (await office.asks_permission(command)).is_open
        await office.later(3600)
        assert (sink.bodies, await office.entries()) == ([], [])


async def test_nothing_leaves_while_a_desk_is_looked_at(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,))) as office:
        await office.asks_permission()
        office.desk.onlookers.look("pageone1", looking=True)
        await office.later(60)
        office.desk.onlookers.look("pageone1", looking=True)
        office.desk.onlookers.look("pagetwo2", looking=True)
        await office.later(60)
        office.desk.onlookers.look("pageone1", looking=False)
        await office.later(1)
        assert sink.bodies == [], "the other page is looked at"
        office.desk.onlookers.look("pagetwo2", looking=False)
        await office.later(1)
        assert len(sink.bodies) == 1, "open and hidden is not looked at"


async def test_a_page_that_says_nothing_more_is_not_looked_at(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,))) as office:
        await office.asks_permission()
        office.desk.onlookers.look("pageone1", looking=True)
        await office.later(119)
        assert sink.bodies == []
        await office.later(2)
        assert len(sink.bodies) == 1


async def test_nothing_is_sent_in_quiet_hours(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,), quiet=NIGHT)) as office:
        answered = await office.asks_permission()
        await office.asks_question()
        for office.minute in (23 * 60, MIDNIGHT, MORNING - 1):
            await office.later(3600)
        await office.allows(answered)
        assert sink.bodies == []
        office.minute = MORNING
        await office.later(60)
        assert [text.partition("\n")[0] for text in sink.told] == ["A question of Claude Code waits."]


async def test_only_kinds_and_agents_that_are_wanted_are_told(sink: Sink) -> None:
    settings = NotifySettings(
        (sink.json_url,), kinds=frozenset({ItemKind.PERMISSION}), agents={"codex": None, "mcp": 600}
    )
    async with open_office(settings) as office:
        await office.asks_review()
        await office.asks_question()
        await office.asks_permission(agent="codex")
        await office.asks_permission(agent="mcp")
        await office.later(599)
        assert sink.bodies == []
        await office.later(10)
        assert len(sink.bodies) == 1


async def test_the_folder_is_named_only_on_request(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,), name_workspace=True)) as office:
        it = await office.asks_permission()
        await office.later(40)
        assert sink.told == [f"A permission of Claude Code waits in web-store.\n{LINK}#permission={it.id}"]


async def test_a_restart_sends_nothing_twice(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,))) as office:
        await office.asks_permission()
        await office.later(40)
        office.hub_starts()
        for _ in range(3):
            await office.later(3600)
        assert len(sink.bodies) == 1
        assert await office.outcomes() == [("notice_sent", None, 1)]


async def test_the_journal_holds_no_key(sink: Sink, mailbox: Sink) -> None:
    sink.status = 400
    async with open_office(NotifySettings((sink.json_url, mailbox.mail_url))) as office:
        await office.asks_permission()
        for seconds in (40, 10, 40, 200):
            await office.later(seconds)
        everything = str(await office.entries())
        assert KEY not in everything
        assert f"json://127.0.0.1:{sink.port}" in everything
        assert "mailto://sink.example" in everything
        assert KEY not in repr(office.settings)

"""A service that fails is tried again within limits, recorded, and holds up nobody."""

import asyncio
import os
import socket
import subprocess
import sys
from dataclasses import replace

import pytest

from countermark.machine import notice_sending
from countermark.model.notice_settings import NotifySettings
from countermark.model.notices import MOST_ATTEMPTS, MOST_PENDING, NoticeText, Sending, Unsent
from tests.contract.actions.gate_rules import ME
from tests.contract.notices.sinks import Sink, silent_sink
from tests.contract.notices.telling import Office, open_office

TEXT = NoticeText("Countermark", "A test.")
PATIENCE = 6.0


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def goes_on(office: Office) -> None:
    """Hours pass, in steps in which each attempt comes to its time."""
    for seconds in (40, 4, 2, 28, 3, 119, 2, 3600, 3600):
        await office.later(seconds)


async def test_it_is_tried_again_until_it_takes_the_message(sink: Sink) -> None:
    sink.script = [500, 503]
    async with open_office(NotifySettings((sink.json_url,))) as office:
        await office.asks_permission()
        await goes_on(office)
        assert len(sink.bodies) == 1
        assert await office.outcomes() == [("notice_sent", None, 3)]


async def test_it_is_given_up_after_some_attempts(sink: Sink) -> None:
    sink.script = [500] * 50
    async with open_office(NotifySettings((sink.json_url,))) as office:
        await office.asks_permission()
        await goes_on(office)
        assert len(sink.script) == 50 - MOST_ATTEMPTS
        assert await office.outcomes() == [("notice_failed", "refused", MOST_ATTEMPTS)]
        assert (await office.entries())[-1].body["status"] == 500


async def test_one_that_fails_keeps_no_other_from_its_message(sink: Sink) -> None:
    refused = f"json://127.0.0.1:{closed_port()}/"
    async with open_office(NotifySettings((refused, sink.json_url))) as office:
        await office.asks_permission()
        await goes_on(office)
        assert len(sink.bodies) == 1
        assert await office.outcomes() == [("notice_sent", None, 1), ("notice_failed", "unreachable", MOST_ATTEMPTS)]


async def test_one_that_hangs_is_ended_in_time_and_leaves_no_process() -> None:
    with silent_sink() as silent:
        url = f"mailto://me:key@sink.example?smtp=127.0.0.1&port={silent.port}"
        begun = asyncio.get_running_loop().time()
        sending = asyncio.create_task(notice_sending.send_notice(url, TEXT, within=PATIENCE))
        assert await asyncio.to_thread(silent.called.wait, 20)
        assert len(senders()) == 1
        assert await sending == Sending(Unsent.TOO_SLOW)
        assert asyncio.get_running_loop().time() - begun < 4 * PATIENCE
        assert senders() == []


def senders() -> list[str]:
    """The processes that send something for this test."""
    found = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "notice_process"], capture_output=True, text=True)
    return found.stdout.split()


async def test_what_is_answered_meanwhile_is_not_tried_again(sink: Sink) -> None:
    sink.script = [500]
    async with open_office(NotifySettings((sink.json_url,))) as office:
        it = await office.asks_permission()
        await office.later(40)
        await office.allows(it)
        await office.later(10)
        assert sink.bodies == []
        assert await office.outcomes() == [("notice_failed", "over", 2)]


async def test_it_is_not_tried_again_while_a_desk_is_looked_at(sink: Sink) -> None:
    sink.script = [500]
    async with open_office(NotifySettings((sink.json_url,))) as office:
        await office.asks_permission()
        await office.later(40)
        office.desk.onlookers.look("pageone1", looking=True)
        await office.later(100)
        assert sink.bodies == []
        await office.later(60)
        assert len(sink.bodies) == 1


async def test_a_hub_that_was_killed_while_it_sent_says_so_and_sends_nothing_twice(sink: Sink) -> None:
    sink.script = [500]
    async with open_office(NotifySettings((sink.json_url, sink.ntfy_url))) as office:
        await office.asks_permission()
        await office.later(40)
        assert len(sink.bodies) == 1, "one of the two took it"
        office.hub_starts()
        await goes_on(office)
        assert len(sink.bodies) == 1
        assert ("notice_failed", "interrupted", 1) in await office.outcomes()
        office.hub_starts()
        await goes_on(office)
        assert len(await office.outcomes()) == 2


async def test_an_address_that_apprise_does_not_know_is_tried_once() -> None:
    async with open_office(NotifySettings(("nonsense://127.0.0.1/",))) as office:
        await office.asks_permission()
        await goes_on(office)
        assert await office.outcomes() == [("notice_failed", "bad_address", 1)]


async def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "apprise", None)
    sending = await notice_sending.send_notice("json://127.0.0.1/", TEXT)
    assert sending == Sending(Unsent.NOT_INSTALLED)
    assert "pip install 'countermark[notify]'" in sending.words


async def test_a_test_is_sent_once_whatever_hour_it_is(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url, f"json://127.0.0.1:{closed_port()}"))) as office:
        office.desk.onlookers.look("pageone1", looking=True)
        await office.notices.test(by=ME)
        assert sink.told == ["This is a test: Countermark can reach you here.\nhttp://127.0.0.1:4747/"]
        assert await office.outcomes() == [("notice_sent", None, 1), ("notice_failed", "unreachable", 1)]
        assert {entry.actor.id for entry in await office.entries()} == {ME.id}


async def test_a_test_that_is_sent_as_a_hub_starts_is_none_that_another_has_left(sink: Sink) -> None:
    async with open_office(NotifySettings((sink.json_url,))) as office:
        head = office.desk.feed.head
        testing = asyncio.create_task(office.notices.test(by=ME))
        await office.desk.feed.grown(head)
        await office.notices.step()
        await testing
        assert await office.outcomes() == [("notice_sent", None, 1)]


async def test_what_waits_to_be_tried_again_is_bounded(sink: Sink) -> None:
    async with open_office(NotifySettings((f"json://127.0.0.1:{closed_port()}",) * 16)) as office:
        sent: list[str] = []

        async def fails(url: str, _: NoticeText) -> Sending:
            sent.append(url)
            return Sending(Unsent.UNREACHABLE)

        office.notices.outside = replace(office.notices.outside, send=fails)
        for number in range(10):
            await office.asks_permission(f"ours-a {number}")
            await office.later(61)
            assert len(office.notices._attempts) <= MOST_PENDING
        assert len(sent) > 16

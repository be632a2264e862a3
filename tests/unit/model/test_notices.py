"""What is due to be told elsewhere, in which words, and what may be told of a service."""

import os
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.actions.onlookers import MOST_PAGES, Onlookers
from countermark.machine.notice_sending import minute_of_day
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.notice_settings import NotifySettings, quiet_hours, service_name
from countermark.model.notices import BETWEEN_MS, GATHER_MS, Notice, WaitingThing, due, text_of, workspace_name

NOW = 1_793_000_000_000
SETTINGS = NotifySettings(("json://127.0.0.1/",), after=30)
SPRING, AUTUMN = 1774746000000, 1792890000000  # 29 March and 25 October 2026, 01:00 UTC: clocks change in Berlin


def thing(number: int, *, waits_ms: int, kind: ItemKind = ItemKind.PERMISSION) -> WaitingThing:
    return WaitingThing(ItemVersion(kind, f"id{number}", 1), "claude-code", "/home/me/shop", NOW - waits_ms)


@given(st.lists(st.integers(0, 120_000), max_size=8), st.sets(st.integers(0, 7)), st.none() | st.integers(-9, 120_000))
def test_only_what_has_waited_long_enough_and_was_not_told_is_due(
    waits: list[int], told: set[int], since_last_ms: int | None
) -> None:
    things = [thing(number, waits_ms=waits_ms) for number, waits_ms in enumerate(waits)]
    last_at = None if since_last_ms is None else NOW - since_last_ms
    known = {things[number].version for number in told if number < len(things)}
    found = due(things, SETTINGS, told=known, now=NOW, last_at=last_at)
    assert known.isdisjoint(each.version for each in found)
    assert all(each.since + 30_000 <= NOW for each in found)
    assert found == sorted(found, key=lambda each: each.since)
    if since_last_ms is not None and 0 <= since_last_ms < BETWEEN_MS:
        assert found == []
    elif any(each.version not in known and each.since + 30_000 + GATHER_MS <= NOW for each in things):
        assert found, "what has waited is told"


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("22:00-07:00", [(22, 0), (23, 59), (0, 0), (6, 59)], [(7, 0), (12, 0), (21, 59)]),
        ("12:30-13:15", [(12, 30), (13, 14)], [(12, 29), (13, 15), (0, 0)]),
        ("00:00-23:59", [(0, 0), (23, 58)], [(23, 59)]),
    ],
)
def test_quiet_hours_hold_over_midnight(
    text: str, inside: list[tuple[int, int]], outside: list[tuple[int, int]]
) -> None:
    hours = quiet_hours(text)
    assert hours is not None
    assert str(hours) == text
    assert all(hours.holds(hour * 60 + minute) for hour, minute in inside)
    assert not any(hours.holds(hour * 60 + minute) for hour, minute in outside)


@pytest.mark.parametrize("text", ["", "22-07", "24:00-07:00", "22:00-22:00", "22:00 - 07:00", "9:00-10:00"])
def test_other_texts_are_no_quiet_hours(text: str) -> None:
    assert quiet_hours(text) is None


@pytest.fixture
def berlin() -> Iterator[None]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"  # the rule itself: no machine needs the zone's file
    time.tzset()
    yield
    os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
    time.tzset()


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize("change", [SPRING, AUTUMN])
def test_quiet_hours_end_at_seven_on_the_wall_on_the_day_when_clocks_change(change: int) -> None:
    hours = quiet_hours("22:00-07:00")
    assert hours is not None
    minutes = [change + minute * 60_000 for minute in range(-3 * 60, 8 * 60)]
    quiet = [at for at in minutes if hours.holds(minute_of_day(at))]
    assert quiet == minutes[: len(quiet)], "one stretch, whatever the clock did in it"
    assert minute_of_day(quiet[-1] + 60_000) == 7 * 60
    assert 0 <= min(map(minute_of_day, minutes)) <= max(map(minute_of_day, minutes)) < 24 * 60


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("json://me:key@127.0.0.1:8080/key?token=key", "json://127.0.0.1:8080"),
        ("mailtos://me:key@mail.example.org?to=key", "mailtos://mail.example.org"),
        ("ntfys://key@push.example.org/key", "ntfys://push.example.org"),
        ("NTFY://push.example.org/key", "ntfy://push.example.org"),
        ("ntfy://key", "ntfy"),
        ("ntfy://key/key?mode=cloud", "ntfy"),
        ("slack://key/key/key", "slack"),
        ("tgram://key:key/1", "tgram"),
        ("discord://key/key", "discord"),
        ("json://[", "json"),
        ("json://host:port/", "json"),
    ],
)
def test_no_key_of_a_service_is_told(url: str, name: str) -> None:
    assert service_name(url) == name


@given(st.text(), st.sampled_from(["json", "ntfy", "slack", "mailto", "x"]))
def test_whatever_an_address_is_only_a_scheme_and_a_host_are_told(rest: str, scheme: str) -> None:
    name = service_name(f"{scheme}://user:s3cret@{rest}")
    assert name == scheme or name.startswith(f"{scheme}://")
    assert "s3cret" not in name.removeprefix(scheme) or "s3cret" in rest


def test_the_words_name_kinds_and_nothing_that_an_agent_says() -> None:
    kinds = [ItemKind.PERMISSION, ItemKind.REVIEW, ItemKind.PERMISSION]
    things = tuple(thing(number, waits_ms=0, kind=kind) for number, kind in enumerate(kinds))
    told = text_of(Notice("nt", things), link="LINK", agent_name=str.upper, names_workspace=True)
    assert (told.title, told.body) == (
        "Countermark", "A plan and 2 permissions of CLAUDE-CODE wait in shop.\nLINK",
    )  # fmt: skip


@given(st.text())
def test_a_folder_plays_no_tricks(path: str) -> None:
    name = workspace_name(path)
    assert name.isprintable()
    assert len(name) <= 40
    assert not set(name) & set("\n\r/<>&\u202e\u200b")


def test_no_more_pages_are_remembered_than_a_person_can_have_open() -> None:
    onlookers = Onlookers(lambda: 0)
    for number in range(MOST_PAGES + 10):
        onlookers.look(f"page{number:04}", looking=True)
    assert len(onlookers._until) == MOST_PAGES
    for number in range(MOST_PAGES + 10):
        onlookers.look(f"page{number:04}", looking=False)
    assert not onlookers.looking

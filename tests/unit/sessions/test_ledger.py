"""The ledger is a frozen sequence: it behaves as a tuple of its parts does, whatever shares with it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bench.session_fold import cost
from countermark.model.sessions.events import CallChanged, Disconnected
from countermark.model.sessions.ledger import CHUNK, Ledger
from countermark.model.sessions.parts import CallPart, CallStatus, NoticePart, Part
from countermark.model.sessions.reducer import folded, reduced
from countermark.model.sessions.state import SessionState


def notice(name: str, title: str = "") -> Part:
    return NoticePart(name, 1, "info", title)


def call(name: str, status: CallStatus = CallStatus.RUNNING) -> CallPart:
    return CallPart(name, 1, "Read", None, "read", status)


def many(count: int) -> Ledger:
    ledger = Ledger()
    for number in range(count):
        ledger = ledger.with_new(notice(f"n{number}"))
    return ledger


@pytest.mark.parametrize("count", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_a_ledger_is_read_as_a_tuple_is(count: int) -> None:
    parts, ledger = tuple(notice(f"n{number}") for number in range(count)), many(count)
    assert (len(ledger), tuple(ledger), ledger[:], ledger[-3:], ledger[1:-1:2]) == (
        count, parts, parts, parts[-3:], parts[1:-1:2],
    )  # fmt: skip
    assert ledger == parts == Ledger.of(parts) == Ledger.of(list(parts))
    assert hash(ledger) == hash(Ledger.of(parts))
    assert [ledger.place_of(each.id) for each in parts] == list(range(count))
    with pytest.raises(IndexError):
        ledger[count]


@given(some.lists(some.tuples(some.integers(0, 30), some.text(max_size=2)), max_size=60))
def test_any_order_of_changes_makes_what_a_list_would_be(changes: list[tuple[int, str]]) -> None:
    ledger, parts = Ledger(), list[Part]()
    for number, title in changes:
        part = notice(f"n{number}", title)
        place = next((at for at, each in enumerate(parts) if each.id == part.id), None)
        assert ledger.place_of(part.id) == place
        if place is None:
            ledger, parts = ledger.with_new(part), [*parts, part]
        else:
            ledger, parts[place] = ledger.with_part_at(place, part), part
        assert ledger == parts


def test_two_ledgers_that_go_on_from_one_do_not_disturb_each_other() -> None:
    begun = many(CHUNK + 5)
    one, other = begun.with_new(notice("one")), begun.with_new(notice("other"))
    third = one.with_part_at(3, notice("n3", "changed"))
    assert (one.part("other"), other.part("one"), begun.part("one")) == (None, None, None)
    assert (one.part("n3"), third.part("n3")) == (notice("n3"), notice("n3", "changed"))
    assert (len(begun), len(one), len(other), third.place_of("one")) == (CHUNK + 5, CHUNK + 6, CHUNK + 6, CHUNK + 5)


def test_states_that_go_on_from_one_state_do_not_disturb_each_other() -> None:
    begun = folded((number, CallChanged(call(f"c{number}"))) for number in range(600))
    ended = reduced(begun, Disconnected("It has ended.", failed=False), at=9)
    again = reduced(begun, CallChanged(call("c7", CallStatus.COMPLETED)), at=9)
    states = [[part.status for part in each.ledger if isinstance(part, CallPart)] for each in (begun, ended, again)]
    assert [set(each) for each in states] == [
        {CallStatus.RUNNING}, {CallStatus.FAILED}, {CallStatus.RUNNING, CallStatus.COMPLETED},
    ]  # fmt: skip
    assert states[2].index(CallStatus.COMPLETED) == 7


def test_calls_that_have_ended_stay_the_very_same_parts() -> None:
    done = folded((number, CallChanged(call(f"c{number}", CallStatus.COMPLETED))) for number in range(600))
    ended = reduced(done, Disconnected("It has ended.", failed=False), at=9)
    assert all(one is other for one, other in zip(done.ledger, ended.ledger, strict=True))


def test_of_two_parts_with_one_id_the_newest_is_found() -> None:
    state = SessionState(ledger=(notice("n", "first"), notice("n", "second")))
    assert state.part("n") == notice("n", "second")


def test_an_event_costs_the_same_however_long_the_session_is() -> None:
    """Processor time; the promise itself is the bench's. Where each event copied the ledger it was 9 times as much."""
    short, long = (min(cost(parts) for _ in range(2)) for parts in (1_000, 10_000))
    assert long < 4 * short, json.dumps({"short": short, "long": long})

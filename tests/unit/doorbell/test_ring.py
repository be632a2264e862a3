"""One exchange with a hub, over a real socket."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from countermark.doorbell.errors import BadAnswer, CallerGone, HubGone, HubRefused
from countermark.doorbell.ring import read_object, ring
from tests.unit.doorbell.scripted_hub import ScriptedHub

LIMIT = 20.0


@pytest.fixture
def hub(home: Path) -> Iterator[ScriptedHub]:
    with ScriptedHub(home) as hub:
        yield hub


@pytest.fixture
def beside() -> Iterator[Callable[[Callable[[], bytes]], Future[bytes]]]:
    """Lets something run beside the test, which plays the hub."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit


Beside = Callable[[Callable[[], bytes]], Future[bytes]]


def test_a_question_and_its_answer(hub: ScriptedHub, beside: Beside) -> None:
    rung = beside(lambda: ring(hub.address, "POST", "/api/x", body=b"\0\xff", headers=[("Odd", "1")]))
    call = hub.next_call()
    assert (call.method, call.path, call.protocol, call.body) == ("POST", "/api/x", "HTTP/1.1", b"\0\xff")
    assert call.headers["host"] == "countermark"
    assert (call.headers["odd"], call.headers["content-type"]) == ("1", "application/json")
    call.begins().breathes().breathes().answers("yes")
    assert read_object(rung.result(LIMIT))["stdout"] == "yes"


def test_a_question_without_a_body_has_no_length(hub: ScriptedHub, beside: Beside) -> None:
    rung = beside(lambda: ring(hub.address, "GET", "/api/status"))
    call = hub.next_call()
    assert "content-length" not in call.headers
    call.replies({"pid": 1})
    assert rung.result(LIMIT) == b'{"pid": 1}'


def test_a_refusal_carries_its_words(hub: ScriptedHub, beside: Beside) -> None:
    rung = beside(lambda: ring(hub.address, "GET", "/"))
    hub.next_call().refuses(404, "not_found", "There is no such thing.", "Look elsewhere.")
    with pytest.raises(HubRefused, match="no such thing") as refused:
        rung.result(LIMIT)
    assert (refused.value.status, refused.value.code, refused.value.hint) == (404, "not_found", "Look elsewhere.")


@pytest.mark.parametrize("told", [[], {"error": "no"}, {"error": {"code": "x"}}, "text"])
def test_a_refusal_in_a_foreign_form_is_one_all_the_same(hub: ScriptedHub, beside: Beside, told: object) -> None:
    rung = beside(lambda: ring(hub.address, "GET", "/"))
    hub.next_call().replies(told, status=400)
    with pytest.raises(HubRefused, match="400"):
        rung.result(LIMIT)


def test_a_hub_that_refuses_before_it_has_read_everything_is_heard(hub: ScriptedHub, beside: Beside) -> None:
    rung = beside(lambda: ring(hub.address, "POST", "/", body=b"x" * 8_000_000))
    line = hub.accepts()
    line.sendall(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
    line.close()
    with pytest.raises(HubRefused, match="413"):
        rung.result(LIMIT)


def test_a_hub_that_leaves_is_gone(hub: ScriptedHub, beside: Beside) -> None:
    for heard in (False, True):
        rung = beside(lambda: ring(hub.address, "GET", "/"))
        call = hub.next_call()
        if heard:
            call.begins().breathes()
        call.hangs_up()
        with pytest.raises(HubGone) as gone:
            rung.result(LIMIT)
        assert gone.value.heard is heard


@pytest.mark.parametrize("code", ["busy", "stopping"])
def test_a_hub_that_says_not_now_is_gone(hub: ScriptedHub, beside: Beside, code: str) -> None:
    rung = beside(lambda: ring(hub.address, "GET", "/"))
    hub.next_call().refuses(503, code, "Not now.")
    with pytest.raises(HubGone, match="Not now") as gone:
        rung.result(LIMIT)
    assert not gone.value.heard


def test_a_hub_that_cannot_says_why(hub: ScriptedHub, beside: Beside) -> None:
    rung = beside(lambda: ring(hub.address, "GET", "/"))
    hub.next_call().refuses(503, "store_failed", "The disk is full.", "Make room.")
    with pytest.raises(HubRefused, match="The disk is full") as refused:
        rung.result(LIMIT)
    assert (refused.value.code, refused.value.hint) == ("store_failed", "Make room.")


def test_a_hub_that_says_nothing_is_gone(hub: ScriptedHub) -> None:
    begun = time.monotonic()
    with pytest.raises(HubGone):
        ring(hub.address, "GET", "/", within=0.1)
    with pytest.raises(HubGone):
        ring(hub.address, "GET", "/", silence=0.1)
    assert 0.2 <= time.monotonic() - begun < LIMIT


def test_nobody_there(home: Path) -> None:
    with pytest.raises(HubGone):
        ring(str(home / "agent.sock"), "GET", "/")
    with pytest.raises(HubGone):
        ring(str(home / ("x" * 300)), "GET", "/")


def test_waiting_ends_when_nobody_reads_our_output_any_more(hub: ScriptedHub, beside: Beside) -> None:
    ours, theirs = os.pipe()
    rung = beside(lambda: ring(hub.address, "GET", "/", reader=theirs))
    call = hub.next_call().begins()
    os.close(ours)
    with pytest.raises(CallerGone):
        rung.result(LIMIT)
    assert call.is_left()
    os.close(theirs)


def test_a_header_cannot_smuggle_another(hub: ScriptedHub) -> None:
    with pytest.raises(ValueError, match="one line"):
        ring(hub.address, "GET", "/", headers=[("A", "b\r\nC: d")])


@pytest.mark.parametrize("body", [b"", b"no", b"[]", b"[" * 100_000])
def test_an_answer_must_be_an_object(body: bytes) -> None:
    with pytest.raises(BadAnswer):
        read_object(body)


def test_a_full_queue_is_waited_for(hub: ScriptedHub, beside: Beside) -> None:
    """More callers at once than the queue of the listener holds."""
    with ThreadPoolExecutor(40) as pool:
        rung = [pool.submit(ring, hub.address, "GET", "/") for _ in range(40)]
        for _ in rung:
            hub.next_call().replies({"n": 1})
        assert {done.result(LIMIT) for done in rung} == {b'{"n": 1}'}

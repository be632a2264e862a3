"""`shared_machine`: whoever answered at the desk's port while no hub ran has nothing that is good at the next hub."""

import contextlib
import os
import signal
from collections.abc import Callable

import httpx
import pytest

from tests.real_agents.person import Hub, Person, countermark, eventually
from tests.real_agents.workplace import Workplace
from tests.second_user import needs_a_second_user, other_users_site

PAGE = b"<!doctype html><title>Countermark</title>"
Ends = Callable[[Workplace], None]


def crash(workplace: Workplace) -> None:
    ready = Hub(workplace).ready()
    assert ready is not None
    os.kill(ready["pid"], signal.SIGKILL)
    eventually(
        lambda: None if _runs(ready["pid"]) else True, seconds=10, what="the end of the hub", instead=lambda: ready
    )


def _runs(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def stop(workplace: Workplace) -> None:
    countermark(workplace, "stop")


def port_of(workplace: Workplace) -> int:
    ready = Hub(workplace).ready()
    assert ready is not None
    return int(ready["port"])


def session_at(port: int, person: Person) -> int:
    """The status of the answer to this person's token, wherever the hub is now."""
    headers = {"Authorization": person.credential}
    return httpx.get(f"http://127.0.0.1:{port}/api/session", headers=headers, trust_env=False).status_code


@pytest.mark.parametrize("ends", [crash, stop])
def test_no_sign_in_outlives_the_hub_and_the_port_is_a_new_one(workplace: Workplace, ends: Ends) -> None:
    (workplace.desk_folder / "settings.toml").write_text("[hub]\nshared_machine = true\n")
    with Person(workplace) as person:
        before = port_of(workplace)
        assert session_at(before, person) == httpx.codes.OK
        ends(workplace)
        with Person(workplace) as again:
            assert port_of(workplace) != before
            assert session_at(port_of(workplace), person) == httpx.codes.UNAUTHORIZED
            assert [entry["kind"] for entry in again.journal()].count("signed_out") == 1
    stop(workplace)


@needs_a_second_user
def test_another_user_who_took_the_port_over_gets_nothing_that_is_good(workplace: Workplace) -> None:
    (workplace.desk_folder / "settings.toml").write_text("[hub]\nshared_machine = true\n")
    with Person(workplace) as person:
        before = port_of(workplace)
        crash(workplace)
        with other_users_site(PAGE, port=before) as squatter:
            assert session_at(before, person) == httpx.codes.OK  # the desk's page asks, as it does all the time
            (heard,) = [headers["authorization"] for _, _, headers in squatter.heard]
            assert heard == person.credential
            with Person(workplace):
                headers = {"Authorization": heard}
                address = f"http://127.0.0.1:{port_of(workplace)}"
                assert port_of(workplace) != before
                assert httpx.get(f"{address}/api/session", headers=headers, trust_env=False).status_code == 401
    stop(workplace)


def test_without_the_setting_both_stay(workplace: Workplace) -> None:
    with Person(workplace) as person:
        before = port_of(workplace)
        crash(workplace)
        countermark(workplace, "open", "--print")
        assert port_of(workplace) == before
        assert session_at(before, person) == httpx.codes.OK
    stop(workplace)

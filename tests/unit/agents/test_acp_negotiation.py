"""Which version of the protocol an agent is offered, and what follows from its answer."""

import pytest

from countermark.agents.acp.negotiation import SpeaksOther, check_agreed, check_refusal
from countermark.agents.acp.translate.offers import facts_of
from countermark.model.errors import AgentRefused, OtherProtocol
from countermark.model.sessions.offers import AuthKind

SECOND = {"protocolVersion": 2, "info": {"name": "agent", "version": "1"}}


def refused(number: int, details: object = None) -> AgentRefused:
    return AgentRefused("No.", number=number, details=details)


@pytest.mark.parametrize(
    ("result", "offered"), [({"protocolVersion": 1}, 1), ({"protocolVersion": 1.0}, 1), (SECOND, 2)]
)
def test_an_answer_in_the_offered_version_is_agreed_on(result: dict[str, object], offered: int) -> None:
    check_agreed(result, offered=offered, is_last=False)


@pytest.mark.parametrize(("result", "offered", "other"), [(SECOND, 1, 2), ({"protocolVersion": 1}, 2, 1)])
def test_an_agent_that_answers_in_the_other_version_is_started_anew(
    result: dict[str, object], offered: int, other: int
) -> None:
    with pytest.raises(SpeaksOther) as started:
        check_agreed(result, offered=offered, is_last=False)
    assert started.value.version == other


def test_an_agent_that_only_says_the_number_again_is_spoken_to_in_version_one() -> None:
    """As those on the Python SDK 0.12.1 do, which know nothing of version 2."""
    with pytest.raises(SpeaksOther) as started:
        check_agreed({"protocolVersion": 2}, offered=2, is_last=False)
    assert started.value.version == 1


@pytest.mark.parametrize("result", [SECOND, {"protocolVersion": 1}])
def test_an_agent_that_changes_its_version_when_it_is_started_anew_is_not_started_for_ever(
    result: dict[str, object],
) -> None:
    offered = 3 - int(str(result["protocolVersion"]))
    with pytest.raises(OtherProtocol, match="keeps to no version") as clash:
        check_agreed(result, offered=offered, is_last=True)
    assert "Install a version" in clash.value.hint


@pytest.mark.parametrize(
    "result", [None, {}, [], "1", {"protocolVersion": "1"}, {"protocolVersion": 3}, {"protocolVersion": True}, 1]
)
@pytest.mark.parametrize("offered", [1, 2])
def test_any_other_answer_is_a_clash(result: object, offered: int) -> None:
    with pytest.raises(OtherProtocol, match="speaks versions 1 and 2") as clash:
        check_agreed(result, offered=offered, is_last=False)
    assert "Install a version" in clash.value.hint


def test_an_agent_that_refuses_one_version_and_names_the_other_is_offered_that() -> None:
    with pytest.raises(SpeaksOther) as started:
        check_refusal(refused(-32022, {"requested": 1, "supported": [3, 2]}), offered=1, is_last=False)
    assert started.value.version == 2


@pytest.mark.parametrize("supported", [[3], [], ["two"]])
def test_an_agent_that_names_versions_that_we_do_not_speak_is_a_clash(supported: list[object]) -> None:
    with pytest.raises(OtherProtocol, match="speaks versions 1 and 2"):
        check_refusal(refused(-32022, {"supported": supported}), offered=1, is_last=False)


def test_an_agent_that_refuses_version_two_in_any_words_is_offered_version_one() -> None:
    with pytest.raises(SpeaksOther) as started:
        check_refusal(refused(-32602), offered=2, is_last=False)
    assert started.value.version == 1
    check_refusal(refused(-32602), offered=2, is_last=True)  # its own words are said instead


def test_an_agent_that_refuses_version_one_is_not_offered_another_for_nothing() -> None:
    check_refusal(refused(-32602), offered=1, is_last=False)
    check_refusal(refused(-32022, "no list"), offered=1, is_last=False)


def test_what_an_agent_of_version_two_can_do_is_read() -> None:
    methods = [
        {"type": "agent", "methodId": "own", "name": "By itself"},
        {
            "type": "terminal",
            "methodId": "t",
            "name": "There",
            "args": ["login"],
            "env": [{"name": "A", "value": "b c"}],
        },
        {"type": "_new", "methodId": "n", "name": "A way of tomorrow"},
    ]
    session: dict[str, object] = {"prompt": {"image": {}}, "mcp": {"stdio": {}}, "delete": {}}
    facts = facts_of({**SECOND, "capabilities": {"session": session}, "authMethods": methods}, command=["agent"])
    assert (facts.protocol, facts.loads, facts.resumes, facts.lists, facts.closes) == (2, True, True, True, True)
    assert (facts.deletes, facts.forks, facts.takes_images, facts.takes_audio) == (True, False, True, False)
    assert (facts.mcp_stdio, facts.mcp_http, facts.mcp_sse, facts.signs_out) == (True, False, False, True)
    assert [(each.id, each.kind) for each in facts.auth] == [("own", AuthKind.AGENT), ("t", AuthKind.TERMINAL)]
    assert facts.auth[1].command == "A='b c' agent login"


def test_an_agent_of_version_two_without_sessions_can_do_nothing() -> None:
    facts = facts_of({**SECOND, "capabilities": {}}, command=["agent"])
    assert (facts.lists, facts.loads, facts.closes, facts.mcp_stdio, facts.signs_out) == (False,) * 5

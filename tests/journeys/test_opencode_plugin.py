"""Our OpenCode plugin under plain Node, with the real hook and the real hub behind it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from countermark.agents.opencode.calls import PLAN_TOOL, TOUCHES_NOTHING
from countermark.agents.opencode.plugin_file import plugin_text
from tests.journeys.hook_process import HOOK
from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.person import Hub, countermark
from tests.real_agents.plugin_host import SESSION, PluginHost, Thrown
from tests.real_agents.workplace import Workplace

TOUCH = {"command": "touch made.txt", "description": "Because"}
PLAN = "# Plan\n\n1. Touch a file.\n"


def plugin(workplace: Workplace, hook: str = HOOK, *, name: str = "countermark.mjs") -> Path:
    """The plugin as an install writes it; Node takes it for a module by its name."""
    file = workplace.root / name
    file.write_text(plugin_text(hook, home=None))
    return file


@pytest.fixture
def keeper(workplace: Workplace, hub: Hub) -> Iterator[Gatekeeper]:
    assert hub.ready()
    with Gatekeeper(workplace) as somebody:
        yield somebody


@pytest.fixture
def host(workplace: Workplace) -> Iterator[PluginHost]:
    with PluginHost(workplace, plugin(workplace)) as running:
        yield running


def test_a_call_waits_for_a_person(host: PluginHost, keeper: Gatekeeper) -> None:
    held = host.asks("bash", TOUCH)
    asked = keeper.sees_permission("touch made.txt")
    assert (asked["agent"], asked["conversation"], asked["point"]) == ("opencode", SESSION, "alone")
    keeper.answers(asked, "once")
    assert host.answer(held) == {"args": TOUCH, "frozen": True}
    keeper.sees_end(asked, outcome="allowed", delivery="received")


def test_a_no_is_thrown_with_its_words(host: PluginHost, keeper: Gatekeeper) -> None:
    held = host.asks("bash", TOUCH)
    keeper.answers(keeper.sees_permission(), "no", words="Not now: ✓")
    with pytest.raises(Thrown, match=r"^Not allowed by the user\. The words with it:\n\nNot now: ✓$"):
        host.answer(held)
    assert host.aborted.empty()


def test_a_no_that_ends_the_turn_does_so(host: PluginHost, keeper: Gatekeeper) -> None:
    host.does("family", child="ses_child", parent=SESSION)
    held = host.asks("bash", TOUCH, session="ses_child")
    asked = keeper.sees_permission()
    assert asked["conversation"] == SESSION
    assert keeper.card(asked)["permission"]["sub_agent"] == "ses_child"
    keeper.answers(asked, "no_and_stop", words="Enough.")
    with pytest.raises(Thrown, match="Enough"):
        host.answer(held)
    assert host.aborted.get(timeout=30) == SESSION


def test_a_rule_decides_without_a_person(host: PluginHost, keeper: Gatekeeper) -> None:
    assert host.before("bash", {"command": "git status"}) == {"args": {"command": "git status"}, "frozen": True}
    with pytest.raises(Thrown, match="Not allowed by a rule of the user"):
        host.before("bash", {"command": "rm -rf /"}, call="call_2")
    with pytest.raises(Thrown, match="cannot read this call, so it was not done: command is missing"):
        host.before("bash", {}, call="call_3")
    assert keeper.waiting() == []


def test_a_changed_call_comes_back_changed(host: PluginHost, keeper: Gatekeeper) -> None:
    held = host.asks("bash", {**TOUCH, "timeout": 5})
    keeper.answers(keeper.sees_permission(), "once", edited="touch other.txt")
    assert host.answer(held)["args"] == {**TOUCH, "timeout": 5, "command": "touch other.txt"}


def test_a_plugin_that_is_loaded_twice_asks_once(workplace: Workplace, keeper: Gatekeeper) -> None:
    files = (plugin(workplace), plugin(workplace, name="again.mjs"))
    with PluginHost(workplace, *files) as host:
        held = host.asks("bash", TOUCH)
        keeper.answers(keeper.sees_permission(), "once")
        assert host.answer(held)["frozen"]
    kinds = [entry["kind"] for entry in keeper.journal()]
    assert kinds.count("permission_asked") == 1


def test_no_other_plugin_changes_what_was_allowed(workplace: Workplace, keeper: Gatekeeper) -> None:
    other = workplace.root / "other.mjs"
    hooks = '{ "tool.execute.before": async (call, output) => { output.args.env.PATH = "/tmp" } }'
    other.write_text(f"export default {{ server: async () => ({hooks}), setup: async () => {{}} }};")
    with PluginHost(workplace, plugin(workplace), other) as host:
        held = host.asks("somebodys_tool", {"env": {"PATH": "/bin"}})
        keeper.answers(keeper.sees_permission(), "once")
        with pytest.raises(Thrown, match="read only"):
            host.answer(held)


def test_two_calls_of_one_id_are_two_questions(host: PluginHost, keeper: Gatekeeper) -> None:
    """There are models that number their calls anew in each answer."""
    held = host.asks("bash", TOUCH), host.asks("bash", {"command": "touch other.txt"})
    keeper.answers(keeper.sees_permission("touch made.txt"), "once")
    assert host.answer(held[0])["frozen"]
    keeper.answers(keeper.sees_permission("touch other.txt"), "no")
    with pytest.raises(Thrown, match="Not allowed by the user"):
        host.answer(held[1])


def test_what_touches_nothing_is_not_asked_about(workplace: Workplace) -> None:
    with PluginHost(workplace, plugin(workplace, "/nowhere/countermark-hook")) as host:
        for tool in sorted(TOUCHES_NOTHING):
            assert host.before(tool, {"x": 1}) == {"args": {"x": 1}, "frozen": False}
        host.does("config", config={"mcp": {"submit": {}}})
        with pytest.raises(Thrown, match="/nowhere/countermark-hook cannot be started"):
            host.before(PLAN_TOOL, {})


@pytest.mark.parametrize(
    ("printed", "why"),
    [
        ("", "Countermark has not answered"),
        ("printf 'no hub' >&2", "no hub Nothing is done without an answer"),
        ("""printf '{"yes": "true", "words": "x"}'""", "has not answered"),
        ("""printf '{"yes": true}'""", "has not answered"),
        ("printf 'null'", "has not answered"),
        ("exit 1", "has not answered"),
        ("kill -9 $$", "has not answered"),
    ],
)
def test_whatever_is_no_answer_is_no_yes(workplace: Workplace, printed: str, why: str) -> None:
    hook = workplace.root / "hook"
    hook.write_text(f"#!/bin/sh\n{printed}\n")
    hook.chmod(0o755)
    with PluginHost(workplace, plugin(workplace, str(hook))) as host:
        for does in (host.asks("bash", {"command": "x" * 300_000}), host.submits(PLAN)):
            with pytest.raises(Thrown, match=why):
                host.answer(does)


def test_a_hub_is_started_by_the_first_call(workplace: Workplace, host: PluginHost) -> None:
    try:
        assert host.before("bash", {"command": "git status"})["frozen"]
        assert "The hub runs" in countermark(workplace, "status")
    finally:
        countermark(workplace, "stop")


def test_without_a_hub_that_can_be_started_nothing_is_done(workplace: Workplace, host: PluginHost) -> None:
    (workplace.desk_folder / "settings.toml").write_text("this is no TOML")
    with pytest.raises(Thrown, match="countermark doctor"):
        host.before("bash", {"command": "git status"})


def test_a_plan_survives_the_hub(host: PluginHost, hub: Hub, keeper: Gatekeeper, workplace: Workplace) -> None:
    submitted = host.submits(PLAN, summary="Touches a file")
    review = keeper.sees_plan()
    assert review["title"] == "Touches a file"
    hub.another(than=hub.kill())
    with Gatekeeper(workplace) as again:
        again.requests_changes(again.sees_plan(), "Look first.")
        answer = host.answer(submitted)
        assert (answer["title"], answer["metadata"]) == ("Not approved", {"approved": False})
        assert "Look first." in answer["output"]
        second = host.submits("# Plan\n\n1. Look.\n", call="call_q")
        again.approves(again.sees_plan(revision=2), notes="Slowly.")
        answer = host.answer(second)
        assert (answer["title"], answer["metadata"]) == ("Approved", {"approved": True})
        assert "Slowly." in answer["output"]


def test_an_abort_ends_the_wait_for_a_plan(host: PluginHost, keeper: Gatekeeper) -> None:
    submitted = host.submits(PLAN)
    review = keeper.sees_plan()
    host.does("abort", which=submitted)
    with pytest.raises(Thrown, match="has not answered"):
        host.answer(submitted)
    keeper.sees(review, delivery="gone")


@pytest.mark.parametrize(("name", "error"), [("idle", None), ("error", "MessageAbortedError"), ("deleted", None)])
def test_the_end_of_a_turn_ends_what_it_has_asked(
    host: PluginHost, keeper: Gatekeeper, name: str, error: str | None
) -> None:
    held = host.asks("bash", TOUCH)
    asked = keeper.sees_permission()
    properties = {
        "sessionID": SESSION,
        "info": {"id": SESSION},
        **({} if error is None else {"error": {"name": error}}),
    }
    host.does("event", event={"type": "session.idle", "properties": {"sessionID": "ses_other"}})
    host.does("event", event={"type": f"session.{name}", "properties": properties})
    with pytest.raises(Thrown, match="has not answered"):
        host.answer(held)
    keeper.sees_end(asked, outcome="withdrawn")


def test_a_plan_or_a_summary_that_is_too_long_is_refused(host: PluginHost, keeper: Gatekeeper) -> None:
    with pytest.raises(Thrown, match="The summary has more than 2048 bytes"):
        host.answer(host.submits(PLAN, summary="é" * 1025))
    with pytest.raises(Thrown, match="1,048,576 is the limit"):
        host.answer(host.submits("x" * (1024 * 1024 + 1)))
    with pytest.raises(Thrown, match="There is no plan"):
        host.answer(host.submits("  "))
    assert keeper.all_reviews() == []


def test_version_2_names_the_session_that_a_person_has_begun(host: PluginHost, keeper: Gatekeeper) -> None:
    host.does("family", child="ses_child", parent=SESSION)
    host.does("family", child="ses_grandchild", parent="ses_child")
    call = {"tool": "shell", "sessionID": "ses_grandchild", "toolCallID": "call_1", "input": {"command": "make deploy"}}
    held = host.begins("second_before", call=call)
    asked = keeper.sees_permission("make deploy")
    assert asked["conversation"] == SESSION
    assert keeper.card(asked)["permission"]["sub_agent"] == "ses_grandchild"
    keeper.answers(asked, "once")
    assert host.answer(held)["input"] == {"command": "make deploy"}


def test_version_2_as_its_documents_have_it(host: PluginHost, keeper: Gatekeeper) -> None:
    call = {"tool": "shell", "sessionID": SESSION, "toolCallID": "call_1", "input": {"command": "make deploy"}}
    held = host.begins("second_before", call=call)
    keeper.answers(keeper.sees_permission("make deploy"), "once", edited="make check")
    assert host.answer(held)["input"] == {"command": "make check"}
    submitted = host.begins(
        "second_plan", args={"plan": PLAN, "summary": "s"}, context={"sessionID": SESSION, "toolCallID": "call_2"}
    )
    keeper.approves(keeper.sees_plan())
    answer = host.answer(submitted)
    assert answer["structured"] == {"approved": True}
    assert answer["content"][0]["text"].startswith("This plan is approved.")


def test_the_line_that_an_install_writes_is_read_back(workplace: Workplace) -> None:
    """A path with anything in it: what is written is JSON, and JSON is JavaScript."""
    hook = workplace.root / 'it\'s "here" ${x} \\1'
    hook.write_text("#!/bin/sh\nprintf '%s' " + "'" + json.dumps({"yes": True, "words": "w"}) + "'\n")
    hook.chmod(0o755)
    with PluginHost(workplace, plugin(workplace, str(hook))) as host:
        assert host.before("bash", {"command": "ls"})["frozen"]

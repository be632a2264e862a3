"""The hooks of Codex, Gemini CLI, Copilot CLI and Qwen Code: put into a text, and taken out without a trace."""

import argparse
import json
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.agents.catalog import TRANSLATORS, brands
from countermark.agents.hook_hosts import CLAUDE_CODE, CODEX, COPILOT, GEMINI, HOSTS, QWEN, HookHost
from countermark.agents.hook_settings import NotSettings
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings
from countermark.cli.command_line import make_parser
from tests.repositories import make_repository

PROGRAM = "/opt/cm/bin/countermark-hook"
OTHERS = (CODEX, GEMINI, COPILOT, QWEN)
WAIT = 1800
TEXTS = (
    None,
    "",
    " \n",
    "{}",
    "{ }\n",
    '{\n  "hooks": {\n  }\n}\n',
    '\ufeff{"theme": "dark", "hooks": {"Stop": []}}',
    '{\r\n\t"a": 1,\r\n\t"hooks": {\r\n\t\t"PreToolUse": [{"hooks": [{"command": "say"}]}]\r\n\t}\r\n}',
    '{\n "hooks": {\n  "BeforeTool": [{"hooks": [{"command": "bell", "timeout": 5}]}]\n },\n "a": 1\n}\n',
    '{"hooks": {"enabled": true, "odd": {"x": []}}, "hooksConfig": {"enabled": true, "disabled": ["x", 1]}}',
    '{"hooks": {"PreToolUse": [1, {"hooks": 2}, {"hooks": [3, {"command": "countermark-hook claude-code"}]}]}}',
)
hosts = pytest.mark.parametrize("host", OTHERS, ids=lambda host: host.agent)
texts = pytest.mark.parametrize("text", TEXTS)


@hosts
@texts
def test_uninstall_restores_every_byte_and_a_second_install_finds_nothing_to_do(
    host: HookHost, text: str | None
) -> None:
    hooks = host.hooks.wanted(PROGRAM, wait_seconds=WAIT, plans_only=False)
    once, record = host.hooks.install(text, hooks)
    assert set(host.hooks.installed(once)) == set(hooks)
    twice, kept = host.hooks.install(once, hooks, record=record)
    assert twice == once
    assert host.hooks.uninstall(twice, kept) == text


@hosts
@texts
def test_an_older_hook_is_corrected_where_it_stands(host: HookHost, text: str | None) -> None:
    older = host.hooks.wanted("/old/place/countermark-hook", wait_seconds=60, plans_only=False)
    hooks = host.hooks.wanted(PROGRAM, wait_seconds=WAIT, plans_only=False)
    first, record = host.hooks.install(text, older)
    second, record = host.hooks.install(first, hooks, record=record)
    assert second == host.hooks.install(text, hooks)[0]
    assert host.hooks.uninstall(second, record) == text


@hosts
def test_what_others_have_there_stays(host: HookHost) -> None:
    (event, *_), theirs = host.hooks.asking, {"matcher": "x", "hooks": [{"type": "command", "command": "theirs"}]}
    text = json.dumps({"hooks": {event: [theirs], "Other": [theirs]}, "more": [1]}, indent=3)
    after = json.loads(host.hooks.install(text, host.hooks.wanted(PROGRAM, wait_seconds=WAIT, plans_only=False))[0])
    assert after["more"] == [1]
    assert after["hooks"]["Other"] == [theirs]
    assert after["hooks"][event][0] == theirs
    assert after["hooks"][event][1]["hooks"][0]["command"] == f"{PROGRAM} {host.agent}"


@hosts
@pytest.mark.parametrize("text", ["[]", "1", '{"hooks": []}', '{"hooks": null}'])
def test_settings_of_a_wrong_shape_are_refused(host: HookHost, text: str) -> None:
    with pytest.raises(NotSettings):
        host.hooks.install(text, host.hooks.wanted(PROGRAM, wait_seconds=WAIT, plans_only=False))


@hosts
def test_an_event_that_is_no_list_and_a_comment_are_refused(host: HookHost) -> None:
    for event in (*host.hooks.asking, *host.hooks.following):
        with pytest.raises(NotSettings, match=event):
            host.hooks.installed(json.dumps({"hooks": {event: {}}}))
    with pytest.raises(NotJson):
        host.hooks.installed('{\n  // mine\n  "hooks": {}}')


@given(st.sampled_from(OTHERS), st.sampled_from(OTHERS))
def test_hooks_of_one_agent_are_not_those_of_another(host: HookHost, other: HookHost) -> None:
    command = f"{PROGRAM} {host.agent}"
    assert other.hooks.is_ours(command) is (host is other)
    assert not CLAUDE_CODE.hooks.is_ours(command)


def test_a_timeout_is_in_the_unit_that_the_agent_reads() -> None:
    """Gemini takes 1920 for 2 s, and Qwen any number from 1000 on: after its timeout each goes on as if allowed."""
    assert {host.agent: timeouts(host) for host in OTHERS} == {
        "codex": (1920, 10, 3),  # it gives the end of a turn and of a conversation no more, and warns of a longer one
        "gemini": (86_520_000, 10_000),
        "copilot": (1920, 10),
        "qwen": (86_520_000, 10_000),
    }


def timeouts(host: HookHost) -> tuple[int | None, ...]:
    hooks = host.hooks.wanted(PROGRAM, wait_seconds=WAIT, plans_only=False)
    return tuple(sorted({hook.timeout or 0 for hook in hooks}, reverse=True))


@hosts
def test_a_hook_outlives_what_its_translator_lets_a_person_take(host: HookHost) -> None:
    conversation = import_module(f"countermark.agents.{host.agent}.conversation")
    asking = [
        hook for hook in host.hooks.wanted(PROGRAM, wait_seconds=1, plans_only=False) if hook.event in host.hooks.asking
    ]
    assert {(hook.timeout or 0) // host.hooks.units_per_second for hook in asking} == {conversation.WAITS_SECONDS + 120}
    proofs = {event for event, matcher in host.hooks.following.items() if matcher}
    assert set(host.hooks.following) - proofs == set(conversation.STEPS)
    assert proofs == {GEMINI.agent: {"AfterTool"}, QWEN.agent: {"PostToolUse"}}.get(host.agent, set())


def test_the_longest_wait_is_no_number_that_node_takes_for_none() -> None:
    week = GEMINI.hooks.wanted(PROGRAM, wait_seconds=7 * 24 * 3600, plans_only=False)
    assert max(hook.timeout or 0 for hook in week) < 2**31


def test_a_person_may_be_asked_at_these_events() -> None:
    assert {host.agent: dict(host.hooks.asking) for host in OTHERS} == {
        "codex": {"PreToolUse": "*", "PermissionRequest": "*"},
        "gemini": {"BeforeTool": "*"},
        "copilot": {"PreToolUse": "*", "PermissionRequest": "*"},
        "qwen": {"PreToolUse": "*", "PermissionRequest": "*"},
    }


def test_plans_alone_are_had_where_a_matcher_can_name_them() -> None:
    plans = {host.agent: host.hooks.wanted(PROGRAM, wait_seconds=WAIT, plans_only=True) for host in (GEMINI, QWEN)}
    assert {agent: {(hook.event, hook.matcher) for hook in hooks} for agent, hooks in plans.items()} == {
        "gemini": {("BeforeTool", "exit_plan_mode"), ("AfterTool", "exit_plan_mode")},
        "qwen": {(event, "exit_plan_mode") for event in ("PreToolUse", "PermissionRequest", "PostToolUse")},
    }
    everything = QWEN.hooks.install(None, QWEN.hooks.wanted(PROGRAM, wait_seconds=WAIT, plans_only=False))[0]
    after = QWEN.hooks.install(everything, plans["qwen"])[0]
    assert set(QWEN.hooks.installed(after)) == set(plans["qwen"])


@pytest.mark.parametrize(
    ("host", "text", "off"),
    [
        (GEMINI, '{"hooksConfig": {"enabled": false}}', "hooksConfig.enabled = false"),
        (GEMINI, '{"hooksConfig": {"enabled": true, "disabled": ["bell"]}}', None),
        (GEMINI, '{"hooksConfig": {"disabled": ["/x/countermark-hook gemini"]}}', "our hook in hooksConfig.disabled"),
        (GEMINI, '{"hooksConfig": {"disabled": {"0": 1}}, "disableAllHooks": true}', None),
        (GEMINI, '{"hooksConfig": []}', None),
        (QWEN, '{"disableAllHooks": true}', "disableAllHooks"),
        (QWEN, '{"disableAllHooks": false}', None),
        (COPILOT, '{"disableAllHooks": true}', "disableAllHooks"),
        (COPILOT, '{"disableAllHooks": "true"}', None),
        (CODEX, '{"disableAllHooks": true}', None),
    ],
)
def test_a_switch_for_all_hooks_is_seen(host: HookHost, text: str, off: str | None) -> None:
    assert host.hooks.switched_off(text) == off


@pytest.mark.parametrize(
    ("host", "user", "project", "moved"),
    [
        (CODEX, ".codex/hooks.json", ".codex/hooks.json", "hooks.json"),
        (GEMINI, ".gemini/settings.json", ".gemini/settings.json", ".gemini/settings.json"),
        (COPILOT, ".copilot/settings.json", ".github/copilot/settings.json", "settings.json"),
        (QWEN, ".qwen/settings.json", ".qwen/settings.json", "settings.json"),
    ],
)
def test_each_agent_has_a_file_of_the_person_and_one_of_the_project(
    host: HookHost, user: str, project: str, moved: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path / "project")
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.delenv(host.files.variable, raising=False)
    assert agent_settings.settings_file(host, project=False) == tmp_path / "person" / user
    assert agent_settings.settings_file(host, project=True) == tmp_path / "project" / project
    monkeypatch.setenv(host.files.variable, str(tmp_path / "moved"))
    assert agent_settings.settings_file(host, project=False) == tmp_path / "moved" / moved


def test_every_agent_with_hooks_has_a_translator() -> None:
    assert HOSTS.keys() <= TRANSLATORS.keys()
    assert {host.title for host in OTHERS} <= {brand.name for brand in brands().values()}


def test_every_agent_with_hooks_can_be_installed_and_no_other() -> None:
    commands = next(each for each in make_parser()._actions if isinstance(each, argparse._SubParsersAction))
    for name in ("install", "uninstall"):
        (agent,) = (each for each in commands.choices[name]._actions if each.dest == "agent")
        assert set(agent.choices or ()) - {"mcp", "opencode"} == HOSTS.keys()

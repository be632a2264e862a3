"""Installing into Claude's settings and taking it out again leaves every other byte alone."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from countermark.agents.hook_hosts import CLAUDE_CODE
from countermark.agents.hook_settings import Hook, NotSettings
from countermark.agents.json_text import NotJson

claude = CLAUDE_CODE.hooks
PROGRAM = "/opt/cm tools/bin/countermark-hook"
HOOKS = claude.wanted(PROGRAM, wait_seconds=1800, plans_only=False)
PLAN_HOOKS = claude.wanted(PROGRAM, wait_seconds=1800, plans_only=True)
both_sets = st.sampled_from([HOOKS, PLAN_HOOKS])
THEIRS = {"matcher": "Bash", "hooks": [{"type": "command", "command": "say done"}]}

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3))
handlers = st.lists(st.just({"type": "command", "command": "true"}) | values, max_size=2)
groups = st.lists(
    st.fixed_dictionaries({"hooks": handlers}, optional={"matcher": st.sampled_from(["", "Bash", "ExitPlanMode"])})
    | values,
    max_size=3,
)
events = st.dictionaries(st.sampled_from(["PermissionRequest", "PostToolUse", "Stop"]), groups, max_size=3)
documents = st.builds(
    lambda before, hooks, after: {**before, **({} if hooks is None else {"hooks": hooks}), **after},
    st.dictionaries(words.filter(lambda word: word != "hooks"), values, max_size=3),
    st.none() | events,
    st.dictionaries(words.filter(lambda word: word != "hooks"), values, max_size=2),
)
layouts = st.sampled_from(
    [
        {"indent": 2},
        {"indent": 4},
        {"indent": "\t"},
        {"indent": 0},
        {},
        {"separators": (",", ":")},
        {"indent": 2, "separators": (" ,", " : ")},
        {"indent": 3, "ensure_ascii": False},
    ]
)
texts = st.builds(
    lambda document, layout, newline, mark, end: (
        mark + json.dumps(document, **layout).replace("\n", newline) + end.replace("\n", newline)
    ),
    documents,
    layouts,
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
    st.sampled_from(["", "\n", "\n\n", "  \n"]),
)


def loaded(text: str) -> Any:
    return json.loads(text.removeprefix("\ufeff"))


@given(texts)
@example("{}")
@example("{ }\n")
@example("{\n}\n")
@example("{\n\n  \n}")
@example('{"hooks": {}}')
@example('{"hooks": { }}')
@example('{\n  "hooks": {\n  }\n}')
@example('{"hooks":{"PermissionRequest":[ ],"PostToolUse":[]}}')
@example('{\n  "hooks": {\n    "PermissionRequest": [\n    ]\n  }\n}\n')
@example('{"a": 1, "a": 2, "hooks": {"Stop": []}, "hooks": {}}')
@example('{"h\\u006foks": {}, "x": "\\u00e9"}')
@settings(deadline=None)
def test_uninstall_restores_every_byte(text: str) -> None:
    after, record = claude.install(text, HOOKS)
    assert claude.uninstall(after, record) == text


@given(texts)
@settings(deadline=None)
def test_install_adds_our_groups_and_nothing_else(text: str) -> None:
    before = loaded(text)
    after = loaded(claude.install(text, HOOKS)[0])
    for hook in HOOKS:
        groups = after["hooks"][hook.event]
        assert groups.pop() == {
            **({"matcher": hook.matcher} if hook.matcher else {}),
            "hooks": [{"type": "command", "command": hook.command, "timeout": hook.timeout}],
        }
        if not groups and hook.event not in before.get("hooks", {}):
            del after["hooks"][hook.event]
    if not after["hooks"] and "hooks" not in before:
        del after["hooks"]
    assert after == before


@given(texts)
@settings(deadline=None)
def test_a_second_install_finds_nothing_to_do(text: str) -> None:
    once, record = claude.install(text, HOOKS)
    twice, kept = claude.install(once, HOOKS, record=record)
    assert (twice, claude.uninstall(twice, kept)) == (once, text)


@given(texts)
@settings(deadline=None)
def test_an_older_entry_is_corrected_in_place_and_forgotten_without_a_trace(text: str) -> None:
    older, record = claude.install(
        text, claude.wanted("/old/place/countermark-hook", wait_seconds=60, plans_only=False)
    )
    after, record = claude.install(older, HOOKS, record=record)
    assert set(claude.installed(after)) == set(HOOKS)
    assert after == claude.install(text, HOOKS)[0]
    assert claude.uninstall(after, record) == text


@given(texts, both_sets, both_sets)
@settings(deadline=None)
def test_an_upgrade_and_the_way_back_to_plans_leave_no_trace(
    text: str, one: tuple[Hook, ...], other: tuple[Hook, ...]
) -> None:
    first, record = claude.install(text, one)
    second, record = claude.install(first, other, record=record)
    assert set(claude.installed(second)) == set(other)
    assert claude.install(second, other, record=record)[0] == second
    assert claude.uninstall(second, record) == text


def test_plans_alone_are_asked_about_by_a_hook_that_is_called_for_nothing_else() -> None:
    assert {(hook.event, hook.matcher) for hook in PLAN_HOOKS} == {
        ("PermissionRequest", "ExitPlanMode"),
        ("PostToolUse", "ExitPlanMode"),
    }
    text, _ = claude.install(claude.install(None, HOOKS)[0], PLAN_HOOKS)
    assert set(claude.installed(text)) == set(PLAN_HOOKS)


def test_all_hooks_wait_as_long_as_they_have_to() -> None:
    waits = {hook.event: (hook.timeout, hook.matcher) for hook in HOOKS}
    assert waits == {
        "PreToolUse": (1920, "*"),
        "PermissionRequest": (1920, "*"),
        "Elicitation": (1920, "*"),
        "PostToolUse": (10, "ExitPlanMode"),
        "PermissionDenied": (10, "*"),
        **dict.fromkeys(
            ["PostToolBatch", "Notification", "Stop", "SessionStart", "SessionEnd", "UserPromptSubmit"], (10, "")
        ),
    }


@given(texts)
@settings(deadline=None)
def test_without_the_record_no_hook_of_ours_and_all_of_theirs_is_left(text: str) -> None:
    rest = claude.uninstall(claude.install(text, HOOKS)[0])
    assert rest is not None
    assert claude.installed(rest) == ()
    before, after = loaded(text), loaded(rest)
    for document in (before, after):
        # Without a record nobody knows whether an empty container was there before.
        kept = {event: groups for event, groups in document.pop("hooks", {}).items() if groups}
        document.update({"hooks": kept} if kept else {})
    assert after == before


@pytest.mark.parametrize("before", [None, "", " \n"])
def test_a_file_that_was_not_there_is_gone_again(before: str | None) -> None:
    after, record = claude.install(before, HOOKS)
    assert after.startswith('{\n  "hooks": {\n    "PreToolUse": [\n      {\n        "matcher": "*"')
    assert after.endswith("}\n")
    assert claude.uninstall(after, record) == before


def test_hooks_that_the_person_adds_later_stay() -> None:
    after, record = claude.install(None, HOOKS)
    document = json.loads(after)
    document["hooks"]["PermissionRequest"].append(THEIRS)
    document["hooks"]["Stop"] += [THEIRS]
    rest = claude.uninstall(json.dumps(document, indent=2), record)
    assert rest == json.dumps({"hooks": {"PermissionRequest": [THEIRS], "Stop": [THEIRS]}}, indent=2)


def test_a_hook_added_to_our_own_group_stays() -> None:
    after, record = claude.install(None, HOOKS)
    document = json.loads(after)
    document["hooks"]["PostToolUse"][0]["hooks"].append(THEIRS["hooks"][0])
    rest = json.loads(claude.uninstall(json.dumps(document), record) or "")
    assert rest == {"hooks": {"PostToolUse": [{"matcher": "ExitPlanMode", "hooks": THEIRS["hooks"]}]}}


def test_doubles_are_taken_out_and_a_missing_timeout_is_added() -> None:
    handler: dict[str, object] = {"type": "command", "command": HOOKS[0].command}
    ours = {"matcher": "ExitPlanMode|Bash", "hooks": [handler]}
    text = json.dumps({"hooks": {"PermissionRequest": [ours, ours], "Stop": [ours, THEIRS]}})
    after = json.loads(claude.install(text, PLAN_HOOKS)[0])["hooks"]
    assert after["Stop"] == [THEIRS]
    assert after["PermissionRequest"] == [{**ours, "hooks": [{**handler, "timeout": 1920}]}]


def test_the_surroundings_decide_the_layout() -> None:
    text = '{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": [{"hooks": []}]\r\n\t}\r\n}\r\n'
    after, _ = claude.install(text, HOOKS)
    assert '\r\n\t\t"PermissionRequest": [\r\n\t\t\t{\r\n\t\t\t\t"matcher": "*",\r\n' in after
    assert claude.install('{"a":1}', HOOKS)[0].startswith('{"a":1,"hooks":{"PreToolUse":[{"matcher":"*')
    assert claude.install('{"a": 1}', HOOKS)[0].startswith('{"a": 1, "hooks": {"PreToolUse": [{"matcher": ')


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{\n  "a" 1\n}', 2, 7),
        ("{\n  // mine\n}", 2, 3),
        ('{"a": NaN}', 1, 7),
        ('{"a": 1} x', 1, 10),
        ("\ufeff", 1, 1),
        ("[" * 100_000, 1, 1),
        ("[" * 500 + "]" * 500, 1, 201),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(NotJson) as refused:
        claude.install(text, HOOKS)
    assert (refused.value.line, refused.value.column) == (line, column)


@pytest.mark.parametrize("text", ["[]", "1", '{"hooks": []}', '{"hooks": {"PostToolUse": {}}}'])
def test_settings_of_a_wrong_shape_are_refused(text: str) -> None:
    with pytest.raises(NotSettings):
        claude.install(text, HOOKS)


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("/usr/bin/countermark-hook claude-code", True),
        ("'/opt/my tools/countermark-hook' claude-code", True),
        ("countermark hook claude-code", True),
        ("countermark-hook gemini", False),
        ("echo countermark-hook claude-code", False),
        ("countermark-hook claude-code; rm x", False),
        ("'unclosed", False),
        ("", False),
    ],
)
def test_our_command_is_known_wherever_it_is_installed(command: str, ours: bool) -> None:
    assert claude.is_ours(command) is ours


def test_a_program_with_odd_letters_in_its_path_is_quoted() -> None:
    hook, *_ = claude.wanted("/home/zoë/it's here/countermark-hook", wait_seconds=1800, plans_only=False)
    after, record = claude.install('{"x": "\\u00e9"}', [hook])
    assert claude.installed(after) == (hook,)
    assert hook.timeout == 1920
    assert claude.uninstall(after, record) == '{"x": "\\u00e9"}'

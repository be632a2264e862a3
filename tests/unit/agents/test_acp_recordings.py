"""What real agents were recorded to say becomes the picture that a person would have seen."""

from collections.abc import Mapping, Sequence

import pytest

from countermark.model.sessions.parts import CallPart, MessagePart, Part, TextOutput
from countermark.model.sessions.reducer import folded
from countermark.model.sessions.state import SessionState
from tests.vectors.acp_lines import recorded_lines, state_after, translated

PICTURES: Mapping[str, Sequence[str]] = {
    "claude": (
        "agent: Hello from the scripted model.",
        "agent: I will run a command.",
        "execute completed: touch made-by-bash.txt && ls -1 [text]",
        "agent: Bash step finished.",
        "read completed: Read hello.txt [text]",
        "edit completed: Edit hello.txt [diff]",
        "agent: Edit step finished.",
        "agent: Writing the plan file.",
        "edit completed: Write ${PLANFILE} [diff]",
        "agent: Plan ready.",
        "switch_mode failed: Approve Plan [text]",
        "agent: All done.",
        "agent: This is a slow answer",
    ),
    "codex": (
        "agent: Warning: Model metadata for `scripted-1` not found.",
        "agent: Running a command.",
        "agent: Shell step finished.",
        "agent: Warning: Model metadata for `scripted-1` not found.",
        "agent: Running a command.",
        "execute completed: touch made-by-bash.txt && ls -1 [terminal]",
        "agent: Shell step finished.",
        "agent: Warning: Model metadata for `scripted-1` not found.",
        "edit completed: Edit files [diff]",
        "agent: Edit step finished.",
        "agent: Warning: Model metadata for `scripted-1` not found.",
    ),
    "qwen": (
        "execute completed: touch made-by-bash.txt && ls -1 (Create a file and list) [text]",
        "edit completed: WriteFile: Writing to new.txt [diff]",
    ),
    "copilot": (
        "agent: Hello from the scripted model.",
        "agent: Running a command.",
        "execute completed: Create a file and list [text]",
        "agent: Shell step finished.",
        "edit completed: Edit file [diff]",
        "agent: Edit step finished.",
        "agent: (tool exit_plan_mode not offered)",
        "agent: This is a slow answer that takes several seconds t",
    ),
    "opencode": (
        "agent: Running a command.",
        "execute completed: touch made-by-bash.txt && ls -1 [text]",
        "agent: Bash step finished.",
        "read completed: hello.txt [text]",
        "edit completed: hello.txt [text, diff]",
        "agent: Edit step finished.",
        "other completed: 2 todos [text]",
        "agent: Todo step finished.",
        "agent: This is a slow answer tha",
    ),
    "claude-load": (
        "user (again): SCENARIO:hello CWD=/tmp/run/proj",
        "agent (again): Hello from the scripted model.",
        "user (again): SCENARIO:cc-ask CWD=/tmp/run/proj",
        "other completed (again): Which colour? [text]",
        "agent (again): Question step finished.",
        "agent: Hello from the scripted model.",
    ),
    "codex-load": (
        "user (again): SCENARIO:hello CWD=/tmp/run/proj",
        "agent (again): Hello from the scripted model.",
        "user (again): SCENARIO:cx-ask CWD=/tmp/run/proj",
        "agent (again): Question step finished.",
        "user (again): SCENARIO:cx-proposed CWD=/tmp/run/proj",
        "agent (again): Here it is.",
        "user (again): Implement the approved plan.",
        "agent (again): After plan.",
        "agent: Warning: Model metadata for `scripted-1` not found.",
        "agent: Hello from the scripted model.",
    ),
}


def picture(part: Part) -> str:
    """A part in one line."""
    match part:
        case MessagePart():
            again = " (again)" if part.replayed else ""
            return f"{part.voice.value}{again}: {part.text.partition(' Defaulting')[0].strip()}"
        case CallPart():
            again = " (again)" if part.replayed else ""
            outputs = ", ".join(each.type for each in part.outputs)
            return f"{part.kind} {part.status.value}{again}: {part.title} [{outputs}]"
        case _:
            return repr(part)


@pytest.mark.parametrize("name", PICTURES)
def test_a_recorded_conversation_makes_the_picture_that_was_to_be_seen(name: str) -> None:
    state = state_after(list(recorded_lines(name)))
    assert [picture(part) for part in state.ledger] == list(PICTURES[name])


def test_modes_are_not_looked_at_where_an_agent_has_options() -> None:
    state = state_after(list(recorded_lines("claude")))
    assert state.modes == ()
    assert state.mode is None
    assert {option.id: option.current for option in state.options}["mode"] == "default"


def test_an_agent_without_options_has_its_modes_and_its_older_list_of_models_as_one_option() -> None:
    state = state_after(list(recorded_lines("gemini")))
    assert state.mode == "default"
    assert [mode.id for mode in state.modes] == ["default", "autoEdit", "yolo", "plan"]
    assert [(option.id, option.category) for option in state.options] == [("model", "model")]


def test_what_a_command_has_printed_is_in_its_call() -> None:
    state = state_after(list(recorded_lines("claude")))
    [call] = [part for part in state.ledger if isinstance(part, CallPart) and part.kind == "execute"]
    assert call.outputs == (TextOutput("```console\nhello.txt\nmade-by-bash.txt\n```"),)
    assert call.raw_input == '{"command":"touch made-by-bash.txt && ls -1","description":"Create a file and list"}'


def test_a_conversation_that_is_told_again_is_not_doubled_where_the_desk_has_its_history() -> None:
    lines = list(recorded_lines("claude-load"))
    known = state_after(lines)
    again = state_after(lines, known, first=len(lines) + 1)
    fresh = [picture(part) for part in again.ledger[len(known.ledger) :]]
    assert fresh == ["agent: Hello from the scripted model."]


@pytest.mark.parametrize("name", [*PICTURES, "gemini", "kimi"])
def test_lines_that_are_translated_once_more_make_the_same_state(name: str) -> None:
    lines = list(recorded_lines(name))
    events = translated(lines)
    again = translated(lines)
    assert folded((0, event) for event in events) == folded((0, event) for event in again)
    assert len(events) < len(lines) * 0.7 + 3


def test_the_state_begins_empty() -> None:
    assert state_after([]) == SessionState(number=0)

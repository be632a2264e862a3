"""What a scripted model says: scenarios of turns, chosen by a marker in the conversation itself."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

MARKER = re.compile(r"SCENARIO:([\w-]+)")
FILLER = "ok"

# In the text of plan mode Claude Code names the plan's file and Gemini the folder of plans; a tool call may then say
# {plan_file} or {plans_folder}.
PULLED_OUT: Mapping[str, str] = {
    "plan_file": r"(/[^\s\"'`\\]+/\.claude/plans/[^\s\"'`\\]+\.md)",
    "plans_folder": r" (/[^\s\"'`\\]+/\.gemini/tmp/[^\s\"'`\\]+/plans)/",
}


@dataclass(frozen=True)
class ToolCall:
    """A tool the model calls; `{name}` in a string of the input is filled in from the request."""

    name: str
    input: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """One answer of the model. `delay` in seconds; a `status` other than 200 is an API error; `beside` are tools that
    it calls together with `tool`."""

    text: str = FILLER
    tool: ToolCall | None = None
    delay: float = 0.0
    status: int = 200
    beside: tuple[ToolCall, ...] = ()

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """All tools that it calls."""
        return (self.tool, *self.beside) if self.tool else self.beside


@dataclass(frozen=True)
class Cue:
    """Where a conversation stands: which scenario, and how many turns the model has taken in it."""

    scenario: str
    step: int


Scenarios = Mapping[str, tuple[Turn, ...]]


def find_cue(body: Mapping[str, Any]) -> Cue | None:
    """The last marker in a user's text and the number of assistant turns after it.

    Nothing is kept between requests, so retries, title requests and parallel sessions cannot shift a script.
    """
    cue: Cue | None = None
    for message in body.get("messages", []):
        if message.get("role") == "assistant" and cue:
            cue = Cue(cue.scenario, cue.step + 1)
        elif message.get("role") == "user" and (marks := MARKER.findall(user_text(message))):
            cue = Cue(marks[-1], 0)
    return cue


def user_text(message: Mapping[str, Any]) -> str:
    """The words of a message without tool results: what an agent's tools print never moves a script."""
    content = message.get("content", "")
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text", "") for block in content if block.get("type") == "text")


def choose_turn(scenarios: Scenarios, body: Mapping[str, Any]) -> Turn:
    """The turn that this request gets; a script that has ended, or no script at all, gives filler text."""
    cue = find_cue(body)
    turns = scenarios.get(cue.scenario, ()) if cue else ()
    if cue is None or cue.step >= len(turns):
        return Turn()
    turn = turns[cue.step]
    offered, words = offered_tools(body), pull_out(body)
    filled = [ToolCall(call.name, fill_in(call.input, words)) for call in turn.calls if call.name in offered]
    return replace(turn, tool=None, beside=tuple(filled))


def offered_tools(body: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(tool["name"] for tool in body.get("tools", []))


def pull_out(body: Mapping[str, Any]) -> dict[str, str]:
    """Values that only the request knows, such as the path of the plan file."""
    whole = json.dumps(body, ensure_ascii=False)
    found = {name: re.search(pattern, whole) for name, pattern in PULLED_OUT.items()}
    return {name: match.group(1) for name, match in found.items() if match}


def fill_in(value: Any, words: Mapping[str, str]) -> Any:
    """The same value with every `{name}` replaced, however deep it lies; other braces stay as they are."""
    if isinstance(value, str):
        for name, word in words.items():
            value = value.replace("{" + name + "}", word)
        return value
    if isinstance(value, Mapping):
        return {key: fill_in(item, words) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [fill_in(item, words) for item in value]
    return value

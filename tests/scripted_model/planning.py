"""What a model does in Claude Code's plan mode, written as a conversation: writes, submits, revises, works, says."""

from dataclasses import dataclass, replace
from typing import Self

from tests.scripted_model.script import ToolCall, Turn

PLAN_FILE = "{plan_file}"


@dataclass(frozen=True)
class Planning:
    """The agent's part of a journey; each step is one answer of the model, so one request of the agent."""

    name: str
    turns: tuple[Turn, ...] = ()

    @property
    def mode(self) -> str:
        """The permission mode that Claude Code begins in."""
        return "plan"

    @property
    def prompt(self) -> str:
        """What the person types: the marker picks this script."""
        return f"SCENARIO:{self.name} make a plan"

    def writes(self, plan: str) -> Self:
        """The plan lives in a file that Claude Code names; a plan given as an argument is dropped (2.1.330)."""
        return self.then("I write the plan.", ToolCall("Write", {"file_path": PLAN_FILE, "content": plan}))

    def replaces(self, old: str, new: str) -> Self:
        change = {"file_path": PLAN_FILE, "old_string": old, "new_string": new}
        return self.then("I revise the plan.", ToolCall("Edit", change))

    def submits(self) -> Self:
        return self.then("The plan is ready.", ToolCall("ExitPlanMode"))

    def says(self, words: str) -> Self:
        return self.then(words)

    def then(self, words: str, tool: ToolCall | None = None) -> Self:
        return replace(self, turns=(*self.turns, Turn(words, tool)))

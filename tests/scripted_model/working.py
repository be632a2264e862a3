"""What a model does when it works: runs commands, asks its person, calls servers, sends others."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from tests.scripted_model.planning import Planning
from tests.scripted_model.script import ToolCall, Turn

BEFORE = "as it was\n"


@dataclass(frozen=True)
class Working(Planning):
    """The agent's part of a journey through the gate; each step is one answer of the model."""

    @property
    def mode(self) -> str:
        """The one in which Claude Code asks before each call that changes something."""
        return "default"

    @property
    def prompt(self) -> str:
        """What the person types: the marker picks this script."""
        return f"SCENARIO:{self.name} go"

    def runs(self, command: str) -> Self:
        return self.uses("Bash", command=command, description="Because the task needs it")

    def runs_within(self, command: str) -> Self:
        """A command that stays within the folder: some agents ask nobody about it."""
        return self.runs(command)

    def makes(self, file: Path, text: str) -> Self:
        """Writes a file that is not there yet."""
        return self.uses("Write", file_path=str(file), content=text)

    def asks(self, *questions: dict[str, Any]) -> Self:
        return self.uses("AskUserQuestion", questions=list(questions))

    def uses(self, tool: str, **given: object) -> Self:
        return self.then("I go on.", ToolCall(tool, given))

    def sends(self, *others: Self) -> Self:
        """Starts a sub-agent for each of these, all at once; each follows its own script."""
        calls = tuple(ToolCall("Agent", other.errand) for other in others)
        return self.__class__(self.name, (*self.turns, Turn("Others work.", beside=calls)))

    @property
    def errand(self) -> dict[str, object]:
        return {"description": self.name, "prompt": self.prompt, "subagent_type": "general-purpose"}


@dataclass(frozen=True)
class CodexWorking(Working):
    """The same with Codex's tools."""

    def runs(self, command: str) -> Self:
        """A command for which Codex must ask its person, unless it is set to ask nobody."""
        escalated = {"sandbox_permissions": "require_escalated", "justification": "Because the task needs it"}
        return self.uses("exec_command", cmd=command, **escalated)

    def runs_within(self, command: str) -> Self:
        """Codex runs it without asking, where its sandbox lets it."""
        return self.uses("exec_command", cmd=command)

    def patches(self, text: str) -> Self:
        return self.uses("apply_patch", input=text)

    def makes(self, file: Path, text: str) -> Self:
        added = "".join(f"+{line}\n" for line in text.splitlines())
        return self.patches(f"*** Begin Patch\n*** Add File: {file}\n{added}*** End Patch\n")


@dataclass(frozen=True)
class CopilotWorking(Working):
    """The same with Copilot's tools."""

    def runs(self, command: str) -> Self:
        return self.uses("bash", command=command, description="Because the task needs it")

    def makes(self, file: Path, text: str) -> Self:
        return self.uses("create", path=str(file), file_text=text)


@dataclass(frozen=True)
class OpenCodeWorking(Working):
    """The same with OpenCode's tools."""

    def runs(self, command: str) -> Self:
        return self.uses("bash", command=command, description="Because the task needs it")

    def makes(self, file: Path, text: str) -> Self:
        return self.uses("write", filePath=str(file), content=text)


@dataclass(frozen=True)
class KimiWorking(Working):
    """The same with Kimi Code's tools."""

    def makes(self, file: Path, text: str) -> Self:
        return self.uses("Write", path=str(file), content=text)


@dataclass(frozen=True)
class GeminiWorking(Working):
    """The same with Gemini's tools."""

    def runs(self, command: str) -> Self:
        return self.uses("run_shell_command", command=command, description="Because the task needs it")

    def makes(self, file: Path, text: str) -> Self:
        """Over ACP, Gemini 0.61 cannot make a new file: it is there, and holds `BEFORE`."""
        return self.uses("replace", file_path=str(file), instruction="As asked", old_string=BEFORE, new_string=text)

    def plans(self, text: str) -> Self:
        """Writes the plan where Gemini keeps plans, and submits it."""
        written = self.uses("write_file", file_path="{plans_folder}/plan.md", content=text)
        return written.uses("exit_plan_mode", plan_filename="plan.md")


@dataclass(frozen=True)
class QwenWorking(Working):
    """The same with Qwen Code's tools."""

    def runs(self, command: str) -> Self:
        return self.uses("run_shell_command", command=command, description="Because the task needs it")

    def makes(self, file: Path, text: str) -> Self:
        return self.uses("write_file", file_path=str(file), content=text)

    def plans(self, text: str) -> Self:
        return self.uses("exit_plan_mode", plan=text)

"""The real Claude Code as people use it: in a terminal, with keys and a screen."""

from collections.abc import Sequence
from pathlib import Path

from tests.real_agents.real_terminal import ENTER, ESCAPE, RealTerminal
from tests.real_agents.workplace import Workplace

PLAN_QUESTION = "Would you like to proceed?"
CALL_QUESTION = "Do you want to proceed?"
INPUT = "❯\u00a0"  # in front of what is being typed; a prompt that was sent stands behind an ordinary blank


class TerminalClaude(RealTerminal):
    """`with TerminalClaude(program, workplace, model_url=…) as claude: claude.prompt("…"); claude.approves()`."""

    def __init__(
        self, program: Path, workplace: Workplace, *, model_url: str, arguments: Sequence[str] = (), mode: str = "plan"
    ) -> None:
        super().__init__(
            [program, "--permission-mode", mode, *arguments],
            cwd=workplace.project,
            env=workplace.claude_environment(model_url),
            ready="plan mode on" if mode == "plan" else "manual mode on",
        )

    def prompt(self, text: str) -> None:
        self.type(text, shown=INPUT + text)
        self.press_until(ENTER, lambda screen: INPUT + text not in screen)

    def asks_about_the_plan(self) -> None:
        self.sees(PLAN_QUESTION)

    def asks_about_a_call(self) -> None:
        self.sees(CALL_QUESTION)

    def allows(self) -> None:
        """The person chooses *Yes* in the dialog of a tool."""
        self.press_until("1", lambda screen: CALL_QUESTION not in screen)

    def approves(self) -> None:
        """The person chooses *Yes, manually approve edits* in the dialog."""
        self.press_until("2", lambda screen: PLAN_QUESTION not in screen)

    def keeps_planning(self) -> None:
        """The person leaves the dialog with Escape."""
        self.press_until(ESCAPE, lambda screen: PLAN_QUESTION not in screen)

    def tells_what_to_change(self, words: str) -> None:
        """The person chooses *Tell Claude what to change* and writes."""
        self.press_until("3", lambda screen: "❯ 3." in screen)
        self.type(words, shown=f"3. {words}")
        self.press_until(ENTER, lambda screen: f"3. {words}" not in screen)

"""The real Qwen Code as people use it: in a terminal, with keys and a screen."""

from pathlib import Path

from tests.real_agents.qwen import command, environment
from tests.real_agents.real_terminal import ENTER, RealTerminal
from tests.real_agents.workplace import Workplace

READY = "Type your message"
PLAN_QUESTION = "Would you like to proceed?"


class TerminalQwen(RealTerminal):
    """`with TerminalQwen(program, workplace, model_url=…, mode="plan") as qwen: qwen.prompt("…")`."""

    def __init__(self, program: Path, workplace: Workplace, *, model_url: str, mode: str) -> None:
        super().__init__(
            command(program, workplace, mode=mode),
            cwd=workplace.project,
            env=environment(workplace, model_url=model_url),
            ready=READY,
        )

    def ends(self) -> None:
        """It works in a child, which has the terminal open too."""
        self.is_killed()

    def prompt(self, text: str) -> None:
        """A key right behind typed text is lost: Enter is pressed until the text is sent."""
        self.type(text, shown=text)
        self.press_until(ENTER, lambda screen: READY in screen or "esc to cancel" in screen)

    def approves_plan(self) -> None:
        """The person says yes in Qwen's own dialog."""
        self.sees(PLAN_QUESTION)
        self.press_until(ENTER, lambda screen: PLAN_QUESTION not in screen)

"""The real Claude Code without a screen, spoken to as its SDK does: one JSON message a line on stdin and stdout."""

import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.real_agents.line_program import LineProgram, Message
from tests.real_agents.workplace import Workplace

SPOKEN_TO_BY_SDK = (
    *("-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json"),
    *("--permission-prompt-tool", "stdio"),
)


class HeadlessClaude(LineProgram):
    """`with HeadlessClaude(program, workplace, model_url=…) as claude: claude.prompt("…")`."""

    def __init__(
        self,
        program: Path,
        workplace: Workplace,
        *,
        model_url: str,
        arguments: Sequence[str] = (),
        mode: str = "plan",
    ) -> None:
        super().__init__(
            [program, *SPOKEN_TO_BY_SDK, "--permission-mode", mode, *arguments],
            name="Claude Code",
            cwd=workplace.project,
            env=workplace.claude_environment(model_url),
            errors=workplace.root / "claude.stderr",
        )
        self._write({"type": "control_request", "request_id": "init-1", "request": {"subtype": "initialize"}})

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def session_id(self) -> str:
        opened = self.wait_for(lambda message: message.get("subtype") == "init")
        return str(opened["session_id"])

    def prompt(self, text: str) -> None:
        said = {"role": "user", "content": text}
        self._write({"type": "user", "message": said, "parent_tool_use_id": None, "session_id": ""})

    def asked_permission(self, *, nth: int = 1, seconds: float = 60.0) -> Message:
        """The nth time Claude asked its host, which is what its terminal dialog is to a person."""
        return self._nth(nth, lambda m: m.get("request", {}).get("subtype") == "can_use_tool", seconds)

    def answer_permission(self, question: Message, answer: Message) -> None:
        """The host answers, as a person at the terminal would."""
        response = {"subtype": "success", "request_id": question["request_id"], "response": answer}
        self._write({"type": "control_response", "response": response})

    def interrupt(self) -> None:
        """What Escape is in the terminal."""
        request = {"subtype": "interrupt"}
        self._write({"type": "control_request", "request_id": f"stop-{uuid.uuid4().hex[:8]}", "request": request})

    def finished_turn(self, *, nth: int = 1, seconds: float = 60.0) -> Message:
        """The result message that closes the nth turn."""
        return self._nth(nth, lambda message: message.get("type") == "result", seconds)

    def wait_for(self, wanted: Callable[[Message], bool], *, seconds: float = 60.0) -> Message:
        return self._wait(lambda: next((m for m in self._messages if wanted(m)), None), seconds)

    def kill(self) -> None:
        """`kill -9`: the agent's machine has lost power, as far as its hooks can tell."""
        self._process.kill()
        self._process.wait()

    def kind_of(self, message: Message) -> object:
        return f"{message.get('type')}/{message.get('subtype', '')}"

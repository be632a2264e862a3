"""The real Claude Code without a screen, spoken to as its SDK does: one JSON message a line on stdin and stdout."""

import json
import subprocess
import threading
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.real_agents.workplace import Workplace

Message = dict[str, Any]

SPOKEN_TO_BY_SDK = (
    *("-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json"),
    *("--permission-prompt-tool", "stdio"),
)


class HeadlessClaude:
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
        errors = (workplace.root / "claude.stderr").open("ab")
        self._process = subprocess.Popen(
            [program, *SPOKEN_TO_BY_SDK, "--permission-mode", mode, *arguments],
            cwd=workplace.project,
            env=workplace.claude_environment(model_url),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            bufsize=1,
        )
        errors.close()
        self._messages: list[Message] = []
        self._heard = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self._write({"type": "control_request", "request_id": "init-1", "request": {"subtype": "initialize"}})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error:
            self._process.kill()
        self.leave()

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

        def questions() -> list[Message]:
            return [m for m in self._messages if m.get("request", {}).get("subtype") == "can_use_tool"]

        return self._wait(lambda: questions()[nth - 1] if len(questions()) >= nth else None, seconds)

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

        def results() -> list[Message]:
            return [message for message in self._messages if message.get("type") == "result"]

        return self._wait(lambda: results()[nth - 1] if len(results()) >= nth else None, seconds)

    def wait_for(self, wanted: Callable[[Message], bool], *, seconds: float = 60.0) -> Message:
        return self._wait(lambda: next((m for m in self._messages if wanted(m)), None), seconds)

    def messages(self) -> list[Message]:
        with self._heard:
            return list(self._messages)

    def kill(self) -> None:
        """`kill -9`: the agent's machine has lost power, as far as its hooks can tell."""
        self._process.kill()
        self._process.wait()

    def leave(self, *, seconds: float = 30.0) -> int:
        """Ends the conversation; returns the exit code."""
        with suppress(BrokenPipeError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._reader.join()
            if self._process.stdout:
                self._process.stdout.close()

    def _write(self, message: Message) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            with self._heard:
                self._messages.append(json.loads(line))
                self._heard.notify_all()

    def _wait(self, found: Callable[[], Message | None], seconds: float) -> Message:
        with self._heard:
            message = self._heard.wait_for(found, timeout=seconds)
            if message is None:
                kinds = [f"{m.get('type')}/{m.get('subtype', '')}" for m in self._messages[-12:]]
                raise TimeoutError(f"Claude Code did not say it in {seconds} s; its last messages: {kinds}")
            return message

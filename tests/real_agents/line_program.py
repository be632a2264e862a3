"""A program that is spoken to by JSON, one message a line on its stdin and stdout, and what it has said so far."""

import json
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Message = dict[str, Any]


class LineProgram:
    """`with LineProgram(command, name="Codex", cwd=…, env=…, errors=…) as program`."""

    def __init__(
        self, command: Sequence[str | Path], *, name: str, cwd: Path, env: Mapping[str, str], errors: Path
    ) -> None:
        self._name = name
        with errors.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
                bufsize=1,
            )  # fmt: skip
        self._messages: list[Message] = []
        self._heard = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error:
            self._process.kill()
        self.leave()

    def messages(self) -> list[Message]:
        with self._heard:
            return list(self._messages)

    def leave(self, *, seconds: float = 30.0) -> int:
        """Ends the conversation; returns the exit code."""
        assert self._process.stdin
        assert self._process.stdout
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._reader.join()
            self._process.stdout.close()

    def kind_of(self, message: Message) -> object:
        """What a message is, for the words of an error."""
        return message.get("method", message.get("id"))

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

    def _nth(self, number: int, wanted: Callable[[Message], bool], seconds: float) -> Message:
        """The nth message of a kind, now or later."""

        def found() -> Message | None:
            those = [message for message in self._messages if wanted(message)]
            return those[number - 1] if len(those) >= number else None

        return self._wait(found, seconds)

    def _wait(self, found: Callable[[], Message | None], seconds: float) -> Message:
        with self._heard:
            message = self._heard.wait_for(found, timeout=seconds)
            if message is None:
                told = [self.kind_of(each) for each in self._messages[-12:]]
                raise TimeoutError(f"{self._name} did not say it in {seconds} s; its last messages: {told}")
            return message

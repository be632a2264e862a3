"""The real Copilot CLI without a screen: one prompt, one turn, a process of its own."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.real_agents.workplace import API_KEY, Workplace


class Copilot:
    """`with Copilot(program, workplace, "…", model_url=…) as copilot: copilot.finished()`."""

    def __init__(
        self, program: Path, workplace: Workplace, prompt: str, *, model_url: str, arguments: Sequence[str] = ()
    ) -> None:
        environment = workplace.environment(
            COPILOT_PROVIDER_BASE_URL=f"{model_url}/v1",
            COPILOT_PROVIDER_API_KEY=API_KEY,
            COPILOT_MODEL="scripted-1",
            COPILOT_OFFLINE="true",
            COPILOT_AUTO_UPDATE="false",
        )
        self._log = workplace.root / "copilot.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [program, "-p", prompt, *arguments], cwd=workplace.project, env=environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()

    def finished(self, *, seconds: float = 120.0) -> str:
        """What it has printed, once the turn has ended well."""
        code = self._process.wait(seconds)
        said = self._log.read_text()
        assert code == 0, said[-3000:]
        return said

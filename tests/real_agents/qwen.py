"""The real Qwen Code, in settings that have our hooks already, with a model that speaks the Messages API."""

import json
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.real_agents.npm_scripts import node
from tests.real_agents.workplace import API_KEY, Workplace
from tests.scripted_model.server import MODEL

QUIET: dict[str, Any] = {
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False},
}


def command(program: Path, workplace: Workplace, *, mode: str) -> list[str]:
    """The command line, once the settings that have our hooks already are complete."""
    settings = workplace.home / ".qwen" / "settings.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text()), **QUIET}))
    return [str(node()), str(program), "--auth-type", "anthropic", "--approval-mode", mode]


def environment(workplace: Workplace, *, model_url: str) -> dict[str, str]:
    """Qwen Code that talks to nobody but the scripted model."""
    return workplace.environment(
        TERM="xterm-256color",
        ANTHROPIC_API_KEY=API_KEY,
        ANTHROPIC_BASE_URL=model_url,
        ANTHROPIC_MODEL=MODEL,
        QWEN_CODE_NO_RELAUNCH="true",
    )


class Qwen:
    """`with Qwen(program, workplace, "…", model_url=…) as qwen: qwen.finished()`: nobody is asked but by hooks."""

    def __init__(self, program: Path, workplace: Workplace, prompt: str, *, model_url: str) -> None:
        self._log = workplace.root / "qwen.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [*command(program, workplace, mode="yolo"), "--prompt", prompt],
                cwd=workplace.project, env=environment(workplace, model_url=model_url), stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # it works in a child
        self._process.wait()

    def finished(self, *, seconds: float = 120.0) -> str:
        """What it said, once the turn has ended well."""
        code = self._process.wait(seconds)
        said = self._log.read_text()
        assert code == 0, said[-3000:]
        return said

"""Our OpenCode plugin under plain Node, called as OpenCode calls it."""

import json
import queue
import subprocess
import threading
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.real_agents.person import Json
from tests.real_agents.workplace import Workplace
from tests.sites.node_sites import NODE

HOST = Path(__file__).with_name("plugin_host.mjs")
SECONDS = 60.0
SESSION = "ses_1"


class Thrown(Exception):
    """What a hook of the plugin has thrown."""


class PluginHost:
    """`with PluginHost(workplace, file) as host: host.before("bash", {…})`."""

    def __init__(self, workplace: Workplace, *files: Path) -> None:
        self._answers: dict[int, queue.Queue[Json]] = {}
        self._numbers = count(1)
        self.aborted: queue.Queue[str] = queue.Queue()
        self._process = subprocess.Popen(
            [NODE, HOST, workplace.project, *files],
            cwd=workplace.project,
            env=workplace.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        self._reader.join()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as said:
            for line in said:
                answer = json.loads(line)
                if "aborted" in answer:
                    self.aborted.put(answer["aborted"])
                else:
                    self._answers[answer["number"]].put(answer)

    def begins(self, does: str, **more: object) -> int:
        """Lets it do something; the answer is waited for by the number that is given."""
        number = next(self._numbers)
        self._answers[number] = queue.Queue()
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"number": number, "does": does, **more}) + "\n")
        self._process.stdin.flush()
        return number

    def answer(self, number: int) -> Any:
        """What came of it. Raises `Thrown`."""
        answer = self._answers[number].get(timeout=SECONDS)
        if "error" in answer:
            raise Thrown(answer["error"])
        return answer["result"]

    def does(self, does: str, **more: object) -> Any:
        return self.answer(self.begins(does, **more))

    def asks(self, tool: str, args: Mapping[str, object], *, call: str = "call_1", session: str = SESSION) -> int:
        """OpenCode is about to use a tool."""
        asked = {"tool": tool, "sessionID": session, "callID": call}
        return self.begins("before", input=asked, output={"args": args})

    def before(self, tool: str, args: Mapping[str, object], **more: str) -> Json:
        found: Json = self.answer(self.asks(tool, args, **more))
        return found

    def submits(self, plan: str, *, summary: str = "In short", call: str = "call_p", session: str = SESSION) -> int:
        """The model calls `submit_plan`."""
        given = {"sessionID": session, "callID": call}
        return self.begins("plan", args={"plan": plan, "summary": summary}, context=given)

"""The real `opencode serve`, and somebody who talks to its agent over the routes that its own terminal uses."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from tests.real_agents.opencode import QUIET, configuration
from tests.real_agents.person import Json, eventually
from tests.real_agents.workplace import Workplace
from tests.sites.ports import free_port

LISTENING = re.compile(r"listening on http://127\.0\.0\.1:(\d+)")
ASKS = {"bash": "ask", "edit": "ask", "external_directory": "ask"}
USER = "opencode"


class OpenCodeServer:
    """`with OpenCodeServer(program, workplace, model_url) as server: server.address`; it takes 500 MB and seconds."""

    def __init__(
        self, program: Path, workplace: Workplace, model_url: str, *, project: Path | None = None,
        password: str | None = None, more: Mapping[str, Any] | None = None, name: str = "opencode",
    ) -> None:  # fmt: skip
        self._program = program
        self._workplace = workplace
        self._password = password
        self._log = workplace.root / f"{name}.log"
        self._state = workplace.root / f"{name}-state"
        self.project = project or workplace.project
        self.project.mkdir(exist_ok=True)
        # The root of a repository: OpenCode looks for settings and plugins in every folder up to there.
        subprocess.run(["git", "init", "--quiet"], cwd=self.project, check=True)
        asks = {**configuration(model_url), "permission": ASKS, **(more or {})}
        (self.project / "opencode.json").write_text(json.dumps(asks))
        self.port = free_port()  # with 0 it takes 4096, even where another one listens there
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    def start(self) -> None:
        """At the port that it had, if it had one."""
        kinds = ("CONFIG", "DATA", "CACHE", "STATE")
        folders = {f"XDG_{kind}_HOME": str(self._state / kind.lower()) for kind in kinds}
        quiet = {f"OPENCODE_DISABLE_{what}": "1" for what in QUIET}
        secret = {} if self._password is None else {"OPENCODE_SERVER_PASSWORD": self._password}
        begins = self._log.stat().st_size if self._log.exists() else 0
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "serve", "--port", str(self.port), "--hostname", "127.0.0.1"],
                cwd=self.project,
                env=self._workplace.environment(**folders, **quiet, **secret),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

        def listening() -> re.Match[str] | None:
            return LISTENING.search(self._log.read_text()[begins:])

        eventually(listening, seconds=90, what="the server", instead=lambda: self._log.read_text()[-2000:])
        eventually(self._is_healthy, seconds=60, what="its health", instead=lambda: self._log.read_text()[-2000:])

    def _is_healthy(self) -> bool | None:
        """One of its first requests may hang for ever, so each has a limit."""
        with suppress(httpx.TransportError), self.client(timeout=5) as http:
            return True if http.get("/global/health").status_code == 200 else None
        return None

    def kill(self) -> None:
        """It does not always end on SIGTERM."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def client(self, *, timeout: float = 30) -> httpx.Client:
        auth = None if self._password is None else (USER, self._password)
        there = {"directory": str(self.project)}
        return httpx.Client(base_url=self.address, timeout=timeout, trust_env=False, auth=auth, params=there)

    @contextmanager
    def talk(self) -> Iterator["Talk"]:
        with self.client() as http:
            yield Talk(http, http.post("/session", json={}).raise_for_status().json()["id"])


class Talk:
    """One conversation with the agent."""

    def __init__(self, http: httpx.Client, session: str) -> None:
        self._http = http
        self.session = session

    def says(self, prompt: str) -> None:
        """What the person types; the answer is not waited for."""
        parts = [{"type": "text", "text": prompt}]
        self._http.post(
            f"/session/{self.session}/prompt_async", json={"agent": "build", "parts": parts}
        ).raise_for_status()

    def stops(self) -> None:
        """Escape."""
        self._http.post(f"/session/{self.session}/abort").raise_for_status()

    def is_deleted(self) -> None:
        self._http.delete(f"/session/{self.session}").raise_for_status()

    def tools(self) -> list[Json]:
        """The calls of tools, as they stand now."""
        messages = self._http.get(f"/session/{self.session}/message").raise_for_status().json()
        return [part for message in messages for part in message["parts"] if part["type"] == "tool"]

    def ends_call(self, number: int = 0) -> Json:
        """The state of a call, once it has ended."""

        def ended() -> Json | None:
            calls = self.tools()
            state: Json | None = calls[number]["state"] if len(calls) > number else None
            return state if state is not None and state["status"] in ("completed", "error") else None

        return eventually(ended, seconds=60, what="the end of a call", instead=self.tools)

    def is_idle(self) -> bool:
        """Waits until its turn has ended."""

        def idle() -> bool | None:
            return True if self.session not in self._http.get("/session/status").raise_for_status().json() else None

        return eventually(idle, seconds=60, what="the end of its turn", instead=self.tools)

    def pending(self) -> list[Json]:
        """What OpenCode itself lists as waiting, of this conversation."""
        listed = [*self._http.get("/permission").json(), *self._http.get("/question").json()]
        return [each for each in listed if each["sessionID"] == self.session]

    def asks_something(self) -> bool:
        """Waits until OpenCode lists a request of this conversation."""
        return bool(eventually(lambda: self.pending() or None, seconds=60, what="a request", instead=self.tools))

    def answers_itself(self, reply: str) -> None:
        """What OpenCode's own terminal sends."""
        (request,) = eventually(lambda: self.pending() or None, seconds=60, what="a request", instead=self.tools)
        self._http.post(f"/permission/{request['id']}/reply", json={"reply": reply}).raise_for_status()

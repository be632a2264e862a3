"""A small real FastAPI app behind the real guards and listeners, and the real hub: what the wire's tests knock at."""

import asyncio
import hmac
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from countermark.http_api.guards.api_errors import install_error_map
from countermark.http_api.guards.door_protocol import Patience
from countermark.http_api.guards.doors import AgentGuard, BrowserGuard, Gate, PersonGuard, SignInIdentity
from countermark.http_api.guards.edge import GuardedApp
from countermark.http_api.listeners import PATIENCE, Door, Listening, bind, run, serve
from countermark.http_api.routes.static_files import StaticFiles
from countermark.http_api.sockets import Port
from tests.contract.wire.raw_client import Answer, exchange, request

TOKEN = "t" * 43
PAGE = "<!doctype html><title>desk</title>" + "<p>words</p>" * 200


@dataclass(frozen=True)
class Target:
    """A running server and what a signed-in page knows about it."""

    name: str
    port: int
    agent_socket: str
    person_socket: str
    log: Path | None = None
    token: str = TOKEN

    @property
    def host(self) -> str:
        """The Host header of its own page."""
        return f"127.0.0.1:{self.port}"

    @property
    def address(self) -> tuple[str, int]:
        """Where browsers connect."""
        return ("127.0.0.1", self.port)

    @property
    def page_headers(self) -> dict[str, str]:
        """What the desk's page sends with a change."""
        return {
            "Content-Type": "application/json",
            "Origin": f"http://{self.host}",
            "Authorization": f"Bearer {self.token}",
        }

    def ask(
        self, method: str, path: str, *, headers: dict[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        """One request as the desk's own page makes it."""
        octets = request(method, path, host=self.host, headers=self.page_headers | (headers or {}), body=body)
        answer = exchange(self.address, octets, head_only=method == "HEAD")
        assert answer is not None
        return answer

    def assert_answers(self) -> None:
        """The server is as well as before."""
        assert self.ask("GET", "/api/session").status == 200


class Words(BaseModel):
    """A body with one field."""

    text: str = ""


class OneSession:
    """A gate that knows one signed-in person."""

    def __init__(self) -> None:
        self.port = 0
        self.hosts = frozenset({"desk.example"})

    async def who(self, token: str) -> SignInIdentity | None:
        """The person, if the token is theirs."""
        return SignInIdentity("person") if hmac.compare_digest(token, TOKEN) else None


def browser_app(static: StaticFiles) -> FastAPI:
    """The routes that the table of cases uses; the hub has the same."""
    app = FastAPI(openapi_url=None)
    install_error_map(app)

    @app.post("/api/sign-in")
    async def sign_in(words: Words) -> Words:
        return words

    @app.get("/api/session")
    async def session(request: Request) -> dict[str, str]:
        return {"person": request.state.signed_in.id}

    @app.put("/api/settings")
    async def settings(request: Request) -> dict[str, Any]:
        given: dict[str, Any] = await request.json()
        return given

    @app.put("/api/reviews/{review}/draft")
    async def draft(review: str, words: Words) -> Words:
        raise HTTPException(404, review)

    @app.get("/api/feed")
    async def feed() -> StreamingResponse:
        return StreamingResponse(hello(), media_type="text/event-stream", headers={"Access-Control-Allow-Origin": "*"})

    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("secret detail")

    @app.get("/api/broken-later")
    async def broken_later() -> StreamingResponse:
        return StreamingResponse(breaks())

    app.router.default = static
    return app


async def hello() -> AsyncIterator[str]:
    """The beginning of a stream that goes on until the client leaves."""
    yield "event: hello\ndata: {}\n\n"
    await asyncio.Event().wait()


async def breaks() -> AsyncIterator[str]:
    """An answer that fails when it is half out."""
    yield "half"
    raise RuntimeError("secret detail")


def socket_app() -> FastAPI:
    """The routes of both unix sockets."""
    app = FastAPI(openapi_url=None)
    install_error_map(app)

    @app.get("/api/status")
    async def status() -> dict[str, int]:
        return {"pid": os.getpid()}

    @app.post("/api/hooks/{agent}")
    async def hook(agent: str, request: Request) -> dict[str, int]:
        return {agent: len(await request.body())}

    @app.post("/api/launch-codes")
    async def launch_codes() -> dict[str, str]:
        return {"code": "x"}

    return app


class HastyGuard(BrowserGuard):
    """Gives a body half a second."""

    body_seconds = 0.5


def hasty(patience: Patience) -> Patience:
    """A door that waits half a second for a head, a second for a reader, and takes six clients."""
    return replace(patience, head_seconds=0.5, stall_seconds=1.0, keep_alive=1, connections=6)


def guarded_doors(folder: Path, gate: Gate, *, impatient: bool) -> list[Door]:
    """The three doors of a small desk."""
    static = folder / "static"
    if not static.exists():
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text(PAGE)
        (static / "drawings").mkdir()
        for engine in ("mermaid", "graphviz", "formulas"):
            (static / "drawings" / f"{engine}.html").write_text(PAGE)
        (static / "assets" / "desk-1a2b3c.js").write_text("console.log(1);" * 100)
    kind_of_guard = HastyGuard if impatient else BrowserGuard
    guards: list[GuardedApp] = [
        kind_of_guard(browser_app(StaticFiles(static)), gate),
        AgentGuard(socket_app()),
        PersonGuard(socket_app()),
    ]
    return [Door(guard, guard.kind, patience=hasty(PATIENCE[guard.kind]) if impatient else None) for guard in guards]


class Running:
    """A small desk in a thread of its own."""

    def __init__(self, folder: Path, *, impatient: bool = False, plain_loop: bool = False) -> None:
        self.folder = folder
        self.listening: Listening | None = None
        self.closing: asyncio.Event | None = None
        self.failure: BaseException | None = None
        self._impatient = impatient
        self._plain_loop = plain_loop
        self._ready = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> Target:
        """Start and wait until every door is open."""
        self._thread.start()
        assert self._ready.wait(20)
        if self.failure is not None:
            raise self.failure
        assert self.listening is not None
        run_folder = self.folder / "run"
        return Target("small", self.listening.port, str(run_folder / "agent.sock"), str(run_folder / "person.sock"))

    def stop(self) -> None:
        """Stop and wait."""
        self._stop.set()
        self._thread.join(20)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        try:
            if self._plain_loop:
                asyncio.run(self._serve())
            else:
                run(self._serve())
        except Exception as failure:  # noqa: BLE001  handed to the test's own thread
            self.failure = failure
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        gate = OneSession()
        self.closing = asyncio.Event()
        doors = guarded_doors(self.folder, gate, impatient=self._impatient)
        run_folder = self.folder / "run"
        agent, person = (str(run_folder / f"{side}.sock") for side in ("agent", "person"))
        sockets = bind(port=Port(0), agent_socket=agent, person_socket=person)
        async with serve(sockets, doors, closing=self.closing) as self.listening:
            gate.port = self.listening.port
            self._ready.set()
            await asyncio.to_thread(self._stop.wait)


@contextmanager
def small_desk(folder: Path, *, impatient: bool = False, plain_loop: bool = False) -> Iterator[Target]:
    """A small desk while inside, on the loop that the hub takes or on Python's own."""
    running = Running(folder, impatient=impatient, plain_loop=plain_loop)
    target = running.start()
    try:
        yield target
    finally:
        running.stop()


@contextmanager
def real_hub(home: Path) -> Iterator[Target]:
    """The hub as a person starts it, and a browser signed in."""
    environment = os.environ | {"COUNTERMARK_HOME": str(home)}
    command = [sys.executable, "-m", "countermark", "serve", "--port", "0"]
    home.mkdir(mode=0o700)
    log = home / "said.log"
    with (
        log.open("wb") as said,
        subprocess.Popen(command, env=environment, stdout=said, stderr=said) as process,
    ):
        try:
            yield replace(signed_in(wait_for_hub(home, process)), log=log)
        finally:
            end(process)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Ask the hub to stop; one that does not is killed, and the run fails."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def wait_for_hub(home: Path, process: "subprocess.Popen[bytes]") -> Target:
    """Until the hub says where it listens."""
    deadline = time.monotonic() + 30
    while not (home / "hub.json").exists():
        assert process.poll() is None, f"the hub ended with {process.returncode}"
        assert time.monotonic() < deadline, "the hub did not start"
        time.sleep(0.05)
    return target_of(home)


def target_of(home: Path) -> Target:
    """What hub.json says."""
    found = Answer(200, (), (home / "hub.json").read_bytes()).json
    return Target("hub", found["port"], found["agent_socket"], found["person_socket"])


def signed_in(target: Target) -> Target:
    """Exchange a launch code for a token."""
    headers = {"Content-Type": "application/json"}
    octets = request("POST", "/api/launch-codes", host="countermark", headers=headers, body=b"{}")
    minted = exchange(target.person_socket, octets)
    assert minted is not None
    code = minted.json["code"]
    headers = {"Content-Type": "application/json", "Origin": f"http://{target.host}"}
    octets = request("POST", "/api/sign-in", host=target.host, headers=headers, body=b'{"code":"%s"}' % code.encode())
    entered = exchange(target.address, octets)
    assert entered is not None
    assert entered.status == 200
    assert entered.header("set-cookie") is None
    return replace(target, token=entered.json["token"])


def connect_quietly(address: tuple[str, int] | str) -> socket.socket:
    """A connection that says nothing."""
    made = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET, socket.SOCK_STREAM)
    made.settimeout(10)
    made.connect(address)
    return made

"""A model server on loopback that says what a script says and writes down everything it was told."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from tests.scripted_model import chat_api, generate_api, messages_api, responses_api
from tests.scripted_model.script import Scenarios, Turn, choose_turn, find_cue

MODEL = "claude-scripted-1"
Body = dict[str, Any]


class Dialect(Protocol):
    """One way to speak with a model."""

    def conversation(self, body: Body, /) -> Body:
        """A request in the form of the Messages API."""
        ...

    def answer(self, turn: Turn, body: Body, /, *, model: str) -> Body:
        """The answer to a request, whole."""
        ...

    def error(self, status: int, /) -> Body:
        """The answer to a request that failed."""
        ...

    def events(self, whole: Body, /) -> Iterator[bytes]:
        """An answer as server-sent events."""
        ...


DIALECTS: Mapping[str, Dialect] = {
    "/v1/messages": messages_api,
    "/v1/chat/completions": chat_api,
    "/v1/responses": responses_api,
}


class RequestLog:
    """Every request whole, one JSON object a line: the proof of what the agent told the model."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: list[dict[str, Any]] = []
        self._grew = threading.Condition()

    def write(self, path: str, body: Body, *, said: Body) -> None:
        """`said` is the request in the form of the Messages API."""
        cue = find_cue(said)
        place = {"scenario": cue.scenario, "step": cue.step} if cue else {"scenario": None, "step": None}
        entry = {"at": time.time(), "path": path, **place, "said": said, "body": body}
        with self._grew, self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            self._entries.append(entry)
            self._grew.notify_all()

    def entries(self) -> list[dict[str, Any]]:
        with self._grew:
            return list(self._entries)

    def wait_for(self, wanted: Callable[[dict[str, Any]], bool], *, seconds: float) -> dict[str, Any]:
        """The first entry that is wanted, now or later; TimeoutError when it does not come."""

        def first() -> dict[str, Any] | None:
            return next((entry for entry in self._entries if wanted(entry)), None)

        with self._grew:
            found = self._grew.wait_for(first, timeout=seconds)
        if found is None:
            raise TimeoutError(f"no such request in {seconds} s; {len(self._entries)} requests came")
        return found


class Doorway(ThreadingHTTPServer):
    """One thread a request; an agent that hangs up in the middle of an answer is no error."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class ScriptedModel:
    """The server as a context manager: `with ScriptedModel(scenarios, log=path) as model: model.url`."""

    def __init__(self, scenarios: Scenarios, *, log: Path) -> None:
        self.log = RequestLog(log)
        self.scenarios = dict(scenarios)
        self._server = Doorway(("127.0.0.1", 0), self._door())
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def request(self, scenario: str, *, step: int, seconds: float = 60.0) -> dict[str, Any]:
        """The request in which the model is asked for this step of the scenario, in the form of the Messages API."""

        def wanted(entry: dict[str, Any]) -> bool:
            offers_tools = bool(entry["said"].get("tools"))
            return offers_tools and (entry["scenario"], entry["step"]) == (scenario, step)

        said: Body = self.log.wait_for(wanted, seconds=seconds)["said"]
        return said

    def _door(self) -> type[BaseHTTPRequestHandler]:
        return type("Door", (ModelDoor,), {"model": self})


class ModelDoor(BaseHTTPRequestHandler):
    """The routes that an agent asks for; anything else is a 404, and is logged as well."""

    model: ScriptedModel
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        match self.route():
            case "/__health":
                self.answer(200, {"ok": True})
            case "/v1/models":
                row = {"type": "model", "id": MODEL, "display_name": MODEL, "created_at": "2026-01-01T00:00:00Z"}
                self.answer(200, {"data": [row], "has_more": False, "first_id": MODEL, "last_id": MODEL})
            case _:
                self.answer(404, messages_api.error(404))

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))) or b"{}")
        dialect = DIALECTS.get(self.route())
        if address := generate_api.ADDRESS.fullmatch(self.route()):
            dialect, body = generate_api, generate_api.addressed(body, address)
        self.model.log.write(self.path, body, said=dialect.conversation(body) if dialect else body)
        if dialect:
            self.say(dialect, body)
        elif self.route() == "/v1/messages/count_tokens":
            self.answer(200, {"input_tokens": 100})
        else:
            self.answer(404, messages_api.error(404))

    def route(self) -> str:
        return self.path.partition("?")[0]

    def say(self, dialect: Dialect, body: Body) -> None:
        turn = choose_turn(self.model.scenarios, dialect.conversation(body))
        time.sleep(turn.delay)
        if turn.status != 200:
            self.answer(turn.status, dialect.error(turn.status))
            return
        whole = dialect.answer(turn, body, model=MODEL)
        if body.get("stream"):
            self.stream(dialect.events(whole))
        else:
            self.answer(200, whole)

    def answer(self, status: int, content: dict[str, Any]) -> None:
        text = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def stream(self, events: Iterator[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in events:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Silent: the request log says more than an access log."""

"""A model server on loopback that says what a script says and writes down everything it was told."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.scripted_model import generate_api, messages_api
from tests.scripted_model.script import Scenarios, Turn, choose_turn, find_cue

MODEL = "claude-scripted-1"


class RequestLog:
    """Every request whole, one JSON object a line: the proof of what the agent told the model."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: list[dict[str, Any]] = []
        self._grew = threading.Condition()

    def write(self, path: str, body: dict[str, Any]) -> None:
        cue = find_cue(body)
        place = {"scenario": cue.scenario, "step": cue.step} if cue else {"scenario": None, "step": None}
        entry = {"at": time.time(), "path": path, **place, "body": body}
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
        """The body of the request in which the model is asked for this step of the scenario."""

        def wanted(entry: dict[str, Any]) -> bool:
            offers_tools = bool(entry["body"].get("tools"))
            return offers_tools and (entry["scenario"], entry["step"]) == (scenario, step)

        body: dict[str, Any] = self.log.wait_for(wanted, seconds=seconds)["body"]
        return body

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
        if asked := generate_api.ASKED.fullmatch(self.route()):
            self.generate(generate_api.conversation(body), model=asked["model"], how=asked["how"])
            return
        self.model.log.write(self.path, body)
        match self.route():
            case "/v1/messages":
                self.say(choose_turn(self.model.scenarios, body), body)
            case "/v1/messages/count_tokens":
                self.answer(200, {"input_tokens": 100})
            case _:
                self.answer(404, messages_api.error(404))

    def route(self) -> str:
        return self.path.partition("?")[0]

    def say(self, turn: Turn, body: dict[str, Any]) -> None:
        time.sleep(turn.delay)
        if turn.status != 200:
            self.answer(turn.status, messages_api.error(turn.status))
            return
        whole = messages_api.message(turn, model=body.get("model", MODEL))
        if body.get("stream"):
            self.stream(messages_api.events(whole))
        else:
            self.answer(200, whole)

    def generate(self, body: dict[str, Any], *, model: str, how: str) -> None:
        """What Gemini asks: the same turns, said in Google's way."""
        self.model.log.write(self.path, body)
        if how == "countTokens":
            self.answer(200, {"totalTokens": 100})
            return
        turn = choose_turn(self.model.scenarios, body)
        time.sleep(turn.delay)
        whole = generate_api.response(turn, model=model)
        if turn.status != 200:
            self.answer(turn.status, generate_api.error(turn.status))
        elif how == "streamGenerateContent":
            self.stream(generate_api.events(whole))
        else:
            self.answer(200, whole)

    def answer(self, status: int, content: dict[str, Any]) -> None:
        text = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def stream(self, pieces: Iterable[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Silent: the request log says more than an access log."""

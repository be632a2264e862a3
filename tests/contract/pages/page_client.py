"""What asks for a reviewed page at the agents' socket: a program (curl), or a browser by way of a way in."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.contract.wire.raw_client import Answer, RawClient, exchange, request
from tests.contract.wire.small_desk import Target

HOST = "localhost:4321"
JSON = "application/json"
WISH = {
    "type": "text", "pageUrl": "/", "pageTitle": "Home", "selectedText": "example text", "note": "my note",
    "range": {"startXPath": "/html[1]/body[1]/p[1]/text()[1]", "startOffset": 0, "endOffset": 12},
}  # fmt: skip
ELEMENT = {
    "type": "element", "pageUrl": "/", "pageTitle": "Home", "note": "Replace it",
    "elementSelector": {"cssSelector": "section.hero > img", "xpath": "/html[1]/body[1]/section[1]/img[1]"},
}  # fmt: skip


def register(target: Target, root: Path, /, **more: object) -> Answer:
    """What a way in sends first."""
    body = json.dumps({"root": str(root), **more}).encode()
    octets = request("POST", "/pages/sites", host="countermark", headers={"Content-Type": JSON}, body=body)
    answer = exchange(target.agent_socket, octets)
    assert answer is not None
    return answer


@dataclass(frozen=True)
class PageSide:
    """One site at a running hub."""

    target: Target
    root: Path
    site: str

    @property
    def file(self) -> Path:
        """The page file."""
        return self.root / "inline-review.json"

    @property
    def content(self) -> Any:
        """What is in it."""
        return json.loads(self.file.read_bytes())

    @property
    def token(self) -> str:
        """What client.js tells the page."""
        script = self.ask("GET", "/client.js").body.decode()
        told = script.partition("const COUNTERMARK_SITE=")[2].partition(";\n")[0]
        token: str = json.loads(told)["token"]
        return token

    @property
    def browser(self) -> dict[str, str]:
        """The headers of the overlay."""
        return {"origin": f"http://{HOST}", "sec-fetch-site": "same-origin", "x-countermark-site": self.token}

    def octets(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str | None] | None = None
    ) -> bytes:
        """The forwarded request; `headers` are the browser's, None leaves one out, bytes are sent as they are."""
        sent = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"host": HOST, **({} if sent is None else {"content-type": JSON}), **(headers or {})}
        forwarded = {f"x-page-{name}": value for name, value in given.items() if value is not None}
        target = f"/pages/{self.site}/__inline-review{path}"
        return request(method, target, host="countermark", headers=forwarded, body=sent)

    def ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str | None] | None = None
    ) -> Answer:
        """One request and its answer."""
        octets = self.octets(method, path, body, headers)
        answer = exchange(self.target.agent_socket, octets, head_only=method == "HEAD")
        assert answer is not None
        return answer

    def api(self, method: str, path: str, body: object = None) -> Any:
        """What a program gets from the API; it must go well."""
        answer = self.ask(method, f"/api{path}", body)
        assert answer.status in (200, 201), answer.body
        return answer.json

    def add(self, **more: object) -> Any:
        """A new annotation of text."""
        return self.api("POST", "/annotations", {**WISH, **more})

    def kinds(self) -> list[tuple[str, str]]:
        """What the journal says of this site, oldest first: kinds and actors."""
        entries = self.target.ask("GET", "/api/journal?limit=500").json["entries"]
        return [(each["kind"], each["actor"]["kind"]) for each in reversed(entries) if self.owns(each)]

    def entries(self, kind: str) -> list[Any]:
        """The bodies of this site's entries of one kind, oldest first."""
        entries = self.target.ask("GET", "/api/journal?limit=500").json["entries"]
        return [each["body"] for each in reversed(entries) if self.owns(each) and each["kind"] == kind]

    def owns(self, entry: Any) -> bool:
        """Whether an entry is about this site."""
        return bool(entry["body"].get("site") == self.site)

    @contextmanager
    def following(self, **headers: str) -> Iterator["Events"]:
        """A tab that listens."""
        with RawClient(self.target.agent_socket) as line:
            line.send(self.octets("GET", "/api/events", headers=headers))
            answer = line.answer(head_only=True)
            assert answer is not None
            assert answer.status == 200, answer
            assert answer.header("content-type") == "text/event-stream; charset=utf-8"
            events = Events(line)
            events.until(b": here")
            yield events


class Events:
    """The events of a stream, one after another."""

    def __init__(self, line: RawClient) -> None:
        self._line = line
        self._raw = b""
        self._heard = b""

    def next(self) -> dict[str, Any]:
        """The next event's data, with its number as `seq`."""
        block = self.until(b"event: change").decode()
        fields = dict(part.partition(": ")[::2] for part in block.splitlines() if not part.startswith(":"))
        return {**json.loads(fields["data"]), "seq": int(fields["id"])}

    def until(self, mark: bytes) -> bytes:
        """The first block that holds the mark."""
        while True:
            while b"\n\n" in self._heard:
                block, _, self._heard = self._heard.partition(b"\n\n")
                if mark in block:
                    return block.lstrip()
            self._heard += self._chunk()

    def ends(self) -> bool:
        """Whether the hub ends the stream, whole."""
        return self._chunk() == b""

    def _chunk(self) -> bytes:
        size, mark, rest = self._raw.partition(b"\r\n")
        while not mark or len(rest) < int(size, 16) + 2:
            piece = self._line.some()
            assert piece, "the stream was cut"
            self._raw += piece
            size, mark, rest = self._raw.partition(b"\r\n")
        length = int(size, 16)
        self._raw = rest[length + 2 :]
        return rest[:length]

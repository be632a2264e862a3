"""Marks as a page makes them: a place found in the blocks that the hub has told, and the requests about it."""

import json
import time
from base64 import b64encode
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.contract.wire.raw_client import Answer
from tests.contract.wire.small_desk import Target

NUMBERS = count(1)
PATIENCE = 20.0  # s
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00" * 20


def new_id() -> str:
    """An id as the page makes it."""
    return f"an_{next(NUMBERS):026}"


@dataclass(frozen=True)
class Page:
    """A page that shows one review."""

    target: Target
    review: str

    def whole(self) -> Any:
        """The review with everything."""
        return self.target.ask("GET", f"/api/reviews/{self.review}").json

    def place(self, words: str) -> dict[str, object]:
        """Where these words stand in the newest revision; they lie in one block."""
        for block in self.whole()["document"]["blocks"]:
            at = block["text"].find(words)
            if at >= 0 and block["kind"] in ("paragraph", "heading", "item", "cell", "code"):
                return {"start_block": block["id"], "start": at, "end_block": block["id"], "end": at + len(words)}
        raise AssertionError(f"{words!r} stands nowhere")

    def mark(self, quote: str, /, **more: object) -> dict[str, object]:
        """A comment on these words."""
        its = {"revision": 1, "kind": "comment", "words": "Why?", "place": self.place(quote), "quote": quote}
        return {**its, **more}

    def send(self, method: str, path: str, body: object = None) -> Answer:
        """One request below the review."""
        octets = b"{}" if body is None and method == "POST" else None if body is None else json.dumps(body).encode()
        return self.target.ask(method, f"/api/reviews/{self.review}{path}", body=octets)

    def put(self, mark: object, name: str | None = None) -> Answer:
        """Send a new mark."""
        return self.send("PUT", f"/annotations/{name or new_id()}", mark)

    def made(self, mark: object) -> Any:
        """Send a new mark that must be taken."""
        answer = self.put(mark)
        assert answer.status == 200, answer.body
        return answer.json["annotation"]

    def act(self, mark: Any, verb: str, body: object = None) -> Answer:
        """Do something with a mark."""
        return self.send("POST", f"/annotations/{mark['id']}/{verb}", body)

    def change(self, mark: Any, **change: object) -> Answer:
        """Change a mark."""
        return self.send("PATCH", f"/annotations/{mark['id']}", {"version": mark["version"], **change})

    def marks(self, revision: int = 1) -> list[Any]:
        """The marks on a revision."""
        found: list[Any] = self.send("GET", f"/annotations?revision={revision}").json["annotations"]
        return found

    def carried(self, count: int, *, revision: int) -> list[Any]:
        """The marks on a revision once that many of them were looked for in it, which the hub does by itself."""
        until = time.monotonic() + PATIENCE
        while len(found := self.marks(revision)) < count:
            assert time.monotonic() < until, f"{len(found)} of {count} marks were carried over"
            time.sleep(0.02)
        return found

    def decide(self, verdict: str, **more: object) -> Answer:
        """Answer the newest revision."""
        shown = self.whole()["review"]["sha256"]
        return self.send("POST", "/verdict", {"verdict": verdict, "shown_sha256": shown, **more})


def add_image(target: Target, content: bytes, name: str = "seen.png") -> Answer:
    """Send an image."""
    body = json.dumps({"name": name, "data": b64encode(content).decode()}).encode()
    return target.ask("POST", "/api/images", body=body)

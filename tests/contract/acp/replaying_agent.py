"""`python replaying_agent.py RECORDING`: an agent that says what a real one has said, whenever its client comes to it.

Messages are matched by method, not by their bytes. Of a recording with several connections the one is played that has
the client's second request (`session/new`, `session/load` …). What the recorded client has asked and this one does not
ask is left out with its answer; what only this one asks is answered with a result of nothing.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

RECORDINGS = Path(__file__).parents[2] / "vectors" / "acp"
RECORDED_FOLDER = "/home/ada/shop"
Message = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """One recorded message, and whether the agent wrote it."""

    by_agent: bool
    message: Message

    @property
    def method(self) -> str | None:
        """Of a request or a notification; a response has none."""
        return self.message.get("method")

    @property
    def is_clients_request(self) -> bool:
        return not self.by_agent and is_request(self.message)

    @property
    def answers(self) -> object:
        """The id of the request that it answers, if it is a response."""
        return None if "method" in self.message else self.message.get("id")


Connection = Sequence[Line]


def recordings() -> list[str]:
    return sorted(file.stem for file in RECORDINGS.glob("*.jsonl"))


def recording(name: str) -> Path:
    return RECORDINGS / f"{name}.jsonl"


def connections(file: Path) -> Sequence[Connection]:
    """What was said from each `initialize` up to the next one."""
    found: list[list[Line]] = []
    for text in file.read_text(encoding="utf-8").splitlines():
        recorded = json.loads(text)
        line = Line(recorded["from"] == "agent", recorded["message"])
        if line.is_clients_request and line.method == "initialize":
            found.append([])
        found[-1].append(line)
    return found


def is_request(message: Message) -> bool:
    return "method" in message and "id" in message


def is_like(message: Message, line: Line) -> bool:
    """Whether the client's message is the one that was recorded: the notification, or the response."""
    if line.method is not None:
        return message.get("method") == line.method
    return "method" not in message and message.get("id") == line.answers


class Client:
    """Whoever is at stdin and stdout; what comes while something else is waited for is kept."""

    def __init__(self, reads: TextIO, writes: TextIO) -> None:
        self._reads, self._writes = reads, writes
        self._kept: list[Message] = []
        self.folder = RECORDED_FOLDER

    def requests(self) -> Iterator[Message]:
        """Its requests in their order, up to its end."""
        while (message := self._next(is_request)) is not None:
            yield message

    def waits_for(self, line: Line) -> None:
        """Until the client has sent a response or a notification like this one."""
        self._next(lambda message: is_like(message, line))

    def says(self, message: Message) -> None:
        """In the client's own folder."""
        text = json.dumps(message, ensure_ascii=False).replace(RECORDED_FOLDER, self.folder)
        self._writes.write(text + "\n")
        self._writes.flush()

    def _next(self, wanted: Callable[[Message], bool]) -> Message | None:
        for kept in self._kept:
            if wanted(kept):
                self._kept.remove(kept)
                return kept
        for line in self._reads:
            message: Message = json.loads(line)
            if wanted(message):
                return message
            self._kept.append(message)
        return None


class Replay:
    """Where a connection stands."""

    def __init__(self, recorded: Sequence[Connection], client: Client) -> None:
        self._recorded = recorded
        self._client = client
        self._played, self._place = recorded[0], 0

    def plays(self) -> None:
        for number, request in enumerate(self._client.requests()):
            if number == 1:
                self._chooses(request["method"])
            self._client.folder = request.get("params", {}).get("cwd", self._client.folder)
            self._answers(request)

    def _chooses(self, method: str) -> None:
        """The connection in which this is the client's second request; else the first with such a request."""
        asked = [[line.method for line in each if line.is_clients_request] for each in self._recorded]
        second = [each for each, methods in zip(self._recorded, asked, strict=True) if methods[1:2] == [method]]
        some = [each for each, methods in zip(self._recorded, asked, strict=True) if method in methods]
        self._played, self._place = next(iter([*second, *some, self._played])), 1

    def _answers(self, request: Message) -> None:
        rest = range(self._place, len(self._played))
        lines = ((place, self._played[place]) for place in rest)
        places = (place for place, line in lines if line.is_clients_request and line.method == request["method"])
        if (place := next(places, None)) is None:
            self._client.says({"jsonrpc": "2.0", "id": request["id"], "result": {}})
            return
        for line in self._played[place + 1 :]:
            if line.is_clients_request:
                break
            place += 1
            self._goes_on(line, request)
        self._place = place + 1

    def _goes_on(self, line: Line, request: Message) -> None:
        """One message further: what the client said is waited for, what the agent said is said."""
        if not line.by_agent:
            self._client.waits_for(line)
        elif line.answers is None:
            self._client.says(line.message)
        else:
            self._client.says({**line.message, "id": request["id"]})


def main(file: str) -> None:
    Replay(connections(Path(file)), Client(sys.stdin, sys.stdout)).plays()


if __name__ == "__main__":
    main(sys.argv[1])

"""A client's session at the hub, opened again without a word when another hub has taken the place of the first."""

import json
import os
import threading

from countermark.agent_side.mcp_exchange import HubExchange, Json, read_message
from countermark.doorbell import hub_address
from countermark.doorbell.errors import BadAnswer
from countermark.doorbell.ring import read_object, ring

STORAGE = "inline-review.json"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
# What a request's body says and its headers repeat (MCP 2026-07-28): by method, which parameter names its subject.
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
PRINTABLE = frozenset(range(0x20, 0x7F))


class BridgedSite:
    """The site of a storage file: which one that is, and how the hub calls it."""

    def __init__(self, storage: str | None, *, home: str) -> None:
        self.home = home
        self._file = os.path.abspath(storage or STORAGE)
        self._site: str | None = None

    def path(self, address: str) -> str:
        """Where the hub answers for this site; the first time the hub is told of it."""
        if self._site is None:
            told: Json = {"root": os.path.dirname(self._file), "storage": self._file}
            answer = ring(address, "POST", "/pages/sites", body=json.dumps(told).encode("ascii"))
            site = read_object(answer).get("site")
            if not isinstance(site, str):
                raise BadAnswer("the hub does not say how it calls the site")
            self._site = site
        return f"/mcp/{self._site}"

    def forget(self) -> None:
        """Another hub, another memory: tell it of the site again."""
        self._site = None


class BridgeSession:
    """What the hub has to know of this client: all requests go through here."""

    def __init__(self, place: BridgedSite) -> None:
        self.place = place
        self.name = os.urandom(16).hex()  # of the conversation, over all hubs
        self.watched: dict[str, None] = {}  # resources that the client has subscribed to
        self._lock = threading.RLock()
        self._opening: Json | None = None  # the client's own words
        self._id: str | None = None
        self._version = ""

    def ask(self, body: bytes, message: Json, *, key: str, again: bool) -> HubExchange:
        """Send a request or a notification. Raises HubGone, SessionLost or what else a hub may answer."""
        more = {"Idempotency-Key": key} | ({"Countermark-Again": "1"} if again else {})
        headers = modern_headers(message)
        if headers is None:
            headers = {} if message.get("method") == "initialize" else self._headers()
        return self._send("POST", headers | more, body)

    def listen(self) -> HubExchange:
        """The stream of what the hub says unasked."""
        return self._send("GET", self._headers())

    @property
    def was_opened(self) -> bool:
        """Whether the client has opened it; a lost one is opened again by itself."""
        return self._opening is not None

    def take_opening(self, message: Json, answer: Json, headers: dict[str, str]) -> None:
        """The client has opened a session: its words are kept for the next hub."""
        with self._lock:
            self._opening = message
            self._take(answer, headers)

    def lose(self) -> None:
        """The hub does not know the session."""
        with self._lock:
            self._id = None

    def close(self) -> None:
        """Say that nobody will ask any more."""
        if self._id is not None:
            address = hub_address.door(self.place.home)
            ring(address, "DELETE", self.place.path(address), headers=list(self._headers().items()), within=0.3)

    def _headers(self) -> dict[str, str]:
        """Who asks; opens the session first if it is lost."""
        with self._lock:
            if self._id is None and self._opening is not None:
                self._open_again()
            if self._id is None:
                return {}
            return {"Mcp-Session-Id": self._id, "Mcp-Protocol-Version": self._version}

    def _open_again(self) -> None:
        assert self._opening is not None, "only a session that was open can be opened again"
        body = json.dumps({**self._opening, "id": f"countermark-{os.urandom(4).hex()}"}).encode("ascii")
        with self._send("POST", {}, body) as opening:
            headers = opening.head()
            for raw in opening.messages():
                self._take(read_message(raw), headers)
        self._tell({"jsonrpc": "2.0", "method": "notifications/initialized"})
        for number, uri in enumerate(self.watched):
            params = {"uri": uri}
            self._tell({"jsonrpc": "2.0", "id": f"watch-{number}", "method": "resources/subscribe", "params": params})

    def _take(self, answer: Json, headers: dict[str, str]) -> None:
        result = answer.get("result")
        if isinstance(result, dict):
            self._id, self._version = headers.get("mcp-session-id"), str(result.get("protocolVersion"))

    def _tell(self, message: Json) -> None:
        with self._send("POST", self._headers(), json.dumps(message).encode("ascii")) as told:
            for _ in told.messages():
                continue

    def _send(self, method: str, headers: dict[str, str], body: bytes = b"") -> HubExchange:
        """One request; who asks is in the headers, so that the hub knows its own words to this agent again."""
        address = hub_address.door(self.place.home)
        who = {"Countermark-Agent": self.name}
        return HubExchange(address, method, self.place.path(address), headers=who | headers, body=body)


def modern_headers(message: Json) -> dict[str, str] | None:
    """The headers of a request that stands for itself (MCP 2026-07-28); None for one that belongs to a session."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    if not isinstance(params, dict) or not isinstance(version, str):
        return None
    method = str(message.get("method"))
    headers = {"Mcp-Protocol-Version": header_value(version), "Mcp-Method": header_value(method)}
    name = params.get(NAMED_BY.get(method, ""))
    return headers | ({"Mcp-Name": header_value(name)} if isinstance(name, str) else {})


def header_value(text: str) -> str:
    """A text as a header can carry it: what is not plain goes in base 64, as the protocol has it."""
    raw = text.encode("utf-8", "replace")
    if text == text.strip() and PRINTABLE.issuperset(raw) and not text.startswith("=?base64?"):
        return text
    import base64

    return f"=?base64?{base64.b64encode(raw).decode('ascii')}?="

"""A person who talks with agents in sessions of the desk, over the wire that the page uses."""

import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx

from tests.real_agents.gatekeeper import Gatekeeper
from tests.real_agents.person import Json, eventually

NOT_YET = "no conversation yet"


class Talker(Gatekeeper):
    """Somebody at the desk who opens sessions."""

    def opens(self, agent: str, folder: Path, command: Sequence[str], **more: object) -> str:
        """A session with an agent by the name of its brand, started by this command line; gives its id."""
        wanted = {"agent": agent, "folder": str(folder), "command": list(command), **more}
        placed = self._answered(self._browser.post("/api/sessions", json=wanted))
        return str(placed["session"]["id"])

    def asks_for_conversations(self, agent: str, folder: Path, command: Sequence[str]) -> httpx.Response:
        """What the agent, started by this command line, tells of its conversations in a folder."""
        wanted = {"folder": str(folder), "command": list(command)}
        return self._browser.post(f"/api/agents/{agent}/conversations", json=wanted, timeout=180)

    def says(self, session: str, text: str, **more: object) -> str:
        """Puts words into the queue; gives the prompt's id."""
        given = {"text": text, "key": uuid.uuid4().hex, **more}
        return str(self._answered(self._browser.post(f"/api/sessions/{session}/prompts", json=given))["prompt"])

    def orders(self, session: str, order: str, **more: object) -> None:
        """Connects, disconnects, stops the turn …, once the conversation has begun; it is done when this returns."""
        given = {"order": {"type": order, **more}}

        def taken() -> httpx.Response | None:
            answer = self._browser.post(f"/api/sessions/{session}/orders", json=given, timeout=120)
            return None if answer.status_code == httpx.codes.CONFLICT and NOT_YET in answer.text else answer

        self._answered(eventually(taken, seconds=60, what=order, instead=lambda: shown(self.state(session))))

    def closes(self, session: str) -> None:
        self._answered(self._browser.post(f"/api/sessions/{session}/close", json={}))

    def state(self, session: str) -> Json:
        """The session as it is now."""
        state: Json = self._get(f"/api/sessions/{session}")["state"]
        return state

    def sees_state(self, session: str, look: Callable[[Json], bool], *, what: str, seconds: float = 120) -> Json:
        """The session, as soon as it is as wanted."""

        def now() -> Json | None:
            state = self.state(session)
            return state if look(state) else None

        return eventually(now, seconds=seconds, what=what, instead=lambda: shown(self.state(session)))

    def sees_connected(self, session: str) -> Json:
        """Once the agent is there and has a conversation; one that cannot be spoken to fails at once."""

        def settled(state: Json) -> bool:
            ready = state["connection"] == "initialised" and state["conversation"] is not None
            return ready or state["connection"] == "failed"

        state = self.sees_state(session, settled, what="the connection")
        assert state["connection"] == "initialised", shown(state)
        return state

    def reconnects(self, session: str) -> Json:
        """Ends the agent's program and has it started anew."""
        self.orders(session, "disconnect")
        self.sees_state(session, lambda state: state["connection"] == "disconnected", what="its end")
        self.orders(session, "connect")
        return self.sees_connected(session)

    def sees_prompt_end(self, session: str, prompt: str) -> Json:
        """The prompt, once its turn has ended."""

        def ended(state: Json) -> bool:
            return prompt_in(state, prompt).get("state") in ("answered", "interrupted")

        return prompt_in(self.sees_state(session, ended, what="the end of the turn"), prompt)

    def sees_session_permission(self, session: str, *, seconds: float = 120) -> Json:
        """The permission that this session waits for; there is one."""
        self.sees_state(session, lambda state: bool(state["waiting"]), what="a question", seconds=seconds)
        return self.sees_permission()

    def answers_all(self, session: str, prompt: str, answer: str) -> list[Json]:
        """Answers each permission that the session waits for, until the turn is over; gives them."""
        asked: dict[str, Json] = {}

        def over() -> bool | None:
            state = self.state(session)
            for item in state["waiting"]:
                if item not in asked:
                    asked[item] = self.item("permission", item)
                    self.answers(asked[item], answer)
            return True if prompt_in(state, prompt).get("state") in ("answered", "interrupted") else None

        eventually(over, seconds=120, what="the end of the turn", instead=lambda: shown(self.state(session)))
        return list(asked.values())

    def item(self, kind: str, item: str) -> Json:
        """A permission, a question or a review by its id."""
        found: Json = self._get(f"/api/{kind}s/{item}")[kind]
        return found

    def events(self, session: str) -> list[Json]:
        """All events of a session, oldest first."""
        events: list[Json] = []
        while page := self._get(f"/api/sessions/{session}/events?after={len(events)}")["events"]:
            events += page
        return events

    def traffic(self, session: str, *, after: int = 0) -> list[Json]:
        """All raw lines of a session after this number, oldest first."""
        lines: list[Json] = []
        last = after
        while page := self._get(f"/api/sessions/{session}/traffic?after={last}")["lines"]:
            lines += page
            last = page[-1]["number"]
        return lines


def prompt_in(state: Json, prompt: str) -> Json:
    """A prompt that was taken, as it is now; nothing if it waits still."""
    found = (part["prompt"] for part in state["ledger"] if part["type"] == "prompt" and part["id"] == prompt)
    return next(found, {})


def mode_of(state: Json) -> str | None:
    """The mode of the agent: an option of that category where it has options, else its mode."""
    modes: list[str | None] = [option["current"] for option in state["options"] if option["category"] == "mode"]
    return (modes or [state["mode"]])[0]


def parts(state: Json, kind: str, **fields: object) -> list[Json]:
    """The parts of a kind with these fields, oldest first."""
    return [
        part
        for part in state["ledger"]
        if part["type"] == kind and all(part.get(name) == value for name, value in fields.items())
    ]


def words(state: Json) -> str:
    """What the agent has said in finished messages."""
    return "\n".join(part["text"] for part in parts(state, "message", voice="agent"))


def shown(state: Json) -> Json:
    """What the words of an error say of a session."""
    kept = ("connection", "why", "hint", "taken", "cancelling", "waiting", "mode", "sign_in")
    return {name: state[name] for name in kept} | {"ledger": [brief(part) for part in state["ledger"][-8:]]}


def brief(part: Json) -> str:
    told = part.get("text") or part.get("title") or part.get("prompt", {}).get("text") or ""
    return f"{part['type']} {part.get('status') or part.get('state') or ''} {told[:120]}".strip()

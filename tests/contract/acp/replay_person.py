"""A person who does with a replayed agent, through the hub, what was done with the real one when it was recorded."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.contract.acp import replaying_agent
from tests.contract.acp.replaying_agent import Connection, Line, connections, is_request, recording
from tests.house.layout import ROOT
from tests.real_agents.person import Json, eventually
from tests.real_agents.talker import Talker, prompt_in, shown

BEGINNINGS = {"session/new": "new", "session/load": "load", "session/resume": "resume"}
BRANDS = {"claude": "claude-code"}  # others are called as their recordings begin
WRITES = "fs/write_text_file"
VARYING = ("command", "startup_ms", "number")


class ReplayPerson:
    """One connection of a recording."""

    def __init__(self, person: Talker, folder: Path, name: str, at: int) -> None:
        self._person = person
        self._folder = folder
        self._name = name
        self._lines: Connection = connections(recording(name))[at]
        self._answers = {
            line.answers: line.message for line in self._lines if not line.by_agent and line.answers is not None
        }
        self._asked = {line.message["id"]: line for line in self._lines if line.by_agent and is_request(line.message)}
        self._session = ""
        self._prompt: str | None = None
        self._done: set[str] = set()

    def plays(self) -> Json:
        """Everything that was done; gives the session as it is then."""
        for place, line in enumerate(self._lines):
            if not line.by_agent and line.method is not None:
                self._does(line, self._lines[:place])
        self._finishes_turn()
        return self._person.state(self._session)

    def ends(self) -> list[Json]:
        """Closes the session; gives its traffic."""
        self._person.closes(self._session)
        return self._person.traffic(self._session)

    def _does(self, line: Line, before: Connection) -> None:
        params = line.message["params"]
        match line.method:
            case "session/new" | "session/load" | "session/resume" as method:
                self._opens(BEGINNINGS[method], params)
            case "session/prompt":
                self._finishes_turn()
                self._prompt = self._person.says(self._session, params["prompt"][0]["text"])
            case "session/set_mode":
                self._finishes_turn()
                self._person.orders(self._session, "set_mode", mode=params["modeId"])
            case "session/set_config_option":
                self._finishes_turn()
                self._person.orders(self._session, "set_option", option=params["configId"], value=params["value"])
            case "session/cancel":
                self._sees_taken()
                self._sees(last_told(before))
                self._person.orders(self._session, "cancel")
            case _:
                pass  # what the hub does by itself, or does not do

    def _opens(self, how: str, params: Json) -> None:
        brand = self._name.partition("_")[0]
        command = [sys.executable, replaying_agent.__file__, str(recording(self._name))]
        more = {} if how == "new" else {"how": how, "conversation": params["sessionId"]}
        self._session = self._person.opens(BRANDS.get(brand, brand), self._folder, command, **more)
        self._person.sees_connected(self._session)

    def _finishes_turn(self) -> None:
        """Answers what the agent asks, as it was answered, until its turn is over."""
        prompt, self._prompt = self._prompt, None
        if prompt is None:
            return

        def over() -> bool | None:
            state = self._person.state(self._session)
            for item in state["waiting"]:
                self._answers_item(item)
            return True if prompt_in(state, prompt).get("state") in ("answered", "interrupted") else None

        eventually(
            over, seconds=60, what="the end of the turn", instead=lambda: shown(self._person.state(self._session))
        )

    def _sees_taken(self) -> None:
        prompt = self._prompt
        self._person.sees_state(self._session, lambda state: state["taken"] == prompt, what="the turn")

    def _sees(self, told: Json | None) -> None:
        """Waits until the hub has heard this from the agent."""
        if told is None:
            return
        wanted = json.dumps(told, sort_keys=True).replace(replaying_agent.RECORDED_FOLDER, str(self._folder))

        def heard() -> bool | None:
            lines = self._person.traffic(self._session)
            came = (line["text"] for line in lines if line["direction"] == "from_agent")
            return True if wanted in {json.dumps(json.loads(text), sort_keys=True) for text in came} else None

        eventually(heard, seconds=60, what=str(told)[:200], instead=self._shown)

    def _shown(self) -> Json:
        return shown(self._person.state(self._session))

    def _answers_item(self, item: str) -> None:
        """As its request was answered; one that was answered by a cancel alone is left."""
        request = self._newest_request()
        if request is None or item in self._done:
            return
        self._done.add(item)
        answer = self._answers.get(request.message["id"])
        if request.method == WRITES:
            self._person.answers(self._person.item("permission", item), "once")
        elif answer is not None and request.method == "session/request_permission":
            self._permits(item, request.message["params"], answer["result"]["outcome"])
        elif answer is not None and request.method == "elicitation/create":
            self._replies(item, answer["result"])

    def _permits(self, item: str, params: Json, outcome: Mapping[str, str]) -> None:
        if outcome["outcome"] == "cancelled":
            return
        kinds = {option["optionId"]: option["kind"] for option in params["options"]}
        allowed = kinds[outcome["optionId"]].startswith("allow")
        if params["toolCall"].get("kind") == "switch_mode":
            plan = self._person.reads(self._person.item("review", item))["review"]
            self._person.approves(plan) if allowed else self._person.requests_changes(plan, "Not like this.")
        else:
            self._person.answers(self._person.item("permission", item), "once" if allowed else "no")

    def _replies(self, item: str, result: Json) -> None:
        given = {name: [str(value)] for name, value in result.get("content", {}).items()}
        outcome = "answered" if result["action"] == "accept" else "declined"
        self._person.replies(self._person.item("question", item), outcome, given)

    def _newest_request(self) -> Line | None:
        """The last request of the agent that the hub has not answered."""
        open_ones: dict[object, None] = {}
        for line in self._person.traffic(self._session):
            message = json.loads(line["text"]) if line["direction"] in ("from_agent", "to_agent") else {}
            if line["direction"] == "from_agent" and is_request(message):
                open_ones[message["id"]] = None
            elif line["direction"] == "to_agent" and "method" not in message:
                open_ones.pop(message.get("id"), None)
        return self._asked[[*open_ones][-1]] if open_ones else None


def last_told(lines: Connection) -> Json | None:
    """The last thing that the agent told or asked, since the client asked something itself."""
    told = (line for line in reversed(lines) if line.by_agent or line.is_clients_request)
    last = next(told, None)
    return last.message if last is not None and last.by_agent and last.answers is None else None


class Picture:
    """A session's state without what differs each time: ids of the desk, times, how many events, and the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._names: dict[str, str] = {}

    def of(self, state: Json) -> Json:
        told = {key: self._plain(value) for key, value in state.items() if key not in VARYING}
        text = json.dumps(told).replace(self._folder, replaying_agent.RECORDED_FOLDER)
        picture: Json = json.loads(text.replace(sys.executable, "python").replace(str(ROOT), "/repository"))
        return picture

    def _plain(self, value: object) -> object:
        if isinstance(value, dict):
            return {key: self._plain(inner) for key, inner in value.items() if key not in ("at", "ended_at")}
        if isinstance(value, list):
            return [self._plain(inner) for inner in value]
        return self._name(value) if isinstance(value, str) else value

    def _name(self, text: str) -> str:
        """An id of the desk's own by the order in which it comes."""
        kind, _, rest = text.partition("_")
        if len(kind) != 2 or len(rest) != 26 or not rest.isalnum():
            return text
        return self._names.setdefault(text, f"{kind}_{len(self._names) + 1}")


def played(names: list[str]) -> Iterator[tuple[str, int]]:
    """Each connection of these recordings in which an agent begins a conversation or goes on with one."""
    for name in names:
        for at, connection in enumerate(connections(recording(name))):
            begun = {line.message["id"] for line in connection if line.is_clients_request and line.method in BEGINNINGS}
            if any(line.by_agent and line.answers in begun and "result" in line.message for line in connection):
                yield name, at

"""The hub is killed at any moment of a session's turn: nothing is lost, nothing reaches the agent twice by itself."""

import json
import random
import sys
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from tests.contract.acp.driven import runs
from tests.figures import figure
from tests.real_agents.person import Hub, Json, eventually
from tests.real_agents.talker import Talker, parts, prompt_in
from tests.real_agents.workplace import Workplace

KILLS = 200
SEED = 13
LONGEST_S = 1.3  # after the first words in which the hub may die; a turn takes a third of a second
ROUNDS_OF_ONE = 5  # session
AT_WORK = 3  # prompts that are taken or wait, when the clock starts
AGENT = Path(__file__).parents[1] / "contract" / "acp" / "noting_agent.py"


@dataclass
class Words:
    """One prompt of the person, as they have it."""

    name: str
    key: str
    prompt: str | None = None  # its id, once the desk has acknowledged it


@dataclass
class Heard:
    """What the raw lines of a session hold, so far as it is no repetition of an older turn."""

    said: dict[str, str] = field(default_factory=lambda: {"agent": "", "thought": ""})
    calls: dict[str, Json] = field(default_factory=dict)
    lives: list[list[Json]] = field(default_factory=list)  # the updates of each of its programs
    last: int = 0
    _is_told_again: bool = False

    def take(self, line: Json) -> None:
        assert line["number"] == self.last + 1, "a line is missing, or there twice"
        self.last = line["number"]
        message = json.loads(line["text"]) if line["direction"] in ("to_agent", "from_agent") else {}
        method = message.get("method")
        if method == "initialize":
            self.lives.append([])
        if method in ("session/load", "session/prompt"):
            self._is_told_again = method == "session/load"
        if method == "session/update":
            update = message["params"]["update"]
            self.lives[-1].append(update)
            if not self._is_told_again:
                self._hear(update)

    def _hear(self, update: Json) -> None:
        match update["sessionUpdate"]:
            case "agent_message_chunk":
                self.said["agent"] += update["content"]["text"]
            case "agent_thought_chunk":
                self.said["thought"] += update["content"]["text"]
            case _:
                self.calls.setdefault(update["toolCallId"], {}).update(update)


@dataclass
class Conversation:
    """A session that lives through some killed hubs."""

    person: Talker
    session: str
    notes: Path
    heard: Heard = field(default_factory=Heard)
    words: list[Words] = field(default_factory=list)

    def lacks(self) -> int:
        """How many prompts are to be said, so that there is enough to do."""
        state = self.person.state(self.session)
        return max(0, AT_WORK - len(state["queue"]) - (state["taken"] is not None))

    def says_more(self, number: int, count: int) -> None:
        """So many words, or fewer where nobody is there any more who takes them."""
        for letter in "abc"[:count]:
            words = Words(f"<{number}{letter}>", uuid.uuid4().hex)
            self.words.append(words)
            try:
                self.give(words)
            except httpx.TransportError:
                return

    def give(self, words: Words) -> None:
        words.prompt = self.person.says(self.session, f"Do {words.name} now.", key=words.key)

    def recovered(self) -> Json:
        """The session as the next hub tidies it up; what was not acknowledged is said again, with its key."""
        self.person.sees_state(
            self.session, lambda state: state["connection"] == "disconnected", what="that it is tidied up"
        )
        for words in self.words:
            if words.prompt is None:
                self.give(words)
        return self.person.state(self.session)

    def judge(self, state: Json) -> None:
        for line in self.person.traffic(self.session, after=self.heard.last):
            self.heard.take(line)
        self.judge_transcript(state)
        self.judge_prompts(state)
        assert self.heard.lives == [told[: len(life)] for life, told in zip(self.heard.lives, self.told(), strict=True)]

    def judge_transcript(self, state: Json) -> None:
        """All that the lines hold stands in the folded state, once."""
        for voice, said in self.heard.said.items():
            assert "".join(part["text"] for part in parts(state, "message", voice=voice, replayed=False)) == said
        calls = {part["title"]: part for part in parts(state, "call", replayed=False)}
        assert list(calls) == list(self.heard.calls)
        assert len(calls) == len(parts(state, "call", replayed=False))
        for title, heard in self.heard.calls.items():
            under_way = state["taken"] is not None and title.startswith(prompt_name(state, state["taken"]))
            ended = "in_progress" if under_way else "failed"
            assert calls[title]["status"] == ("completed" if heard["status"] == "completed" else ended)
            assert len(calls[title]["outputs"]) == len(heard.get("content", []))

    def judge_prompts(self, state: Json) -> None:
        """Each is there once, and has reached the agent once at most; one that was answered has reached it."""
        there = Counter([*queued(state), *(part["id"] for part in parts(state, "prompt"))])
        assert there == Counter(words.prompt for words in self.words)
        reached = Counter(what for kind, what in self.noted() if kind == "prompt")
        for words in self.words:
            assert words.prompt is not None
            how = prompt_in(state, words.prompt).get("state", "queued")
            assert reached[words.name] in {"queued": (0,), "answered": (1,)}.get(how, (0, 1)), (words, how)

    def noted(self) -> list[tuple[str, object]]:
        return [tuple(json.loads(line)) for line in self.notes.read_text(encoding="utf-8").splitlines()]

    def told(self) -> list[list[object]]:
        """The updates that each program of it has told."""
        lives: list[list[object]] = []
        for kind, what in self.noted():
            if kind == "began":
                lives.append([])
            elif kind == "update":
                lives[-1].append(what)
        return lives

    def programs(self) -> list[int]:
        return [pid for kind, pid in self.noted() if kind == "began" and isinstance(pid, int)]

    def goes_on(self) -> None:
        """The agent is started anew and has its conversation still."""
        before = self.person.state(self.session)["conversation"]
        self.person.orders(self.session, "connect")
        state = self.person.sees_connected(self.session)
        assert state["conversation"] == before == self.notes.stem
        assert parts(state, "notice") == []

    def ends(self) -> Counter[str]:
        """All that was said is answered in the end, but what was interrupted; gives how many are which."""
        state = self.person.sees_state(
            self.session, lambda state: state["taken"] is None and not state["queue"], what="the end of all turns"
        )
        self.judge(state)
        self.person.closes(self.session)
        eventually(
            lambda: None if any(runs(pid) for pid in self.programs()) else True,
            seconds=30, what="its program's end", instead=self.programs,
        )  # fmt: skip
        return Counter(part["prompt"]["state"] for part in parts(state, "prompt"))


def queued(state: Json) -> list[str]:
    return [prompt["id"] for prompt in state["queue"]]


def prompt_name(state: Json, prompt: str) -> str:
    return str(prompt_in(state, prompt)["text"]).split()[1]


def begun(person: Talker, workplace: Workplace, number: int) -> Conversation:
    """A session with an agent that can go on with its conversation, the one way or the other."""
    notes = workplace.root / f"notes-{number}"
    way = "resume" if number % (2 * ROUNDS_OF_ONE) < ROUNDS_OF_ONE else "load"
    session = person.opens("opencode", workplace.project, [sys.executable, str(AGENT), str(notes), way])
    person.sees_connected(session)
    return Conversation(person, session, notes)


def round_of(it: Conversation, hub: Hub, number: int, after: float) -> None:
    """Words, a kill, another hub, and a look at what is there."""
    count = it.lacks()
    killing = threading.Timer(after, hub.kill)
    killing.start()
    it.says_more(number, count)
    killing.join()
    hub.starts_again()
    state = it.recovered()
    eventually(
        lambda: None if any(runs(pid) for pid in it.programs()) else True,
        seconds=20, what="the end of the agent's program", instead=it.programs,
    )  # fmt: skip
    assert state["taken"] is None
    it.judge(state)
    it.goes_on()


def tell(words: str) -> None:
    """For whoever looks at a round that failed."""
    sys.stdout.write(f"{words}\n")


@pytest.mark.tenth
def test_a_hub_that_is_killed_in_a_turn_loses_nothing_and_sends_nothing_twice(workplace: Workplace) -> None:
    moments, it, begin, ends = random.Random(SEED), None, time.monotonic(), Counter[str]()
    with Hub(workplace) as hub, Talker(workplace) as person:
        for number in range(figure(KILLS)):
            if number % ROUNDS_OF_ONE == 0:
                if it is not None:
                    ends += it.ends()
                it = begun(person, workplace, number)
            assert it is not None
            after = moments.uniform(0, LONGEST_S)
            tell(f"seed {SEED}, round {number}: killed after {after:.3f} s, at {time.monotonic() - begin:.1f} s")
            round_of(it, hub, number, after)
        assert it is not None
        ends += it.ends()
    tell(f"prompts: {dict(ends)}")
    assert min(ends["answered"], ends["interrupted"]) >= figure(KILLS) // 5, "the hub was not killed in turns"

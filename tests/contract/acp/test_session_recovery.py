"""What a killed hub has left of a session: whole to its last line, nothing sent twice, and no process."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from countermark.actions.desk import Desk, open_desk
from countermark.actions.sessions.opening import NewSession, open_session
from countermark.actions.sessions.prompting import NewPrompt, queue_prompt
from countermark.actions.sessions.reading import traffic
from countermark.actions.sessions.recording import keep_lines, record, take_next
from countermark.model.actors import THE_HUB
from countermark.model.sessions.events import (
    CallChanged,
    Compacted,
    ConversationBegun,
    Initialised,
    SessionEvent,
    Starting,
    TitleChanged,
)
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.orders import Connect
from countermark.model.sessions.parts import (
    CallPart,
    CallStatus,
    CompactionPart,
    MessagePart,
    PromptPart,
    PromptState,
    TerminalOutput,
)
from countermark.model.sessions.values import Connection, Direction
from countermark.store.sqlite import open_file
from tests.contract.acp.driven import (
    PERSON,
    DrivenSession,
    calls_of,
    driven,
    obedient,
    runs,
    said_by_agent,
)

Line = tuple[Direction, dict[str, object] | str]
ROOT = Path(__file__).parents[3]


def to_agent(method: str, name: int | None = None, **params: object) -> Line:
    numbered = {} if name is None else {"id": name}
    return Direction.TO_AGENT, {"jsonrpc": "2.0", **numbered, "method": method, "params": params}


def update(kind: str, **fields: object) -> Line:
    params = {"sessionId": "c", "update": {"sessionUpdate": kind, **fields}}
    return Direction.FROM_AGENT, {"jsonrpc": "2.0", "method": "session/update", "params": params}


def chunk(text: str) -> Line:
    return update("agent_message_chunk", content={"type": "text", "text": text})


PROMPT = to_agent("session/prompt", 2, sessionId="c", prompt=[{"type": "text", "text": "go"}])


async def left(
    place: Path, lines: Sequence[Line], *, before: Sequence[SessionEvent] = (), within: Sequence[SessionEvent] = ()
) -> str:
    """A session as a hub leaves it that is killed in a turn, right after it has kept these lines.

    It had recorded `before` ahead of that turn, and `within` for its lines.
    """
    home, folder = place / "home", place / "work"
    home.mkdir(mode=0o700)
    folder.mkdir()
    desk = await open_desk(open_file(home / "desk.sqlite"), images=home / "images")
    session = await open_session(desk, NewSession("gemini", str(folder), command=obedient("load")), by=PERSON)
    begun: Sequence[SessionEvent] = [
        Starting("agent"), Initialised(AgentFacts(1, loads=True), 5), ConversationBegun("c", "new"),
    ]  # fmt: skip
    await record(desk, session.id, [*begun, *before], line=0, by=THE_HUB)
    await queue_prompt(desk, session.id, NewPrompt("go"), key="1", by=PERSON)
    await queue_prompt(desk, session.id, NewPrompt("and then"), key="2", by=PERSON)
    await take_next(desk, session.id, compose=lambda _, prompt: prompt.text, by=THE_HUB)
    texts = [(way, message if isinstance(message, str) else json.dumps(message)) for way, message in lines]
    rows = [(desk.now(), way, text) for way, text in texts]
    await keep_lines(desk, session.id, rows)
    await record(desk, session.id, within, line=0, by=THE_HUB)
    await desk.close()
    return session.id


async def recovered(desk: Desk, name: str) -> DrivenSession:
    session = DrivenSession(desk, name)
    await session.until(lambda state: state.why)
    return session


async def test_the_transcript_is_whole_to_the_last_line_and_the_turn_is_interrupted(tmp_path: Path) -> None:
    name = await left(tmp_path, [
        PROMPT, chunk("Hel"), chunk("lo"), update("tool_call", toolCallId="a", title="Runs", status="in_progress"),
        update("tool_call_update", toolCallId="a", content=[{"type": "terminal", "terminalId": "x"}]),
        chunk("cut o"),
    ])  # fmt: skip
    async with driven(tmp_path) as it:
        session = await recovered(it.desk, name)
        state = await session.state
        messages = [(part.text, part.whole) for part in state.ledger if isinstance(part, MessagePart)]
        assert messages == [("Hello", True), ("cut o", False)]
        [call] = calls_of(state)
        assert (call.status, len(call.outputs)) == (CallStatus.FAILED, 1)
        [prompt] = [part.prompt for part in state.ledger if isinstance(part, PromptPart)]
        assert (prompt.state, prompt.text) == (PromptState.INTERRUPTED, "go")
        assert state.connection is Connection.DISCONNECTED
        assert [each.text for each in state.queue] == ["and then"]


async def test_lines_are_read_again_the_way_that_they_were_read_when_they_came(tmp_path: Path) -> None:
    marked = "\ufeff" + json.dumps(chunk("with a mark")[1])
    nested = json.dumps(update("hologram", shape="SHAPE")[1]).replace('"SHAPE"', "[" * 980 + "]" * 980)
    name = await left(tmp_path, [PROMPT, (Direction.FROM_AGENT, marked), (Direction.FROM_AGENT, nested), chunk(", on")])
    async with driven(tmp_path) as it:
        session = await recovered(it.desk, name)
        assert said_by_agent(await session.state) == "with a mark, on"
        beside = await it.open(obedient())
        assert (await beside.turn("say Well")).prompt.state is PromptState.ANSWERED


async def test_what_is_told_in_pieces_and_was_recorded_in_between_is_added_up_once(tmp_path: Path) -> None:
    """Also of a call, and of a summary, that had begun before the turn."""

    def call(output: str) -> CallPart:
        return CallPart("a", 1, "Runs", None, "execute", CallStatus.RUNNING, (TerminalOutput("a", output),))

    def summary(words: str) -> Compacted:
        return Compacted(CompactionPart("k", 1, "in_progress", words))

    printed = {"terminal_output_delta": {"terminal_id": "a", "data": "two, "}}
    shorter = update("compaction_summary_chunk", compactionId="k", content={"type": "text", "text": "two, "})
    name = await left(
        tmp_path, [PROMPT, update("tool_call_update", toolCallId="a", _meta=printed), shorter],
        before=[CallChanged(call("one, ")), summary("one, ")],
        within=[CallChanged(call("one, two, ")), summary("one, two, ")],
    )  # fmt: skip
    async with driven(tmp_path) as it:
        state = await (await recovered(it.desk, name)).state
        [output] = calls_of(state)[0].outputs
        assert isinstance(output, TerminalOutput)
        assert output.output == "one, two, "
        assert [part.summary for part in state.ledger if isinstance(part, CompactionPart)] == ["one, two, "]


async def test_what_a_person_calls_the_session_stands(tmp_path: Path) -> None:
    told = update("session_info_update", title="The agent's")
    ours, its = TitleChanged("Ours"), TitleChanged("The agent's")
    for number, (within, title) in enumerate([([], "The agent's"), ([its], "The agent's"), ([its, ours], "Ours")]):
        place = tmp_path / str(number)
        place.mkdir()
        name = await left(place, [PROMPT, told], within=within)
        async with driven(place) as it:
            assert (await (await recovered(it.desk, name)).state).title == title


async def test_a_turn_whose_answer_had_come_counts_as_answered(tmp_path: Path) -> None:
    over: Line = (Direction.FROM_AGENT, {"jsonrpc": "2.0", "id": 2, "result": {"stopReason": "end_turn"}})
    name = await left(tmp_path, [PROMPT, chunk("All of it."), over])
    async with driven(tmp_path) as it:
        state = await (await recovered(it.desk, name)).state
        [prompt] = [part.prompt for part in state.ledger if isinstance(part, PromptPart)]
        assert (prompt.state, prompt.stop_reason) == (PromptState.ANSWERED, "end_turn")
        assert said_by_agent(state) == "All of it."


async def test_what_was_interrupted_is_not_sent_again_by_itself_and_the_next_words_are(tmp_path: Path) -> None:
    name = await left(tmp_path, [PROMPT, chunk("half")])
    async with driven(tmp_path) as it:
        session = await recovered(it.desk, name)
        await session.order(Connect())
        await session.until(lambda state: state.taken is None and not state.queue and state.conversation)
        lines = await traffic(it.desk, name, 3)
        sent = [json.loads(line.text) for line in lines if line.direction is Direction.TO_AGENT]
        prompts = [message["params"]["prompt"] for message in sent if message["method"] == "session/prompt"]
        assert prompts == [[{"type": "text", "text": "and then"}]]
        assert "session/load" in [message["method"] for message in sent]


async def test_recovering_twice_changes_nothing_more(tmp_path: Path) -> None:
    name = await left(tmp_path, [PROMPT, chunk("once"), update("notice", title="n", severity="info")])
    async with driven(tmp_path) as it:
        before = await (await recovered(it.desk, name)).state
    async with driven(tmp_path) as it:
        assert (await (await recovered(it.desk, name)).state).ledger == before.ledger


KILLED = """
import asyncio, sys
from pathlib import Path
from tests.contract.acp.driven import driven, obedient
async def main():
    async with driven(Path(sys.argv[1])) as it:
        session = await it.open(obedient("resume"))
        print(session.id, flush=True)
        await session.say("say first |second\\ntell {\\"sessionUpdate\\":\\"notice\\",\\"title\\":\\"seen\\"}\\nhang")
        await session.until(lambda state: any(getattr(part, "title", "") == "seen" for part in state.ledger))
        print("seen", flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""


@pytest.mark.parametrize("moment", ["at once", "in the turn"])
async def test_a_hub_that_is_killed_leaves_no_agent_and_no_doubt(tmp_path: Path, moment: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as hub:
        assert hub.stdout is not None
        name = hub.stdout.readline().strip()
        if moment == "in the turn":
            assert hub.stdout.readline().strip() == "seen"
        os.kill(hub.pid, signal.SIGKILL)
    left_ones = [json.loads(file.read_text())["pid"] for file in (tmp_path / "home" / "agents-running").glob("*.json")]
    async with driven(tmp_path) as it:
        session = DrivenSession(it.desk, name)
        state = await session.until(lambda state: state.why or (moment == "at once" and state.command))
        assert not any(runs(pid) for pid in left_ones)
        if moment == "in the turn":
            assert "first second" in said_by_agent(state)
            assert state.connection is Connection.DISCONNECTED
            assert [part.prompt.state for part in state.ledger if isinstance(part, PromptPart)] == [
                PromptState.INTERRUPTED
            ]
            await session.order(Connect())
            assert (await session.turn("say on")).prompt.state is PromptState.ANSWERED
        await session.close()


async def test_a_hub_that_is_stopped_says_so(tmp_path: Path) -> None:
    async with driven(tmp_path) as it:
        session = await it.open(obedient())
        await session.say("say so far\nhang")
        await session.until(lambda state: state.taken is not None)
    async with driven(tmp_path) as again:
        state = await DrivenSession(again.desk, session.id).state
        assert state.why == "Countermark was stopped."
        [prompt] = [part.prompt for part in state.ledger if isinstance(part, PromptPart)]
        assert (prompt.state, prompt.why) == (PromptState.INTERRUPTED, state.why)

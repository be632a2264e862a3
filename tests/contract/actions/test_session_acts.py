"""What an agent of a session does through the desk: files and programs are asked about before, or judged afterwards."""

import asyncio
from typing import Any

import pytest

from countermark.actions import items
from countermark.actions.cards import card_of
from countermark.agents.acp import gate
from countermark.agents.acp.context import SAME_ACT_MS, ActRefused
from countermark.agents.decision_words import NO_LONGER_ASKED, NOBODY
from countermark.model.permissions import Outcome
from countermark.model.sessions.events import CallChanged
from countermark.model.sessions.orders import Cancel
from countermark.model.sessions.parts import CallPart, CallStatus, Location
from countermark.model.tool_calls import ToolKind
from tests.contract.actions.session_gate import SessionGate, command, edit, open_session_gate
from tests.unit.agents.acp_told import part_of

GIVES = {"HOME": "/nowhere"}


def part(name: str, kind: str, *, status: CallStatus = CallStatus.COMPLETED, **told: Any) -> CallPart:
    found = part_of([{"toolCallId": name, "kind": kind, "title": name, "status": status.value, **told}])
    assert found is not None
    return found


async def write(its: SessionGate, name: str, content: str) -> None:
    its.clock.forward(0.001)
    await gate.may_write(its.context, str(its.folder / name), content)


async def test_a_file_is_written_only_after_the_difference_was_shown_and_allowed() -> None:
    async with open_session_gate() as its:
        (its.folder / "a.txt").write_text("one\ntwo\n")
        writing = asyncio.create_task(write(its, "a.txt", "one\nthree\n"))
        asked = await its.card()
        assert (asked.call.kind, asked.call.paths, asked.offered) == (ToolKind.EDIT, (str(its.folder / "a.txt"),), ())
        (change,) = (await card_of(its.desk, asked.id)).changes
        assert (change.is_new, change.problem) == (False, None)
        assert "three" in change.html
        assert "two" in change.html
        await its.allow(asked)
        await writing


@pytest.mark.parametrize("how", ["no", "words", "stop", "expiry", "cancel", "rule"])
async def test_what_is_not_allowed_is_refused_with_words_for_the_agent(how: str) -> None:
    async with open_session_gate() as its:
        run = "ours-no" if how == "rule" else "ours-a"
        running = asyncio.create_task(gate.may_run(its.context, run, [], {}, None))
        if how == "cancel":
            await its.cancel_when_asked()
        elif how == "expiry":
            await its.card()
            its.clock.forward(61)
            await items.expire_due(its.desk)
        elif how != "rule":
            words = "Use make." if how == "words" else None
            await its.refuse(await its.card(), words=words, stops=how == "stop")
        with pytest.raises(ActRefused) as refused:
            await asyncio.wait_for(running, 20)
        told = {
            "no": "Not allowed by the user.",
            "words": "Not allowed by the user. The words with it:\n\nUse make.",
            "stop": "Not allowed by the user.",
            "expiry": NOBODY,
            "cancel": NO_LONGER_ASKED,
            "rule": "Not allowed by a rule of the user. The words with it:\n\nRule no (user, line 7) denies it.",
        }
        assert str(refused.value) == told[how]
        assert its.wishes == ([Cancel()] if how == "stop" else [])
        assert await gate.words_for_next_prompt(its.context) == ""  # the error has told it


async def test_a_write_that_was_just_allowed_is_not_asked_about_once_more_and_only_once() -> None:
    async with open_session_gate() as its:
        path = str(its.folder / "a.txt")
        asked = its.ask(edit(path, "x\n"))
        await its.allow(await its.card())
        await asked
        await write(its, "a.txt", "x\n")
        assert len(await its.cards()) == 1
        again = asyncio.create_task(write(its, "a.txt", "x\n"))
        await its.refuse(await its.card())
        with pytest.raises(ActRefused):
            await again


@pytest.mark.parametrize(
    ("name", "content", "later"),
    [("a.txt", "y\n", 0), ("b.txt", "x\n", 0), ("a.txt", "x\n", SAME_ACT_MS // 1000 + 1)],
    ids=["other-text", "other-file", "too-late"],
)
async def test_an_allow_is_for_that_text_in_that_file_just_then(name: str, content: str, later: int) -> None:
    async with open_session_gate() as its:
        asked = its.ask(edit(str(its.folder / "a.txt"), "x\n"))
        await its.allow(await its.card())
        await asked
        its.clock.forward(later)
        writing = asyncio.create_task(write(its, name, content))
        await its.refuse(await its.card())
        with pytest.raises(ActRefused):
            await writing


async def test_a_part_that_was_allowed_to_be_replaced_is_no_leave_to_write_it_as_the_whole_file() -> None:
    async with open_session_gate() as its:
        path = its.folder / "a.txt"
        for number, (content, cards) in enumerate([("one\n2\nthree\n", 1), ("2", 2)]):
            path.write_text("one\ntwo\nthree\n")
            params = edit(str(path), "2", call=f"c{number}")
            params["toolCall"]["content"][0]["oldText"] = "two"
            asked = its.ask(params)
            await its.allow(await its.card())
            await asked
            writing = asyncio.create_task(write(its, "a.txt", content))
            if cards == 2:
                await its.allow(await its.card())
            await asyncio.wait_for(writing, 20)
        assert len(await its.cards()) == 3


async def test_what_was_refused_or_is_denied_by_a_rule_meanwhile_is_not_let_through() -> None:
    async with open_session_gate() as its:
        path = str(its.folder / "a.txt")
        asked = its.ask(edit(path, "x\n"))
        await its.refuse(await its.card())
        await asked
        writing = asyncio.create_task(write(its, "a.txt", "x\n"))
        await its.allow(await its.card())
        await writing
        asked = its.ask(edit(path, "z\n", call="c2"))
        await its.allow(await its.card())
        await asked
        rules = its.desk.home / "rules.toml"
        rules.write_text('version = 1\n[[rule]]\nid = "shut"\ntool = "edit"\npath = "a.txt"\ndecision = "deny"\n')
        with pytest.raises(ActRefused, match="shut"):
            await write(its, "a.txt", "z\n")


async def test_a_program_that_was_just_allowed_as_a_command_starts() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a && ours-b"))
        await its.allow(await its.card())
        await asked
        await gate.may_run(its.context, "/bin/bash", ["-c", "ours-a && ours-b"], {}, str(its.folder))
        assert len(await its.cards()) == 1


async def test_kimi_goes_to_the_folder_first_and_says_how_it_looks() -> None:
    async with open_session_gate(agent="kimi") as its:
        asked = its.ask(command("ours-a; ours-b"))
        await its.allow(await its.card())
        await asked
        looks = {"NO_COLOR": "1", "TERM": "dumb", "GIT_TERMINAL_PROMPT": "0", "SHELL": "/bin/bash"}
        line = f"cd '{its.folder}' && ours-a; ours-b"
        await gate.may_run(its.context, "/bin/bash", ["-c", line], looks, str(its.folder))
        assert len(await its.cards()) == 1
        again = asyncio.create_task(gate.may_run(its.context, "/bin/bash", ["-c", line], looks, str(its.folder)))
        card = await its.card()
        assert (card.call.command, '"NO_COLOR":"1"' in card.call.arguments.replace(" ", "")) == ("ours-a; ours-b", True)
        await its.allow(card)
        await again


@pytest.mark.parametrize(
    ("program", "args", "env", "line"),
    [
        ("ours-a", [], {}, "ours-a"),
        ("ours-a", ["b c", "$x"], {}, "ours-a 'b c' '$x'"),
        ("bash", ["-lc", "ours-a; ours-b"], {}, "ours-a; ours-b"),
        ("bash", ["-c", "ours-yes"], GIVES, "HOME=/nowhere bash -c ours-yes"),
        ("ours-yes", [], {"LD_PRELOAD": "/tmp/x y"}, "LD_PRELOAD='/tmp/x y' ours-yes"),
        ("ours-yes", [], {"TERM": "../../x", "CI": "1"}, "TERM=../../x ours-yes"),
        ("ours-yes", [], {"SHELL": "/tmp/bash"}, "SHELL=/tmp/bash ours-yes"),
        ("ours-a", [], {"TERM": "dumb", "NO_COLOR": "1", "SHELL": "/bin/bash"}, "ours-a"),
        ("bash", ["-c", "cd '/elsewhere' && ours-a"], {}, "cd '/elsewhere' && ours-a"),
    ],
)
async def test_a_program_is_asked_about_as_the_line_that_does_the_same(
    program: str, args: list[str], env: dict[str, str], line: str
) -> None:
    async with open_session_gate() as its:
        running = asyncio.create_task(gate.may_run(its.context, program, args, env, "sub"))
        asked = await its.card()
        assert (asked.call.command, asked.call.cwd) == (line, str(its.folder / "sub"))
        await its.allow(asked)
        await running


@pytest.mark.parametrize("name", ["X=1 ours-yes #", "", "A B", "1A", "A\nB", "$(ours-yes)"])
async def test_a_variable_that_would_read_as_a_command_is_refused(name: str) -> None:
    async with open_session_gate() as its:
        with pytest.raises(ActRefused, match="no variable's"):
            await gate.may_run(its.context, "ours-no", [], {name: "x"}, None)
        assert len(await its.entries("call_refused")) == 1


async def test_a_program_that_a_rule_allows_starts_without_a_card() -> None:
    async with open_session_gate() as its:
        await gate.may_run(its.context, "ours-yes", [], {}, None)
        (done,) = await its.cards()
        assert done.outcome is Outcome.ALLOWED
        assert await its.items() == []


async def test_reading_in_the_folder_is_allowed_and_elsewhere_asked() -> None:
    async with open_session_gate() as its:
        await gate.may_read(its.context, str(its.folder / "a.txt"))
        assert await its.items() == []
        for path in ("/etc/passwd", f"{its.folder}/../../../etc/hostname", str(its.folder / ".env")):
            reading = asyncio.create_task(gate.may_read(its.context, path))
            await its.refuse(await its.card())
            with pytest.raises(ActRefused):
                await reading


async def test_a_link_out_of_the_folder_is_where_it_leads() -> None:
    async with open_session_gate() as its:
        (its.folder / "inside").symlink_to("/etc")
        reading = asyncio.create_task(gate.may_read(its.context, str(its.folder / "inside" / "passwd")))
        await its.refuse(await its.card())
        with pytest.raises(ActRefused):
            await reading


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a.txt", "x"),
        ("", "x"),
        ("/a\0b", "x"),
        (f"/{'a' * 5000}", "x"),
        ("/a", "\ud800"),
        ("/a", "x" * (8 * 2**20 + 1)),
    ],
    ids=["relative", "empty", "nul", "long", "half", "huge"],
)
async def test_what_cannot_be_shown_is_not_written(path: str, content: str) -> None:
    async with open_session_gate() as its:
        with pytest.raises(ActRefused):
            await gate.may_write(its.context, path, content)
        assert await its.cards() == []


async def test_no_settings_of_ours_are_written_by_an_agent() -> None:
    async with open_session_gate() as its:
        with pytest.raises(ActRefused, match="for the person to change"):
            await gate.may_write(its.context, str(its.desk.home / "rules.toml"), "version = 1\n")
        (its.folder / "link").symlink_to(its.desk.home)
        with pytest.raises(ActRefused, match="for the person to change"):
            await gate.may_write(its.context, str(its.folder / "link" / "rules.toml"), "version = 1\n")


@pytest.mark.parametrize(
    ("done", "decision", "words"),
    [
        (
            part("c1", "execute", rawInput={"command": "ours-no"}),
            "deny",
            "Your rules deny this; it was done without asking.",
        ),
        (
            part("c1", "execute", rawInput={"command": "ours-a"}),
            "ask",
            "No rule allows this; it was done without asking.",
        ),
        (part("c1", "execute", rawInput={"command": "ours-yes"}), "allow", "Your rules allow this."),
        (
            part("c1", "read", locations=[{"path": "/etc/passwd"}]),
            "ask",
            "No rule allows this; it was done without asking.",
        ),
    ],
    ids=["denied", "unruled", "allowed", "read"],
)
async def test_what_was_done_without_asking_is_judged_by_the_rules(done: CallPart, decision: str, words: str) -> None:
    async with open_session_gate() as its:
        judged = await gate.judged(its.context, done)
        assert judged is not None
        assert (judged.call, judged.judgement.decision) == ("c1", decision)
        assert judged.judgement.words.startswith(words)


@pytest.mark.parametrize(
    "done",
    [
        part("c1", "execute", status=CallStatus.FAILED, rawInput={"command": "ours-no"}),
        part("c1", "execute", status=CallStatus.RUNNING, rawInput={"command": "ours-no"}),
        part("c1", "think"),
        part("c1", "edit", content=[{"type": "diff", "path": "a\0b", "newText": ""}]),
    ],
    ids=["failed", "running", "thought", "odd"],
)
async def test_what_was_not_done_or_is_nothing_that_rules_know_is_not_judged(done: CallPart) -> None:
    async with open_session_gate() as its:
        assert await gate.judged(its.context, done) is None


async def test_what_was_asked_about_is_not_judged_afterwards() -> None:
    async with open_session_gate() as its:
        asked = its.ask(command("ours-a", call="c1"))
        await its.allow(await its.card())
        await asked
        assert await gate.judged(its.context, part("c1", "execute", rawInput={"command": "ours-a"})) is None
        # The call is found by the file that it names: an agent writes without saying for which call.
        path = str(its.folder / "b.txt")
        running = CallPart("c2", its.clock(), "Write", None, "edit", CallStatus.RUNNING, locations=(Location(path),))
        await its.tell(CallChanged(running))
        writing = asyncio.create_task(write(its, "b.txt", "x"))
        asked_now = await its.card()
        assert asked_now.asker.call_id == "c2"
        await its.allow(asked_now)
        await writing
        assert await gate.judged(its.context, part("c2", "edit", rawInput={"path": path, "content": "x"})) is None

"""Whatever an agent does wrong, each of its lines is handed on in order, and no process of it is left."""

import asyncio
import json
from pathlib import Path

import pytest

from countermark.agents.acp import messages
from countermark.agents.acp.lines import LineKind
from countermark.model.errors import AgentGone, AgentRefused, AgentSilent, OtherProtocol
from tests.contract.acp.at_work import PATIENCE_S, at_work, runs, says, until, words
from tests.contract.acp.misbehaving_agent import DEPTHS, FAULTS, FLOOD, HUGE, MANY
from tests.contract.acp.ordinary_agent import CONVERSATION

PLAIN = ["Working.", "Done."]
# They end a turn as the others do: what is wrong with them comes before or in between.
GO_ON = (
    "nothing", "junk", "batches", "windows-lines", "invalid-utf8", "deep-nesting", "huge-line", "flood", "stderr-flood",
    "same-id-twice", "fraction-ids", "answers-nobody", "out-of-order", "unknown-choice", "unknown-requests", "odd-ids",
    "other-conversation", "slow-start", "early-updates",
)  # fmt: skip


def test_there_are_more_than_twenty() -> None:
    assert len(FAULTS) >= 20
    assert all(what.endswith(".") for what in FAULTS.values())


@pytest.mark.parametrize("mode", GO_ON)
async def test_the_turn_is_told_whole(mode: str, tmp_path: Path) -> None:
    async with at_work(mode, tmp_path) as work:
        await work.begin()
        assert await work.turn() == "end_turn"
        told = [text for text in work.texts if text in PLAIN]
        assert told == PLAIN
    assert not runs(work.process.pid)


async def test_junk_is_kept_with_the_reason(tmp_path: Path) -> None:
    async with at_work("junk", tmp_path) as work:
        await work.begin()
        await work.turn()
    assert [(line.text, line.why) for line in work.junk] == [
        ("npm warn deprecated", "no JSON: Expecting value at character 0"),
        ("42", "JSON, but no object"),
        ("null", "JSON, but no object"),
        ('"text"', "JSON, but no object"),
        ("{", "no JSON: Expecting property name enclosed in double quotes at character 1"),
        ("{}", "the object is no request, no notification and no answer"),
        ('{"id":1}', "the object is no request, no notification and no answer"),
        ("", "a blank line"),
        ("   ", "a blank line"),
        ("NaN", "JSON, but no object"),
        ('{"jsonrpc":"2.0","method":7}', "the object is no request, no notification and no answer"),
    ]


async def test_a_batch_is_junk_with_words(tmp_path: Path) -> None:
    async with at_work("batches", tmp_path) as work:
        await work.begin()
        await work.turn()
    [batch] = work.junk
    assert "in version 1" in batch.why
    assert len(json.loads(batch.text)) == 3


async def test_carriage_returns_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    async with at_work("windows-lines", tmp_path) as work:
        await work.begin()
        await work.turn()
    assert work.junk == []
    assert work.texts == ["Working.", "CR", "CR", "Done."]


async def test_what_is_no_text_is_shown_byte_by_byte(tmp_path: Path) -> None:
    async with at_work("invalid-utf8", tmp_path) as work:
        await work.begin()
        await work.turn()
    assert [line.why for line in work.junk] == ["byte 64 is not UTF-8", "byte 0 is not UTF-8"]
    assert (r"caf\xc3" in work.junk[0].text, work.junk[1].text) == (True, r"\xff\xfe")


async def test_what_no_parser_reads_is_junk(tmp_path: Path) -> None:
    async with at_work("deep-nesting", tmp_path) as work:
        await work.begin()
        await work.turn()
    deep = "it is nested too deeply"
    assert [line.why for line in work.junk] == [deep, "no JSON: a number is too long", *[deep] * 2 * len(DEPTHS)]


async def test_a_line_of_60_mb_arrives(tmp_path: Path) -> None:
    async with at_work("huge-line", tmp_path) as work:
        await work.begin()
        await work.turn()
    assert [len(text) for text in work.texts] == [len("Working."), HUGE, len("Done.")]


async def test_ten_thousand_chunks_arrive_in_their_order(tmp_path: Path) -> None:
    async with at_work("flood", tmp_path) as work:
        await work.begin()
        await work.turn()
    assert work.texts == ["Working.", *(f"{number} " for number in range(MANY)), "Done."]
    assert work.batches < MANY


async def test_a_flood_on_stderr_holds_nothing_up_and_is_told(tmp_path: Path) -> None:
    async with at_work("stderr-flood", tmp_path) as work:
        await work.begin()
        await work.turn()
    assert sum(map(len, work.said)) > FLOOD * 0.9
    assert max(map(len, work.said)) <= 8 * 1024
    assert len(work.process.said.end) <= 64 * 1024 + 8 * 1024


@pytest.mark.parametrize(
    ("mode", "how"),
    [
        ("exits", "has ended with code 3"),
        ("is-killed", "was ended by SIGKILL"),
        ("half-a-line", "has ended with code 0"),
        ("closes-stdout", "SIGTERM"),
    ],
)
async def test_who_waits_hears_that_the_agent_is_gone(mode: str, how: str, tmp_path: Path) -> None:
    async with at_work(mode, tmp_path) as work:
        await work.begin()
        turn = asyncio.create_task(work.turn())
        await until(work.over)
        assert not turn.done()
        exit_ = await work.process.end(close_seconds=0.2)
        work.connection.close(f"The agent {exit_.words}.")
        with pytest.raises(AgentGone, match=how):
            await turn
        with pytest.raises(AgentGone, match=how):
            await work.turn()


async def test_half_a_line_is_kept(tmp_path: Path) -> None:
    async with at_work("half-a-line", tmp_path) as work:
        await work.begin()
        turn = asyncio.create_task(work.turn())
        await until(work.over)
        work.connection.close("over")
        with pytest.raises(AgentGone):
            await turn
    assert work.lines[-1].kind is LineKind.JUNK
    assert work.lines[-1].text == '{"jsonrpc":"2.0","method":"session/upd'


async def test_a_whole_last_line_counts_without_its_newline(tmp_path: Path) -> None:
    async with at_work("no-last-newline", tmp_path) as work:
        await work.begin()
        assert await work.turn() == "end_turn"


async def test_what_it_said_before_it_exited_is_told(tmp_path: Path) -> None:
    async with at_work("exits-at-start", tmp_path) as work:
        with pytest.raises((AgentGone, AgentSilent)):
            await work.ask(messages.initialize("0", terminals=False, protocol=1), seconds=2)
        await until(work.over)
    assert work.said == ["fatal: no configuration"]
    assert (await work.process.exited()).words == "has ended with code 1"


async def test_a_cancel_that_is_never_answered_ends_with_the_process(tmp_path: Path) -> None:
    async with at_work("never-answers-cancel", tmp_path) as work:
        await work.begin()
        own = await work.connection.request(*words("Go on."))
        await work.connection.notify(*messages.cancel(CONVERSATION))
        await says(work, "I go on.")
        assert not own.answer.done()


async def test_a_permission_after_a_cancel_can_be_answered(tmp_path: Path) -> None:
    async with at_work("asks-after-cancel", tmp_path) as work:
        await work.begin()
        own = await work.connection.request(*words("Go on."))
        await work.connection.notify(*messages.cancel(CONVERSATION))
        result = await asyncio.wait_for(asyncio.shield(own.answer), PATIENCE_S)
        assert result == {"stopReason": "cancelled"}
        assert '"optionId": "yes"' in work.texts[-1]


async def test_a_turn_that_ends_with_an_error_is_refused_with_its_words(tmp_path: Path) -> None:
    async with at_work("cancelled-with-error", tmp_path) as work:
        await work.begin()
        own = await work.connection.request(*words("Go on."))
        await work.connection.notify(*messages.cancel(CONVERSATION))
        with pytest.raises(AgentRefused, match="AbortError") as refused:
            await asyncio.wait_for(asyncio.shield(own.answer), PATIENCE_S)
        assert refused.value.number == -32603


async def test_two_requests_of_one_id_are_two_requests(tmp_path: Path) -> None:
    async with at_work("same-id-twice", tmp_path) as work:
        await work.begin()
        await work.turn()
    asked = [line.message["params"]["toolCall"] for line in work.lines if line.kind is LineKind.REQUEST]
    answers = [json.loads(line) for line in work.written if "optionId" in line]
    assert [call["toolCallId"] for call in asked] == ["first", "second"]
    assert [answer["id"] for answer in answers] == [7, 7]


async def test_a_second_answer_is_odd_and_harmless(tmp_path: Path) -> None:
    async with at_work("answers-twice", tmp_path) as work:
        await work.begin()
        assert await work.turn() == "end_turn"
        await says(work, "Done.")
        assert await work.turn() == "end_turn"
    assert work.odd[0] == "an answer to request 3, which is answered already"


async def test_answers_to_nobody_are_odd_and_harmless(tmp_path: Path) -> None:
    async with at_work("answers-nobody", tmp_path) as work:
        await work.begin()
        await work.turn()
    odd = ("999", "'1'", "None", "1.5", "True", "[1]", "{'a': 1}", "inf", str(10**400))
    assert work.odd == [f"an answer to request {each}, which nobody has made" for each in odd]


async def test_an_error_without_words_is_an_error(tmp_path: Path) -> None:
    async with at_work("odd-errors", tmp_path) as work:
        await work.begin()
        with pytest.raises(AgentRefused, match="with an error") as refused:
            await work.turn()
        await says(work, "Done.")
    assert refused.value.details == "it went wrong"
    assert len(work.odd) >= 1


async def test_updates_come_in_the_order_of_the_lines(tmp_path: Path) -> None:
    async with at_work("out-of-order", tmp_path) as work:
        await work.begin()
        await work.turn()
    updates = [line.message["params"]["update"] for line in work.lines if line.kind is LineKind.NOTIFICATION]
    calls = [(each["sessionUpdate"], each.get("status")) for each in updates if "toolCallId" in each]
    assert calls == [
        ("tool_call_update", "in_progress"), ("tool_call", "pending"), ("tool_call_update", "completed"),
        ("tool_call_update", "in_progress"), ("tool_call", None),
    ]  # fmt: skip


async def test_what_no_schema_knows_is_handed_on_as_it_came(tmp_path: Path) -> None:
    async with at_work("unknown-everything", tmp_path) as work:
        await work.begin()
        assert await work.turn() == "bored"
    assert work.junk == []
    told = [line.message for line in work.lines if line.kind is LineKind.NOTIFICATION]
    assert told[1]["params"]["update"] == {"sessionUpdate": "hologram", "shape": "cube"}
    assert told[-3]["method"] == "session/aura"
    assert (told[-2]["params"], told[-1].get("params")) == (7, None)


async def test_requests_that_we_do_not_have_are_answered_so(tmp_path: Path) -> None:
    async with at_work("unknown-requests", tmp_path) as work:
        await work.begin()
        await work.turn()
    assert work.texts == ["Working.", "-32601", "-32601", "-32601", "Done."]


async def test_a_request_is_answered_under_the_id_that_it_has(tmp_path: Path) -> None:
    async with at_work("odd-ids", tmp_path) as work:
        await work.begin()
        await work.turn()
    answers = [json.loads(line) for line in work.written if "error" in line]
    assert [answer["id"] for answer in answers] == ["text", 1.5, -1, "", None]
    assert [line.why for line in work.junk] == ["the id of the request is no string and no number"] * 4


async def test_what_comes_before_the_conversation_is_begun_comes_first(tmp_path: Path) -> None:
    async with at_work("early-updates", tmp_path) as work:
        await work.begin()
    kinds = [line.kind for line in work.lines]
    assert kinds == [LineKind.ANSWER, LineKind.NOTIFICATION, LineKind.NOTIFICATION, LineKind.ANSWER]


@pytest.mark.parametrize(("mode", "spoken"), [("other-version", "version 99"), ("version-in-words", "version latest")])
async def test_another_version_is_said_with_a_remedy(mode: str, spoken: str, tmp_path: Path) -> None:
    async with at_work(mode, tmp_path) as work:
        with pytest.raises(OtherProtocol, match=f"{spoken} .* speaks versions 1 and 2") as refused:
            await work.begin()
    assert "Install a version" in refused.value.hint


async def test_an_agent_that_wants_a_sign_in_says_so_by_its_number(tmp_path: Path) -> None:
    async with at_work("needs-sign-in", tmp_path) as work:
        with pytest.raises(AgentRefused) as refused:
            await work.begin()
    assert refused.value.number == messages.AUTH_REQUIRED


async def test_a_start_that_is_never_answered_has_its_time(tmp_path: Path) -> None:
    async with at_work("silent-start", tmp_path) as work:
        with pytest.raises(AgentSilent, match="initialize within 1 s"):
            await work.ask(messages.initialize("0", terminals=False, protocol=1), seconds=1)
        assert json.loads(work.written[-1])["params"] == {"requestId": 1}
        assert json.loads(work.written[-1])["method"] == "$/cancel_request"

"""The receipt of somebody who was away: what happened, what waits, what has to be looked at again."""

from countermark.actions.desk import Desk
from countermark.actions.sessions.receipts import MOST_LINES, Missed, receipt
from countermark.model.items import ItemKind, ItemState
from countermark.model.sessions import events
from countermark.model.sessions.parts import CallStatus, DiffOutput, Judgement, MessagePart, NoticePart, Voice
from tests.contract.sessions.talk import EDIT, FILE, Talk, call, message


async def test_nothing_was_missed_by_who_has_seen_all(desk: Desk, talk: Talk) -> None:
    await talk.turn("Do it", message("m1"), call("t1", outputs=(EDIT,)))
    number = (await talk.state()).number
    for since in (number, number + 5):
        missed = await receipt(desk, talk.id, since)
        assert (missed.prompts, missed.messages, missed.calls, missed.failures, missed.files) == (0, 0, 0, 0, ())
        assert (missed.happened, missed.look_again, missed.waiting) == ((), (), ())


async def test_what_has_happened_is_counted_and_told_in_a_line_each(desk: Desk, talk: Talk) -> None:
    seen = (await talk.turn("Before", message("m0"), call("t0", outputs=(EDIT,)))).id
    since = (await talk.state()).number
    other = DiffOutput("/srv/shop/b.py", None, "new\n")
    prompt = await talk.turn(
        "Do it",
        call("t1", CallStatus.RUNNING),
        message("m1", "Words\nand more"),
        call("t1", outputs=(EDIT, other, EDIT)),
        call("t2", CallStatus.FAILED, title="Run tests"),
        call("t3", CallStatus.RUNNING, title="Still at it"),
        call("t4", title="git push --force"),
        events.CallJudged("t4", Judgement("deny", 'rule "no-force"')),
        call("t5", title="ls"),
        events.CallJudged("t5", Judgement("allow", 'rule "reads"')),
        events.Noticed(NoticePart("n1", 5, "warning", "Nearly out of credit")),
        events.MessageFinished(MessagePart("m9", 5, Voice.USER, "from long ago", replayed=True)),
        events.ItemAsked("pm_1", ItemKind.PERMISSION, "Run rm"),
        events.ItemAsked("qu_1", ItemKind.QUESTION, "Which?"),
        events.ItemEnded("qu_1", ItemState.ANSWERED, "this one"),
        events.Disconnected("killed", failed=True),
    )
    missed = await receipt(desk, talk.id, since)
    assert (missed.since, missed.number) == (since, (await talk.state()).number)
    assert (missed.prompts, missed.messages, missed.calls, missed.failures) == (1, 1, 3, 2)
    assert missed.files == (FILE, "/srv/shop/b.py")
    told = [(each.why, each.part, each.words) for each in missed.happened]
    assert told == [
        (Missed.PROMPT, prompt.id, "Do it"),
        (Missed.MESSAGE, "m1", "Words and more"),
        (Missed.CALL, "t1", "Edit a.py: completed"),
        (Missed.FAILURE, "t2", "Run tests: failed"),
        (Missed.CALL, "t4", "git push --force: completed"),
        (Missed.CALL, "t5", "ls: completed"),
        (Missed.NOTICE, "n1", "Nearly out of credit"),
        (Missed.FAILURE, None, "killed"),
    ]
    assert [(each.why, each.part, each.words) for each in missed.look_again] == [
        (Missed.CHANGE, "t1", f"{FILE}, /srv/shop/b.py"), (Missed.JUDGED, "t4", 'rule "no-force"'),
    ]  # fmt: skip
    assert [(each.part, each.words) for each in missed.waiting] == [("pm_1", "Run rm")]
    assert seen != prompt.id


async def test_what_changed_again_has_to_be_looked_at_again(desk: Desk, talk: Talk) -> None:
    await talk.tell(call("t1", CallStatus.RUNNING, outputs=(EDIT,)), message("m1"))
    since = (await talk.state()).number
    await talk.tell(call("t1", outputs=(EDIT, DiffOutput("/srv/shop/b.py", "1", "2"))))
    missed = await receipt(desk, talk.id, since)
    assert [each.part for each in missed.look_again] == ["t1"]
    assert missed.messages == 0


async def test_a_turn_that_was_interrupted_is_a_failure(desk: Desk, talk: Talk) -> None:
    prompt = await talk.queue("Do it")
    since = (await talk.state()).number
    await talk.take()
    await talk.tell(events.PromptInterrupted(prompt.id, "The hub ended."))
    missed = await receipt(desk, talk.id, since)
    assert [(each.why, each.words) for each in missed.happened] == [(Missed.FAILURE, "The hub ended.")]


async def test_a_long_absence_is_told_by_its_end(desk: Desk, talk: Talk) -> None:
    await talk.tell(*(message(f"m{number}") for number in range(MOST_LINES + 7)))
    missed = await receipt(desk, talk.id, 0)
    assert (missed.messages, missed.left_out, len(missed.happened)) == (MOST_LINES + 7, 7, MOST_LINES)
    assert missed.happened[-1].part == f"m{MOST_LINES + 6}"

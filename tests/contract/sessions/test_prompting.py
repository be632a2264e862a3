"""Prompts: queued once for each key, changed while they wait, taken one at a time, never sent again by themselves."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.images import add_image
from countermark.actions.sessions import attachments, opening, prompting, recording
from countermark.actions.sessions.prompting import NewPrompt
from countermark.model.errors import BadInput, Busy, Conflict, NotFound, TooLarge
from countermark.model.sessions import events
from countermark.model.sessions.parts import Attachment, AttachmentKind, Prompt, PromptPart, PromptState
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import MAX_PROMPT_BYTES, MOST_ATTACHMENTS, MOST_QUEUED, Session
from tests.contract.sessions.talk import AGENT, EDIT, ME, Talk, as_sent, call
from tests.figures import figure

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0" * 17


async def test_a_prompt_waits_until_it_is_taken_and_then_stands_in_the_ledger(talk: Talk) -> None:
    first, second = await talk.queue("Do this"), await talk.queue("Then that")
    assert (await talk.state()).queue == (first, second)
    taken = await talk.take()
    assert taken == replace(first, state=PromptState.TAKEN, sent="Do this")
    state = await talk.state()
    assert (state.queue, state.taken) == ((second,), first.id)
    assert await talk.take() is None
    await talk.tell(events.PromptAnswered(first.id, "end_turn"))
    after = await talk.take()
    assert after is not None
    assert after.id == second.id


async def test_the_same_key_is_the_same_prompt_whatever_has_become_of_it(talk: Talk) -> None:
    first = await talk.queue("Do it", key="key-one-00")
    assert await talk.queue("Do it", key="key-one-00") == first
    await talk.take()
    assert (await talk.queue("Do it", key="key-one-00")).state is PromptState.TAKEN
    await talk.tell(events.PromptAnswered(first.id, "end_turn"))
    assert (await talk.queue("Do it", key="key-one-00")).state is PromptState.ANSWERED
    with pytest.raises(Conflict, match="other words"):
        await talk.queue("Do something else", key="key-one-00")
    gone = await talk.queue("Not this", key="key-two-00")
    await prompting.remove_prompt(talk.desk, talk.id, gone.id, by=ME)
    assert (await talk.queue("Not this", key="key-two-00")).id == gone.id
    assert (await talk.state()).queue == ()
    assert (await talk.kinds()).count("prompt_queued") == 2


async def test_one_key_of_two_people_is_two_prompts(desk: Desk, talk: Talk) -> None:
    mine = await talk.queue("Do it", key="key-one-00")
    theirs = await prompting.queue_prompt(desk, talk.id, NewPrompt("Do it"), key="key-one-00", by=AGENT)
    assert mine.id != theirs.id


async def test_two_who_take_at_once_get_one_prompt(talk: Talk) -> None:
    await talk.queue("One")
    await talk.queue("Two")
    taken = [each for each in await asyncio.gather(*(talk.take() for _ in range(20))) if each is not None]
    assert [each.text for each in taken] == ["One"]
    assert (await talk.kinds()).count("prompt_taken") == 1


async def test_the_whole_text_that_is_sent_is_kept(desk: Desk, talk: Talk) -> None:
    await talk.queue("Do it")

    def with_words(state: SessionState, prompt: Prompt) -> str:
        return f"{prompt.text} in {Path(state.folder).name}, nobody answered before"

    taken = await recording.take_next(desk, talk.id, compose=with_words, by=AGENT)
    assert taken is not None
    assert taken.sent == "Do it in shop, nobody answered before"
    (part,) = (await talk.state()).ledger
    assert isinstance(part, PromptPart)
    assert part.prompt == taken


async def test_words_are_changed_reordered_and_taken_back_while_they_wait(desk: Desk, talk: Talk) -> None:
    one, two, three = [await talk.queue(text) for text in ("One", "Two", "Three")]
    await prompting.change_prompt(desk, talk.id, two.id, "Zwei", (), by=ME)
    await prompting.reorder_prompts(desk, talk.id, [three.id, two.id, one.id], by=ME)
    assert [each.text for each in (await talk.state()).queue] == ["Three", "Zwei", "One"]
    await prompting.remove_prompt(desk, talk.id, three.id, by=ME)
    number = (await talk.state()).number
    await prompting.change_prompt(desk, talk.id, two.id, "Zwei", (), by=ME)
    await prompting.reorder_prompts(desk, talk.id, [two.id, one.id], by=ME)
    assert (await talk.state()).number == number, "what is so already is no event"
    with pytest.raises(Conflict, match="Other prompts wait"):
        await prompting.reorder_prompts(desk, talk.id, [one.id], by=ME)
    with pytest.raises(NotFound):
        await prompting.change_prompt(desk, talk.id, "pr_none", "x", (), by=ME)
    await talk.take()
    for late in (
        prompting.change_prompt(desk, talk.id, two.id, "x", (), by=ME),
        prompting.remove_prompt(desk, talk.id, two.id, by=ME),
    ):
        with pytest.raises(Conflict, match="has these words"):
            await late


async def test_limits_say_what_to_do(desk: Desk, talk: Talk) -> None:
    with pytest.raises(BadInput, match="empty"):
        await talk.queue(" \n")
    with pytest.raises(TooLarge, match="1 MB"):
        await talk.queue("x" * (MAX_PROMPT_BYTES + 1))
    with pytest.raises(NotFound):
        await Talk(desk, "se_none").queue("x")
    image = Attachment(AttachmentKind.IMAGE, "a.png", "image/png", 0, "0" * 64)
    with pytest.raises(TooLarge, match="20 things"):
        await talk.queue("x", attachments=[image] * (MOST_ATTACHMENTS + 1))
    await asyncio.gather(*(talk.queue(f"Prompt {number}") for number in range(MOST_QUEUED)))
    with pytest.raises(Busy, match="100 prompts wait"):
        await talk.queue("one more")


async def test_a_closed_session_takes_no_prompt_and_gives_none(desk: Desk, talk: Talk) -> None:
    await talk.queue("Later")
    await opening.close_session(desk, talk.id, by=ME)
    await opening.close_session(desk, talk.id, by=ME)
    with pytest.raises(Conflict, match="closed"):
        await talk.queue("x")
    assert await talk.take() is None
    await talk.tell(events.Starting("agent"))
    assert (await talk.take()) is not None
    await talk.tell(events.Closed(deleted=True))
    with pytest.raises(Conflict, match="deleted"):
        await talk.queue("x")
    assert (await talk.kinds()).count("closed") == 2


async def test_only_an_interrupted_prompt_is_sent_again_and_only_by_a_person(talk: Talk) -> None:
    first = await talk.queue("Do it")
    with pytest.raises(Conflict, match="interrupted"):
        await talk.queue("Do it", again_of=first.id)
    await talk.take()
    await talk.tell(events.PromptInterrupted(first.id, "The hub ended."))
    assert await talk.take() is None, "nothing sends it again by itself"
    again = await talk.queue("Do it", again_of=first.id)
    taken = await talk.take()
    assert taken is not None
    assert (taken.id, taken.again_of) == (again.id, first.id)


async def test_marks_go_along_once(talk: Talk) -> None:
    await talk.tell(call("t1", outputs=(EDIT,)))
    mark = await talk.mark()
    with pytest.raises(Conflict, match="mark"):
        await talk.queue("x", marks=("mark-999",))
    prompt = await talk.queue("", marks=(mark.id,))
    await talk.take()
    assert (await talk.state()).marks == (replace(mark, sent_with=prompt.id),)
    await talk.tell(events.PromptAnswered(prompt.id, "end_turn"))
    with pytest.raises(Conflict, match="mark"):
        await talk.queue("again", marks=(mark.id,))


async def test_what_is_attached_is_kept_here_or_lies_in_the_session(
    desk: Desk, talk: Talk, session: Session, tmp_path: Path
) -> None:
    picture = await add_image(desk, PNG, by=ME)
    digest = await attachments.keep_text(desk, "Grüße\n", by=ME)
    note = Path(session.folder, "note.md")
    note.write_text("four")
    prompt = await talk.queue(
        "Look",
        attachments=[
            Attachment(AttachmentKind.IMAGE, "a.png", "text/html", 1, picture.sha256),
            Attachment(AttachmentKind.TEXT, "pasted", "text/plain", 1, digest),
            Attachment(AttachmentKind.FILE, "note.md", "text/markdown", 1, None, str(note)),
        ],
    )
    assert [(each.media_type, each.size) for each in prompt.attachments] == [
        ("image/png", len(PNG)), ("text/plain", 8), ("text/markdown", 4),
    ]  # fmt: skip
    outside = tmp_path / "secret"
    outside.write_text("x")
    link = Path(session.folder, "link")
    link.symlink_to(outside)
    for path in (str(outside), str(link), f"{session.folder}/../secret", "note.md", f"{session.folder}\0", ""):
        with pytest.raises(BadInput, match="outside"):
            await talk.queue("x", attachments=[Attachment(AttachmentKind.FILE, "x", "text/plain", 1, None, path)])
    for path in (f"{session.folder}/none", f"{session.folder}/."):
        with pytest.raises(BadInput):
            await talk.queue("x", attachments=[Attachment(AttachmentKind.FILE, "x", "text/plain", 1, None, path)])
    for kind in (AttachmentKind.IMAGE, AttachmentKind.TEXT):
        with pytest.raises(BadInput, match="not kept here"):
            await talk.queue("x", attachments=[Attachment(kind, "x", "image/png", 1, "0" * 64)])


async def test_a_text_is_kept_once_and_not_without_end(desk: Desk) -> None:
    assert await attachments.keep_text(desk, "a", by=ME) == await attachments.keep_text(desk, "a", by=ME)
    assert [each.kind for each in await desk.read(lambda reader: reader.entries())] == ["session_text_kept"]
    with pytest.raises(TooLarge):
        await attachments.keep_text(desk, "x" * (attachments.MAX_TEXT_BYTES + 1), by=ME)


async def test_nobody_takes_a_prompt_of_a_session_that_is_not_there(desk: Desk) -> None:
    with pytest.raises(NotFound):
        await recording.take_next(desk, "se_none", compose=as_sent, by=AGENT)


@pytest.mark.tenth
async def test_two_desks_that_do_not_know_of_each_other_take_each_prompt_once(desk: Desk, talk: Talk) -> None:
    """What each has in memory is old whenever the other one has written; the transaction decides."""
    other = Talk(Desk(desk.store, desk.feed, images=desk.images), talk.id)
    both = (talk, other)
    for number in range(figure(1000)):
        await both[number % 2].queue(f"Prompt {number}")
        taken = [each for each in await asyncio.gather(*(side.take() for side in both * 2)) if each is not None]
        assert [each.text for each in taken] == [f"Prompt {number}"]
        await both[(number + 1) % 2].tell(events.PromptAnswered(taken[0].id, "end_turn"))
    assert await talk.state() == await other.state()

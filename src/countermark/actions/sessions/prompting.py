"""A person's words for the agent: queued, changed, put into another order, or taken back while they wait."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from countermark.actions.desk import Desk
from countermark.actions.idempotency import stored_key
from countermark.actions.live_sessions.codec import decoded
from countermark.actions.sessions.attachments import checked_attachments, files_within
from countermark.actions.sessions.writing import SessionChange, change_session
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, Busy, Conflict, NotFound, TooLarge
from countermark.model.ids import ALPHABET
from countermark.model.sessions.events import PromptChanged, PromptQueued, PromptRemoved, PromptsReordered
from countermark.model.sessions.parts import Attachment, Prompt, PromptPart, PromptState
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import MAX_PROMPT_BYTES, MOST_QUEUED

MOST_MARKS = 200  # with one prompt
ID_DIGITS = 26


@dataclass(frozen=True)
class NewPrompt:
    """Words for the agent."""

    text: str
    attachments: tuple[Attachment, ...] = ()
    marks: tuple[str, ...] = ()  # the ids of the marks that go along
    again_of: str | None = None  # the id of the interrupted prompt that this one repeats


async def queue_prompt(desk: Desk, session_id: str, wanted: NewPrompt, *, key: str, by: Actor) -> Prompt:
    """Put words at the end of the queue; the same key is the same prompt, whatever has become of it.

    Raises `NotFound`, `BadInput`, `TooLarge`, `Busy` for a full queue, `Conflict` for a session that takes no more.
    """
    check_words(wanted)
    files = await files_within(desk, session_id, wanted.attachments)
    name = prompt_id(session_id, stored_key(by, key))

    def work(its: SessionChange) -> Prompt:
        known = prompt_of_key(its, name)
        if known is not None:
            if (known.text, known.marks, known.again_of) != (wanted.text, wanted.marks, wanted.again_of):
                raise Conflict("This key stands for other words.", hint="Use a new key for each prompt.")
            return known
        check_takes(its.state, wanted)
        attachments = checked_attachments(its.read, wanted.attachments, files)
        prompt = Prompt(name, wanted.text, attachments, wanted.marks, again_of=wanted.again_of)
        its.tell(PromptQueued(prompt))
        return prompt

    return await change_session(desk, session_id, work, by=by)


def prompt_id(session: str, key: str) -> str:
    """The id of the prompt for which a key stands."""
    number = int.from_bytes(hashlib.sha256(f"{session}\n{key}".encode()).digest(), "big")
    return "pr_" + "".join(ALPHABET[(number >> 5 * place) & 31] for place in range(ID_DIGITS))


def prompt_of_key(its: SessionChange, name: str) -> Prompt | None:
    """The prompt that was queued under this id, as it is now, or as it was when it was taken back."""
    part = its.state.part(name)
    if isinstance(part, PromptPart):
        return part.prompt
    stored = its.read.session_event_about(its.session.id, type_name=PromptQueued.type, about=name)
    event = None if stored is None else decoded(stored).event
    return its.state.queued(name) or (event.prompt if isinstance(event, PromptQueued) else None)


def check_words(wanted: NewPrompt) -> None:
    """Raise `BadInput` for words that say nothing, `TooLarge` for too many."""
    if not wanted.text.strip() and not wanted.attachments and not wanted.marks:
        raise BadInput("The prompt is empty.", hint="Write something, or attach something.")
    if len(wanted.text.encode("utf-8", "surrogatepass")) > MAX_PROMPT_BYTES:
        raise TooLarge("The prompt has more than 1 MB.", hint="Attach the text instead, or send it in parts.")
    if len(wanted.marks) > MOST_MARKS:
        raise TooLarge(f"More than {MOST_MARKS} marks go with one prompt.", hint="Send some of them first.")


def check_takes(state: SessionState, wanted: NewPrompt) -> None:
    """Raise what keeps a session from taking these words."""
    if state.deleted:
        raise Conflict("The agent has deleted this conversation.", hint="Open a new session.")
    if state.closed:
        raise Conflict("The session is closed.", hint="Connect it again first.")
    if len(state.queue) >= MOST_QUEUED:
        raise Busy(f"{MOST_QUEUED} prompts wait already.", hint="Take some of them back.")
    if not set(wanted.marks) <= {each.id for each in state.marks if each.sent_with is None}:
        raise Conflict("A mark that is to go along is gone, or was sent already.", hint="Look at the marks again.")
    if wanted.again_of is not None:
        part = state.part(wanted.again_of)
        if not isinstance(part, PromptPart) or part.prompt.state is not PromptState.INTERRUPTED:
            raise Conflict("Only a prompt that was interrupted is sent again.", hint="Send it as a new one.")


async def change_prompt(
    desk: Desk, session_id: str, prompt: str, text: str, attachments: Sequence[Attachment], *, by: Actor
) -> None:
    """Change words that still wait. Raises what `queue_prompt` does, `Conflict` once they are taken."""
    wanted = NewPrompt(text, tuple(attachments))
    files = await files_within(desk, session_id, wanted.attachments)

    def work(its: SessionChange) -> None:
        known = waiting(its.state, prompt)
        check_words(NewPrompt(text, wanted.attachments, known.marks))
        kept = checked_attachments(its.read, wanted.attachments, files)
        if (known.text, known.attachments) != (text, kept):
            its.tell(PromptChanged(prompt, text, kept))

    await change_session(desk, session_id, work, by=by)


async def reorder_prompts(desk: Desk, session_id: str, ids: Sequence[str], *, by: Actor) -> None:
    """Put what waits into another order; all of it is named. Raises `NotFound` or `Conflict`."""

    def work(its: SessionChange) -> None:
        present = [each.id for each in its.state.queue]
        if sorted(present) != sorted(ids):
            raise Conflict("Other prompts wait by now.", hint="Look at the queue again.")
        if present != list(ids):
            its.tell(PromptsReordered(tuple(ids)))

    await change_session(desk, session_id, work, by=by)


async def remove_prompt(desk: Desk, session_id: str, prompt: str, *, by: Actor) -> None:
    """Take words back that still wait. Raises `NotFound`, or `Conflict` once they are taken."""

    def work(its: SessionChange) -> None:
        its.tell(PromptRemoved(waiting(its.state, prompt).id))

    await change_session(desk, session_id, work, by=by)


def waiting(state: SessionState, prompt: str) -> Prompt:
    """A prompt that waits. Raises `Conflict` for one that was taken, `NotFound` for any other."""
    queued = state.queued(prompt)
    if queued is not None:
        return queued
    if state.part(prompt) is not None:
        raise Conflict("The agent has these words already.", hint="Write what should change as a new prompt.")
    raise NotFound("No such prompt waits.", hint="Look at the queue again.")

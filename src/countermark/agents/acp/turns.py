"""One turn: the next words are taken, written to the agent, and answered; its answer is recorded as it comes."""

import asyncio

from countermark.actions.desk import Desk
from countermark.actions.images import path_of, put_for_agent
from countermark.actions.sessions.recording import take_next
from countermark.agents.acp import gate, messages
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.link import AgentLink
from countermark.agents.acp.prompt_blocks import Enclosed, composed, prompt_blocks
from countermark.model.actors import THE_HUB
from countermark.model.annotations import Image
from countermark.model.errors import AgentFailed
from countermark.model.sessions.events import PromptInterrupted
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.parts import Attachment, AttachmentKind
from countermark.store.base import Reader


async def take_turn(link: AgentLink, context: SessionContext, facts: AgentFacts) -> None:
    """Take the next words and wait until the agent has answered them, or has gone."""
    before = await gate.words_for_next_prompt(context)
    prompt = await take_next(
        link.desk, link.session, compose=lambda state, prompt: composed(state, prompt, before=before), by=THE_HUB
    )
    if prompt is None:
        return
    enclosed = await link.desk.read(
        lambda reader: [read_enclosed(link.desk, reader, each) for each in prompt.attachments]
    )
    blocks = prompt_blocks(prompt.sent or "", enclosed, facts)
    hearing = link.pump.hearing
    hearing.prompt, hearing.translation.sent = prompt.id, prompt.sent
    try:
        own = await link.connection.request(*messages.prompt(context.conversation, blocks, facts=facts))
        await asyncio.shield(own.answer)
    except AgentFailed as error:
        await note_unsent(link, prompt.id, str(error))


async def note_unsent(link: AgentLink, prompt: str, why: str) -> None:
    """Words that could not even be written are interrupted; an answer's own words, and an end's, are recorded there."""
    await link.pump.drained()
    state = await link.desk.sessions.state(link.session)
    if state.taken == prompt and not link.gone.is_set():
        link.pump.hearing.prompt = None
        await link.record(PromptInterrupted(prompt, why))


def read_enclosed(desk: Desk, reader: Reader, attachment: Attachment) -> Enclosed:
    """An attachment with what is kept of it."""
    sha256 = attachment.sha256
    if sha256 is None:
        return Enclosed(attachment)
    if attachment.kind is AttachmentKind.TEXT:
        return Enclosed(attachment, text=reader.text(sha256))
    picture = reader.picture(sha256)
    if picture is None:
        return Enclosed(attachment)
    image = Image(attachment.name, sha256, picture.media_type)
    put_for_agent(desk.images, reader, [image])
    return Enclosed(attachment, content=picture.content, path=path_of(desk.images, image))

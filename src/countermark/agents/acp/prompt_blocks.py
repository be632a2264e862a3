"""A person's words as the blocks of a prompt: only of the types that the agent has said it takes."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from countermark.agents.acp.messages import ContentBlock
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.parts import Attachment, AttachmentKind, DiffMark, Prompt
from countermark.model.sessions.state import SessionState

LONGEST_QUOTE = 2000  # characters of a marked place


@dataclass(frozen=True)
class Enclosed:
    """An attachment with what is in it."""

    attachment: Attachment
    content: bytes | None = None  # of an image
    text: str | None = None  # of a text
    path: str | None = None  # where the agent can open an image


def composed(state: SessionState, prompt: Prompt, *, before: str) -> str:
    """The whole text for the agent: what it has to be told of refusals, the words, and the marks that go along."""
    marks = [mark_words(mark) for mark in state.marks if mark.id in prompt.marks]
    return "\n\n".join(filter(None, [before, prompt.text, *marks]))


def mark_words(mark: DiffMark) -> str:
    """A mark on lines of a difference, as the agent reads it."""
    lines = (
        f"line {mark.first_line}" if mark.first_line == mark.last_line else f"lines {mark.first_line}-{mark.last_line}"
    )
    quoted = "\n".join(f"> {line}" for line in mark.quote[:LONGEST_QUOTE].splitlines())
    return f"On {mark.path}, {lines} of the {mark.side.value} text:\n{quoted}\n{mark.words}"


def prompt_blocks(sent: str, enclosed: Sequence[Enclosed], facts: AgentFacts) -> list[ContentBlock]:
    """The blocks of `session/prompt`; what the agent takes no block for is told in words."""
    blocks = [block_of(each, facts) for each in enclosed]
    return [text_block(sent), *blocks] if sent else blocks


def block_of(enclosed: Enclosed, facts: AgentFacts) -> ContentBlock:
    """One attachment."""
    it = replace(enclosed.attachment, name=" ".join(enclosed.attachment.name.split()))  # a file's name may have lines
    match it.kind:
        case AttachmentKind.IMAGE if facts.takes_images and enclosed.content is not None:
            data = base64.b64encode(enclosed.content).decode()
            return {"type": "image", "mimeType": it.media_type, "data": data}
        case AttachmentKind.IMAGE:
            if enclosed.path is None:
                return text_block(f"(The image {it.name} cannot be sent: it is no longer kept.)")
            return link_block(it, enclosed.path)
        case AttachmentKind.TEXT:
            return words_block(it, enclosed.text or "", facts)
        case AttachmentKind.FILE:
            return link_block(it, it.path or it.name)


def words_block(attachment: Attachment, text: str, facts: AgentFacts) -> ContentBlock:
    """A text that was pasted or dropped: embedded if the agent takes that, else among the words."""
    if facts.takes_files:
        uri = f"attachment:///{quote(attachment.name)}"
        return {"type": "resource", "resource": {"uri": uri, "mimeType": attachment.media_type, "text": text}}
    return text_block(f"{attachment.name}:\n\n{text}")


def link_block(attachment: Attachment, path: str) -> ContentBlock:
    """A file that the agent can open itself."""
    uri = Path(path).as_uri() if path.startswith("/") else quote(path)
    block = {"type": "resource_link", "uri": uri, "name": attachment.name}
    return block | {"mimeType": attachment.media_type, "size": attachment.size}


def text_block(text: str) -> ContentBlock:
    """Words."""
    return {"type": "text", "text": text}

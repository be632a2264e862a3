"""Content of messages and of tool calls, of every kind that the protocol has and of those that it does not have yet."""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from countermark.agents.acp.translate.reading import Fields, as_json, cut, object_in, text_in, word_in
from countermark.model.images import MAX_IMAGE_BYTES, media_type_of
from countermark.model.sessions.parts import (
    DiffOutput,
    MediaOutput,
    Output,
    TerminalOutput,
    TextOutput,
    UnknownOutput,
)

UNNAMED_TYPE = "application/octet-stream"


@dataclass
class Pictures:
    """Images that came with content, by their digest, until they are stored."""

    by_digest: dict[str, bytes] = field(default_factory=dict)

    def keep(self, data: str) -> str | None:
        """The digest of an image that the desk can keep; None for anything else."""
        if len(data) > MAX_IMAGE_BYTES * 4 // 3 + 4:
            return None
        try:
            content = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            return None
        if media_type_of(content) is None:
            return None
        sha256 = hashlib.sha256(content).hexdigest()
        self.by_digest[sha256] = content
        return sha256

    def take(self) -> Mapping[str, bytes]:
        """What is to be stored; it is forgotten here."""
        images, self.by_digest = self.by_digest, {}
        return images


def output_of(content: Fields, pictures: Pictures) -> Output:
    """One entry of a tool call's content."""
    match content.get("type"):
        case "content":
            return block_output(object_in(content, "content"), pictures)
        case "diff":
            return diff_output(content)
        case "terminal":
            return TerminalOutput(word_in(content, "terminalId") or "", "")
        case _:  # some agents leave out the envelope
            return block_output(content, pictures)


def diff_output(content: Fields) -> DiffOutput:
    """A change to a file, as version 1 of the protocol has it."""
    old, new = text_in(content, "oldText"), text_in(content, "newText")
    old_text, old_left = (None, 0) if old is None else cut(old)
    new_text, new_left = (None, 0) if new is None else cut(new)
    return DiffOutput(word_in(content, "path") or "", old_text, new_text, old_left + new_left)


def block_output(block: Fields, pictures: Pictures) -> Output:
    """One block of content."""
    match block.get("type"):
        case "text":
            return TextOutput(*cut(text_in(block, "text") or ""))
        case "image":
            sha256 = pictures.keep(text_in(block, "data") or "")
            return MediaOutput(media_type_in(block), sha256, uri=word_in(block, "uri"))
        case "audio":
            return MediaOutput(media_type_in(block), uri=word_in(block, "uri"))
        case "resource_link":
            return MediaOutput(
                media_type_in(block), uri=word_in(block, "uri"), name=word_in(block, "title") or word_in(block, "name")
            )
        case "resource":
            return resource_output(object_in(block, "resource"))
        case kind:
            return UnknownOutput(kind if isinstance(kind, str) else "", as_json(block))


def resource_output(resource: Fields) -> Output:
    """The content of a resource, or that it has one which is no text."""
    text = text_in(resource, "text")
    if text is not None:
        return TextOutput(*cut(text))
    return MediaOutput(media_type_in(resource), uri=word_in(resource, "uri"))


def media_type_in(block: Fields) -> str:
    """What a block says that it holds."""
    return word_in(block, "mimeType") or UNNAMED_TYPE

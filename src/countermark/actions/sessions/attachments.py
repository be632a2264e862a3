"""What goes along with words: images and texts that are kept, and files of the session's folders."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from countermark.actions.desk import Change, Desk, must
from countermark.actions.images import image_digest
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, TooLarge
from countermark.model.sessions.happenings import SessionTextKept
from countermark.model.sessions.parts import Attachment, AttachmentKind
from countermark.model.sessions.values import MOST_ATTACHMENTS, Session, SessionSettings
from countermark.store.base import Reader
from countermark.workspace.files import is_place
from countermark.workspace.real_paths import RealPaths

LONGEST_NAME = 300
MAX_TEXT_BYTES = 1024 * 1024


async def files_within(desk: Desk, session_id: str, attachments: Sequence[Attachment]) -> Mapping[str, int]:
    """The bytes of the files that are attached, by their paths; each lies in a folder of the session.

    Raises `NotFound` for no session, `BadInput` for a file that is not there, or not in those folders.
    """
    if len(attachments) > MOST_ATTACHMENTS:
        raise TooLarge(f"More than {MOST_ATTACHMENTS} things are attached.", hint="Send some of them first.")
    paths = [each.path or "" for each in attachments if each.kind is AttachmentKind.FILE]
    folders = await desk.read(lambda reader: folders_of(reader, session_id))
    return await asyncio.to_thread(sizes, paths, folders) if paths else {}


def folders_of(reader: Reader, session_id: str) -> Sequence[str]:
    """The folders that a session works in. Raises `NotFound`."""
    session: Session = must(reader.session(session_id))
    settings: SessionSettings | None = reader.session_settings(session_id)
    return (session.folder, *(settings.folders if settings else ()))


def sizes(paths: Sequence[str], folders: Sequence[str]) -> Mapping[str, int]:
    """The bytes of ordinary files within folders, links followed. Raises `BadInput`."""
    disk = RealPaths()
    within = [real.rstrip("/") + "/" for real in map(disk.real, folders) if real is not None]
    found: dict[str, int] = {}
    for path in paths:
        real = disk.real(path) if is_place(path) else None
        if real is None or not real.startswith(tuple(within)):
            raise BadInput("A file lies outside of the session's folders.", hint="Attach a file of the workspace.")
        try:
            status = Path(real).stat()
        except (OSError, ValueError):
            raise BadInput(f"There is no file {path!r}.", hint="Look at the list of files again.") from None
        if not Path(real).is_file():
            raise BadInput(f"{path!r} is no file.", hint="Attach a file.")
        found[path] = status.st_size
    return found


def checked_attachments(
    reader: Reader, attachments: Sequence[Attachment], files: Mapping[str, int]
) -> tuple[Attachment, ...]:
    """The attachments with their true sizes and types. Raises `BadInput` for one that is not kept here."""
    return tuple(checked(reader, each, files) for each in attachments)


def checked(reader: Reader, attachment: Attachment, files: Mapping[str, int]) -> Attachment:
    """One attachment as it is kept."""
    named = replace(attachment, name=attachment.name[:LONGEST_NAME])
    if named.kind is AttachmentKind.FILE:
        return replace(named, size=files[named.path or ""], sha256=None)
    digest = named.sha256 or ""
    if named.kind is AttachmentKind.TEXT:
        text = reader.text(digest)
        if text is not None:
            return replace(named, size=len(text.encode()), path=None)
    else:
        picture = reader.picture(digest)
        if picture is not None:
            return replace(named, media_type=picture.media_type, size=len(picture.content), path=None)
    raise BadInput(f"{named.name!r} is not kept here.", hint="Attach it again.")


async def keep_text(desk: Desk, text: str, *, by: Actor) -> str:
    """Keep a text that was pasted or dropped, and return its SHA-256. Raises `TooLarge`."""
    content = text.encode()
    if len(content) > MAX_TEXT_BYTES:
        raise TooLarge("The text has more than 1 MB.", hint="Save it in the workspace and attach the file.")
    digest = await asyncio.to_thread(image_digest, content)

    def work(change: Change) -> None:
        if change.read.text(digest) is None:
            change.keep_text(digest, text)
            change.save(None, SessionTextKept(digest, len(content)))

    await desk.change(by, work)
    return digest

"""Sessions as the browser's wire shows them."""

from dataclasses import replace

from countermark.actions.sessions.reading import SessionWhole
from countermark.agents.catalog import brand
from countermark.http_api.shapes import session_wire as wire
from countermark.http_api.shapes.names import last_part, without_controls
from countermark.model.sessions.values import RawLine, Session


def listed(session: Session) -> wire.ListedSession:
    """A session for lists."""
    return wire.ListedSession(
        **{**vars(session), "folder": without_controls(session.folder)},
        agent_name=brand(session.agent).name, folder_name=without_controls(last_part(session.folder)),
    )  # fmt: skip


def snapshot(it: SessionWhole, *, seq: int) -> wire.SessionSnapshot:
    """A session as a desk begins with it."""
    return wire.SessionSnapshot(session=listed(it.session), state=it.state, earlier=it.earlier, open=it.open, seq=seq)


def raw_line(line: RawLine) -> RawLine:
    """A raw line in UTF-8: half characters, which that cannot say, are question marks."""
    return replace(line, text=line.text.encode("utf-8", "replace").decode())

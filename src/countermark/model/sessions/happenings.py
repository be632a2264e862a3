"""What the journal records of sessions: one entry for each event, with the digest of all that it says."""

from dataclasses import dataclass

from countermark.model.happening import Happening


@dataclass(frozen=True)
class AboutSession(Happening):
    """Something that happened in a session; the event itself is stored beside the entry."""

    texts = frozenset({"words"})
    session: str
    number: int  # of the event
    agent: str
    sha256: str  # of the event as canonical JSON
    words: str  # one line of what it says


class SessionOpened(AboutSession):
    """A person has opened it."""

    kind = "session_opened"


class SessionConnected(AboutSession):
    """Its agent was started, has answered, has begun a conversation, or wants a sign-in."""

    kind = "session_connected"


class SessionDisconnected(AboutSession):
    """Its agent's program has ended."""

    kind = "session_disconnected"


class SessionAdjusted(AboutSession):
    """A mode, an option, the title, what is allowed without asking."""

    kind = "session_adjusted"


class SessionPrompted(AboutSession):
    """A person's words were queued, changed, put into another order or taken back."""

    kind = "session_prompted"


class SessionTurnBegan(AboutSession):
    """Words were taken: they are written to the agent next."""

    kind = "session_turn_began"


class SessionTurnEnded(AboutSession):
    """The turn has ended, was interrupted, or is to be stopped."""

    kind = "session_turn_ended"


class SessionMessage(AboutSession):
    """A message is finished."""

    kind = "session_message"


class SessionCall(AboutSession):
    """A tool call has begun, come further, ended, or was judged."""

    kind = "session_call"


class SessionPlanned(AboutSession):
    """The agent has another plan."""

    kind = "session_planned"


class SessionNoted(AboutSession):
    """A notice, a compaction, or something that nobody knows."""

    kind = "session_noted"


class SessionItem(AboutSession):
    """Something of it waits for the person, or waits no longer."""

    kind = "session_item"


class SessionMarked(AboutSession):
    """A person has marked a difference, or taken a mark back."""

    kind = "session_marked"


class SessionClosed(AboutSession):
    """A person has closed it."""

    kind = "session_closed"


@dataclass(frozen=True)
class SessionChosen(Happening):
    """A person has put its agent into a mode, or has given an option another value."""

    kind = "session_chosen"
    session: str
    agent: str
    name: str  # mode, or the id of the option
    value: str


@dataclass(frozen=True)
class SessionForgotten(Happening):
    """A person has removed it with all its events and its traffic; these entries stay."""

    kind = "session_forgotten"
    session: str
    number: int  # of its last event
    agent: str


@dataclass(frozen=True)
class SessionTextKept(Happening):
    """A person has attached a text that no file has."""

    kind = "session_text_kept"
    sha256: str
    size: int  # bytes


SESSION_HAPPENINGS: tuple[type[Happening], ...] = (
    SessionOpened, SessionConnected, SessionDisconnected, SessionAdjusted, SessionPrompted, SessionTurnBegan,
    SessionTurnEnded, SessionMessage, SessionCall, SessionPlanned, SessionNoted, SessionItem, SessionMarked,
    SessionClosed, SessionChosen, SessionForgotten, SessionTextKept,
)  # fmt: skip

EVENT_KINDS = frozenset(each.kind for each in SESSION_HAPPENINGS if issubclass(each, AboutSession))  # each has an event

"""Notices: what is told elsewhere of what waits, when it is due, and what becomes of each attempt to send it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from countermark.model.items import ItemKind, ItemVersion
from countermark.model.notice_settings import NotifySettings

TITLE = "Countermark"  # of every notice: nothing that an agent says, or is called, stands in a title
GATHER_MS = 3_000  # what comes together is told together
BETWEEN_MS = 60_000  # from one notice to the next
RETRY_AFTER_MS = (5_000, 30_000, 120_000)  # after the first, second and third attempt; there is no fifth
MOST_ATTEMPTS = len(RETRY_AFTER_MS) + 1
MOST_PENDING = 64  # attempts that wait for their time; more are given up at once
LONGEST_WORKSPACE = 40
NOUNS = {ItemKind.REVIEW: "plan", ItemKind.PERMISSION: "permission", ItemKind.QUESTION: "question"}


@dataclass(frozen=True)
class WaitingThing:
    """One version of an item that waits for a person; `since` in milliseconds since 1970."""

    version: ItemVersion
    agent: str
    workspace: str
    since: int


class Unsent(StrEnum):
    """Why a notice did not reach a service."""

    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TOO_SLOW = "too_slow"
    NOT_INSTALLED = "not_installed"
    BAD_ADDRESS = "bad_address"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    OVER = "over"
    TOO_MANY = "too_many"


WHY = {
    Unsent.REFUSED: "it refused the message",
    Unsent.UNREACHABLE: "it could not be reached",
    Unsent.TOO_SLOW: "it took too long",
    Unsent.NOT_INSTALLED: "apprise is not installed: pip install 'countermark[notify]'",
    Unsent.BAD_ADDRESS: "the address in settings.toml is none that apprise understands",
    Unsent.FAILED: "it did not take the message",
    Unsent.INTERRUPTED: "the hub ended while it was sent; it may have arrived",
    Unsent.OVER: "nothing of it waits any more",
    Unsent.TOO_MANY: "too many messages were on their way",
}
HOPELESS = frozenset({Unsent.NOT_INSTALLED, Unsent.BAD_ADDRESS})


@dataclass(frozen=True)
class Sending:
    """What became of one attempt; `status` is the service's own code of HTTP."""

    why: Unsent | None = None  # None: it is sent
    status: int | None = None

    @property
    def words(self) -> str:
        """The reason in our own words: a service's own may hold a key."""
        if self.why is None:
            return ""
        return WHY[self.why] if self.status is None else f"{WHY[self.why]} (HTTP {self.status})"


@dataclass(frozen=True)
class Notice:
    """One message about all that is due at once; without things it is a test."""

    id: str
    things: tuple[WaitingThing, ...]


@dataclass(frozen=True)
class NoticeText:
    """A message as it leaves the machine."""

    title: str
    body: str


@dataclass(frozen=True)
class Attempt:
    """A notice that is to be sent to one service; `number` counts from 1, `at` is when."""

    notice: Notice
    place: int  # of the service in the settings, counted from 1
    number: int
    at: int

    def after(self, sending: Sending, *, now: int) -> "Attempt | None":
        """The next attempt, if there is one."""
        if sending.why is None or sending.why in HOPELESS or self.number >= MOST_ATTEMPTS:
            return None
        return Attempt(self.notice, self.place, self.number + 1, now + RETRY_AFTER_MS[self.number - 1])


def due(
    things: Sequence[WaitingThing], settings: NotifySettings, *,
    told: Collection[ItemVersion], now: int, last_at: int | None,
) -> list[WaitingThing]:  # fmt: skip
    """What the next notice tells of, the oldest first; nothing as long as none may be sent."""
    if last_at is not None and last_at <= now < last_at + BETWEEN_MS:
        return []
    waited = [each for each in things if is_unanswered(each, settings, now=now) and each.version not in told]
    is_gathered = any(is_unanswered(each, settings, now=now - GATHER_MS) for each in waited)
    return sorted(waited, key=lambda each: each.since) if is_gathered else []


def is_unanswered(thing: WaitingThing, settings: NotifySettings, *, now: int) -> bool:
    """Whether it is of a kind that is told, and has waited long enough for that."""
    after_ms = settings.after_ms(thing.agent)
    return thing.version.kind in settings.kinds and after_ms is not None and thing.since + after_ms <= now


def text_of(notice: Notice, *, link: str, agent_name: Callable[[str], str], names_workspace: bool) -> NoticeText:
    """What leaves the machine: which kinds of things wait, of which agent if it is one, and where."""
    if not notice.things:
        return NoticeText(TITLE, f"This is a test: Countermark can reach you here.\n{link}")
    agents = {each.agent for each in notice.things}
    workspaces = {each.workspace for each in notice.things}
    counts = [counted(sum(each.version.kind is kind for each in notice.things), noun) for kind, noun in NOUNS.items()]
    whose = f" of {agent_name(agents.pop())}" if len(agents) == 1 else ""
    where = f" in {workspace_name(workspaces.pop())}" if names_workspace and len(workspaces) == 1 else ""
    what = listed([each for each in counts if each])
    verb = "waits" if len(notice.things) == 1 else "wait"
    return NoticeText(TITLE, f"{what[0].upper()}{what[1:]}{whose} {verb}{where}.\n{link}")


def counted(number: int, noun: str) -> str:
    """For example "a plan", "3 plans", nothing for none."""
    return "" if number == 0 else f"a {noun}" if number == 1 else f"{number} {noun}s"


def listed(words: Sequence[str]) -> str:
    """For example "a plan, 2 permissions and a question"."""
    return " and ".join([*([", ".join(words[:-1])] if words[:-1] else []), words[-1]])


def workspace_name(path: str) -> str:
    """The name of a folder without characters that play tricks."""
    name = path.rstrip("/").rpartition("/")[2]
    return "".join(each if each.isalnum() or each in "-_. " else "·" for each in name)[:LONGEST_WORKSPACE]

"""Reads what permissions and questions have in common: the same queries of either table."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Row, Select, Table, and_, bindparam, func, or_, select, union_all

from countermark.model.asked import AskedItem, CallPoint
from countermark.model.items import AgentWait, ItemKind, ItemVersion
from countermark.store.reads_gate import MOST_OPEN

Item = TypeVar("Item", bound=AskedItem)


BEFORE_DIALOGS = (CallPoint.BEFORE_USE.value, CallPoint.ALONE.value)


class AskedQueries(Generic[Item]):
    """The queries of one table, made once: SQLAlchemy takes longer to make one than SQLite to run it."""

    def __init__(self, table: Table, kind: ItemKind, *, answered: Sequence[str], of_row: Callable[[Row[Any]], Item]):
        its, whole = table.c, select(table)
        is_open, of_agent = its.ended_at.is_(None), its.agent == bindparam("agent")
        of_conversation = its.conversation == bindparam("conversation")
        ids = select(its.id, its.opened_at, its.expires_at, is_open, its.agent_present)
        unheard = and_(its.stage.is_(None), its.agent_present, its.outcome.in_(answered))
        newest_of_agent = whole.where(of_agent).order_by(its.opened_at.desc(), its.id.desc())
        newest = newest_of_agent.where(~its.joined).limit(1)
        any_newest = newest_of_agent.limit(1)
        # A call is the same with the same id; a digest tells it only where one of the two points has no id of it.
        before = and_(its.sha256 == bindparam("sha256"), its.point.in_(BEFORE_DIALOGS))
        without_id = or_(its.call_id.is_(None), bindparam("call_id", type_=its.call_id.type).is_(None))
        oldest_open = whole.where(is_open).order_by(its.opened_at, its.id).limit(MOST_OPEN)
        self.kind, self.of_row = kind, of_row
        self.one = whole.where(its.id == bindparam("wanted"))
        self.some = whole.where(its.id.in_(bindparam("wanted", expanding=True)))
        self.open = oldest_open
        self.open_of = oldest_open.where(of_agent, of_conversation)
        self.open_of_none = oldest_open.where(of_agent, its.conversation.is_(None))
        self.newest_of = newest_of_agent.where(of_conversation).limit(bindparam("most"))
        self.waits = union_all(ids.where(is_open), ids.where(unheard))  # each half has an index
        self.open_of_agent = select(func.count()).select_from(table).where(is_open, of_agent)
        self.by_id = newest.where(of_conversation, its.call_id == bindparam("call_id"))
        self.by_id_of_none = newest.where(its.conversation.is_(None), its.call_id == bindparam("call_id"))
        self.exactly = any_newest.where(
            of_conversation, its.call_id == bindparam("call_id"), its.sha256 == bindparam("sha256")
        )
        self.by_digest = newest.where(of_conversation, before, without_id)
        self.by_digest_of_none = newest.where(its.conversation.is_(None), before, without_id)

    def get(self, connection: Connection, its_id: str) -> Item | None:
        """One by its id."""
        return self.first(connection, self.one, wanted=its_id)

    def named(self, connection: Connection, ids: Collection[str]) -> Mapping[str, Item]:
        """Those of these ids that there are."""
        return {item.id: item for item in self.all(connection, self.some, wanted=list(ids))}

    def all_waits(self, connection: Connection) -> Sequence[AgentWait]:
        """How agents wait for those that are open, or whose answer is on its way."""
        return [
            AgentWait(ItemVersion(self.kind, row[0], 1), row[1], row[2], bool(row[3]), row[4])
            for row in connection.execute(self.waits)
        ]

    def all_open_of(self, connection: Connection, agent: str, conversation: str | None) -> Sequence[Item]:
        """The open ones of a conversation."""
        wanted = self.open_of_none if conversation is None else self.open_of
        return self.all(connection, wanted, agent=agent, conversation=conversation)

    def newest(self, connection: Connection, agent: str, conversation: str, *, limit: int) -> Sequence[Item]:
        """Those of a conversation, open or not, the newest first."""
        return self.all(connection, self.newest_of, agent=agent, conversation=conversation, most=limit)

    def has_open(self, connection: Connection, agent: str, *, at_least: int) -> bool:
        """Whether an agent has so many open ones or more."""
        return int(connection.execute(self.open_of_agent, {"agent": agent}).scalar_one()) >= at_least

    def of_call(
        self, connection: Connection, agent: str, conversation: str | None, *, call_id: str | None, sha256: str
    ) -> Item | None:
        """The newest of an earlier point of the same call."""
        its: dict[str, object] = {"agent": agent, "conversation": conversation, "call_id": call_id}
        by_id, by_digest = self.by_id, self.by_digest
        if conversation is None:
            by_id, by_digest = self.by_id_of_none, self.by_digest_of_none
        found = None if call_id is None else self.first(connection, by_id, **its)
        return found or self.first(connection, by_digest, **its, sha256=sha256)

    def first(self, connection: Connection, query: Select[Any], **its: object) -> Item | None:
        """The first that a query finds."""
        row = connection.execute(query, its).first()
        return None if row is None else self.of_row(row)

    def all(self, connection: Connection, query: Select[Any], **its: object) -> Sequence[Item]:
        """All that a query finds."""
        return [self.of_row(row) for row in connection.execute(query, its)]

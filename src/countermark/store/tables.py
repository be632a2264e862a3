"""The tables, in the one dialect that SQLite and PostgreSQL share; times are milliseconds since 1970."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    and_,
    text,
    true,
)

from countermark.store.any_text import AnyText

SCHEMA = "0015"  # the newest migration; a test holds both equal

metadata = MetaData()


def index_of_some(name: str, column: str) -> Index:
    """An index of the few entries that have a value there, as both dialects have it."""
    some = text(f"{column} IS NOT NULL")
    return Index(name, column, "seq", sqlite_where=some, postgresql_where=some)


def forgotten_columns() -> list[Column[Any]]:
    """When the texts of an item were removed, and by whose will."""
    return [Column("forgotten_at", BigInteger), Column("forgotten_by", String(16))]


reviews = Table(
    "reviews", metadata,
    Column("id", String(40), primary_key=True),
    Column("agent", String(64), nullable=False),
    Column("workspace", Text, nullable=False),
    Column("branch", Text),
    Column("conversation", Text),
    Column("path", Text),
    Column("opened_at", BigInteger, nullable=False),
    Column("latest", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("checked_against_file", Boolean, nullable=False),
    Index("reviews_by_conversation", "agent", "conversation"),
    Index("reviews_by_path", "agent", "path"),
)  # fmt: skip

revisions = Table(
    "revisions", metadata,
    Column("review_id", String(40), ForeignKey("reviews.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("verdict", String(32)),
    Column("reason", String(32)),
    Column("notes", Text),
    Column("decided_by", Text),
    Column("decided_at", BigInteger),
    Column("agent_present", Boolean, nullable=False),
    Column("stage", String(16)),
    Column("delivered_at", BigInteger),
    Column("received_at", BigInteger),
    Column("notes_delivery", String(16)),
    Column("seen_at", BigInteger),
    Column("feedback", Text),
    Column("marks", Integer, nullable=False, server_default="0"),
    Column("mode", String(40)),
    *forgotten_columns(),
    PrimaryKeyConstraint("review_id", "number"),
    Index("revisions_by_verdict", "verdict", "decided_at"),
    Index("revisions_by_text", "sha256"),
)  # fmt: skip

texts = Table(
    "texts", metadata,
    Column("sha256", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)  # fmt: skip

idempotency_records = Table(
    "idempotency_records", metadata,
    Column("key", String(128), primary_key=True),
    Column("item", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("purpose", String(16), nullable=False),
    Column("item_kind", String(16), nullable=False),
)  # fmt: skip

annotations = Table(
    "annotations", metadata,
    Column("id", String(40), primary_key=True),
    Column("review_id", String(40), ForeignKey("reviews.id"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("live_on", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("words", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("label", Text),
    Column("tip", Text),
    Column("images", Text, nullable=False),
    Column("quote", Text, nullable=False),
    Column("place", Text),
    Column("position", Integer, nullable=False),
    Column("lines", Text),
    Column("occurrence", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("removed", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("sent_on", Integer),
    Column("kept_from", Integer),
    Column("author", Text),
    Column("chosen", Boolean, nullable=False, server_default=true()),
    Index("annotations_by_review", "review_id", "revision"),
)  # fmt: skip

placements = Table(
    "placements", metadata,
    Column("annotation_id", String(40), ForeignKey("annotations.id"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("fate", String(16), nullable=False),
    Column("place", Text),
    Column("quote", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("lines", Text),
    Column("occurrence", Text, nullable=False),
    Column("hint", Text),
    Column("hint_quote", Text, nullable=False),
    PrimaryKeyConstraint("annotation_id", "revision"),
)  # fmt: skip

images = Table(
    "images", metadata,
    Column("sha256", String(64), primary_key=True),
    Column("media_type", String(32), nullable=False),
    Column("content", LargeBinary, nullable=False),
)  # fmt: skip

drafts = Table(
    "drafts", metadata,
    Column("review_id", String(40), nullable=False),
    Column("slot", String(40), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("mark", Text),
    Column("kind", String(32)),
    Column("version", Integer, nullable=False),
    Column("saved_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("review_id", "slot"),
)  # fmt: skip

sign_ins = Table(
    "sign_ins", metadata,
    Column("id", String(40), primary_key=True),
    Column("token_sha256", String(64), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)  # fmt: skip

desk_settings = Table(
    "desk_settings", metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip

agent_servers = Table(
    "agent_servers", metadata,
    Column("id", String(20), primary_key=True),
    Column("agent", String(64), nullable=False),
    Column("address", Text, nullable=False),
    Column("folders", AnyText, nullable=False),
    Column("user", AnyText),
    Column("attached_at", BigInteger, nullable=False),
)  # fmt: skip

page_sites = Table(
    "page_sites", metadata,
    Column("id", String(20), primary_key=True),
    Column("root", Text, nullable=False),
    Column("storage", Text, nullable=False),
    Column("address", Text),
    Column("hosts", Text, nullable=False),
    Column("added_at", BigInteger, nullable=False),
    Column("last_seen_at", BigInteger, nullable=False),
    Column("known", Text, nullable=False),
    Column("pending", Text),
)  # fmt: skip

page_entries = Table(
    "page_entries", metadata,
    Column("site", String(20), ForeignKey("page_sites.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    PrimaryKeyConstraint("site", "name"),
)  # fmt: skip


def asked_columns() -> list[Column[Any]]:
    """What permissions and questions have in common."""
    return [
        Column("id", String(40), primary_key=True),
        Column("agent", String(64), nullable=False),
        Column("workspace", AnyText, nullable=False),
        Column("conversation", AnyText),
        Column("point", String(16), nullable=False),
        Column("call_id", AnyText),
        Column("sub_agent", AnyText),
        Column("waits_seconds", BigInteger),
        Column("title", AnyText, nullable=False),
        Column("sha256", String(64), nullable=False),
        Column("opened_at", BigInteger, nullable=False),
        Column("expires_at", BigInteger),
        Column("waits_until", BigInteger),
        Column("ended_at", BigInteger),
        Column("decider", Text, nullable=False),
        Column("ending", String(32)),
        Column("agent_present", Boolean, nullable=False),
        Column("stage", String(16)),
        Column("delivered_at", BigInteger),
        Column("received_at", BigInteger),
        Column("delivery_failed", Boolean, nullable=False),
        Column("seen_at", BigInteger),
        Column("countdown_stopped", Boolean, nullable=False),
        Column("joined", Boolean, nullable=False),
        Column("outcome", String(16)),
    ]


permissions = Table(
    "permissions", metadata, *asked_columns(),
    Column("call", Text, nullable=False),
    Column("reason", AnyText),
    Column("takes_edits", Boolean, nullable=False),
    Column("explanation", AnyText, nullable=False),
    Column("decision", Text, nullable=False),
    Column("agent_server", String(20)),
    Column("offered", Text),
    *forgotten_columns(),
)  # fmt: skip

questions = Table(
    "questions", metadata, *asked_columns(),
    Column("source", String(16), nullable=False),
    Column("prompts", Text, nullable=False),
    Column("message", AnyText, nullable=False),
    Column("server", AnyText),
    Column("url", AnyText),
    Column("arguments", AnyText, nullable=False),
    Column("reply", Text, nullable=False),
    Column("agent_server", String(20)),
    *forgotten_columns(),
)  # fmt: skip

for asked in (permissions, questions):  # each query finds an index of which it names the most columns
    its = asked.c
    unheard = and_(its.stage.is_(None), its.agent_present)
    Index(f"{asked.name}_by_end", its.ended_at, its.agent, its.conversation)
    Index(f"{asked.name}_by_call", its.agent, its.conversation, its.call_id)
    Index(f"{asked.name}_by_digest", its.sha256, its.agent, its.conversation)
    Index(f"{asked.name}_unheard", its.outcome, sqlite_where=unheard, postgresql_where=unheard)

grants = Table(
    "grants", metadata,
    Column("id", String(40), primary_key=True),
    Column("agent", String(64), nullable=False),
    Column("workspace", AnyText, nullable=False),
    Column("conversation", AnyText, nullable=False),
    Column("covers", String(64), nullable=False),
    Column("title", AnyText, nullable=False),
    Column("permission", String(40), nullable=False),
    Column("given_at", BigInteger, nullable=False),
    Column("given_by", Text, nullable=False),
    Column("ended_at", BigInteger),
    Column("used", Integer, nullable=False),
    Index("grants_by_end", "ended_at", "agent", "conversation"),
)  # fmt: skip

workspace_modes = Table(
    "workspace_modes", metadata,
    Column("workspace", AnyText, primary_key=True),
    Column("mode", String(16), nullable=False),
    Column("until", BigInteger),
    Column("set_at", BigInteger, nullable=False),
)  # fmt: skip

trusted_rules = Table(
    "trusted_rules", metadata,
    Column("workspace", AnyText, primary_key=True),
    Column("sha256", String(64), nullable=False),
    Column("trusted_at", BigInteger, nullable=False),
)  # fmt: skip

sessions = Table(
    "sessions", metadata,
    Column("id", String(40), primary_key=True),
    Column("agent", String(64), nullable=False),
    Column("folder", AnyText, nullable=False),
    Column("title", AnyText, nullable=False),
    Column("conversation", AnyText),
    Column("connection", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("waiting", Integer, nullable=False),
    Column("working", Boolean, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Index("sessions_by_change", "changed_at", "id"),
)  # fmt: skip

session_settings = Table(
    "session_settings", metadata,
    Column("session", String(40), ForeignKey("sessions.id"), primary_key=True),
    Column("command", AnyText, nullable=False),
    Column("mcp_servers", AnyText, nullable=False),
    Column("folders", AnyText, nullable=False),
    Column("mode", AnyText),
    Column("conversation", AnyText),
    Column("how", String(16), nullable=False),
    Column("options", AnyText),
)  # fmt: skip

session_events = Table(
    "session_events", metadata,
    Column("session", String(40), ForeignKey("sessions.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("line", BigInteger, nullable=False),
    Column("type", String(32), nullable=False),
    Column("about", AnyText),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("session", "number"),
    Index("session_events_by_subject", "session", "about"),
)  # fmt: skip

session_texts = Table(
    "session_texts", metadata,
    Column("session", String(40), ForeignKey("sessions.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("session", "number"),
)  # fmt: skip

session_lines = Table(
    "session_lines", metadata,
    Column("session", String(40), ForeignKey("sessions.id"), nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("end", BigInteger, nullable=False),
    Column("lines", Text, nullable=False),
    PrimaryKeyConstraint("session", "last"),
)  # fmt: skip

entries = Table(
    "entries", metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(64), nullable=False),
    Column("actor_kind", String(16), nullable=False),
    Column("actor_id", Text, nullable=False),
    Column("item", String(40)),
    Column("version", Integer),
    Column("shown_sha256", String(64)),
    Column("body", Text, nullable=False),  # of format 2 without its texts
    Column("prev", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("item_kind", String(16)),
    Column("format", Integer, nullable=False),
    Column("salt", String(32)),
    Column("digests", Text),  # of the texts, by their names
    Column("texts", Text),  # by their names; what was forgotten is missing
    Column("conversation", Text),  # this one and the next three repeat what the entry says: it is found by them
    Column("workspace", Text),
    Column("decider", String(16)),
    Column("decider_id", Text),
    Index("entries_by_item", "item", "seq"),
    Index("entries_by_kind", "kind", "seq"),
    index_of_some("entries_by_conversation", "conversation"),
    index_of_some("entries_by_workspace", "workspace"),
    index_of_some("entries_by_decider", "decider"),
)  # fmt: skip

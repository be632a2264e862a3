"""What entries are found by: their conversation and workspace, and who or what decided.

All of it stands in the entries already; here it gets columns and indexes.
"""

import json
from collections.abc import Mapping

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

NAMES = ("conversation", "workspace", "decider")
AT_ONCE = 1000
ON_PAGES = ("page_annotation_changed", "page_annotation_removed")
ENDINGS = (
    "review_decided", "review_expired", "review_withdrawn", "permission_decided", "permission_expired",
    "permission_withdrawn", "question_answered", "question_expired", "question_withdrawn",
)  # fmt: skip
NEITHER = {"page_visitor": "policy", "hand": "policy"}  # they decide nothing
entries = sa.table(
    "entries", *(sa.column(name) for name in ("seq", "kind", "actor_kind", "actor_id", "body", "decider_id", *NAMES))
)


def upgrade() -> None:
    """To schema 0009."""
    for name, kind in (("conversation", sa.Text()), ("workspace", sa.Text()), ("decider", sa.String(16))):
        op.add_column("entries", sa.Column(name, kind, nullable=True))
    op.add_column("entries", sa.Column("decider_id", sa.Text(), nullable=True))
    fill()
    op.create_index("entries_by_kind", "entries", ["kind", "seq"])
    for name in NAMES:
        some = sa.text(f"{name} IS NOT NULL")
        op.create_index(f"entries_by_{name}", "entries", [name, "seq"], sqlite_where=some, postgresql_where=some)


def fill() -> None:
    """Page by page, so that a long journal does not have to fit into memory."""
    connection, after = op.get_bind(), 0
    column = entries.c
    says_so = sa.or_(column.body.contains('"conversation"'), column.body.contains('"workspace"'))
    concerned = sa.or_(column.kind.in_((*ENDINGS, *ON_PAGES)), says_so)
    wanted = sa.select(entries).where(concerned).order_by(column.seq).limit(AT_ONCE)
    set_them = (
        sa.update(entries)
        .where(column.seq == sa.bindparam("its_seq"))
        .values({name: sa.bindparam(f"its_{name}") for name in (*NAMES, "decider_id")})
    )
    while page := connection.execute(wanted.where(column.seq > after)).all():
        connection.execute(set_them, [lookup(row) for row in page])
        after = page[-1].seq


def lookup(row: "sa.Row[tuple[object, ...]]") -> Mapping[str, object]:
    """What one entry is found by; nothing for one that cannot be read."""
    try:
        body = json.loads(row.body)
    except (TypeError, ValueError, RecursionError):
        body = None
    said = body if isinstance(body, dict) else {}
    ends = (row.kind in ENDINGS and body is not None) or settles_annotation(row, said)
    decider, decider_id = NEITHER.get(row.actor_kind, row.actor_kind), row.actor_id
    if isinstance(said.get("decider"), str):
        decider, decider_id = said["decider"], text_or_none(said.get("decider_id"))
    return {
        "its_seq": row.seq,
        "its_conversation": text_or_none(said.get("conversation")),
        "its_workspace": text_or_none(said.get("workspace")),
        "its_decider": decider if ends else None,
        "its_decider_id": decider_id if ends else None,
    }


def settles_annotation(row: "sa.Row[tuple[object, ...]]", said: Mapping[str, object]) -> bool:
    """Whether an agent says that a note on a page is addressed, or the person that it is."""
    is_agents = row.kind == "page_annotation_changed" and row.actor_kind == "agent"
    return said.get("status") == "addressed" and (is_agents or row.kind == "page_annotation_removed")


def text_or_none(value: object) -> str | None:
    """A text of a body."""
    return value if isinstance(value, str) else None

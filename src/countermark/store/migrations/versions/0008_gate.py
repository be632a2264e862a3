"""The gate: permissions, questions, grants, modes of workspaces and trusted rules."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0008."""
    add_asked(
        "permissions",
        sa.Column("call", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.Column("takes_edits", sa.Boolean(), nullable=False),
        sa.Column("explanation", sa.Text(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
    )
    add_asked(
        "questions",
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("prompts", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("server", sa.Text()),
        sa.Column("url", sa.Text()),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
    )
    add_grants()
    add_workspaces()


def add_asked(name: str, *own: sa.Column[Any]) -> None:
    """A table of what agents ask, and its indexes."""
    op.create_table(
        name,
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("agent", sa.String(64), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Text()),
        sa.Column("point", sa.String(16), nullable=False),
        sa.Column("call_id", sa.Text()),
        sa.Column("sub_agent", sa.Text()),
        sa.Column("waits_seconds", sa.BigInteger()),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger()),
        sa.Column("waits_until", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("decider", sa.Text(), nullable=False),
        sa.Column("ending", sa.String(32)),
        sa.Column("agent_present", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(16)),
        sa.Column("delivered_at", sa.BigInteger()),
        sa.Column("received_at", sa.BigInteger()),
        sa.Column("delivery_failed", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.BigInteger()),
        sa.Column("countdown_stopped", sa.Boolean(), nullable=False),
        sa.Column("joined", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(16)),
        *own,
    )
    unheard = sa.and_(sa.column("stage").is_(None), sa.column("agent_present", sa.Boolean()))
    op.create_index(f"{name}_by_end", name, ["ended_at", "agent", "conversation"])
    op.create_index(f"{name}_by_call", name, ["agent", "conversation", "call_id"])
    op.create_index(f"{name}_by_digest", name, ["sha256", "agent", "conversation"])
    op.create_index(f"{name}_unheard", name, ["outcome"], sqlite_where=unheard, postgresql_where=unheard)


def add_grants() -> None:
    """What a person has allowed for the rest of a conversation."""
    op.create_table(
        "grants",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("agent", sa.String(64), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Text(), nullable=False),
        sa.Column("covers", sa.String(64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("permission", sa.String(40), nullable=False),
        sa.Column("given_at", sa.BigInteger(), nullable=False),
        sa.Column("given_by", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("used", sa.Integer(), nullable=False),
    )
    op.create_index("grants_by_end", "grants", ["ended_at", "agent", "conversation"])


def add_workspaces() -> None:
    """What a person has chosen for a workspace."""
    op.create_table(
        "workspace_modes",
        sa.Column("workspace", sa.Text(), primary_key=True),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.Column("set_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "trusted_rules",
        sa.Column("workspace", sa.Text(), primary_key=True),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("trusted_at", sa.BigInteger(), nullable=False),
    )

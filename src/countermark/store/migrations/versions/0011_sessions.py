"""Sessions: what lists show of them, what they were opened with, their events, and the raw lines of their traffic."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0011."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("agent", sa.String(64), nullable=False),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Text()),
        sa.Column("connection", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("working", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
    )
    op.create_index("sessions_by_change", "sessions", ["changed_at", "id"])
    op.create_table(
        "session_settings",
        sa.Column("session", sa.String(40), sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("mcp_servers", sa.Text(), nullable=False),
        sa.Column("folders", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text()),
        sa.Column("conversation", sa.Text()),
        sa.Column("how", sa.String(16), nullable=False),
    )
    add_events()
    op.create_table(
        "session_lines",
        sa.Column("session", sa.String(40), sa.ForeignKey("sessions.id"), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session", "last"),
    )


def add_events() -> None:
    """What happened in sessions, and the words in it."""
    op.create_table(
        "session_events",
        sa.Column("session", sa.String(40), sa.ForeignKey("sessions.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("about", sa.Text()),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session", "number"),
    )
    op.create_index("session_events_by_subject", "session_events", ["session", "about"])
    op.create_table(
        "session_texts",
        sa.Column("session", sa.String(40), sa.ForeignKey("sessions.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session", "number"),
    )

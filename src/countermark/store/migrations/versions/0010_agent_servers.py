"""Attached servers of agents, and which of them has asked."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0010."""
    op.create_table(
        "agent_servers",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("agent", sa.String(64), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("folders", sa.Text(), nullable=False),
        sa.Column("user", sa.Text()),
        sa.Column("attached_at", sa.BigInteger(), nullable=False),
    )
    for name in ("permissions", "questions"):
        op.add_column(name, sa.Column("agent_server", sa.String(20)))

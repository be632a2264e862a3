"""Whose mark it is, and whether it can go with an answer; reviews found by their text."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0015."""
    op.add_column("annotations", sa.Column("author", sa.Text()))
    op.add_column("annotations", sa.Column("chosen", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_index("revisions_by_text", "revisions", ["sha256"])

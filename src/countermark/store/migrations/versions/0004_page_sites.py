"""Sites whose pages are reviewed, and what the journal knows of their files."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0004."""
    op.create_table(
        "page_sites",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("root", sa.Text(), nullable=False),
        sa.Column("storage", sa.Text(), nullable=False),
        sa.Column("address", sa.Text()),
        sa.Column("hosts", sa.Text(), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.Column("last_seen_at", sa.BigInteger(), nullable=False),
        sa.Column("known", sa.Text(), nullable=False),
        sa.Column("pending", sa.Text()),
    )
    op.create_table(
        "page_entries",
        sa.Column("site", sa.String(20), sa.ForeignKey("page_sites.id"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("site", "name"),
    )

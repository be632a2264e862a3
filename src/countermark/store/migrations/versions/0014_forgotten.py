"""When the texts of an item were forgotten, and by whose will."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0014."""
    for table in ("revisions", "permissions", "questions"):
        op.add_column(table, sa.Column("forgotten_at", sa.BigInteger()))
        op.add_column(table, sa.Column("forgotten_by", sa.String(16)))

"""The agent's own choices that come with a permission."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0012."""
    op.add_column("permissions", sa.Column("offered", sa.Text()))

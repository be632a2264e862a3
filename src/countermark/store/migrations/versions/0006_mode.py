"""In which mode an agent goes on after an approval."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0006."""
    op.add_column("revisions", sa.Column("mode", sa.String(40), nullable=True))

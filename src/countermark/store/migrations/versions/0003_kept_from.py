"""Where a mark was live before a person kept it for a later revision, so that this can be taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0003."""
    op.add_column("annotations", sa.Column("kept_from", sa.Integer(), nullable=True))

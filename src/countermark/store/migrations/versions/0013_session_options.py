"""The options that a person has chosen for the agent of a session."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0013."""
    op.add_column("session_settings", sa.Column("options", sa.Text()))

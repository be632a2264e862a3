"""Ends the sign-ins whose tokens lay in cookies, which a browser sends to every port of the host."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0005."""
    op.execute("DELETE FROM sign_ins")

"""Items: entries and idempotency records name a kind and a version; what kind a review is, is a fact of its own.

Entries keep their bytes: their format is 1, and they are hashed as they were.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0007."""
    give_reviews_a_kind()
    name_items_in_idempotency_records()
    name_items_in_entries()
    op.drop_column("annotations", "anchor")  # nothing read it: a mark is carried over with both texts at hand


def give_reviews_a_kind() -> None:
    """What the brand of the agent said until now: scripts submit documents, and one agent reads its file again."""
    op.drop_index("reviews_by_session", "reviews")
    op.alter_column("reviews", "session", new_column_name="conversation")
    op.create_index("reviews_by_conversation", "reviews", ["agent", "conversation"])
    op.add_column("reviews", sa.Column("kind", sa.String(16), nullable=False, server_default="plan"))
    op.add_column("reviews", sa.Column("checked_against_file", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE reviews SET kind = 'document' WHERE agent = 'review'")
    op.execute(
        sa.text("UPDATE reviews SET checked_against_file = :yes WHERE agent = 'claude-code'").bindparams(yes=True)
    )


def name_items_in_idempotency_records() -> None:
    """Every key stood for a revision of a review."""
    op.rename_table("keys", "idempotency_records")
    op.alter_column("idempotency_records", "review_id", new_column_name="item")
    op.alter_column("idempotency_records", "number", new_column_name="version")
    op.add_column("idempotency_records", sa.Column("item_kind", sa.String(16), nullable=False, server_default="review"))


def name_items_in_entries() -> None:
    """Every entry about an item was about a review; the texts of newer entries stand beside them."""
    op.drop_index("entries_by_review", "entries")
    op.alter_column("entries", "review", new_column_name="item")
    op.alter_column("entries", "revision", new_column_name="version")
    op.create_index("entries_by_item", "entries", ["item", "seq"])
    op.add_column("entries", sa.Column("item_kind", sa.String(16), nullable=True))
    op.add_column("entries", sa.Column("format", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("entries", sa.Column("salt", sa.String(32), nullable=True))
    op.add_column("entries", sa.Column("digests", sa.Text(), nullable=True))
    op.add_column("entries", sa.Column("texts", sa.Text(), nullable=True))
    op.execute("UPDATE entries SET item_kind = 'review' WHERE item IS NOT NULL")

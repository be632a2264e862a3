"""The first tables: reviews with their revisions, the journal, drafts, sign-ins and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0001."""
    make_reviews()
    make_texts()
    make_desk()
    make_journal()


def make_reviews() -> None:
    """Reviews, revisions and the idempotency keys that rang for them."""
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("agent", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("branch", sa.Text(), nullable=True),
        sa.Column("session", sa.Text(), nullable=True),
        sa.Column("path", sa.Text(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("latest", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "revisions",
        sa.Column("review_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("verdict", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.String(length=32), nullable=True),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.BigInteger(), nullable=True),
        sa.Column("agent_present", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=True),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        sa.Column("received_at", sa.BigInteger(), nullable=True),
        sa.Column("notes_delivery", sa.String(length=16), nullable=True),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["review_id"],
            ["reviews.id"],
        ),
        sa.PrimaryKeyConstraint("review_id", "number"),
    )
    op.create_index("reviews_by_path", "reviews", ["agent", "path"], unique=False)
    op.create_index("reviews_by_session", "reviews", ["agent", "session"], unique=False)
    op.create_index("revisions_by_verdict", "revisions", ["verdict", "decided_at"], unique=False)
    op.create_table(
        "keys",
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("review_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )


def make_texts() -> None:
    """Texts by digest."""
    op.create_table(
        "texts",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sha256"),
    )


def make_desk() -> None:
    """What stands beside the journal: drafts, sign-ins, settings."""
    op.create_table(
        "drafts",
        sa.Column("review_id", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("review_id"),
    )
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("token_sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_sha256"),
    )
    op.create_table(
        "desk_settings",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def make_journal() -> None:
    """The journal."""
    op.create_table(
        "entries",
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("actor_kind", sa.String(length=16), nullable=False),
        sa.Column("actor_id", sa.Text(), nullable=False),
        sa.Column("review", sa.String(length=40), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=True),
        sa.Column("shown_sha256", sa.String(length=64), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("prev", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("entries_by_review", "entries", ["review", "seq"], unique=False)

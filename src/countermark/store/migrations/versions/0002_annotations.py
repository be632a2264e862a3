"""Annotations, their places in later revisions, images; drafts of marks; the words that went with a verdict."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To schema 0002."""
    op.add_column("revisions", sa.Column("feedback", sa.Text(), nullable=True))
    op.add_column("revisions", sa.Column("marks", sa.Integer(), nullable=False, server_default="0"))
    make_annotations()
    make_placements_and_images()
    give_drafts_slots()


def make_annotations() -> None:
    """The marks."""
    op.create_table(
        "annotations",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("review_id", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("live_on", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=True),
        sa.Column("tip", sa.Text(), nullable=True),
        sa.Column("images", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=True),
        sa.Column("occurrence", sa.Text(), nullable=False),
        sa.Column("anchor", sa.Text(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("sent_on", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["review_id"], ["reviews.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("annotations_by_review", "annotations", ["review_id", "revision"], unique=False)


def make_placements_and_images() -> None:
    """Where marks stand in later revisions, and what their images show."""
    op.create_table(
        "placements",
        sa.Column("annotation_id", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("fate", sa.String(length=16), nullable=False),
        sa.Column("place", sa.Text(), nullable=True),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=True),
        sa.Column("occurrence", sa.Text(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=True),
        sa.Column("hint_quote", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["annotation_id"], ["annotations.id"]),
        sa.PrimaryKeyConstraint("annotation_id", "revision"),
    )
    op.create_table(
        "images",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("media_type", sa.String(length=32), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256"),
    )


def give_drafts_slots() -> None:
    """Every draft so far is one of the answer; a key cannot be widened in place everywhere, so the rows move."""
    op.rename_table("drafts", "drafts_before")
    op.create_table(
        "drafts",
        sa.Column("review_id", sa.String(length=40), nullable=False),
        sa.Column("slot", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=True),
        sa.Column("kind", sa.String(length=32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("review_id", "slot"),
    )
    op.execute(
        "INSERT INTO drafts (review_id, slot, revision, text, kind, version, saved_at) "
        "SELECT review_id, 'answer', revision, text, kind, version, saved_at FROM drafts_before"
    )
    op.drop_table("drafts_before")

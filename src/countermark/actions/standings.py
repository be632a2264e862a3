"""How marks stand on a revision, as the store has it: nothing is looked for, and no text is read."""

from collections.abc import Sequence

from countermark.model.annotations import Annotation, Standing
from countermark.store.base import Reader

NEWEST = 2**31  # beyond every revision


def standing_on(reader: Reader, annotation: Annotation, revision: int) -> Standing:
    """How a mark stands on a revision, or on the last one before it in which it was looked for."""
    earlier = [each for each in reader.placements_of(annotation.id) if each.revision <= revision]
    if not earlier:
        return Standing(annotation, annotation.revision, None)
    return Standing(annotation, earlier[-1].revision, earlier[-1])


def marks_on(reader: Reader, review_id: str, revision: int) -> Sequence[Standing]:
    """All marks that stand on a revision, or are gone there, in the order of the text; without the removed ones."""
    placed = {each.annotation_id: each for each in reader.placements(review_id, revision=revision)}
    standing = [
        Standing(each, revision, placed.get(each.id))
        for each in reader.annotations(review_id)
        if not each.removed and (each.revision == revision or each.id in placed)
    ]
    return sorted(standing, key=lambda each: (each.ground.position, each.annotation.id))

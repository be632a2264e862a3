"""Places: what a mark stands on in the text of a revision, as the hub itself reads it."""

import re

from countermark.actions.desk import Desk
from countermark.actions.documents import document_of
from countermark.documents.markdown.passages import Passages
from countermark.documents.marks.placements import ground
from countermark.model.annotations import MAX_QUOTE_BYTES, Ground
from countermark.model.errors import BadPlace, TooLarge
from countermark.model.places import Place
from countermark.model.reviews import Revision

LINE_END = re.compile(r"\r\n?")
HARD_SPACE = re.compile("[\u00a0\u202f]")


async def reading_of(desk: Desk, sha256: str) -> Passages:
    """A stored text as it can be marked."""
    return await desk.readings.of(await document_of(desk, sha256))


async def ground_at(desk: Desk, revision: Revision, place: Place | None, *, quote: str) -> Ground:
    """What stands at a place that a page has sent; a note stands on nothing.

    Raises `BadPlace` when it is not what the page has quoted, `TooLarge` for a passage of more than 200 KB.
    """
    if place is None:
        return Ground()
    reading = await reading_of(desk, revision.sha256)
    return await desk.readings.think(lambda: checked(reading, place, quote=quote))


def checked(reading: Passages, place: Place, *, quote: str) -> Ground:
    """The ground at a place, in the hub's own words."""
    found = reading.quote(place)
    if found is None:
        raise BadPlace("There is no such place in this revision.")
    if normal(found) != normal(quote):
        raise BadPlace("The words at this place are not the ones that were marked.")
    if len(found.encode()) > MAX_QUOTE_BYTES:
        raise TooLarge("The marked passage is longer than 200 KB.", hint="Mark a part of it, or write a note.")
    return ground(reading, place)


def normal(words: str) -> str:
    """Words without what a browser and a renderer write differently: line ends, and spaces that do not break."""
    return HARD_SPACE.sub(" ", LINE_END.sub("\n", words))

"""Writes by the names that pages and agents give them: one that is asked for again, unheard, is made once.

A name stands for one write: what it asks for, and of which entry. Whoever asks for something else under it is told,
so that no words are lost. Only an addition may come again in other words: it is the same one. The journal keeps the
name of each write, so a hub that was started since knows it too.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from countermark.actions.desk import Desk
from countermark.actions.open_sites import OpenSite
from countermark.actions.pages.records import (
    ADDITIONS,
    LONGEST_ID,
    LONGEST_NOTE,
    LONGEST_PAGE,
    LONGEST_QUOTE,
    LONGEST_REPLY,
    PageEntryValue,
    cut,
)
from countermark.model import journal
from countermark.model.errors import Conflict
from countermark.model.pages.annotations import PageAnnotation
from countermark.model.pages.journal import PageEntryChange
from countermark.model.pages.raw import fields, word
from countermark.model.pages.writes import RepeatedRequest, Written

LOOKED_THROUGH = 2000  # entries of the journal; whoever asks again does so soon
LONGEST = {"page": LONGEST_PAGE, "quote": LONGEST_QUOTE, "note": LONGEST_NOTE, "reply": LONGEST_REPLY}
TOLD = ("page", "type", "quote", "note", "status", "reply")
TAKEN = "This name of a write has been used for another one, so nothing was changed."
NEW_NAME = "Send it again under a new name."


async def write_of(desk: Desk, open_site: OpenSite, name: str | None) -> Written | None:
    """The write of this name that is made; None for a new name.

    To be asked by who is alone in the open_site, after what a crash has cut in two is settled.
    """
    if name is None:
        return None
    if open_site.writes is None:
        newest = await desk.read(
            lambda reader: reader.entries(after=max(0, reader.head() - LOOKED_THROUGH), limit=LOOKED_THROUGH)
        )
        open_site.writes = writes_in(newest, site=open_site.site.id)
    return open_site.writes.get(name)


def writes_in(entries: Iterable[journal.Entry], *, site: str) -> dict[str, Written]:
    """The writes of a site by their names."""
    about = (each for each in entries if each.body.get("site") == site and each.body.get("write"))
    return {str(each.body["write"]): written(each.kind, each.body, digest=None) for each in about}


def written(kind: str, body: Mapping[str, object], *, digest: str | None) -> Written:
    """A write by what the journal says of it."""
    told = {name: value for name in TOLD if (value := body.get(name)) is not None}
    return Written(kind, str(body["entry"]), told, digest)


def note_write(open_site: OpenSite, change: PageEntryChange, asked: RepeatedRequest) -> None:
    """Remember a write that is made; the oldest is forgotten."""
    if change.write is None or open_site.writes is None:  # then the journal is asked, once somebody wants to know
        return
    open_site.writes[change.write] = written(change.kind, change.body(), digest=asked.digest)
    if len(open_site.writes) > LOOKED_THROUGH:
        open_site.writes.pop(next(iter(open_site.writes)))


def check_same(made: Written, *, kind: str, entry: str, asked: RepeatedRequest, now: PageEntryValue | None) -> None:
    """Raise `Conflict` for a request that is not the one of this name; `now` is the entry as the file has it."""
    adds = kind in ADDITIONS  # its id is new each time
    same = made.kind == kind and (adds or made.entry == cut(entry, LONGEST_ID))
    if not same or not is_repeated(made, asked, now=now, place_tells=adds):
        raise Conflict(TAKEN, hint=NEW_NAME)


def is_repeated(made: Written, asked: RepeatedRequest, *, now: PageEntryValue | None, place_tells: bool) -> bool:
    """Whether the same is asked for again; of what an earlier hub has made, the journal and the file tell."""
    if made.digest is not None:
        return made.digest == asked.digest
    unmoved = place_tells and now is not None and now.created_at == now.updated_at
    if unmoved and now is not None and place_request(now).digest != asked.digest:
        return False
    return all(says(made, name, value, now) for name, value in asked.told.items())


def says(made: Written, name: str, value: str, now: PageEntryValue | None) -> bool:
    """Whether a write has said this; of long words the journal has only the beginning, the file all."""
    longest = LONGEST.get(name, LONGEST_ID)
    return made.told.get(name) == cut(value, longest) and (len(value) <= longest or value in words_in(now))


def note_words(open_site: OpenSite, name: str | None, note: str) -> None:
    """Remember that an addition was asked for again in these words."""
    if name is not None and open_site.writes is not None and (made := open_site.writes.get(name)) is not None:
        open_site.writes[name] = replace(made, told={**made.told, "note": cut(note, LONGEST_NOTE)})


def words_in(entry: PageEntryValue | None) -> list[str]:
    """Everything that is said in an entry."""
    if not isinstance(entry, PageAnnotation):
        return [] if entry is None else [entry.note, entry.page_url]
    answers = [each.message for each in entry.replies]
    return [entry.note, entry.page_url, entry.selected_text, word(entry.selector, "description"), *answers]


def is_reworded(made: Written, note: str) -> bool:
    """Whether an addition comes again in other words than the write has said, or may do so."""
    return len(note) > LONGEST_NOTE or made.told.get("note") != cut(note, LONGEST_NOTE)


def place_request(entry: PageEntryValue) -> RepeatedRequest:
    """What an addition asks for: its words may be others when it is sent again, its place may not."""
    if not isinstance(entry, PageAnnotation):
        return RepeatedRequest({"page": entry.page_url}, digest_of([entry.page_url]))
    if entry.type == "text":
        place: list[object] = [entry.selected_text, dict(entry.range)]
    else:
        place = [word(entry.selector, "cssSelector"), word(entry.selector, "xpath")]
    quote = entry.selected_text if entry.type == "text" else word(entry.selector, "description")
    told = {"page": entry.page_url, "type": entry.type, "quote": quote}
    return RepeatedRequest(told, digest_of([entry.page_url, entry.type, *place]))


def patch_of(patch: object, *names: str) -> RepeatedRequest:
    """What a change asks for; `names` are those of its parts that the journal tells."""
    given = patch if isinstance(patch, dict) else {}
    said = {**given, "reply": fields(given, "reply").get("message")}
    return RepeatedRequest(
        {name: value for name in names if isinstance(value := said.get(name), str)}, digest_of(patch)
    )


def digest_of(asked: object) -> str:
    """What tells one request from any other. What is nested too deeply to be told is refused by its checks."""
    try:
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode("ascii")).hexdigest()[:32]
    except RecursionError:
        return ""

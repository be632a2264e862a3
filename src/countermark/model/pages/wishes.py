"""What becomes of an annotation or a note that somebody sends, or sends a change of: seed 002, section 4.2."""

from countermark.model.pages import checks
from countermark.model.pages.annotations import STATUSES, PageAnnotation, PageNote, Role
from countermark.model.pages.raw import Fields, list_in


def new_annotation(wish: object, *, id: str, now: str) -> PageAnnotation:  # noqa: A002  # the file calls it so
    """What POST makes of a body. Raises `PageWishRefused`."""
    given = checks.json_object(wish, "the body")
    kind = given.get("type", "text")
    if kind not in ("text", "element"):
        checks.refuse('type must be "text" or "element"')
    page = checks.page(given)
    if kind == "text":
        words = checks.text(given.get("selectedText"), "selectedText", most=checks.MOST_WORDS)
        about: dict[str, object] = {"selectedText": words, "range": checks.text_range(given.get("range"))}
    else:
        about = {"elementSelector": checks.element(given.get("elementSelector"))}
    more = dict(checks.extras(given, checks.OF_TEXT if kind == "text" else checks.OF_ELEMENT))
    return PageAnnotation({"id": id, "type": kind, **page, **about, **more, "createdAt": now, "updatedAt": now})


def changed_annotation(annotation: PageAnnotation, patch: object, *, now: str) -> PageAnnotation:
    """What PATCH makes of an annotation. Raises `PageWishRefused`; what may not be changed is passed over."""
    given = checks.json_object(patch, "the body")
    changes: dict[str, object] = {}
    if "note" in given:
        changes["note"] = checks.text(given["note"], "note", most=checks.MOST_WORDS)
    place = place_fields(given)
    if annotation.type == "text":
        changes |= place
    if "status" in given:
        changes |= status_fields(given["status"], now)
    if "reply" in given:
        answer = reply(checks.reply_message(given["reply"]), "reviewer", now)
        changes["replies"] = [*list_in(annotation.raw, "replies"), answer]
    cleared = {name for name, value in changes.items() if value is None}
    raw = {**annotation.raw, **changes, "updatedAt": now}
    return PageAnnotation({name: value for name, value in raw.items() if name not in cleared})


def place_fields(given: Fields) -> dict[str, object]:
    """Where an annotation on text stands now, and what it reads; checked for one on an element too."""
    changes: dict[str, object] = {}
    if "replacedText" in given:
        changes["replacedText"] = checks.replaced_text(given["replacedText"])
    if "range" in given:
        changes["range"] = checks.text_range(given["range"])
    if given.get("anchor") is not None:
        changes["anchor"] = checks.anchor(given["anchor"])
    return changes


def status_fields(status: object, now: str) -> dict[str, object]:
    """A status with the times that go with it; None takes one away."""
    if status not in STATUSES:
        checks.refuse(f"status must be one of: {', '.join(STATUSES)}")
    return {
        "status": status,
        "inProgressAt": now if status == "in_progress" else None,
        "addressedAt": now if status == "addressed" else None,
    }


def with_reply(annotation: PageAnnotation, message: str, *, role: Role, now: str) -> PageAnnotation:
    """An annotation with one more answer. Raises `PageWishRefused` for an empty one."""
    answers = [*list_in(annotation.raw, "replies"), reply(checks.message(message), role, now)]
    return PageAnnotation({**annotation.raw, "replies": answers, "updatedAt": now})


def reply(message: str, role: Role, now: str) -> dict[str, object]:
    """An answer as the file has it."""
    return {"message": message, "createdAt": now, "role": role}


def new_note(wish: object, *, id: str, now: str) -> PageNote:  # noqa: A002  # the file calls it so
    """What POST makes of a body. Raises `PageWishRefused`."""
    return PageNote(
        {"id": id, **checks.page(checks.json_object(wish, "the body")), "createdAt": now, "updatedAt": now},
    )


def changed_note(note: PageNote, patch: object, *, now: str) -> PageNote:
    """What PATCH makes of a note on a page: other words, and nothing else. Raises `PageWishRefused`."""
    given = checks.json_object(patch, "the body")
    said = checks.text(given.get("note", note.note), "note", most=checks.MOST_WORDS)
    return PageNote({**note.raw, "note": said, "updatedAt": now})

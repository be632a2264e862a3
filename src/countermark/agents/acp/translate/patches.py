"""Version 2: what an update changes of a tool call. What it leaves out stays, `null` clears, anything else replaces."""

from collections.abc import Sequence
from dataclasses import replace

from countermark.agents.acp.translate.calls import OPEN, OTHER, UNNAMED, kept_terminals, locations_in, status_in
from countermark.agents.acp.translate.git_patches import differences_of_change
from countermark.agents.acp.translate.outputs import Pictures, output_of
from countermark.agents.acp.translate.reading import MOST_OBJECTS, Fields, as_json, objects_in, word_in
from countermark.model.sessions.parts import CallPart, CallStatus, Output, UnknownOutput


def patched(part: CallPart, update: Fields, pictures: Pictures, *, at: int) -> CallPart:
    """The call after one more update."""
    status = patched_status(part, update)
    ended_at = None if status in OPEN else at if part.ended_at is None or part.status in OPEN else part.ended_at
    changes: dict[str, object] = {"status": status, "ended_at": ended_at}
    if "title" in update:
        changes["title"] = word_in(update, "title") or UNNAMED
    if "name" in update:
        changes["name"] = word_in(update, "name")
    if "kind" in update:
        changes["kind"] = word_in(update, "kind") or OTHER
    if "content" in update:
        told = [each for content in objects_in(update, "content") for each in outputs_of(content, pictures)]
        changes["outputs"] = kept_terminals(part, tuple(told))
    if "locations" in update:
        changes["locations"] = locations_in(update)
    for name, ours in (("rawInput", "raw_input"), ("rawOutput", "raw_output")):
        if name in update:
            changes[ours] = None if update[name] is None else as_json(update[name])
    return replace(part, **changes)  # type: ignore[arg-type]  # its own fields, from above


def patched_status(part: CallPart, update: Fields) -> CallStatus:
    """How far it has come; a word that nobody knows means that it is under way."""
    if "status" not in update:
        return part.status
    if update["status"] is None:
        return CallStatus.PENDING
    return status_in(update) or CallStatus.RUNNING


def appended(part: CallPart, update: Fields, pictures: Pictures, *, at: int) -> CallPart:  # noqa: ARG001  as every merge
    """The call with one more piece of content."""
    content = update.get("content")
    more = outputs_of(content, pictures) if isinstance(content, dict) else ()
    return replace(part, outputs=(*part.outputs, *kept_terminals(part, tuple(more)))[:MOST_OBJECTS])


def outputs_of(content: Fields, pictures: Pictures) -> Sequence[Output]:
    """What one entry of a call's content shows."""
    match content.get("type"):
        case "diff":
            return differences_of_change(content)
        case "content" | "terminal":
            return (output_of(content, pictures),)
        case kind:
            return (UnknownOutput(kind if isinstance(kind, str) else "", as_json(content)),)

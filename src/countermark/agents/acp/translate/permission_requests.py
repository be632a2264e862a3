"""Version 2: a permission that is asked for, in the words of version 1, so that there is one gate for both.

What cannot be said so is left out, and the gate then refuses the request: nothing is made up here.
"""

import json
from collections.abc import Iterator

from countermark.agents.acp.translate.git_patches import changed_paths, hunks_in, operations_in, tells_more
from countermark.agents.acp.translate.reading import Fields, as_json, object_in, objects_in, text_in

SAID_OTHERWISE = frozenset({"title", "description", "subject", "toolCall"})
CALL, OTHER = "tool_call", "other"


def subject_call(params: Fields) -> str | None:
    """The agent's id of the call that is asked about; None where there is none."""
    subject = object_in(params, "subject")
    found = object_in(subject, "toolCall") if subject.get("type") == CALL else subject
    name = text_in(found, "toolCallId")
    return name or None


def as_first(params: Fields, *, request: object) -> Fields:
    """The parameters of a request, which has this id, as version 1 has them."""
    title = text_in(params, "title")
    others = {name: value for name, value in params.items() if name not in SAID_OTHERWISE}
    if not title:
        return others
    words = "\n\n".join(filter(None, [title, text_in(params, "description")]))
    said = {"type": "content", "content": {"type": "text", "text": words}}
    subject = params.get("subject")
    match subject:
        case {"type": "tool_call", "toolCall": dict(call)}:
            return {**others, "toolCall": {**call, **told_changes(call), "content": [said, *contents_of(call)]}}
        case {"type": "tool_call"}:
            return others
        case {"type": "command", "command": str(command), "cwd": str(folder)}:
            name = subject_call(params) or f"request {json.dumps(request)}"
            given = {"command": command, "cwd": folder}
            call = {"toolCallId": name, "title": command, "kind": "execute", "rawInput": given, "content": [said]}
            return {**others, "toolCall": call}
        case {"type": "command"}:
            return others
        case _:  # nobody knows what it is about: it is shown as it came, and only a person decides
            raw = {} if subject is None else {"subject": as_json(subject)}
            call = {"toolCallId": f"request {json.dumps(request)}", "title": title, "kind": "other", "rawInput": raw}
            return {**others, "toolCall": {**call, "content": [said]}}


def contents_of(call: Fields) -> Iterator[object]:
    """The contents of a call; a difference for each place that it changes."""
    content = call.get("content")
    for each in content if isinstance(content, list) else ():
        if not isinstance(each, dict) or each.get("type") != "diff":
            yield each
            continue
        if tells_more(each):
            patch = object_in(each, "patch")
            yield {"type": "content", "content": {"type": "text", "text": text_in(patch, "text") or as_json(patch)}}
        for hunk in hunks_in(each):
            if not hunk.is_gone:
                old = None if hunk.is_new else "".join(hunk.old)
                yield {"type": "diff", "path": hunk.path, "oldText": old, "newText": "".join(hunk.new)}


def told_changes(call: Fields) -> Fields:
    """What a call's differences say of it beside their texts: the files, and that some are removed."""
    diffs = [each for each in objects_in(call, "content") if each.get("type") == "diff"]
    if not diffs:
        return {}
    paths = [path for diff in diffs for path in [*changed_paths(diff), *(hunk.path for hunk in hunks_in(diff))]]
    listed = call.get("locations")
    places = [*(listed if isinstance(listed, list) else ()), *({"path": path} for path in dict.fromkeys(paths))]
    done = frozenset[str]().union(*(operations_in(diff) for diff in diffs))
    is_gone = any(hunk.is_gone for diff in diffs for hunk in hunks_in(diff))
    removes = is_gone or bool(done - {"add", "modify", "copy"})  # also an operation that nobody knows
    kind = changing_kind(call.get("kind"), removes=removes, is_unread=any(map(tells_more, diffs)))
    return {"locations": places, **({} if kind is None else {"kind": kind})}


def changing_kind(kind: object, *, removes: bool, is_unread: bool) -> object:
    """The kind of a call that changes files; one that says it is something else is no kind, so that a person looks."""
    match kind:
        case "execute":
            return kind
        case "edit" | "move" | "delete" if not is_unread:
            return "delete" if removes else kind
        case None if not removes and not is_unread:
            return None
        case _:
            return OTHER

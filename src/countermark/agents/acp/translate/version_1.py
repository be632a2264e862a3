"""Updates of version 1 of the protocol, those that are not stable yet included."""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from countermark.agents.acp.translate import offers
from countermark.agents.acp.translate.reading import Fields, cut, id_in, object_in, objects_in, text_in, word_in
from countermark.agents.acp.translate.translation import Translation
from countermark.model.sessions.parts import PlanEntry, Voice


class UpdatePlace(NamedTuple):
    """On which line an update stands, and when that came."""

    line: int
    at: int


Taken = Callable[[Translation, Fields, UpdatePlace], None]


def take_update(translation: Translation, params: Fields, *, line: int, at: int) -> None:
    """One `session/update`. Nothing that an agent sends is an error: what is not understood is shown as it came."""
    update = params.get("update")
    kind = update.get("sessionUpdate") if isinstance(update, dict) else None
    taken = KINDS.get(kind) if isinstance(kind, str) else None
    if taken is None or not isinstance(update, dict):
        name = kind if isinstance(kind, str) else ""
        translation.unknown(name, params if update is None else update, line=line, at=at)
        return
    taken(translation, update, UpdatePlace(line, at))


def chunk_of(voice: Voice) -> Taken:
    """What takes a piece of a message in a voice."""

    def take(translation: Translation, update: Fields, where: UpdatePlace) -> None:
        content = update.get("content")
        if not isinstance(content, dict):
            translation.unknown(str(update["sessionUpdate"]), update, line=where.line, at=where.at)
            return
        named = update.get("messageId")
        translation.text(
            voice, content, named=named if isinstance(named, str) else None, line=where.line, at=where.at
        )  # fmt: skip

    return take


def take_call(translation: Translation, update: Fields, where: UpdatePlace) -> None:
    """A tool call begins."""
    hear_call(translation, update, where, first=True)


def take_call_update(translation: Translation, update: Fields, where: UpdatePlace) -> None:
    """A tool call has come further; one that nobody has begun begins with it."""
    hear_call(translation, update, where, first=False)


def hear_call(translation: Translation, update: Fields, where: UpdatePlace, *, first: bool) -> None:
    """Something about a call, which has an id or is not understood."""
    call_id = word_in(update, "toolCallId")
    if call_id is None:
        translation.unknown(str(update.get("sessionUpdate", "tool_call")), update, line=where.line, at=where.at)
        return
    translation.call(call_id, update, line=where.line, at=where.at, first=first)


def take_plan(translation: Translation, update: Fields, _: UpdatePlace) -> None:
    """The whole plan."""
    translation.plan(offers.plan_of(update))


def take_plan_update(translation: Translation, update: Fields, where: UpdatePlace) -> None:
    """A plan as steps, as Markdown or as a file: the latter two become one step, which cannot tell how far it has come.

    A file is named and not read: an agent does not choose what the desk reads.
    """
    plan = object_in(update, "plan")
    match plan.get("type"):
        case "items":
            translation.plan(offers.plan_of(plan))
        case "markdown":
            translation.plan((PlanEntry(cut(text_in(plan, "content") or "")[0], "", ""),))
        case "file" if (place := word_in(plan, "uri")) is not None:
            translation.plan((PlanEntry(f"The plan is in {file_named(place)}", "", ""),))
        case _:
            translation.unknown("plan_update", update, line=where.line, at=where.at)


def file_named(uri: str) -> str:
    """The path of a file by its address; any other address as it is."""
    return unquote(uri.removeprefix("file://")) if uri.startswith("file:///") else uri


def take_plan_removed(translation: Translation, _: Fields, __: UpdatePlace) -> None:
    """There is no plan any more."""
    translation.plan(())


def take_commands(translation: Translation, update: Fields, _: UpdatePlace) -> None:
    """All slash commands."""
    translation.commands(offers.commands_of(update))


def take_mode(translation: Translation, update: Fields, _: UpdatePlace) -> None:
    """The agent is in another mode."""
    mode = id_in(update, "currentModeId")
    if mode is not None:
        translation.mode(mode)


def take_options(translation: Translation, update: Fields, _: UpdatePlace) -> None:
    """All options."""
    translation.options(offers.options_of(update) or ())


def take_info(translation: Translation, update: Fields, _: UpdatePlace) -> None:
    """What the agent calls the conversation."""
    translation.title(word_in(update, "title") or "")


def take_usage(translation: Translation, update: Fields, where: UpdatePlace) -> None:
    """How full the context is."""
    usage = offers.usage_of(update)
    if usage is not None:
        translation.usage(usage, at=where.at)


def take_notice(translation: Translation, update: Fields, where: UpdatePlace) -> None:
    """A word about the session itself."""
    translation.notice(update, line=where.line, at=where.at)


def take_compaction(translation: Translation, update: Fields, where: UpdatePlace) -> None:
    """The agent shortens what it remembers."""
    name = word_in(update, "compactionId")
    if name is None:
        translation.unknown("compaction_update", update, line=where.line, at=where.at)
        return
    texts = [text_in(block, "text") or "" for block in objects_in(update, "summary")]
    summary = cut("".join(texts))[0] if isinstance(update.get("summary"), list) else None
    error = word_in(update, "error") or word_in(object_in(update, "error"), "message")
    translation.compaction(name, word_in(update, "status"), summary, error, at=where.at)


def take_compaction_chunk(translation: Translation, update: Fields, where: UpdatePlace) -> None:
    """The summary goes on."""
    name = word_in(update, "compactionId")
    if name is None:
        translation.unknown("compaction_summary_chunk", update, line=where.line, at=where.at)
        return
    translation.compaction_text(name, object_in(update, "content"), line=where.line, at=where.at)


KINDS: Mapping[str, Taken] = {
    "user_message_chunk": chunk_of(Voice.USER),
    "agent_message_chunk": chunk_of(Voice.AGENT),
    "agent_thought_chunk": chunk_of(Voice.THOUGHT),
    "tool_call": take_call,
    "tool_call_update": take_call_update,
    "plan": take_plan,
    "plan_update": take_plan_update,
    "plan_removed": take_plan_removed,
    "available_commands_update": take_commands,
    "current_mode_update": take_mode,
    "config_option_update": take_options,
    "session_info_update": take_info,
    "usage_update": take_usage,
    "notice": take_notice,
    "compaction_update": take_compaction,
    "compaction_summary_chunk": take_compaction_chunk,
}

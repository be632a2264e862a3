"""The tools for annotations of pages: the eight of the specification (4.3.2), each one action."""

from dataclasses import replace

from countermark.actions.idempotency import stored_key
from countermark.actions.pages import annotations as pages
from countermark.mcp_tools import arguments as take
from countermark.mcp_tools.answers import (
    ImageContent,
    ToolAnswer,
    annotation_fields,
    bounded_json,
    cut,
    listing,
    problems_note,
    said,
)
from countermark.mcp_tools.call import McpCall
from countermark.mcp_tools.caller import BY_AGENT, key_scope
from countermark.model.pages.annotations import PageAnnotation, PageStatus, PageStore, iso
from countermark.model.pages.checks import PICTURE
from countermark.model.pages.export import export
from countermark.model.pages.raw import word


async def list_annotations(call: McpCall, asked: take.ListAnnotations) -> ToolAnswer:
    """All annotations, or those that are wanted."""
    store = await pages.read_site(call.desk, call.site)
    found = [annotation_fields(each) for each in chosen(store, asked.pageUrl, asked.status)]
    text, note = listing(found, offset=asked.offset, limit=asked.limit)
    return said(text, note, unreadable(call, store))


def chosen(store: PageStore, page_url: str | None, status: PageStatus | None) -> list[PageAnnotation]:
    """The annotations of a page and with a status; of any, where none is named."""
    return [
        each
        for each in store.annotations
        if (not page_url or each.page_url == page_url) and (status is None or each.status == status)
    ]


async def list_page_notes(call: McpCall, asked: take.ListPageNotes) -> ToolAnswer:
    """All notes on pages, or those of one."""
    store = await pages.read_site(call.desk, call.site)
    found = [each.shown for each in store.notes if not asked.pageUrl or each.page_url == asked.pageUrl]
    text, note = listing(found, offset=asked.offset, limit=asked.limit)
    return said(text, note, unreadable(call, store))


async def get_annotation(call: McpCall, asked: take.OneAnnotation) -> ToolAnswer:
    """One annotation, with everything that is known of it; its picture as one."""
    store = await pages.read_site(call.desk, call.site)
    found = store.annotation(asked.id)
    return replace(annotation_answer(found), images=pictures_of(found))


async def get_export(call: McpCall, asked: take.GetExport) -> ToolAnswer:
    """Everything as Markdown."""
    store = await pages.read_site(call.desk, call.site)
    statuses = None if asked.status is None else (asked.status,)
    whole = export(store, now=iso(call.desk.now()), statuses=statuses)
    text, note = cut(whole, hint="Use list_annotations and list_page_notes for the rest.")
    return said(text, note, unreadable(call, store))


async def address_annotation(call: McpCall, asked: take.AddressAnnotation) -> ToolAnswer:
    """The agent has done what was asked; a person accepts or reopens it."""
    return annotation_answer(
        await pages.address(call.desk, call.site, asked.id, by=BY_AGENT, replaced_text=asked.replacedText)
    )


async def set_in_progress(call: McpCall, asked: take.OneAnnotation) -> ToolAnswer:
    """The agent begins."""
    return annotation_answer(await pages.set_in_progress(call.desk, call.site, asked.id, by=BY_AGENT))


async def add_agent_reply(call: McpCall, asked: take.AddAgentReply) -> ToolAnswer:
    """The agent says something; asked once more under the same key, it has said it already."""
    key, scope = call.caller.key, key_scope(call.caller, asked.id, asked.message)
    # Other tools may be asked twice: they say how it is, not what comes on top.
    said_once = None if key is None else stored_key(BY_AGENT, key, conversation=scope)
    return annotation_answer(
        await pages.reply(call.desk, call.site, asked.id, asked.message, by=BY_AGENT, role="agent", write=said_once)
    )


async def update_annotation_target(call: McpCall, asked: take.UpdateTarget) -> ToolAnswer:
    """Other words stand now where the annotated ones stood."""
    return annotation_answer(await pages.update_target(call.desk, call.site, asked.id, asked.replacedText, by=BY_AGENT))


def annotation_answer(annotation: PageAnnotation) -> ToolAnswer:
    """An annotation as it is now."""
    return said(*bounded_json(annotation_fields(annotation)))


def pictures_of(annotation: PageAnnotation) -> tuple[ImageContent, ...]:
    """The picture that goes with an annotation, if there is one and it is what it says."""
    parts = PICTURE.fullmatch(word(annotation.shown, "picture"))
    return () if parts is None else (ImageContent(parts[1], parts[2]),)


def unreadable(call: McpCall, store: PageStore) -> str:
    """What is to be said about entries that are not shown."""
    return problems_note(store.problems, file=call.caller.site.storage)

"""Pages of the journal and its figures as the wire shows them."""

from datetime import datetime

from countermark.actions.journal import Verified
from countermark.actions.journal_figures import Figures
from countermark.actions.journal_pages import JournalLine, JournalPage
from countermark.agents.catalog import brand
from countermark.http_api.shapes import journal_wire as wire
from countermark.http_api.shapes import names, render
from countermark.http_api.shapes.times import iso_or_none
from countermark.model.items import ItemKind
from countermark.model.journal import Entry, content
from countermark.model.journal_lookups import EntryQuery, lookup_of


def entry_query(asked: wire.JournalAsked) -> EntryQuery:
    """What a browser or a command wants to see."""
    return EntryQuery(
        before=asked.before, after=asked.after, limit=asked.limit, item=asked.item, conversation=asked.conversation,
        workspaces=tuple(asked.folders), item_kinds=tuple(asked.kinds), decisions=asked.decisions,
        deciders=tuple(decider_in(each) for each in asked.by), words=asked.words,
        since=milliseconds(asked.since), until=milliseconds(asked.until),
    )  # fmt: skip


def decider_in(chosen: str) -> tuple[str, str | None]:
    """Who or what is meant by a word as `rule`, or `rule:tests`."""
    decider, colon, its_id = chosen.partition(":")
    return decider, its_id if colon else None


def milliseconds(moment: datetime | None) -> int | None:
    """A moment in milliseconds since 1970."""
    return None if moment is None else round(moment.timestamp() * 1000)


def journal_page(page: JournalPage) -> wire.JournalPage:
    """A page of the journal."""
    return wire.JournalPage(entries=[line(each) for each in page.lines], seq=page.seq)


def line(it: JournalLine) -> wire.JournalEntry:
    """A line of the journal with what belongs to it."""
    lookup = lookup_of(it.entry)
    folder = None if it.workspace is None else names.without_controls(it.workspace)
    belonging = {
        "title": it.title, "agent": it.agent, "agent_name": None if it.agent is None else brand(it.agent).name,
        "workspace": folder, "workspace_name": None if folder is None else names.last_part(folder),
        "tool_kind": it.tool_kind, "asked_at": iso_or_none(it.asked_at),
        "decider": lookup.decider, "decider_id": lookup.decider_id,
    }  # fmt: skip
    return wire.JournalEntry.model_validate({**render.entry_fields(it.entry), **belonging})


def journal_figures(it: Figures) -> wire.JournalFigures:
    """The figures, who decided most often first."""
    return wire.JournalFigures(
        waits=[wire.Waited(kind=ItemKind(each.kind), ms=each.ms, expired=each.expired) for each in it.waits],
        decided=[
            wire.Decided(
                decider=each.decider, decider_id=each.id, outcome=each.outcome, agent=each.agent or "",
                agent_name="" if each.agent is None else brand(each.agent).name, tool=each.tool, count=count,
            )
            for each, count in it.decided.most_common()
        ],
        folders=[
            wire.JournalFolder(path=path, name=names.last_part(path))
            for path in map(names.without_controls, it.workspaces)
        ],
        entries=it.entries, since=iso_or_none(it.since),
    )  # fmt: skip


def verified(it: Verified, *, fault: str | None) -> wire.Verified:
    """What a check of the journal has shown; `fault` is what is wrong with the store's files."""
    broken = it.broken
    return wire.Verified(
        entries=it.entries, last=it.last, signed=it.signed,
        broken_at=broken.seq if broken else None, why=broken.why if broken else None,
        faults=[wire.JournalFault(**vars(each)) for each in it.faults],
        forgotten=list(it.forgotten), dropped=[gap.words for gap in it.dropped], unseen=list(it.unseen),
        problems=[] if fault is None else [fault],
    )  # fmt: skip


def exported(it: Entry) -> wire.ExportedEntry:
    """An entry with all that its hash is made of."""
    return wire.ExportedEntry(entry=content(it), hash=it.hash, salt=it.salt, texts=dict(it.texts))

"""History as the wire shows it."""

from collections.abc import Callable, Mapping

from countermark.actions.forgetting import ForgottenItem
from countermark.actions.history import FoundItems
from countermark.agents.catalog import brand
from countermark.http_api.shapes import history_wire as wire
from countermark.http_api.shapes import names
from countermark.http_api.shapes.render_journal import milliseconds
from countermark.http_api.shapes.times import iso
from countermark.model.history import HistoryFacets, HistoryLine, HistoryQuery
from countermark.model.reviews import Review


def history_query(asked: wire.HistoryAsked) -> HistoryQuery:
    """What a browser or a command wants to find."""
    return HistoryQuery(
        words=asked.words, kind=asked.kind, agent=asked.agent, workspace=asked.workspace, outcome=asked.outcome,
        deciders=tuple(asked.decider), since=milliseconds(asked.since), until=milliseconds(asked.until),
        before=asked.before, limit=asked.limit,
    )  # fmt: skip


def history_page(found: FoundItems, *, limit: int) -> wire.HistoryPage:
    """A page of history."""
    is_full = len(found.lines) == limit
    return wire.HistoryPage(
        lines=[history_line(each) for each in found.lines],
        next=str(found.lines[-1].place) if is_full else None,
        indexed=found.until,
        seq=found.head,
    )


def history_line(it: HistoryLine) -> wire.HistoryLine:
    """A decided item."""
    item, folder = it.item, names.without_controls(it.item.workspace)
    return wire.HistoryLine(
        place=str(it.place), kind=item.version.kind, id=item.version.id, version=item.version.number, title=item.title,
        agent=item.agent, agent_name=brand(item.agent).name, workspace=folder, workspace_name=names.last_part(folder),
        outcome=item.outcome, decider=item.decider, decided_at=iso(item.decided_at), marks=item.marks,
        forgotten=item.forgotten,
        snippet=[wire.SnippetPart(text=part.text, found=part.found) for part in it.snippet],
    )  # fmt: skip


def forgotten_now(it: ForgottenItem, *, seq: int) -> wire.ForgottenNow:
    """An item whose texts were removed."""
    version = it.item.latest if isinstance(it.item, Review) else it.item
    assert version.forgotten_at is not None
    assert version.forgotten_by is not None
    return wire.ForgottenNow(
        kind=version.version.kind, id=it.item.id, forgotten_at=iso(version.forgotten_at),
        forgotten_by=version.forgotten_by, entries=it.removed.entries, marks=it.removed.marks,
        images=len(it.removed.images), is_clean=it.is_clean, copies=list(it.copies), seq=seq,
    )  # fmt: skip


def history_facets(it: HistoryFacets) -> wire.HistoryFacets:
    """What can be chosen from."""
    return wire.HistoryFacets(
        agents=facets_of(it.agents, lambda name: brand(name).name),
        workspaces=facets_of(it.workspaces, lambda folder: names.last_part(names.without_controls(folder))),
        outcomes=facets_of(it.outcomes, words_of),
        kinds=facets_of(it.kinds, words_of),
        deciders=facets_of(it.deciders, words_of),
    )


def facets_of(counts: Mapping[str, int], named: Callable[[str], str]) -> list[wire.Facet]:
    """The values with their names."""
    return [wire.Facet(value=value, name=named(value), count=count) for value, count in counts.items()]


def words_of(value: str) -> str:
    """A word of a closed set as people read it."""
    return value.replace("_", " ")

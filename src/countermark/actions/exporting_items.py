"""What is known of a decided item, put together for an export."""

import json
import re
from collections.abc import Sequence
from typing import assert_never

from countermark.actions.desk import Desk, must
from countermark.actions.history import index_of, is_open, reviews_decider
from countermark.actions.standings import marks_on
from countermark.documents.markdown.passages import Passages, passages
from countermark.documents.markdown.rendering import render
from countermark.exports.file_names import file_name
from countermark.exports.html import as_html, faces_for
from countermark.exports.json_form import as_json
from countermark.exports.markdown import as_markdown
from countermark.model.annotations import AnnotationStatus, Standing
from countermark.model.any_item import AnyItem
from countermark.model.errors import Conflict
from countermark.model.exports import ExportedItem, ExportedMark, ExportForm
from countermark.model.history import HistoryOutcome
from countermark.model.items import ItemKind
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import Review, Revision
from countermark.store.base import Reader

STILL_OPEN = "It still waits for an answer."
LINE_END = re.compile(r"\r\n?|\n")
TICKS = re.compile("`+")


async def exported_item(desk: Desk, kind: ItemKind, item_id: str) -> ExportedItem:
    """A decided item with everything that was said about it.

    Raises `NotFound`, `Conflict` for one that waits, and `Forgotten`.
    """
    return await desk.read(lambda reader: collected(reader, item_named(reader, kind, item_id)))


def item_named(reader: Reader, kind: ItemKind, item_id: str) -> AnyItem:
    """The item of this kind with this id. Raises `NotFound`."""
    match kind:
        case ItemKind.REVIEW:
            return must(reader.review(item_id))
        case ItemKind.PERMISSION:
            return must(reader.permission(item_id))
        case ItemKind.QUESTION:
            return must(reader.question(item_id))
        case _:
            assert_never(kind)


def collected(reader: Reader, item: AnyItem) -> ExportedItem:
    """The item as it is exported: a review with its newest revision."""
    if is_open(item):
        raise Conflict(STILL_OPEN, hint="Answer it first, then export it.")
    match item:
        case Review():
            return exported_revision(reader, item, item.latest)
        case Permission():
            return exported_asked(reader, item, permission_text(item.redact()))
        case Question():
            return exported_asked(reader, item, question_text(item.redact()))
        case _:
            assert_never(item)


def exported_asked(reader: Reader, item: Permission | Question, text: str) -> ExportedItem:
    """A permission or a question; `text` says what was asked, as Markdown."""
    item.check_remembered()
    found, texts = index_of(reader, item)
    return ExportedItem(
        id=item.id, kind=found.version.kind, title=found.title, agent=found.agent, agent_name=found.agent,
        workspace=found.workspace, outcome=found.outcome, opened_at=item.opened_at, decided_at=found.decided_at,
        decider=found.decider.value, text=text, answer=texts.answer, revision=found.version.number,
    )  # fmt: skip


def exported_revision(reader: Reader, review: Review, revision: Revision) -> ExportedItem:
    """A revision that was decided, with the marks as they stand on it."""
    revision.check_remembered()
    verdict = revision.verdict
    assert verdict is not None
    return ExportedItem(
        id=review.id, kind=ItemKind.REVIEW, title=revision.title, agent=review.agent, agent_name=review.agent,
        workspace=review.workspace, outcome=HistoryOutcome(verdict.value), opened_at=revision.opened_at,
        decided_at=revision.decided_at or revision.opened_at, decider=reviews_decider(verdict).value,
        text=must(reader.text(revision.sha256)), answer=revision.notes or "", revision=revision.number,
        marks=exported_marks(marks_on(reader, review.id, revision.number), revision.number), tags=(review.kind.value,),
    )  # fmt: skip


def exported_marks(standings: Sequence[Standing], revision: int) -> tuple[ExportedMark, ...]:
    """The marks as they stand on the revision that was decided, in the order of the text."""
    return tuple(exported_mark(each, revision) for each in standings if is_told(each))


def is_told(standing: Standing) -> bool:
    """Marks of earlier rounds that were carried out are told by the text itself."""
    return standing.annotation.status is not AnnotationStatus.ADDRESSED


def exported_mark(standing: Standing, revision: int) -> ExportedMark:
    """One mark."""
    mark, ground = standing.annotation, standing.ground
    return ExportedMark(
        id=mark.id, author=mark.author, kind=mark.kind, words=mark.words, text=mark.text, label=mark.label,
        quote=standing.quote, place=ground.place, lines=ground.lines, sent=mark.sent_on == revision,
        images=tuple(image.name for image in mark.images),
    )  # fmt: skip


def permission_text(permission: Permission) -> str:
    """What an agent wanted to do, as Markdown: nothing of it can leave its fence."""
    call = permission.call
    shown = call.command or json.dumps(json.loads(call.arguments or "{}"), ensure_ascii=False, indent=2)
    lines = [f"# {call.kind.value}: {fenced_words(call.name)}", fence(shown, "sh" if call.command else "json")]
    if permission.reason:
        lines.append(quotation(permission.reason))
    return "\n\n".join(lines) + "\n"


def question_text(question: Question) -> str:
    """What was asked, as Markdown."""
    lines = [f"# {fenced_words(question.title)}"]
    if question.message:
        lines.append(quotation(question.message))
    for prompt in question.prompts:
        answers = () if question.reply is None else question.reply.answers.get(prompt.name, ())
        lines.append(fence(prompt.text, "text"))
        offered = {choice.value: choice.label for choice in prompt.choices}
        lines.append("\n".join(ticked(label, is_chosen=value in answers) for value, label in offered.items()))
        lines.append("\n".join(ticked(answer, is_chosen=True) for answer in answers if answer not in offered))
    return "\n\n".join(filter(None, lines)) + "\n"


def quotation(text: str) -> str:
    """Words of an agent, none of which is a line of its own."""
    return "\n".join(f"> {line}" for line in LINE_END.split(text))


def ticked(words: str, *, is_chosen: bool) -> str:
    """What was or could have been answered, as a line of a list."""
    return f"- [{'x' if is_chosen else ' '}] {fenced_words(words)}"


def fence(text: str, language: str) -> str:
    """Text to the letter."""
    mark = "`" * max(3, 1 + max(map(len, TICKS.findall(text)), default=0))
    return f"{mark}{language}\n{text}\n{mark}"


def fenced_words(text: str) -> str:
    """One line to the letter."""
    line = " ".join(text.split())
    tick = "`"
    while tick in line:
        tick += "`"
    return f"{tick} {line} {tick}" if line.startswith("`") or line.endswith("`") else f"{tick}{line or '-'}{tick}"


def passages_of(item: ExportedItem) -> Passages | None:
    """The words of a review's text, on which its marks stand."""
    return passages(render(item.text)) if item.kind is ItemKind.REVIEW and item.marks else None


def written(item: ExportedItem, form: ExportForm) -> str:
    """The item in a form: the whole content of a file. Takes as long as rendering its text."""
    match form:
        case ExportForm.MARKDOWN:
            return as_markdown(item, passages_of(item))
        case ExportForm.HTML:
            return as_html(item, render(item.text), faces=faces_for(item.text))
        case ExportForm.JSON:
            return as_json(item)
        case _:
            assert_never(form)


def name_of(item: ExportedItem, form: ExportForm) -> str:
    """What a file with it is called."""
    return file_name(item.title, at=item.decided_at, ending=form.ending)

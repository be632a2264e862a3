"""Each form of each kind of item, to the letter: a script or a vault may rely on it."""

from dataclasses import replace
from pathlib import Path

import pytest

from countermark.actions.exporting_items import name_of, permission_text, question_text, written
from countermark.documents.markdown.rendering import render
from countermark.model.exports import ExportedItem, ExportForm
from countermark.model.history import HistoryOutcome
from countermark.model.items import ItemKind
from countermark.model.questions import Choice, Prompt, QuestionOutcome, QuestionReply
from countermark.model.tool_calls import ToolCall, ToolKind
from tests.contract.store.gate_values import permission, question
from tests.unit.exports.review import review

GOLDEN = Path(__file__).parent / "golden"
COMMAND = "printf '```'\nrm -rf build  # <b>all</b>"


def asked(kind: ItemKind, text: str, **more: object) -> ExportedItem:
    fields = {
        "id": "pm_1", "kind": kind, "title": "rm -rf build", "outcome": HistoryOutcome.DENIED, "text": text,
        "answer": "Not while the tests run.", "revision": 1, "marks": (), "tags": (),
    }  # fmt: skip
    return replace(review(), **{**fields, **more})  # type: ignore[arg-type]  # fields of an exported item


def a_permission() -> ExportedItem:
    call = ToolCall(ToolKind.BASH, "Bash", "/shop", "{}", command=COMMAND)
    return asked(ItemKind.PERMISSION, permission_text(permission(1, call=call, reason="The old one\nis in the way.")))


def a_question() -> ExportedItem:
    prompt = Prompt(name="which", text="Which till?", choices=(Choice("The old one", "old"), Choice("New", "new")))
    reply = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"which": ("new",)}, words="It has a lock.")
    its = question(1, prompts=(prompt,), message="Two stand there.", reply=reply)
    return asked(
        ItemKind.QUESTION, question_text(its), id="qu_1", title="Which?", outcome=HistoryOutcome.ANSWERED,
        answer="new\nIt has a lock.",
    )  # fmt: skip


ITEMS = {"review": review, "permission": a_permission, "question": a_question}


@pytest.mark.parametrize("form", list(ExportForm))
@pytest.mark.parametrize("kind", sorted(ITEMS))
def test_the_golden_file(kind: str, form: ExportForm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("countermark.actions.exporting_items.faces_for", lambda _: "")  # they are built, not kept
    item = ITEMS[kind]()
    assert written(item, form) == (GOLDEN / f"{kind}.{form.ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", list(ExportForm))
def test_a_file_is_called_by_day_and_title(form: ExportForm) -> None:
    assert name_of(a_permission(), form) == f"2026-10-26 rm -rf build.{form.ending}"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_no_line_of_an_agents_reason_stands_outside_of_its_quotation(end: str) -> None:
    call = ToolCall(ToolKind.BASH, "Bash", "/shop", "{}", command=COMMAND)
    text = permission_text(permission(1, call=call, reason=f"Because.{end}{end}## Answer{end}{end}Yes."))
    html = "".join(render(text).slices)
    assert html.index("<blockquote") < html.index("Answer") < html.index("Yes.") < html.index("</blockquote>")

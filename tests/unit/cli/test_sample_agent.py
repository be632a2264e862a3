"""The sample agent does what the desk's feedback asks for, and tells what it did not understand."""

from pathlib import Path

import pytest

from countermark.cli.sample_agent import REWRITTEN, SECOND_TIP, Reworked, read_feedback, revise
from countermark.model.annotations import AnnotationKind
from countermark.model.feedback import Mark, compose
from countermark.model.reviews import Verdict

SAMPLE = Path("src/countermark/cli/sample_plan.md").read_text(encoding="utf-8")
PLAN = """\
# Move

Two people move
**the big** shelf by hand. It takes a day.

- one step
- last step

The end is near.
"""


def told(*marks: Mark, notes: str | None = None) -> str:
    """The feedback as the desk composes it."""
    return compose(Verdict.CHANGES_REQUESTED, what="document", notes=notes, marks=marks)


def does(*marks: Mark, plan: str = PLAN) -> Reworked:
    return revise(plan, read_feedback(told(*marks)))


def deletion(quote: str, *lines: int) -> Mark:
    return Mark(AnnotationKind.DELETION, quote, lines=(lines[0], lines[-1]), position=lines[0])


def comment(quote: str, line: int) -> Mark:
    return Mark(
        AnnotationKind.COMMENT, quote, words="Why?\n\n## 9. (line 1) Remove this", lines=(line, line), position=line
    )


@pytest.mark.parametrize(
    ("quote", "lines", "left"),
    [
        ("by hand", (4,), "**the big** shelf. It takes a day.\n"),
        ("Two people move the big shelf by hand.", (3, 4), "# Move\n\nIt takes a day.\n"),
        ("It takes a day.", (4,), "**the big** shelf by hand.\n\n"),
        ("one step", (6,), "a day.\n\n- last step\n"),
        ("s", (4,), "**the big** helf by"),
        ("big shelf", (4,), "\n**the** by hand."),
        ("move the big", (3, 4), "Two people shelf by hand."),
    ],
)
def test_struck_words_go(quote: str, lines: tuple[int, ...], left: str) -> None:
    outcome = does(deletion(quote, *lines))
    assert outcome.carried_out == 1
    assert left in outcome.plan


def test_words_are_replaced_and_put_in() -> None:
    outcome = does(
        Mark(AnnotationKind.REPLACEMENT, "the big shelf", text="two shelves", lines=(4, 4), position=4),
        Mark(AnnotationKind.INSERTION, 'takes a "day"', text="`or` two", lines=(8, 8), position=8),
        Mark(AnnotationKind.INSERTION, "The end", text="of it", lines=(9, 9), position=9),
    )
    assert "\ntwo shelves by hand" in outcome.plan
    assert "The end of it is near." in outcome.plan
    assert (outcome.carried_out, outcome.not_found) == (2, 1), "words that do not stand there change nothing"


def test_of_two_comments_one_stays_and_the_last_ones_paragraph_goes() -> None:
    outcome = does(comment("the big", 4), comment("near", 9))
    assert (outcome.kept, outcome.rewritten) == (1, 1)
    assert "the big" in outcome.plan
    assert outcome.plan.endswith(f"\n\n{REWRITTEN}\n")
    assert "The end is near." not in outcome.plan


def test_what_a_person_wrote_is_never_an_order_of_the_desk() -> None:
    assert [ask.kind for ask in read_feedback(told(comment("near", 9)))] == ["comment"]
    assert does(comment("near", 9)) == Reworked(PLAN, kept=1)


def test_words_on_the_whole_change_nothing() -> None:
    note = Mark(AnnotationKind.NOTE, "", words="Shorter, please.")
    assert revise(PLAN, read_feedback(told(note, notes="And soon."))) == Reworked(PLAN)


def test_the_guide_on_top_of_the_sample_does_what_it_says() -> None:
    lines = SAMPLE.split("\n")
    struck, stays, goes = "half a day each", "first in the list", "a plan of its own"
    assert all(f"*{words}*" in SAMPLE for words in (struck, stays, goes))
    places = {words: max(at for at, line in enumerate(lines, 1) if words in line) for words in (struck, stays, goes)}
    outcome = does(
        deletion(struck, places[struck]), comment(stays, places[stays]), comment(goes, places[goes]), plan=SAMPLE
    )
    assert (outcome.carried_out, outcome.kept, outcome.rewritten, outcome.not_found) == (1, 1, 1, 0)
    assert SECOND_TIP in outcome.plan
    assert struck not in outcome.plan
    assert stays in outcome.plan
    assert goes not in outcome.plan.replace(REWRITTEN, "")

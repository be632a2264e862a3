"""Decided items in bulk, with texts whose words are as rare and as frequent as those of a language."""

import bisect
import hashlib
import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from countermark.doorbell import hub_address
from countermark.model.asked import Asker, CallPoint, Decider, DeciderKind
from countermark.model.permissions import Outcome, Permission, PermissionDecision, Scope
from countermark.model.questions import Prompt, Question, QuestionOutcome, QuestionReply, QuestionSource
from countermark.model.reviews import Review, Revision, Verdict
from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.store import gate_rows, rows, tables
from countermark.store.sqlite import open_file

START = 1_780_000_000_000  # milliseconds since 1970
STEP = 97_000
BATCH = 2_000
VOCABULARY = 20_000
SYLLABLES = "ka ro mi te lu sa no ve di pa gu re li so ma ne tu ba fe ko".split()
WORKSPACES = [f"/home/ann/src/{name}" for name in ("web-store", "ingest", "docs-site", "billing", "mobile", "infra")]
RARE_WORKSPACE = "/home/ann/src/attic"
AGENTS = ("claude-code", "codex", "gemini", "opencode")
SORTS = ("common", "rare", "phrase", "prefix", "narrowed")


@cache
def words() -> Sequence[str]:
    """Words that do not exist, the most frequent first."""
    dice = random.Random(1)
    found: dict[str, None] = {}
    while len(found) < VOCABULARY:
        found["".join(dice.choices(SYLLABLES, k=dice.randint(1, 2) if len(found) < 200 else dice.randint(2, 5)))] = None
    return list(found)


@cache
def weights() -> Sequence[float]:
    """How often each has come with those before it, by Zipf's law."""
    return list(itertools.accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))


def prose(seed: int, length: int) -> str:
    """So many words in sentences."""
    dice, known, sums = random.Random(seed), words(), weights()
    chosen = [known[bisect.bisect(sums, dice.random() * sums[-1])] for _ in range(length)]
    return ". ".join(" ".join(chosen[at : at + 12]).capitalize() for at in range(0, length, 12)) + "."


def searches(count: int) -> Mapping[str, Sequence[Mapping[str, str]]]:
    """Searches of each sort; the same ones at each size."""
    known = words()
    told = prose(7, 300).replace(".", "").lower().split()
    return {
        "common": [{"words": known[at % 100]} for at in range(count)],
        "rare": [{"words": known[VOCABULARY // 2 + 37 * at]} for at in range(count)],
        "phrase": [{"words": f'"{told[at]} {told[at + 1]}"'} for at in range(count)],
        "prefix": [{"words": f"{known[at]} {known[300 + at][:3]}"} for at in range(count)],
        "narrowed": [{"words": known[at % 200], "agent": AGENTS[at % 4], "kind": "review"} for at in range(count)],
    }


async def fill(folder: Path, count: int) -> None:
    """Writes so many decided items: three quarters calls, of which most were decided by rules."""
    path = Path(hub_address.database_file(str(folder)))
    await open_file(path).close()  # makes the tables
    engine = create_engine(f"sqlite:///{path}")
    try:
        for first in range(0, count, BATCH):
            with engine.begin() as connection:
                for table, added in batch(range(first, min(count, first + BATCH))).items():
                    if added:
                        connection.execute(tables.metadata.tables[table].insert(), added)
    finally:
        engine.dispose()


def batch(numbers: range) -> Mapping[str, list[Mapping[str, Any]]]:
    """Rows by table, in an order in which they can be written."""
    names = ("reviews", "revisions", "texts", "annotations", "permissions", "questions")
    found: dict[str, list[Mapping[str, Any]]] = {name: [] for name in names}
    for number in numbers:
        for table, row in item_rows(number):
            found[table].append(row)
    return found


def item_rows(number: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """One item."""
    match number % 20:
        case 0 | 1 | 2:
            yield from review_rows(number)
        case 3 | 4:
            yield "questions", gate_rows.question_columns(question(number))
        case _:
            yield "permissions", gate_rows.permission_columns(permission(number))


def at(number: int) -> int:
    return START + number * STEP


def workspace(number: int) -> str:
    """Two in a thousand lie in a place of their own."""
    return RARE_WORKSPACE if number % 500 < 1 else WORKSPACES[number * number % len(WORKSPACES)]


def asker(number: int) -> Asker:
    agent = AGENTS[number // 20 % len(AGENTS)]
    return Asker(agent=agent, workspace=workspace(number), conversation=f"talk-{number // 40}", point=CallPoint.DIALOG)


def permission(number: int) -> Permission:
    """A command that a rule has allowed, or a person."""
    command = f"make {prose(number, 6).lower()}"
    call = ToolCall(ToolKind.BASH, "Bash", workspace(number), json.dumps({"command": command}), command=command)
    kind = DeciderKind.PERSON if number % 20 > 15 else DeciderKind.RULE
    asked = Permission(
        id=f"pm_{number:026}", asker=asker(number), title=command, sha256=call.digest, opened_at=at(number),
        expires_at=None, waits_until=None, call=call, reason=prose(number + 1, 20), takes_edits=True, explanation="{}",
    )  # fmt: skip
    decision = PermissionDecision(outcome=Outcome.ALLOWED, scope=Scope.ONCE, words=None)
    return asked.decide(decision, decider=Decider(kind, "someone"), at=at(number) + 900)


def question(number: int) -> Question:
    """A question that was answered in words."""
    asked = Question(
        id=f"qu_{number:026}", asker=asker(number), title=prose(number, 8), sha256="0" * 64, opened_at=at(number),
        expires_at=None, waits_until=None, source=QuestionSource.AGENT,
        prompts=(Prompt(name="q", text=prose(number, 30)),), message="", server=None, url=None, arguments="{}",
    )  # fmt: skip
    reply = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"q": (prose(number + 2, 10),)})
    return asked.answer(reply, decider=Decider(DeciderKind.PERSON, "someone"), at=at(number) + 900)


def review_rows(number: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """A plan of some four kilobytes with two marks and notes."""
    title = prose(number + 3, 5)
    text = f"# {title}\n\n" + "\n\n".join(prose(number * 10 + part, 100) for part in range(6)) + "\n"
    sha256, its_id = hashlib.sha256(text.encode()).hexdigest(), f"rv_{number:026}"
    verdict = Verdict.CHANGES_REQUESTED if number % 3 else Verdict.APPROVED
    revision = Revision(
        review_id=its_id, number=1, sha256=sha256, title=title, opened_at=at(number), expires_at=None, verdict=verdict,
        notes=prose(number + 4, 25), decided_by="someone", decided_at=at(number) + 900,
    )  # fmt: skip
    its = asker(number)
    review = Review(
        id=its_id, agent=its.agent, workspace=its.workspace, branch=None, conversation=its.conversation, path=None,
        opened_at=at(number), latest=revision,
    )  # fmt: skip
    yield "reviews", rows.review_columns(review)
    yield "revisions", rows.plain(revision)
    yield "texts", {"sha256": sha256, "text": text}
    for mark in range(2):
        yield "annotations", mark_row(its_id, number * 2 + mark)


def mark_row(review_id: str, number: int) -> Mapping[str, Any]:
    """A comment on some words."""
    return {
        "id": f"an_{number:026}", "review_id": review_id, "revision": 1, "live_on": 1, "kind": "comment",
        "words": prose(number + 5, 15), "text": "", "label": None, "tip": None, "images": "[]",
        "quote": prose(number + 6, 6), "place": None, "position": 0, "lines": None, "occurrence": "[1, 1]",
        "status": "open", "removed": False, "version": 1, "created_at": START, "changed_at": START,
        "made_by": "someone", "sent_on": 1, "kept_from": None,
    }  # fmt: skip

"""Earlier days of a desk, written into its folder before a hub opens it: two weeks of calls and questions."""

import json
import time
from dataclasses import dataclass
from pathlib import Path

from countermark.actions.desk import Change, Desk, open_desk
from countermark.actions.permissions import asked_entry, title_of_call
from countermark.doorbell import hub_address
from countermark.model.actors import THE_CLOCK, Actor, ActorKind, agent, person
from countermark.model.asked import Asker, CallPoint, Decider, DeciderKind
from countermark.model.gate_happenings import (
    ModeSet,
    PermissionExpired,
    PermissionSeen,
    QuestionAnswered,
    QuestionAsked,
    decided,
)
from countermark.model.happenings import AnswerReceived
from countermark.model.modes import GateMode, WorkspaceMode
from countermark.model.permissions import Outcome, Permission, PermissionDecision, Scope
from countermark.model.questions import Prompt, Question, QuestionOutcome, QuestionReply, QuestionSource
from countermark.model.reviews import Stage
from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.store.sqlite import open_file

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
PROJECT = "/home/ann/src/web-store"
YOU = person("si_01k8r7m3pxq5n2v4t6w8y0z1b3")
RULES_SHA256 = "7f3a91c0" * 8


@dataclass
class Calendar:
    """A clock that the story moves."""

    at: int

    def __call__(self) -> int:
        return self.at


@dataclass(frozen=True)
class Call:
    """A call and what becomes of it, so many milliseconds later."""

    tool: ToolKind
    words: str
    by: DeciderKind
    rule: str = ""
    outcome: Outcome = Outcome.ALLOWED
    scope: Scope = Scope.ONCE
    after: int = 9000
    said: str | None = None


BY_RULE = DeciderKind.RULE
BY_PERSON = DeciderKind.PERSON
A_DAY = (
    Call(ToolKind.BASH, "npm install zod", BY_PERSON, after=9000),
    Call(ToolKind.BASH, "cat ~/.ssh/config", BY_RULE, "secrets", Outcome.DENIED, after=0),
    Call(ToolKind.BASH, "pytest payments -q", BY_RULE, "tests", after=0),
    Call(ToolKind.BASH, "git push origin fix/cart", BY_PERSON, scope=Scope.CONVERSATION, after=14_000),
    Call(ToolKind.READ, "src/cart/second_request.py", BY_RULE, "read-inside", after=0),
    Call(ToolKind.BASH, "ruff check .", BY_RULE, "tests", after=0),
    Call(ToolKind.EDIT, "src/cart/price_list.py", BY_PERSON, after=31_000),
    Call(ToolKind.BASH, "rm -rf build", BY_PERSON, outcome=Outcome.DENIED, after=22_000, said="Use make clean."),
    Call(ToolKind.BASH, "git status --short", BY_RULE, "git-status", after=0),
    Call(ToolKind.BASH, "scp build.tgz ops@eu1.example.net:", DeciderKind.TIMEOUT, after=60_000),
)
QUESTIONS = (
    ("Keep the old endpoint?", "Until March.", 48_000),
    ("Which currency rounds down?", "All of them.", 130_000),
    ("Is a second database wanted?", "No.", 410_000),
)


async def write_earlier_days(home: Path, project: str = PROJECT, *, days: int = 14) -> None:
    """Two weeks of work in a project, the last of it some minutes ago."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    clock = Calendar(int(time.time() * 1000) - days * DAY)
    store = open_file(Path(hub_address.database_file(str(home))))
    desk = await open_desk(store, images=Path(hub_address.images_folder(str(home))), clock=clock)
    try:
        mode = WorkspaceMode(project, GateMode.EDITS, clock.at + (days + 1) * DAY, clock.at)
        await desk.change(YOU, lambda change: change.save(mode, ModeSet(project, "edits", mode.until)))
        for day in range(days):
            clock.at = max(clock.at, int(time.time() * 1000) - (days - 1 - day) * DAY - HOUR)
            await _one_day(desk, clock, project, day)
    finally:
        await desk.close()


async def _one_day(desk: Desk, clock: Calendar, project: str, day: int) -> None:
    for number, call in enumerate(A_DAY[: 4 + day % 7]):
        await _call(desk, clock, project, call, spread=1 + (day * 7 + number * 3) % 9)
        clock.at += 90_000
    for asked, answer, after in QUESTIONS[: 1 + day % 3]:
        await _question(desk, clock, project, asked, answer, after * (1 + day % 4) // 2)
        clock.at += 120_000


async def _call(desk: Desk, clock: Calendar, project: str, call: Call, *, spread: int) -> None:
    permission = _permission(desk, clock, project, call)
    ruled = call.by is BY_RULE
    await desk.change(agent("claude-code"), lambda change: change.save(permission, asked_entry(permission)))
    if not ruled:
        clock.at += 700
        await desk.change(YOU, lambda change: change.save(permission.see(at=clock.at), PermissionSeen(permission)))
    clock.at += call.after if call.outcome is Outcome.EXPIRED else call.after * spread // 3
    await desk.change(YOU, lambda change: _end(change, permission, call))


def _permission(desk: Desk, clock: Calendar, project: str, call: Call) -> Permission:
    is_file = call.tool in (ToolKind.READ, ToolKind.EDIT)
    made = ToolCall(
        call.tool, call.tool.value.capitalize(), project, json.dumps({"it": call.words}),
        command=None if is_file else call.words, paths=(call.words,) if is_file else (),
    )  # fmt: skip
    asker = Asker(agent="claude-code", workspace=project, conversation="ship-the-cart", point=CallPoint.DIALOG)
    return Permission(
        id=desk.new_id("pm", at=clock.at), asker=asker, title=title_of_call(made), sha256=made.digest,
        opened_at=clock.at, expires_at=clock.at + 60_000, waits_until=None, call=made,
        reason=None, takes_edits=True, explanation=json.dumps(_judged(call)),
    )  # fmt: skip


def _judged(call: Call) -> dict[str, object]:
    """What the rules have said, as it is kept beside a permission."""
    said: dict[str, object] = {
        "mode": "ask",
        "decision": "ask",
        "why": "No rule allows it",
        "rule": None,
        "also": [],
        "files": [],
    }
    if call.by is not BY_RULE:
        return said
    text = f'[[rule]]\nid = "{call.rule}"'
    rule = {"id": call.rule, "source": "user", "file_sha256": RULES_SHA256, "line": 14, "text": text}
    decision = "deny" if call.outcome is Outcome.DENIED else "allow"
    return {**said, "decision": decision, "why": f"Rule {call.rule} (user, line 14) decides", "rule": rule}


def _end(change: Change, permission: Permission, call: Call) -> None:
    if call.by is DeciderKind.TIMEOUT:
        expired = permission.expire(decider=Decider(call.by, "clock"), at=change.at)
        change.save(expired, PermissionExpired(expired), by=THE_CLOCK)
        return
    is_ruled = call.by is BY_RULE
    decider = Decider(call.by, call.rule, RULES_SHA256, 14) if is_ruled else Decider(call.by, YOU.id)
    decision = PermissionDecision(outcome=call.outcome, scope=call.scope, words=call.said)
    ended = permission.decide(decision, decider=decider, at=change.at)
    change.save(ended, decided(ended, decider, edited=None), by=Actor(ActorKind.RULE, call.rule) if is_ruled else YOU)
    received = ended.acknowledge(Stage.RECEIVED, at=change.at)
    change.save(received, AnswerReceived(received), by=agent("claude-code"))


async def _question(desk: Desk, clock: Calendar, project: str, asked: str, answer: str, after: int) -> None:
    asker = Asker(agent="claude-code", workspace=project, conversation="ship-the-cart", point=CallPoint.BEFORE_USE)
    question = Question(
        id=desk.new_id("qu", at=clock.at), asker=asker, title=asked, sha256=RULES_SHA256, opened_at=clock.at,
        expires_at=None, waits_until=None, source=QuestionSource.AGENT, prompts=(Prompt(name="q", text=asked),),
        message="", server=None, url=None, arguments="{}",
    )  # fmt: skip
    asking = QuestionAsked(question, asked, "claude-code", project, "ship-the-cart", "agent", None, "{}")
    await desk.change(agent("claude-code"), lambda change: change.save(question, asking))
    clock.at += after

    def answered(change: Change) -> None:
        reply = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers={"q": (answer,)})
        ended = question.answer(reply, decider=Decider(DeciderKind.PERSON, YOU.id), at=change.at)
        change.save(ended, QuestionAnswered(ended, "answered", json.dumps({"q": [answer]}), None))
        received = ended.acknowledge(Stage.RECEIVED, at=change.at)
        change.save(received, AnswerReceived(received), by=agent("claude-code"))

    await desk.change(YOU, answered)

"""Permissions, questions and grants as tests put them into a store."""

from dataclasses import replace
from typing import TypeVar

from countermark.model.asked import AskedItem, Asker, CallPoint, Decider, DeciderKind, Ending
from countermark.model.forgetting import ForgottenBy
from countermark.model.offered import OfferedOption
from countermark.model.permissions import Grant, Outcome, Permission, PermissionDecision, Scope
from countermark.model.questions import (
    Choice,
    Prompt,
    PromptKind,
    Question,
    QuestionOutcome,
    QuestionReply,
    QuestionSource,
)
from countermark.model.reviews import Stage
from countermark.model.tool_calls import ToolCall, ToolKind

ASKER = Asker(
    agent="claude-code", workspace="/shop", conversation="c1", point=CallPoint.BEFORE_USE, call_id=None, sub_agent=None
)
Item = TypeVar("Item", bound=AskedItem)
CALL = ToolCall(ToolKind.BASH, "Bash", "/shop", '{"command":"ls"}', command="ls")


def permission(number: int, *, asker: Asker = ASKER, sha256: str = CALL.digest, **more: object) -> Permission:
    """One that waits, asked for at its number."""
    made = Permission(
        id=f"pm_{number:03}", asker=asker, title="ls", sha256=sha256, opened_at=number, expires_at=number + 60_000,
        waits_until=None, call=CALL, reason=None, takes_edits=False, explanation="{}",
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]  # tests name real fields


def allowed(number: int, *, at: int, asker: Asker = ASKER, **more: object) -> Permission:
    """One that a rule has allowed."""
    decision, decider = PermissionDecision(outcome=Outcome.ALLOWED), Decider(DeciderKind.RULE, "r1", "f" * 64, 7)
    decided = permission(number, asker=asker).decide(decision, decider=decider, at=at)
    return replace(decided, **more)  # type: ignore[arg-type]  # tests name real fields


def question(number: int, *, asker: Asker = ASKER, **more: object) -> Question:
    """One that waits, asked at its number."""
    made = Question(
        id=f"qu_{number:03}", asker=asker, title="Which?", sha256="d" * 64, opened_at=number,
        expires_at=number + 60_000, waits_until=None, source=QuestionSource.AGENT,
        prompts=(Prompt(name="which", text="Which?"),), message="", server=None, url=None, arguments="{}",
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]  # tests name real fields


def grant(number: int, *, conversation: str = "c1", **more: object) -> Grant:
    """One that holds."""
    made = Grant(f"gr_{number:03}", "claude-code", "/shop", conversation, "e" * 64, "ls", "pm_001", number, "me")
    return replace(made, **more)  # type: ignore[arg-type]  # tests name real fields


def all_said(item: Item, said: str) -> Item:
    """The item with something in each field that permissions and questions share."""
    asker = Asker(
        agent="codex", workspace=said, conversation=said, point=CallPoint.DIALOG, call_id=said, sub_agent=said,
        waits_seconds=2**40,
    )  # fmt: skip
    return replace(
        item, asker=asker, title=said, expires_at=2**40, waits_until=2**41, ended_at=2**42,
        decider=Decider(DeciderKind.PERSON, said, said, 3), ending=Ending.TURN_ENDED, agent_present=False,
        stage=Stage.RECEIVED, delivered_at=4, received_at=5, delivery_failed=True, seen_at=6, countdown_stopped=True,
        joined=True, forgotten_at=7, forgotten_by=ForgottenBy.RETENTION,
    )  # fmt: skip


def full_permission(said: str) -> Permission:
    """A permission with something in each field."""
    call = ToolCall(
        ToolKind.MCP, said, said, said, said, (said, ""), deletes=True, size=2**40, url=said, server=said, tool=said
    )
    decision = PermissionDecision(
        outcome=Outcome.DENIED, scope=Scope.CONVERSATION, words=said, stops_turn=True, edited=said, option=said
    )
    return replace(
        all_said(permission(1), said), call=call, reason=said, takes_edits=True, explanation=said, decision=decision,
        outcome=Outcome.DENIED, offered=(OfferedOption(said, said, said), OfferedOption("", "", "")),
    )  # fmt: skip


def full_question(said: str) -> Question:
    """A question with something in each field."""
    choice = Choice(said, said, said, said)
    prompt = Prompt(
        name=said, text=said, header=said, kind=PromptKind.CHOICE, choices=(choice, Choice("", "")), several=True,
        free=True, required=False,
    )  # fmt: skip
    reply = QuestionReply(outcome=QuestionOutcome.DECLINED, answers={said: (said, ""), "": ()}, words=said)
    return replace(
        all_said(question(1), said), source=QuestionSource.SERVER_PAGE, prompts=(prompt, prompt), message=said,
        server=said, url=said, arguments=said, outcome=QuestionOutcome.DECLINED, reply=reply,
    )  # fmt: skip

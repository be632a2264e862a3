"""Permissions, questions, grants and modes: values to rows and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Row

from countermark.model.asked import AskedItem, Asker, CallPoint, Decider, DeciderKind, Ending
from countermark.model.forgetting import ForgottenBy
from countermark.model.modes import GateMode, TrustedRules, WorkspaceMode
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
from countermark.store.rows import Columns, columns, plain

ASKER = tuple(field.name for field in fields(Asker))


def permission_of(row: Row[Any]) -> Permission:
    """A row of `permissions` as a value."""
    stored = asked_from(columns(row))
    outcome = stored["outcome"]
    return Permission(
        **{
            **stored,
            "call": call_from(json.loads(stored["call"])),
            "offered": tuple(OfferedOption(**each) for each in json.loads(stored["offered"] or "[]")),
            "decision": decision_from(json.loads(stored["decision"])),
            "outcome": outcome and Outcome(outcome),
        }
    )


def permission_columns(permission: Permission) -> Columns:
    """A permission as a row of `permissions`."""
    it = permission
    return {
        **asked_columns(it), "call": as_json(vars(it.call)), "decision": as_json(it.decision and vars(it.decision)),
        "offered": as_json([vars(each) for each in it.offered]) if it.offered else None,
    }  # fmt: skip


def question_of(row: Row[Any]) -> Question:
    """A row of `questions` as a value."""
    stored = asked_from(columns(row))
    outcome = stored["outcome"]
    return Question(
        **{
            **stored,
            "source": QuestionSource(stored["source"]),
            "prompts": tuple(map(prompt_from, json.loads(stored["prompts"]))),
            "outcome": outcome and QuestionOutcome(outcome),
            "reply": reply_from(json.loads(stored["reply"])),
        }
    )


def question_columns(question: Question) -> Columns:
    """A question as a row of `questions`."""
    it, reply = question, question.reply
    prompts = as_json([asdict(prompt) for prompt in it.prompts])
    return {
        **asked_columns(it),
        "prompts": prompts,
        "reply": as_json(reply and {**vars(reply), "answers": dict(reply.answers)}),
    }


def asked_from(stored: dict[str, Any]) -> dict[str, Any]:
    """The fields that permissions and questions share, and the columns of the kind as they are."""
    its = {name: stored.pop(name) for name in ASKER}
    decider = json.loads(stored["decider"])
    return {
        **stored,
        "asker": Asker(**{**its, "point": CallPoint(its["point"])}),
        "decider": decider and Decider(**{**decider, "kind": DeciderKind(decider["kind"])}),
        "ending": stored["ending"] and Ending(stored["ending"]),
        "stage": stored["stage"] and Stage(stored["stage"]),
        "forgotten_by": stored["forgotten_by"] and ForgottenBy(stored["forgotten_by"]),
    }


def asked_columns(asked: AskedItem) -> dict[str, Any]:
    """An item's fields by column; the asker's stand among them."""
    its = {**plain(asked), **plain(asked.asker), "decider": as_json(asked.decider and vars(asked.decider))}
    del its["asker"]
    return its


def call_from(stored: Columns) -> ToolCall:
    """A tool call out of its JSON."""
    return ToolCall(**{**stored, "kind": ToolKind(stored["kind"]), "paths": tuple(stored["paths"])})


def decision_from(stored: Columns | None) -> PermissionDecision | None:
    """A decision out of its JSON."""
    if stored is None:
        return None
    return PermissionDecision(**{**stored, "outcome": Outcome(stored["outcome"]), "scope": Scope(stored["scope"])})


def prompt_from(stored: Columns) -> Prompt:
    """A prompt out of its JSON."""
    choices = tuple(Choice(**choice) for choice in stored["choices"])
    return Prompt(**{**stored, "kind": PromptKind(stored["kind"]), "choices": choices})


def reply_from(stored: Columns | None) -> QuestionReply | None:
    """What a person said, out of its JSON."""
    if stored is None:
        return None
    answers: Mapping[str, tuple[str, ...]] = {name: tuple(values) for name, values in stored["answers"].items()}
    return QuestionReply(**{**stored, "outcome": QuestionOutcome(stored["outcome"]), "answers": answers})


def grant_of(row: Row[Any]) -> Grant:
    """A row of `grants` as a value."""
    return Grant(**columns(row))


def workspace_mode_of(row: Row[Any]) -> WorkspaceMode:
    """A row of `workspace_modes` as a value."""
    return WorkspaceMode(row.workspace, GateMode(row.mode), row.until, row.set_at)


def trusted_rules_of(row: Row[Any]) -> TrustedRules:
    """A row of `trusted_rules` as a value."""
    return TrustedRules(**columns(row))


def as_json(value: object) -> str:
    """JSON in ASCII: half characters and NUL are escapes in it."""
    return json.dumps(value)

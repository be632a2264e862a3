"""Permissions, questions and grants as the browser's wire shows them."""

from collections.abc import Mapping, Sequence
from typing import Literal

from countermark.actions.cards import PermissionCard, RuleProposal
from countermark.actions.explanations import DecidedBecause
from countermark.agents.catalog import brand
from countermark.documents.commands import ShownRun
from countermark.documents.markdown.odd import spelled
from countermark.http_api.shapes import gate_wire
from countermark.http_api.shapes.names import last_part, without_controls
from countermark.http_api.shapes.times import iso, iso_or_none
from countermark.model import asked, permissions, questions
from countermark.model.offered import OfferedOption, OfferKind, once_of, rejection_of

Becomes = Literal["yes", "no", "rule", "unknown"]
BECOMES: Mapping[str, Becomes] = {
    OfferKind.ALLOW_ONCE: "yes", OfferKind.ALLOW_ALWAYS: "rule", OfferKind.REJECT_ONCE: "no",
    OfferKind.REJECT_ALWAYS: "no",
}  # fmt: skip


def asked_fields(it: asked.AskedItem) -> dict[str, object]:
    """What lists show of a permission and of a question alike."""
    made = it.decider
    decider = made and gate_wire.Decider(kind=made.kind, id=made.id, file_sha256=made.file_sha256, line=made.line)
    sub_agent = it.asker.sub_agent
    return {
        "id": it.id, "title": spelled(it.title, code=True), "agent": it.agent, "agent_name": brand(it.agent).name,
        "workspace": without_controls(it.workspace), "workspace_name": without_controls(last_part(it.workspace)),
        "conversation": it.conversation, "sub_agent": None if sub_agent is None else without_controls(sub_agent),
        "point": it.asker.point, "by_server": it.asker.agent_server is not None,
        "dialog_follows": brand(it.agent).dialog_follows,
        "status": "open" if it.is_open else "decided", "opened_at": iso(it.opened_at),
        "expires_at": iso_or_none(it.expires_at), "waits_until": iso_or_none(it.waits_until),
        "countdown_stopped": it.countdown_stopped, "ended_at": iso_or_none(it.ended_at), "ending": it.ending,
        "decider": decider, "delivery": it.delivery, "delivered_ms": it.delivered_ms,
        "delivery_failed": it.delivery_failed, "sha256": it.sha256, "seen": it.seen_at is not None,
        "forgotten_at": iso_or_none(it.forgotten_at), "forgotten_by": it.forgotten_by,
    }  # fmt: skip


def permission(it: permissions.Permission) -> gate_wire.Permission:
    """A permission for lists."""
    made = it.decision
    fields = asked_fields(it) | {
        "tool_kind": it.call.kind, "tool": without_controls(it.call.name), "outcome": it.outcome,
        "scope": None if made is None else made.scope, "words": None if made is None else made.words,
        "stops_turn": made is not None and made.stops_turn, "edited": made is not None and made.edited is not None,
    }  # fmt: skip
    return gate_wire.Permission.model_validate(fields)


def question(it: questions.Question) -> gate_wire.Question:
    """A question for lists."""
    server = None if it.server is None else without_controls(it.server)
    words = None if it.reply is None else it.reply.words
    fields = asked_fields(it) | {"source": it.source, "server": server, "outcome": it.outcome, "words": words}
    return gate_wire.Question.model_validate(fields)


def permission_card(it: PermissionCard) -> gate_wire.PermissionCard:
    """The card of a permission."""
    asked_about = it.permission
    editable = asked_about.takes_edits and asked_about.is_open
    return gate_wire.PermissionCard(
        permission=permission(asked_about), headline=it.headline,
        reason=None if asked_about.reason is None else spelled(asked_about.reason),
        shown=shown_pieces(it.shown), is_command=it.is_command,
        changes=[
            gate_wire.FileChange(
                path=without_controls(each.path), html=each.html, is_new=each.is_new, problem=each.problem
            )
            for each in it.changes
        ],
        risks=[gate_wire.CardRisk(**vars(each)) for each in it.risks],
        facts=[
            gate_wire.Fact(
                name=each.name, text=without_controls(each.text), more=without_controls(each.more), heed=each.heed
            )
            for each in it.facts
        ],
        grant=None if it.grant is None else without_controls(it.grant),
        proposal=proposal(it.proposal), offered=offered_choices(asked_about.offered),
        editable=asked_about.call.command if editable else None, seq=it.seq,
    )  # fmt: skip


def offered_choices(offered: Sequence[OfferedOption]) -> list[gate_wire.OfferedOption]:
    """The agent's own choices, with what is made of each."""
    usual = {each.id for each in (once_of(offered), rejection_of(offered)) if each is not None}
    return [
        gate_wire.OfferedOption(
            id=each.id, name=spelled(each.name), becomes=BECOMES.get(each.kind, "unknown"), usual=each.id in usual
        )
        for each in offered
    ]


def proposal(it: RuleProposal) -> gate_wire.RuleProposal:
    """What *always* would write."""
    return gate_wire.RuleProposal(
        toml=it.toml, sha256=it.sha256, sentences=list(it.sentences), until=it.until, why_not=it.why_not
    )


def shown_pieces(runs: Sequence[ShownRun]) -> list[gate_wire.ShownPiece]:
    """The runs of a text."""
    return [gate_wire.ShownPiece(text=each.text, look=each.look, risk=each.risk) for each in runs]


def question_card(it: questions.Question, *, previews: Sequence[Sequence[str]], seq: int) -> gate_wire.QuestionCard:
    """The card of a question; `previews` are the rendered ones of the choices of each prompt."""
    who = brand(it.agent).name if it.server is None else without_controls(it.server)
    reply = it.reply
    return gate_wire.QuestionCard(
        question=question(it), headline=f"{who} asks", message=spelled(it.message),
        url=None if it.url is None else without_controls(it.url),
        prompts=[prompt(each, html) for each, html in zip(it.prompts, previews, strict=True)],
        answers=None if reply is None else [
            gate_wire.PromptAnswer(name=name, values=list(values)) for name, values in reply.answers.items()
        ],
        seq=seq,
    )  # fmt: skip


def prompt(it: questions.Prompt, previews: Sequence[str]) -> gate_wire.QuestionPrompt:
    """One of the questions; words of an agent, with nothing in them that hides."""
    return gate_wire.QuestionPrompt(
        name=it.name, text=spelled(it.text), header=without_controls(it.header), kind=it.kind,
        choices=[
            gate_wire.Choice(
                value=each.value, label=without_controls(each.label), description=spelled(each.description),
                preview_html=html,
            )
            for each, html in zip(it.choices, previews, strict=True)
        ],
        several=it.several, free=it.free, required=it.required,
    )  # fmt: skip


def grant(it: permissions.Grant) -> gate_wire.Grant:
    """What is allowed for the rest of a conversation."""
    return gate_wire.Grant(
        id=it.id, agent=it.agent, agent_name=brand(it.agent).name, workspace=without_controls(it.workspace),
        workspace_name=without_controls(last_part(it.workspace)), conversation=it.conversation,
        title=without_controls(it.title), given_at=iso(it.given_at), used=it.used,
    )  # fmt: skip


def explanation(it: DecidedBecause) -> gate_wire.PermissionExplanation:
    """Why a permission was decided as it was."""
    judged, rule = it.judged, it.judged["rule"] or {}
    return gate_wire.PermissionExplanation(
        permission=permission(it.permission), mode=judged["mode"], decision=judged["decision"], why=judged["why"],
        rule=rule.get("id"), source=rule.get("source"), file_sha256=rule.get("file_sha256"), line=rule.get("line"),
        text=rule.get("text"), left_out=it.explanation.left_out,
        considered=[
            gate_wire.ConsideredRule.model_validate(dict(each.to_json())) for each in it.explanation.considered
        ],
    )  # fmt: skip

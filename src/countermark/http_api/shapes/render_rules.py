"""Rules as the wire shows them."""

from countermark.actions.rules_drafts import CheckedRule, DraftCheck, DraftEffect, Turned
from countermark.actions.rules_page import DAYS, Project, RulesPage
from countermark.agents.catalog import brand
from countermark.http_api.shapes import rules_wire as wire
from countermark.http_api.shapes.names import last_part, without_controls
from countermark.http_api.shapes.times import iso, iso_or_none
from countermark.rules.rulebook import Rule, RuleFile
from countermark.rules.sentences import sentence_of


def rules_state(page: RulesPage) -> wire.RulesState:
    """The whole page."""
    layers = [layer(each, at=page.at) for each in page.layers]
    return wire.RulesState(
        projects=[project(each) for each in page.projects], project=page.root, layers=layers,
        text=page.own.text, sha256=page.own.sha256, path=page.own.path, failure=page.failure,
        count=sum(len(each.rules) for each in layers), seq=page.seq,
    )  # fmt: skip


def layer(file: RuleFile, *, at: int) -> wire.RuleLayer:
    """The rules of a file."""
    return wire.RuleLayer(
        source=file.source.value, sha256=file.sha256, trusted=file.trusted, failure=file.failure,
        rules=[rule(each, counts=file.counts(each, at=at)) for each in file.rules],
    )  # fmt: skip


def rule(it: Rule, *, counts: bool) -> wire.RuleShown:
    """One rule."""
    return wire.RuleShown(
        id=it.id, decision=it.decision, sentence=sentence_of(it), toml=it.text, line=it.line,
        expires=iso_or_none(it.expires), counts=counts, message=it.message, justification=it.justification,
    )  # fmt: skip


def project(it: Project) -> wire.RuleProject:
    """A project."""
    path = without_controls(it.outlook.root)
    return wire.RuleProject(
        path=path, name=last_part(path), mode=it.outlook.mode, until=iso_or_none(it.until),
        rules_sha256=None if it.rules is None else it.rules.sha256, trusted=it.is_trusted, failure=it.failure,
    )  # fmt: skip


def draft_checked(it: DraftCheck, tries: list[wire.TriedLine]) -> wire.DraftChecked:
    """What a draft comes to."""
    why = it.problem
    return wire.DraftChecked(
        problem=None if why is None else wire.DraftProblem(message=why.why, rule=why.rule, line=why.line),
        rules=[draft_rule(each) for each in it.rules],
        tries=[
            wire.TriedResult(tool=line.tool, text=line.text, decision=said.decision, why=said.why)
            for line, said in zip(tries, it.tries, strict=False)
        ],
    )


def draft_rule(it: CheckedRule) -> wire.DraftRule:
    """A rule of a draft with its examples."""
    examples = [
        wire.RuleExample(text=text, wanted=wanted, matches=is_match)
        for wanted, results in ((True, it.match), (False, it.not_match))
        for text, is_match in results
    ]
    return wire.DraftRule(
        id=it.rule.id, line=it.rule.line, decision=it.rule.decision, sentence=sentence_of(it.rule), examples=examples
    )


def draft_effect(it: DraftEffect) -> wire.DraftEffect:
    """What a draft would have changed."""
    return wire.DraftEffect(
        days=DAYS, calls=it.calls, asked_less=it.asked_less, asked_more=it.asked_more,
        let_through=[turned(each) for each in it.let_through], refused=[turned(each) for each in it.refused],
    )  # fmt: skip


def turned(it: Turned) -> wire.TurnedCall:
    """A call that the draft would decide otherwise."""
    permission = it.permission
    return wire.TurnedCall(
        id=permission.id, title=permission.title, agent_name=brand(permission.agent).name,
        workspace_name=without_controls(last_part(permission.workspace)), at=iso(permission.opened_at),
        outcome="" if permission.outcome is None else permission.outcome.value, why=it.judgement.why,
    )  # fmt: skip

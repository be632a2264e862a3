"""The rules page: what it shows, what a draft comes to, and what a person chooses there."""

from pathlib import Path

import pytest

from countermark.actions.desk import Desk
from countermark.actions.permissions import asked_entry
from countermark.actions.rule_choices import save_rules, set_mode, trust_rules
from countermark.actions.rules_drafts import check_draft, effect_of
from countermark.actions.rules_page import rules_page
from countermark.model.actors import agent, person
from countermark.model.asked import Asker, CallPoint, Decider, DeciderKind
from countermark.model.errors import BadInput, RulesBroken, Stale
from countermark.model.gate_happenings import decided
from countermark.model.modes import GateMode
from countermark.model.permissions import Outcome, Permission, PermissionDecision
from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.rules.rulebook import RuleSource
from tests.contract.memory_desk import HandClock
from tests.repositories import make_repository

ANN = person("si_01k8r7m3pxq5n2v4t6w8y0z1b3")
HOUR = 60 * 60 * 1000
PUSH = """version = 1

[[rule]]
id = "push-it"
tool = "bash"
command = ["ferry", "ship"]
decision = "allow"
match = ["ferry ship it"]
not_match = ["ferry test"]
"""
CLEAN = PUSH.replace("push-it", "clean").replace('["ferry", "ship"]', '["rm", "-rf", "build"]').replace(
    'match = ["ferry ship it"]\nnot_match = ["ferry test"]\n', ""
)  # fmt: skip


@pytest.fixture
def desk(desk: Desk, tmp_path: Path) -> Desk:
    """A desk whose rules lie in a folder of the test's own; no agent may write there."""
    desk.home = tmp_path / "data"
    desk.home.mkdir()
    return desk


@pytest.fixture
def project(tmp_path: Path) -> str:
    folder = tmp_path / "shop"
    make_repository(folder)
    return str(folder)


async def ran(desk: Desk, project: str, command: str, outcome: Outcome) -> Permission:
    """A command that a person has decided about."""
    call = ToolCall(ToolKind.BASH, "Bash", project, f'{{"command":"{command}"}}', command=command)
    asker = Asker(agent="claude-code", workspace=project, conversation="c", point=CallPoint.DIALOG)
    it = Permission(
        id=desk.new_id("pm"), asker=asker, title=command, sha256=call.digest, opened_at=desk.now(), expires_at=None,
        waits_until=None, call=call, reason=None, takes_edits=True, explanation="{}",
    )  # fmt: skip
    await desk.change(agent("claude-code"), lambda change: change.save(it, asked_entry(it)))
    by = Decider(DeciderKind.PERSON, ANN.id)
    ended = it.decide(PermissionDecision(outcome=outcome), decider=by, at=desk.now())
    await desk.change(ANN, lambda change: change.save(ended, decided(ended, by, edited=None)))
    return ended


async def kinds(desk: Desk) -> list[str]:
    return [entry.kind for entry in await desk.read(lambda reader: reader.entries(limit=50))]


async def test_the_page_knows_the_projects_that_were_worked_in(desk: Desk, project: str) -> None:
    assert (await rules_page(desk, folder=None)).projects == []
    inside = Path(project) / "src"
    inside.mkdir()
    await ran(desk, str(inside), "ls", Outcome.ALLOWED)
    page = await rules_page(desk, folder=None)
    assert [(each.outlook.root, each.outlook.mode, each.rules) for each in page.projects] == [
        (project, GateMode.ASK, None)
    ]
    assert page.root == project
    assert {layer.source for layer in page.layers} == {RuleSource.BUILT_IN}


async def test_a_mode_holds_until_its_end(desk: Desk, clock: HandClock, project: str) -> None:
    before = len((await rules_page(desk, folder=project)).layers)
    await set_mode(desk, project, GateMode.EDITS, until=desk.now() + HOUR, by=ANN)
    page = await rules_page(desk, folder=project)
    assert (page.projects[0].outlook.mode, page.projects[0].until) == (GateMode.EDITS, desk.now() + HOUR)
    assert len(page.layers) > before
    clock.forward(2 * 60 * 60)
    page = await rules_page(desk, folder=project)
    assert (page.projects[0].outlook.mode, page.projects[0].until) == (GateMode.ASK, None)
    assert await kinds(desk) == ["mode_set"]


async def test_every_mode_but_asking_has_an_end_in_the_future(desk: Desk, project: str) -> None:
    for mode, until in (*((each, None) for each in GateMode if each is not GateMode.ASK), (GateMode.ASK, desk.now())):
        with pytest.raises(BadInput):
            await set_mode(desk, project, mode, until=until, by=ANN)
    await set_mode(desk, project, GateMode.ASK, until=None, by=ANN)
    assert await kinds(desk) == ["mode_set"]


async def test_a_projects_rules_are_trusted_as_they_are(desk: Desk, project: str) -> None:
    file = Path(project) / ".countermark" / "rules.toml"
    file.parent.mkdir()
    file.write_text(PUSH)
    (known,) = (await rules_page(desk, folder=project)).projects
    assert known.rules is not None
    assert not known.is_trusted
    with pytest.raises(Stale):
        await trust_rules(desk, project, sha256="0" * 64, by=ANN)
    await trust_rules(desk, project, sha256=known.rules.sha256, by=ANN)
    assert (await rules_page(desk, folder=project)).projects[0].is_trusted
    file.write_text(PUSH + "\n# more\n")
    assert not (await rules_page(desk, folder=project)).projects[0].is_trusted
    assert await kinds(desk) == ["rules_trusted"]


async def test_the_persons_file_is_written_in_the_place_of_what_was_shown(desk: Desk) -> None:
    page = await rules_page(desk, folder=None)
    written = await save_rules(desk, PUSH, instead_of=page.own.sha256, by=ANN)
    assert (desk.home / "rules.toml").read_text() == PUSH
    assert (await rules_page(desk, folder=None)).own.sha256 == written.sha256
    with pytest.raises(Stale):
        await save_rules(desk, CLEAN, instead_of=page.own.sha256, by=ANN)
    with pytest.raises(RulesBroken):
        await save_rules(desk, "version = 2\n", instead_of=written.sha256, by=ANN)
    assert (desk.home / "rules.toml").read_text() == PUSH
    assert await kinds(desk) == ["rules_changed"]


async def test_a_draft_tells_each_example_and_why_it_does_not_load(desk: Desk, project: str) -> None:
    wrong = await check_draft(desk, PUSH.replace("ferry test", "ferry ship --tags"), [], folder=project)
    (rule,) = wrong.rules
    assert (rule.match, rule.not_match) == ([("ferry ship it", True)], [("ferry ship --tags", True)])
    assert wrong.problem is not None
    assert (wrong.problem.rule, wrong.problem.line) == ("push-it", 3)
    broken = await check_draft(desk, "version = 1\nfoo = 2\n", [], folder=project)
    assert (broken.rules, broken.tries) == ((), ())
    assert broken.problem is not None


async def test_lines_are_tried_with_the_draft_and_all_that_counts(desk: Desk, project: str) -> None:
    tries = [
        (ToolKind.BASH, "ferry ship it"), (ToolKind.BASH, "rm -rf /"), (ToolKind.READ, "README.md"),
        (ToolKind.FETCH, "https://example.org/"), (ToolKind.MCP, "files list"), (ToolKind.OTHER, "x"),
    ]  # fmt: skip
    said = (await check_draft(desk, PUSH, tries, folder=project)).tries
    assert [each.decision for each in said][:2] == [Decision.ALLOW, Decision.DENY]
    assert len(said) == len(tries)
    without_project = (await check_draft(desk, PUSH, tries[:1], folder="")).tries
    assert [each.decision for each in without_project] == [Decision.ALLOW]


async def test_a_draft_is_held_against_what_was_decided(desk: Desk, project: str) -> None:
    await ran(desk, project, "ferry ship it", Outcome.ALLOWED)
    await ran(desk, project, "ferry ship now", Outcome.ALLOWED)
    await ran(desk, project, "rm -rf build", Outcome.DENIED)
    effect = await effect_of(desk, PUSH)
    assert (effect.calls, effect.asked_less, effect.asked_more) == (3, 2, 0)
    assert (effect.let_through, effect.refused) == ([], [])
    effect = await effect_of(desk, CLEAN)
    assert [each.permission.title for each in effect.let_through] == ["rm -rf build"]
    effect = await effect_of(desk, PUSH.replace('"allow"', '"deny"'))
    assert {each.permission.title for each in effect.refused} == {"ferry ship it", "ferry ship now"}


async def test_a_draft_that_does_not_load_has_no_effect(desk: Desk, project: str) -> None:
    with pytest.raises(RulesBroken):
        await effect_of(desk, "version = 2\n")
    await ran(desk, project, "ls", Outcome.ALLOWED)
    with pytest.raises(RulesBroken):
        await effect_of(desk, "version = 2\n")


async def test_calls_older_than_thirty_days_are_left_out(desk: Desk, clock: HandClock, project: str) -> None:
    await ran(desk, project, "ferry ship it", Outcome.ALLOWED)
    clock.forward(31 * 24 * 60 * 60)
    assert (await effect_of(desk, PUSH)).calls == 0

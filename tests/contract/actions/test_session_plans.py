"""Plans that an agent of a session submits: reviews with marks, answered by the agent's own choices."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from countermark.actions import items, reviews
from countermark.agents.acp import gate
from countermark.model.gate_settings import GateSettings
from countermark.model.permissions import Outcome
from countermark.model.reviews import Reason, ReviewKind, Verdict
from countermark.model.sessions.events import ModesChanged, OptionsChanged
from countermark.model.sessions.offers import ModeOffer, OptionChoice, SelectOption
from countermark.model.sessions.orders import SetMode, SetOption
from tests.contract.actions.session_gate import (
    ALWAYS,
    CANCELLED,
    CONVERSATION,
    ME,
    NO,
    ONCE,
    SessionGate,
    chosen,
    open_session_gate,
)
from tests.unit.agents.acp_told import recorded

CODEX = "# Plan A\n\n1. Create hello.txt\n2. Verify it\n"


def plan(agent: str) -> Any:
    """The recorded request about a plan; Claude's without the file, which only its own machine had."""
    params = next(each for each, _ in recorded(agent) if each["toolCall"].get("kind") == "switch_mode")
    call = params["toolCall"]
    given = {name: value for name, value in call["rawInput"].items() if name != "planFilePath"}
    return {**params, "toolCall": {**call, "rawInput": given}}


async def decide(its: SessionGate, verdict: Verdict, *, notes: str | None = None, mode: str | None = None) -> None:
    review = await its.plan()
    await reviews.decide(its.desk, review.id, verdict, notes=notes, mode=mode, shown_sha256=review.latest.sha256, by=ME)


@pytest.mark.parametrize(
    ("agent", "yes", "no"), [("claude-code", "exit-plan-default", "reject"), ("codex", "implement_plan", "revise_plan")]
)
async def test_an_approved_plan_is_allowed_once_and_changes_go_with_the_next_prompt(
    agent: str, yes: str, no: str
) -> None:
    async with open_session_gate(agent=agent) as its:
        asked = its.ask(plan(agent))
        review = await its.plan()
        assert (review.agent, review.kind, review.conversation) == (agent, ReviewKind.PLAN, CONVERSATION)
        assert (await its.items())[0].call == plan(agent)["toolCall"]["toolCallId"]
        await decide(its, Verdict.CHANGES_REQUESTED, notes="Say how it is tested.")
        assert await asked == chosen(no)
        said = await gate.words_for_next_prompt(its.context)
        assert "Say how it is tested." in said
        changed = plan(agent)
        changed["toolCall"]["rawInput"]["plan"] += "3. Test it\n"
        asked = its.ask(changed)
        assert (await its.plan()).latest.number == 2
        await decide(its, Verdict.APPROVED)
        assert await asked == chosen(yes)
        assert [each.outcome for each in await its.items()] == ["Approved"]
        assert await its.cards() == []


async def test_notes_of_an_approval_go_with_the_next_prompt() -> None:
    async with open_session_gate(agent="codex") as its:
        asked = its.ask(plan("codex"))
        await decide(its, Verdict.APPROVED, notes="Mind the tests.")
        assert await asked == chosen("implement_plan")
        assert "Mind the tests." in await gate.words_for_next_prompt(its.context)


async def test_a_way_to_go_on_is_set_as_a_mode_and_never_sent_as_an_answer_that_lasts() -> None:
    async with open_session_gate(agent="claude-code") as its:
        await its.tell(ModesChanged("plan", (ModeOffer("plan", "Plan"), ModeOffer("acceptEdits", "Accept edits"))))
        asked = its.ask(plan("claude-code"))
        await decide(its, Verdict.APPROVED, mode="acceptEdits")
        assert await asked == chosen("exit-plan-default")
        assert its.wishes == [SetMode("acceptEdits")]
        asked = its.ask(plan("claude-code"))
        assert await asked == chosen("exit-plan-default")  # the same text again keeps its answer
    async with open_session_gate(agent="claude-code") as its:
        choices = (OptionChoice("plan", "Plan"), OptionChoice("auto", "Auto"))
        await its.tell(OptionsChanged((SelectOption("mode", "Mode", "plan", choices, category="mode"),)))
        asked = its.ask(plan("claude-code"))
        await decide(its, Verdict.APPROVED, mode="auto")  # some agents have their modes as an option
        assert await asked == chosen("exit-plan-default")
        assert its.wishes == [SetOption("mode", "auto")]
    async with open_session_gate(agent="claude-code") as its:
        asked = its.ask(plan("claude-code"))
        await decide(its, Verdict.APPROVED, mode="auto")  # a mode that the agent of this session does not have
        assert await asked == chosen("exit-plan-default")
        assert its.wishes == []


async def test_a_plan_that_nobody_answers_is_rejected_and_that_is_said() -> None:
    async with open_session_gate(agent="codex") as its:
        asked = its.ask(plan("codex"))
        await its.plan()
        its.clock.forward(31 * 60)
        await items.expire_due(its.desk)
        assert await asked == chosen("revise_plan")
        assert "Nobody answered in time" in await gate.words_for_next_prompt(its.context)


async def test_a_plan_waits_as_long_as_the_settings_say() -> None:
    async with open_session_gate(agent="codex") as its:
        its.context = replace(its.context, gate=GateSettings(plan_waits={"codex": 600}))
        asked = its.ask(plan("codex"))
        latest = (await its.plan()).latest
        assert latest.expires_at is not None
        assert latest.expires_at - latest.opened_at == 600_000
        await its.cancel()
        await asked


async def test_a_plan_of_a_turn_that_was_cancelled_is_withdrawn() -> None:
    async with open_session_gate(agent="codex") as its:
        asked = its.ask(plan("codex"))
        review = await its.plan()
        await its.cancel()
        assert await asked == CANCELLED
        found = await its.desk.read(lambda reader: reader.review(review.id))
        assert found is not None
        assert (found.latest.verdict, found.latest.reason) == (Verdict.WITHDRAWN, Reason.TURN_ENDED)


@pytest.mark.parametrize("options", [(ONCE,), (ALWAYS, NO), (ALWAYS,)], ids=["no-no", "no-once", "always"])
async def test_a_plan_that_cannot_be_answered_by_once_and_no_is_an_ordinary_permission(
    options: Sequence[object],
) -> None:
    async with open_session_gate(agent="codex") as its:
        asked = its.ask({**plan("codex"), "options": list(options)})
        card = await its.card()
        assert "1. Create hello.txt" in card.call.arguments
        await its.cancel()
        assert await asked == CANCELLED


async def gemini(its: SessionGate, path: str) -> Any:
    params = next(each for each, _ in recorded("gemini") if "plan approval" in each["toolCall"]["title"])
    title = f"Requesting plan approval for: {path}"
    return {**params, "toolCall": {**params["toolCall"], "title": title}}


async def test_gemini_names_only_the_file_and_its_text_is_the_plan() -> None:
    async with open_session_gate() as its:
        folder = its.folder.parent / ".gemini" / "tmp" / "proj" / CONVERSATION / "plans"
        folder.mkdir(parents=True)
        (folder / "plan-a.md").write_text(CODEX)
        asked = its.ask(await gemini(its, str(folder / "plan-a.md")))
        review = await its.plan()
        assert (review.latest.title, review.path) == ("Plan A", str(folder / "plan-a.md"))
        await decide(its, Verdict.APPROVED)
        assert await asked == chosen("proceed_once")


@pytest.mark.parametrize("where", ["gone.md", "../../../../../secret.md", "link.md", "/elsewhere/plans/a.md"])
async def test_a_plan_outside_of_geminis_own_folder_is_an_ordinary_permission(where: str) -> None:
    async with open_session_gate() as its:
        folder = its.folder.parent / ".gemini" / "tmp" / "proj" / CONVERSATION / "plans"
        folder.mkdir(parents=True)
        (its.folder.parent / "secret.md").write_text("# Secret\n")
        (folder / "link.md").symlink_to(its.folder.parent / "secret.md")
        asked = its.ask(await gemini(its, where if where.startswith("/") else f"{folder}/{where}"))
        card = await its.card()
        await its.refuse(card)
        assert await asked == chosen("cancel")
        (ended,) = await its.cards()
        assert ended.outcome is Outcome.DENIED

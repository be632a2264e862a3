"""The rules page for the browser: all rules, a draft of the person's own, modes, and trust.

What reads commands is imported with the first request: no start of the hub waits for it.
"""

from typing import Annotated

from fastapi import APIRouter, Query

from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import rules_wire as wire

router = APIRouter(prefix="/api/rules", tags=["rules"], responses=error_responses(409))


@router.get("")
async def read_rules(desk: TheDesk, folder: Annotated[wire.ProjectFolder | None, Query()] = None) -> wire.RulesState:
    """The rules that count in a project, with the modes of all; without a folder, of the one worked in last."""
    from countermark.actions.rules_page import rules_page
    from countermark.http_api.shapes import render_rules

    return render_rules.rules_state(await rules_page(desk, folder=folder))


@router.post("/check")
async def check(desk: TheDesk, draft: wire.DraftGiven) -> wire.DraftChecked:
    """Whether a draft loads, whether its examples hold, and what it says about lines to try."""
    from countermark.actions.rules_drafts import check_draft
    from countermark.http_api.shapes import render_rules

    tries = [(each.tool, each.text) for each in draft.tries]
    return render_rules.draft_checked(await check_draft(desk, draft.text, tries, folder=draft.folder), draft.tries)


@router.post("/effect")
async def effect(desk: TheDesk, draft: wire.DraftEffectAsked) -> wire.DraftEffect:
    """What a draft would have done about the calls of the last 30 days, of the newest 1,000."""
    from countermark.actions.rules_drafts import effect_of
    from countermark.http_api.shapes import render_rules

    return render_rules.draft_effect(await effect_of(desk, draft.text))


@router.put("/file")
async def save(desk: TheDesk, by: ThePerson, given: wire.RulesSaved) -> wire.RulesWritten:
    """Write the person's own file: 409 `stale` if it is no longer the one that was shown."""
    from countermark.actions.rule_choices import save_rules

    written = await save_rules(desk, given.text, instead_of=given.instead_of, by=by)
    return wire.RulesWritten(sha256=written.sha256, seq=desk.feed.head)


@router.put("/mode")
async def choose_mode(desk: TheDesk, by: ThePerson, chosen: wire.ModeChosen) -> wire.RulesState:
    """How much is allowed in a project without asking, and until when."""
    from countermark.actions.rule_choices import set_mode
    from countermark.actions.rules_page import rules_page
    from countermark.http_api.shapes import render_rules

    until = None if chosen.until is None else round(chosen.until.timestamp() * 1000)
    await set_mode(desk, chosen.folder, chosen.mode, until=until, by=by)
    return render_rules.rules_state(await rules_page(desk, folder=chosen.folder))


@router.put("/trust")
async def trust(desk: TheDesk, by: ThePerson, given: wire.TrustGiven) -> wire.RulesState:
    """A project's rules may allow something, as long as they are these: 409 `stale` if they are not."""
    from countermark.actions.rule_choices import trust_rules
    from countermark.actions.rules_page import rules_page
    from countermark.http_api.shapes import render_rules

    await trust_rules(desk, given.folder, sha256=given.sha256, by=by)
    return render_rules.rules_state(await rules_page(desk, folder=given.folder))

"""Permissions for the browser: the card, the answers, several at once, and what is granted."""

from typing import Annotated

from fastapi import APIRouter, Query

from countermark.actions import asking, attention, cards, grants, permissions, settled
from countermark.actions.desk import must
from countermark.http_api.dependencies import TheDesk, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import gate_wire, render_gate
from countermark.model.errors import BadInput
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Outcome, Permission, PermissionDecision, Scope

router = APIRouter(prefix="/api", tags=["permissions"], responses=error_responses(404))

SCOPES = {"once": Scope.ONCE, "conversation": Scope.CONVERSATION, "always": Scope.ALWAYS}


@router.get("/permissions/{permission_id}")
async def read_permission(desk: TheDesk, permission_id: gate_wire.PermissionId) -> gate_wire.PermissionCard:
    """Everything that the card of a permission shows."""
    return render_gate.permission_card(await cards.card_of(desk, permission_id))


@router.post("/permissions/answers", responses=error_responses(409))
async def answer_all(desk: TheDesk, by: ThePerson, given: gate_wire.BulkAnswer) -> gate_wire.BulkAnswered:
    """The same answer to several, each of which was shown whole: always for this once."""
    shown = [(each.id, each.shown_sha256) for each in given.permissions]
    outcome = Outcome.ALLOWED if given.answer == "once" else Outcome.DENIED
    result = await permissions.answer_all(desk, shown, outcome=outcome, by=by)
    answered = [render_gate.permission(each) for each in result.answered]
    return gate_wire.BulkAnswered(answered=answered, refused=result.refused, seq=desk.feed.head)


@router.post("/permissions/{permission_id}/answer", responses=error_responses(409))
async def answer(
    desk: TheDesk, by: ThePerson, permission_id: gate_wire.PermissionId, given: gate_wire.PermissionAnswered
) -> gate_wire.PermissionNow:
    """A person's answer: 409 `already_decided` or `stale`, 422 without the digest of what was shown."""
    answer_given = permissions.GivenAnswer(
        decision_in(given), given.shown_sha256, given.edited, given.until, given.rules_sha256, given.settles
    )
    return now(desk, await permissions.answer_permission(desk, permission_id, answer_given, by=by))


def decision_in(given: gate_wire.PermissionAnswered) -> PermissionDecision:
    """What the answer decides."""
    scope = SCOPES.get(given.answer)
    if scope is not None:
        return PermissionDecision(outcome=Outcome.ALLOWED, scope=scope, option=given.option)
    if given.answer == "no_with_words" and given.words is None:
        raise BadInput("There are no words in the answer.", hint="Write what to do instead, or answer *no*.")
    stops = given.answer == "no_and_stop"
    return PermissionDecision(outcome=Outcome.DENIED, words=given.words, stops_turn=stops, option=given.option)


def now(desk: TheDesk, permission: Permission) -> gate_wire.PermissionNow:
    """A permission after a change."""
    return gate_wire.PermissionNow(permission=render_gate.permission(permission), seq=desk.feed.head)


@router.get("/permissions/{permission_id}/settles")
async def list_settled(
    desk: TheDesk,
    permission_id: gate_wire.PermissionId,
    scope: Annotated[Scope, Query()],
    until: Annotated[str | None, Query(max_length=40)] = None,
) -> gate_wire.Settled:
    """The other requests that an allow of this scope would settle, too."""
    asked = must(await desk.read(lambda reader: reader.permission(permission_id)))
    others = await settled.settled_by(desk, asked, scope, until=until)
    return gate_wire.Settled(permissions=[render_gate.permission(each) for each in others])


@router.get("/permissions/{permission_id}/proposal")
async def propose_rules(
    desk: TheDesk, permission_id: gate_wire.PermissionId, until: Annotated[str, Query(max_length=40)]
) -> gate_wire.RuleProposal:
    """What *always* would write with another end: a day such as 2026-12-24."""
    return render_gate.proposal(await cards.proposal_until(desk, permission_id, until=until))


@router.post("/permissions/{permission_id}/seen")
async def see(desk: TheDesk, by: ThePerson, permission_id: gate_wire.PermissionId) -> gate_wire.PermissionNow:
    """The person has it before their eyes."""
    await asking.see(desk, version_of(permission_id), by=by)
    return now(desk, must(await desk.read(lambda reader: reader.permission(permission_id))))


@router.post("/permissions/{permission_id}/countdown/stop", responses=error_responses(409))
async def stop_countdown(
    desk: TheDesk, by: ThePerson, permission_id: gate_wire.PermissionId
) -> gate_wire.PermissionNow:
    """It waits as long as the agent's side can."""
    stopped = await asking.stop_countdown(desk, version_of(permission_id), by=by)
    assert isinstance(stopped, Permission), "the id is a permission's"
    return now(desk, stopped)


def version_of(permission_id: str) -> ItemVersion:
    """There is one version of a permission."""
    return ItemVersion(ItemKind.PERMISSION, permission_id, 1)


@router.post("/attention")
async def attend(desk: TheDesk, by: ThePerson, given: gate_wire.Attention) -> gate_wire.CountdownsNow:
    """A person answers something just now: until they are done, the other countdowns stand still."""
    is_held = await attention.attend(desk, answering=given.answering, by=by)
    return gate_wire.CountdownsNow(held=is_held, seq=desk.feed.head)


@router.get("/grants")
async def list_grants(desk: TheDesk) -> gate_wire.GrantList:
    """What is allowed for the rest of a conversation, the newest first."""
    held, seq = await desk.read(lambda reader: (reader.open_grants(), reader.head()))
    return gate_wire.GrantList(grants=[render_gate.grant(each) for each in held], seq=seq)


@router.delete("/grants/{grant_id}", responses=error_responses(409))
async def take_back(desk: TheDesk, by: ThePerson, grant_id: gate_wire.GrantId) -> gate_wire.Grant:
    """From now on a person is asked again."""
    return render_gate.grant(await grants.take_back(desk, grant_id, by=by))

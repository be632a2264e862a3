"""The tools for reviews: any MCP client may ask a person about a plan and wait; none can answer, and none sees others'.

The answer is the same as a hook gets: the words of `feedback`, stored with the person's decision.
"""

import asyncio

from countermark.actions.own_reviews import Asker, come_back, own_reviews
from countermark.actions.reviews import acknowledge, open_review
from countermark.actions.rings import new_key, ring_name
from countermark.actions.waiting import answer_to
from countermark.mcp_tools import arguments as take
from countermark.mcp_tools.answers import ToolAnswer, as_json, listing, said, wrong
from countermark.mcp_tools.call import HubEnding, ToolCall
from countermark.mcp_tools.caller import BY_AGENT, key_scope
from countermark.model.feedback import feedback
from countermark.model.pages.annotations import iso
from countermark.model.reviews import MCP, Revision, Stage, Submission

ANSWER_KEY = "countermark/answer"  # in a result's `_meta`, for the bridge: acknowledge under this key
ALONE = "alone:"
WAITS = "Nobody has answered yet; the question stays on the desk. Call get_review with waitSeconds to go on waiting."
ENDING = "The hub is being stopped; the question is kept. Call get_review later."
NEITHER = "Name a review or a key; list_reviews tells which there are."
NO_SESSION = "This client has no session, so nothing tells its reviews from others'. Use get_review with the key."


def asker(call: ToolCall) -> Asker:
    """Who asks."""
    return Asker(BY_AGENT, call.caller.conversation)


async def submit_plan(call: ToolCall, asked: take.SubmitPlan) -> ToolAnswer:
    """Put a plan on the desk and wait for the answer."""
    key = asked.key or call.caller.key or new_key()
    scope = key_scope(call.caller, asked.plan)
    # A client without a session is alone: nothing tells its next plan from another client's.
    session = call.caller.conversation or f"{ALONE}{ring_name(BY_AGENT, key, conversation=scope)}"
    submission = Submission(MCP, asked.plan, asked.title, call.caller.site.root, session, None)
    receipt = await open_review(
        call.desk,
        submission,
        key=key,
        wait_seconds=call.means.wait_seconds(MCP),
        by=BY_AGENT,
        conversation=scope,
        gives_key=True,
    )
    assert receipt.key is not None, "it was asked for"
    return await answered(call, receipt.revision, key=receipt.key, seconds=asked.waitSeconds)


async def get_review(call: ToolCall, asked: take.GetReview) -> ToolAnswer:
    """What became of a plan; with `waitSeconds` once there is an answer."""
    if asked.review is None and asked.key is None:
        return wrong(NEITHER)
    revision, key = await come_back(call.desk, asker(call), review_id=asked.review, key=asked.key)
    return await answered(call, revision, key=key, seconds=asked.waitSeconds)


async def list_reviews(call: ToolCall, asked: take.ListReviews) -> ToolAnswer:
    """The reviews that this conversation has asked for."""
    if call.caller.conversation is None:
        return said("[]", NO_SESSION)
    found = [
        {**revision_record(each.latest), "title": each.latest.title, "openedAt": iso(each.opened_at)}
        for each in await own_reviews(call.desk, asker(call))
    ]
    text, note = listing(found, offset=asked.offset, limit=asked.limit)
    return said(text, note)


async def answered(call: ToolCall, revision: Revision, *, key: str, seconds: float) -> ToolAnswer:
    """The answer, or that there is none yet."""
    note = WAITS
    if revision.verdict is None and seconds > 0:
        try:
            revision = await wait_for(call, revision, seconds)
        except HubEnding:
            note = ENDING
    told = as_json({**revision_record(revision), "key": key})
    if revision.verdict is None:
        return said(note, told)
    words = said(feedback(revision, what="plan"), told)
    if not revision.decided_by_person:
        return words
    if call.caller.acknowledges:
        return ToolAnswer(words.texts, meta={ANSWER_KEY: key})
    # Nothing comes back from such a client; the answer stays readable, so nothing is lost with this one.
    await acknowledge(call.desk, key, Stage.DELIVERED, by=BY_AGENT)
    return words


async def wait_for(call: ToolCall, revision: Revision, seconds: float) -> Revision:
    """The revision once it is decided, or as it is when the time is over. Raises `HubEnding`."""
    place = (revision.review_id, revision.number)

    async def answer() -> Revision:
        # Not `wait_for`: Python 3.11's loses a cancellation that comes together with the result.
        try:
            async with asyncio.timeout(seconds):
                return await answer_to(call.desk, place)
        except TimeoutError:
            return revision

    async with call.waiting(seconds, "Waiting for a person's answer."):
        with call.desk.presence.holding(place):
            return await call.unless_ending(answer())


def revision_record(revision: Revision) -> dict[str, object]:
    """A revision for programs."""
    return {
        "review": revision.review_id,
        "revision": revision.number,
        "decision": None if revision.verdict is None else revision.verdict.value,
    }

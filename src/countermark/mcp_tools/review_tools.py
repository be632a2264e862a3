"""The tools for reviews: any MCP client may ask a person about a plan and wait; none can answer, and none sees others'.

The answer is the same as a hook gets: the words of `feedback`, stored with the person's decision.
"""

import asyncio

from countermark.actions.idempotency import new_key, stored_key
from countermark.actions.items import acknowledge
from countermark.actions.own_reviews import Submitter, come_back, own_reviews
from countermark.actions.reviews import open_review
from countermark.actions.waiting import review_answer_to
from countermark.mcp_tools import arguments as take
from countermark.mcp_tools.answers import ToolAnswer, as_json, listing, said, wrong
from countermark.mcp_tools.call import HubEnding, McpCall
from countermark.mcp_tools.caller import BY_AGENT, key_scope
from countermark.model.feedback import feedback
from countermark.model.pages.annotations import iso
from countermark.model.review_answers import ReviewAnswer, answer_about
from countermark.model.reviews import MCP, Stage, Submission

ANSWER_KEY = "countermark/answer"  # in a result's `_meta`, for the bridge: acknowledge under this key
ALONE = "alone:"
WAITS = "Nobody has answered yet; the question stays on the desk. Call get_review with waitSeconds to go on waiting."
ENDING = "The hub is being stopped; the question is kept. Call get_review later."
NEITHER = "Name a review or a key; list_reviews tells which there are."
NO_SESSION = "This client has no session, so nothing tells its reviews from others'. Use get_review with the key."


def asker(call: McpCall) -> Submitter:
    """Who asks."""
    return Submitter(BY_AGENT, call.caller.conversation)


async def submit_plan(call: McpCall, asked: take.SubmitPlan) -> ToolAnswer:
    """Put a plan on the desk and wait for the answer."""
    key = asked.key or call.caller.key or new_key()
    scope = key_scope(call.caller, asked.plan)
    # A client without a session is alone: nothing tells its next plan from another client's.
    conversation = call.caller.conversation or f"{ALONE}{stored_key(BY_AGENT, key, conversation=scope)}"
    submission = Submission(MCP, asked.plan, asked.title, call.caller.site.root, conversation, None)
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
    answer = answer_about(receipt.review, receipt.revision)
    return await answered(call, answer, key=receipt.key, seconds=asked.waitSeconds)


async def get_review(call: McpCall, asked: take.GetReview) -> ToolAnswer:
    """What became of a plan; with `waitSeconds` once there is an answer."""
    if asked.review is None and asked.key is None:
        return wrong(NEITHER)
    answer, key = await come_back(call.desk, asker(call), review_id=asked.review, key=asked.key)
    return await answered(call, answer, key=key, seconds=asked.waitSeconds)


async def list_reviews(call: McpCall, asked: take.ListReviews) -> ToolAnswer:
    """The reviews that this conversation has asked for."""
    if call.caller.conversation is None:
        return said("[]", NO_SESSION)
    found = [
        {**answer_record(answer_about(each, each.latest)), "title": each.latest.title, "openedAt": iso(each.opened_at)}
        for each in await own_reviews(call.desk, asker(call))
    ]
    text, note = listing(found, offset=asked.offset, limit=asked.limit)
    return said(text, note)


async def answered(call: McpCall, answer: ReviewAnswer, *, key: str, seconds: float) -> ToolAnswer:
    """The answer, or that there is none yet."""
    note = WAITS
    if answer.verdict is None and seconds > 0:
        try:
            answer = await wait_for(call, answer, seconds)
        except HubEnding:
            note = ENDING
    as_record = as_json({**answer_record(answer), "key": key})
    if answer.verdict is None:
        return said(note, as_record)
    words = said(feedback(answer), as_record)
    if not answer.by_person:
        return words
    if call.caller.acknowledges:
        return ToolAnswer(words.texts, meta={ANSWER_KEY: key})
    # Nothing comes back from such a client; the answer stays readable, so nothing is lost with this one.
    await acknowledge(call.desk, key, Stage.DELIVERED, by=BY_AGENT)
    return words


async def wait_for(call: McpCall, pending: ReviewAnswer, seconds: float) -> ReviewAnswer:
    """The answer, or `pending` when the time is over before there is one. Raises `HubEnding`."""

    async def answer() -> ReviewAnswer:
        # Not `wait_for`: Python 3.11's loses a cancellation that comes together with the result.
        try:
            async with asyncio.timeout(seconds):
                return await review_answer_to(call.desk, pending.version)
        except TimeoutError:
            return pending

    async with call.waiting(seconds, "Waiting for a person's answer."):
        with call.desk.presence.holding(pending.version):
            return await call.unless_ending(answer())


def answer_record(answer: ReviewAnswer) -> dict[str, object]:
    """An answer for programs."""
    return {
        "review": answer.version.id,
        "revision": answer.version.number,
        "decision": None if answer.verdict is None else answer.verdict.value,
    }

"""The tools for reviews: any MCP client may ask a person about a plan and wait; none can answer, and none sees others'.

The answer is the same as a hook gets: the words of `feedback`, stored with the person's decision.
"""

from countermark.actions.own_items import ONLY_REVIEWS, WantedItem, come_back, own_reviews
from countermark.actions.reviews import open_review
from countermark.mcp_tools import arguments as take
from countermark.mcp_tools.answer_words import review_record
from countermark.mcp_tools.answering import answered, asked_whole
from countermark.mcp_tools.answers import ToolAnswer, listing, said, wrong
from countermark.mcp_tools.call import McpCall
from countermark.mcp_tools.caller import BY_AGENT, asked_under
from countermark.model.pages.annotations import iso
from countermark.model.review_answers import answer_about
from countermark.model.reviews import MCP, Submission

NEITHER = "Name a review or a key; list_reviews tells which there are."
NO_SESSION = "This client has no session, so nothing tells its reviews from others'. Use get_review with the key."


async def submit_plan(call: McpCall, asked: take.SubmitPlan) -> ToolAnswer:
    """Put a plan on the desk and wait for the answer."""
    under = asked_under(call.caller, asked.key, asked.plan)
    submission = Submission(MCP, asked.plan, asked.title, call.caller.site.root, under.owner, None)
    asking = open_review(
        call.desk,
        submission,
        key=under.key,
        wait_seconds=call.means.wait_seconds(MCP),
        by=BY_AGENT,
        conversation=under.scope,
        gives_key=True,
    )
    receipt = await asked_whole(call, asking, lambda receipt: receipt.revision.version)
    assert receipt.key is not None, "it was asked for"
    answer = answer_about(receipt.review, receipt.revision)
    return await answered(call, answer, key=receipt.key, seconds=asked.waitSeconds)


async def get_review(call: McpCall, asked: take.GetReview) -> ToolAnswer:
    """What became of a plan; with `waitSeconds` once there is an answer."""
    if asked.review is None and asked.key is None:
        return wrong(NEITHER)
    wanted = WantedItem(asked.review, asked.key, ONLY_REVIEWS)
    answer, key = await come_back(call.desk, call.caller.submitter, wanted)
    return await answered(call, answer, key=key, seconds=asked.waitSeconds)


async def list_reviews(call: McpCall, asked: take.ListReviews) -> ToolAnswer:
    """The reviews that this conversation has asked for."""
    if call.caller.conversation is None:
        return said("[]", NO_SESSION)
    found = [
        {**review_record(answer_about(each, each.latest)), "title": each.latest.title, "openedAt": iso(each.opened_at)}
        for each in await own_reviews(call.desk, call.caller.submitter)
    ]
    text, note = listing(found, offset=asked.offset, limit=asked.limit)
    return said(text, note)

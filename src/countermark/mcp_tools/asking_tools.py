"""The tools that ask a person: any MCP client may ask to do something or to know something, and wait for the answer.

What is asked goes the way of every agent's requests: rules, grants, a card, a durable answer. A client has no dialog of
its own here, so what nobody allows is not done. None can answer, and none sees what others ask.
"""

from countermark.actions.asking import AskedReceipt
from countermark.actions.own_items import WantedItem, come_back, give_own_key, own_asked
from countermark.actions.permissions import LeftToAgent, ask_permission
from countermark.actions.questions import ask_question
from countermark.mcp_tools import asking_arguments as take
from countermark.mcp_tools.answer_words import PENDING, told_of
from countermark.mcp_tools.answering import answered, asked_whole, on_the_line, tool_answer
from countermark.mcp_tools.answers import ToolAnswer, listing, said, wrong
from countermark.mcp_tools.asked_calls import NotShowable, asked_call, written
from countermark.mcp_tools.call import McpCall
from countermark.mcp_tools.caller import BY_AGENT, AskedUnder, asked_under
from countermark.model.asked import Asker, CallPoint
from countermark.model.items import ItemVersion
from countermark.model.pages.annotations import iso
from countermark.model.permissions import Permission, PermissionAsk, permission_answer
from countermark.model.questions import Choice, Prompt, PromptKind, QuestionAsk, QuestionSource, question_answer
from countermark.model.reviews import MCP

MOST_LISTED = 200
NO_SESSION = "This client has no session, so nothing tells its items from others'. Use get_answer with the key."


async def request_permission(call: McpCall, asked: take.RequestPermission) -> ToolAnswer:
    """Ask whether something may be done. A rule or a grant answers at once, else a person."""
    try:
        wanted = asked_call(asked, folder=call.caller.site.root)
    except NotShowable as fault:
        return wrong(f"Invalid arguments: {fault}.")
    under = asked_under(call.caller, asked.key, wanted.digest)
    ask = PermissionAsk(asker=asker_of(call), call=wanted, reason=asked.reason, takes_edits=wanted.command is not None)
    asking = ask_permission(call.desk, ask, key=under.key, gate=call.means.gate, by=BY_AGENT, key_scope=under.scope)
    receipt = await asked_whole(call, asking, version_of)
    assert isinstance(receipt, AskedReceipt), "nothing is left to a client that asks nobody itself"
    return await receipt_answer(call, receipt, under, seconds=asked.waitSeconds)


async def ask_person(call: McpCall, asked: take.AskPerson) -> ToolAnswer:
    """Ask a person for words or a choice."""
    try:
        arguments = written(asked.model_dump(include={"questions"}))
    except NotShowable as fault:
        return wrong(f"Invalid arguments: {fault}.")
    prompts = tuple(prompt_of(each) for each in asked.questions)
    ask = QuestionAsk(asker=asker_of(call), source=QuestionSource.AGENT, prompts=prompts, arguments=arguments)
    under = asked_under(call.caller, asked.key, ask.digest)
    asking = ask_question(call.desk, ask, key=under.key, gate=call.means.gate, by=BY_AGENT, key_scope=under.scope)
    receipt = await asked_whole(call, asking, version_of)
    return await receipt_answer(call, receipt, under, seconds=asked.waitSeconds)


async def get_answer(call: McpCall, asked: take.GetAnswer) -> ToolAnswer:
    """What became of anything that this client has asked, or what that is."""
    if asked.item is None and asked.key is None:
        return await list_asked(call, asked)
    answer, key = await come_back(call.desk, call.caller.submitter, WantedItem(asked.item, asked.key))
    return await answered(call, answer, key=key, seconds=asked.waitSeconds)


async def list_asked(call: McpCall, asked: take.GetAnswer) -> ToolAnswer:
    """The permissions and questions of this conversation, the newest first; list_reviews has the plans."""
    if call.caller.conversation is None:
        return said("[]", NO_SESSION)
    found = [
        {
            "item": each.id,
            "kind": each.kind.value,
            "title": each.title,
            "outcome": PENDING if each.outcome is None else each.outcome.value,
            "askedAt": iso(each.opened_at),
        }
        for each in await own_asked(call.desk, call.caller.submitter, limit=MOST_LISTED)
    ]
    text, note = listing(found, offset=asked.offset, limit=asked.limit)
    return said(text, note)


async def receipt_answer(call: McpCall, receipt: AskedReceipt, under: AskedUnder, *, seconds: float) -> ToolAnswer:
    """The answer about what was asked just now. What a rule has decided is with the client at once, with no receipt."""
    item = receipt.item
    answer = permission_answer(item) if isinstance(item, Permission) else question_answer(item)
    with on_the_line(call, item.version):
        key = await give_own_key(call.desk, item.version, owner=under.owner, by=BY_AGENT)
        if not item.is_open and not item.agent_present:
            told = told_of(answer)
            return tool_answer(told, key=key, words=told.words)
        return await answered(call, answer, key=key, seconds=seconds)


def version_of(receipt: AskedReceipt | LeftToAgent) -> ItemVersion:
    """What was asked."""
    assert isinstance(receipt, AskedReceipt), "nothing is left to a client that asks nobody itself"
    return receipt.item.version


def asker_of(call: McpCall) -> Asker:
    """Who asks: a client without a session names no conversation, so nothing can be granted to it for longer."""
    return Asker(
        agent=MCP, workspace=call.caller.site.root, conversation=call.caller.conversation, point=CallPoint.ALONE
    )


def prompt_of(asked: take.AskedPrompt) -> Prompt:
    """One of the questions, under its own words, which tell what an answer is about."""
    return Prompt(
        name=asked.question,
        text=asked.question,
        header=asked.header,
        kind=PromptKind.CHOICE if asked.choices else PromptKind.TEXT,
        choices=tuple(Choice(each.label, each.label, each.description) for each in asked.choices),
        several=asked.several,
        free=bool(asked.choices) and asked.freeText,
        required=asked.required,
    )

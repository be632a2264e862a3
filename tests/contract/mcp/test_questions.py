"""A client asks a person to choose or to say something: what stands on the card, and what comes back."""

import asyncio

import pytest

from tests.contract.mcp.at_desk import answered, appears, becomes, card, pending
from tests.contract.mcp.review import MODES, Json, Mode, Site, refused, said
from tests.contract.wire.small_desk import Target

SIZES = [{"label": "Small", "description": "Fits a bag."}, {"label": "Large"}]


@pytest.mark.parametrize("mode", MODES)
async def test_several_questions_are_answered_at_once(site: Site, target: Target, mode: Mode) -> None:
    title = f"Which size ({mode})?"
    questions = [
        {"question": title, "header": "Size", "choices": SIZES, "freeText": False},
        {"question": "Which colours?", "choices": [{"label": "Red"}, {"label": "Blue"}], "several": True},
        {"question": "What shall stand on it?", "required": False},
    ]
    async with site.client(mode) as agent:
        asked = asyncio.create_task(said(agent, "ask_person", questions=questions))
        item = await appears(target, title)
        shown = await asyncio.to_thread(card, target, item)
        assert shown["headline"] == "An MCP client asks"
        first, second, third = shown["prompts"]
        assert (first["header"], first["kind"], first["free"], first["several"]) == ("Size", "choice", False, False)
        assert [(each["label"], each["description"]) for each in first["choices"]] == [
            ("Small", "Fits a bag."), ("Large", ""),
        ]  # fmt: skip
        assert (second["free"], second["several"], third["kind"], third["required"]) == (True, True, "text", False)
        given = [
            {"name": title, "values": ["Small"]},
            {"name": "Which colours?", "values": ["Red", "a *dark* green"]},
        ]
        await answered(target, title, outcome="answered", answers=given)
        words, record = await asked
        assert record["outcome"] == "answered"
        assert record["answers"] == [
            {"question": title, "answers": ["Small"]},
            {"question": "Which colours?", "answers": ["Red", "a *dark* green"]},
            {"question": "What shall stand on it?", "answers": []},
        ]
        assert words.startswith("The user has answered.")
        assert "Which colours?\n\n> Red\n>\n> a *dark* green" in words
        await becomes(target, item, lambda it: it["delivery"] == "delivered")


async def test_a_person_may_decline_or_close_it(site: Site, target: Target) -> None:
    async with site.client() as agent:
        asked = asyncio.create_task(said(agent, "ask_person", questions=[{"question": "How old are you?"}]))
        await answered(target, "How old are you?", outcome="declined", words="None of your business.")
        words, record = await asked
        assert (record["outcome"], record["answers"], record["words"]) == ("declined", [], "None of your business.")
        assert words.startswith("The user does not want to answer this.")

        asked = asyncio.create_task(said(agent, "ask_person", questions=[{"question": "And now?"}]))
        await answered(target, "And now?", outcome="cancelled")
        words, record = await asked
        assert (record["outcome"], "neither a yes nor a no" in words) == ("cancelled", True)


async def test_a_question_is_polled_for_with_one_tool_like_everything_else(site: Site, target: Target) -> None:
    async with site.client() as agent:
        record = await pending(agent, "ask_person", questions=[{"question": "Tea?", "choices": [{"label": "Yes"}]}])
        _, plan = await said(agent, "submit_plan", plan="# Tea\n\nBoil.\n", waitSeconds=0)
        assert (await said(agent, "get_answer", item=plan["review"]))[1] == plan
        assert (await said(agent, "get_answer", key=plan["key"]))[1] == plan
        assert "no such review of yours" in await refused(agent, "get_review", review=record["item"])
        assert "no such review of yours" in await refused(agent, "get_review", key=record["key"])
        await answered(target, "Tea?", outcome="answered", answers=[{"name": "Tea?", "values": ["Yes"]}])
        _, told = await said(agent, "get_answer", item=record["item"], waitSeconds=20)
        assert told["answers"] == [{"question": "Tea?", "answers": ["Yes"]}]


MANY = [{"question": f"Number {number}?"} for number in range(11)]
WRONG: dict[str, tuple[Json, str]] = {
    "none": ({"questions": []}, "questions: List should have at least 1 item"),
    "too many": ({"questions": MANY}, "questions: List should have at most 10 items"),
    "twice the same": ({"questions": MANY[:1] * 2}, "two questions read the same; ask each once"),
    "no words": ({"questions": [{"question": " \n"}]}, "questions.0.question: Value error, it is empty"),
    "an essay": ({"questions": [{"question": "x" * 4_001}]}, "String should have at most 4000 characters"),
    "one label twice": (
        {"questions": [{"question": "Which?", "choices": [{"label": "A"}, {"label": "A"}]}]},
        "two choices have one label; give each its own",
    ),
    "too many choices": (
        {"questions": [{"question": "Which?", "choices": [{"label": str(n)} for n in range(31)]}]},
        "should have at most 30 items",
    ),
    "several of nothing": ({"questions": [{"question": "Which?", "several": True}]}, "several is about choices"),
    "an unknown name": ({"questions": [{"question": "Which?", "options": []}]}, "options: Extra inputs"),
    "a single one": ({"question": "Which?"}, "questions: Field required"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
async def test_what_cannot_be_asked_is_refused_with_what_to_do(site: Site, case: str) -> None:
    arguments, why = WRONG[case]
    async with site.client() as agent:
        assert why in await refused(agent, "ask_person", **arguments)

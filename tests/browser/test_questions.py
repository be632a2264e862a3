"""Questions on the desk: choices by number, own words, several at once, and a refusal that is chosen first."""

import json

from playwright.sync_api import expect

from tests.browser.cards import Json, asks_questions, chosen
from tests.browser.office import Office
from tests.journeys.hook_process import HookProcess, Told

ZONE: Json = {
    "question": "In which time zone should exports be written?",
    "header": "Zone",
    "multiSelect": False,
    "options": [
        {"label": "UTC", "description": "The same everywhere.", "preview": "2026-11-23T14:26:00Z"},
        {"label": "Local", "description": "As the invoices have it."},
    ],
}
FORMATS: Json = {
    "question": "Which formats do you need?",
    "header": "Formats",
    "multiSelect": True,
    "options": [{"label": "CSV", "description": "For spreadsheets."}, {"label": "PDF", "description": "For people."}],
}


def answers(told: Told) -> Json:
    """What the agent reads out of the answer, by the words of its questions."""
    found: Json = told.decision["updatedInput"]["answers"]
    return found


def asks_for_form(office: Office, schema: Json) -> HookProcess:
    """A server wants a form to be filled in, by Claude Code."""
    payload = {
        "session_id": "talk-5",
        "transcript_path": "/home/dev/.claude/projects/web-store/talk-5.jsonl",
        "cwd": str(office.workplace.project),
        "permission_mode": "default",
        "hook_event_name": "Elicitation",
        "mcp_server_name": "tickets",
        "message": "Fill this in, so that the ticket can be filed.",
        "mode": "form",
        "requested_schema": schema,
    }
    return HookProcess(office.workplace, payload)


def test_numbers_choose_and_go_on_to_the_next_question(office: Office) -> None:
    desk = office.desk()
    with asks_questions(office, ZONE, FORMATS) as hook:
        card = chosen(desk, "In which time zone", kind="Question")
        preview = card.region.get_by_role("complementary", name="Preview of UTC")
        expect(preview).to_contain_text("2026-11-23T14:26:00Z")
        desk.presses("Control+Enter")
        expect(card.reason).to_have_text("“Zone” has no answer yet")
        desk.presses("2")
        expect(card.choice("Local")).to_be_checked()
        desk.presses("1", "2")
        expect(card.region.get_by_role("checkbox", name="PDF")).to_be_checked()
        card.sends()
        assert answers(hook.ends()) == {ZONE["question"]: "Local", FORMATS["question"]: "CSV, PDF"}
        card.says("^Answered by you$")
        expect(card.region.locator("dl.said")).to_contain_text("Local")


def test_own_words_stand_instead_of_a_choice(office: Office) -> None:
    desk = office.desk()
    with asks_questions(office, ZONE) as hook:
        card = chosen(desk, "In which time zone", kind="Question")
        desk.presses("1", "3")
        own = card.region.get_by_label("In your own words")
        expect(own).to_be_focused()
        desk.page.keyboard.type("Whatever the reader has")
        expect(card.choice("UTC")).not_to_be_checked()
        card.sends()
        assert answers(hook.ends()) == {ZONE["question"]: "Whatever the reader has"}


def test_words_come_back_after_a_reload(office: Office) -> None:
    desk = office.desk()
    with asks_questions(office, ZONE):
        card = chosen(desk, "In which time zone", kind="Question")
        card.region.get_by_label("In your own words").fill("Half a thought")
        desk.reloads()
        again = chosen(desk, "In which time zone", kind="Question")
        expect(again.region.get_by_label("In your own words")).to_have_value("Half a thought")


def test_a_form_of_a_server_names_it_and_warns(office: Office) -> None:
    desk = office.desk()
    schema = {
        "type": "object",
        "properties": {"hours": {"type": "number", "title": "Hours"}, "urgent": {"type": "boolean", "title": "Urgent"}},
        "required": ["hours", "urgent"],
    }
    with asks_for_form(office, schema) as hook:
        card = chosen(desk, "Fill this in", kind="Question")
        expect(card.region.get_by_role("heading", level=1)).to_have_text("tickets asks")
        expect(card.region.get_by_text("Write no password and no other secret")).to_be_visible()
        field = card.region.get_by_role("textbox")
        field.fill("many")
        expect(card.reason).to_have_text("“Hours” wants a number, such as 1.5")
        field.fill("1.5")
        card.choice("Yes").check()
        card.sends()
        said = json.loads(hook.ends().stdout)["hookSpecificOutput"]
        assert said["action"] == "accept"
        assert said["content"] == {"hours": 1.5, "urgent": True}


def test_a_refusal_is_chosen_and_then_sent(office: Office) -> None:
    desk = office.desk()
    with asks_for_form(office, {"type": "object", "properties": {"name": {"type": "string"}}}) as hook:
        card = chosen(desk, "Fill this in", kind="Question")
        card.button("Decline").first.click()
        assert hook.waits
        expect(card.send).to_contain_text("Decline")
        card.sends()
        assert json.loads(hook.ends().stdout)["hookSpecificOutput"]["action"] == "decline"

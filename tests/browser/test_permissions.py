"""Permissions on the desk: nothing is chosen beforehand, nothing is allowed unseen, and silence is no answer."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.cards import asks_to_run, asks_to_write, behaviour, chosen, shown
from tests.browser.office import Office

ANSWERS = ["Allow once", "Allow this conversation", "Allow always until …", "No", "No, with words …", "No, and stop"]
LONG = "cat > table.txt <<'END'\n" + "".join(f"row {number}\n" for number in range(300)) + "END"
QUICK = "[permissions]\nwait = 3\n"


def test_nothing_is_chosen_until_the_person_chooses_it(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make deploy", why="The build is green.") as hook:
        card = shown(desk, "make deploy")
        expect(card.command).to_have_text("$ make deploy")
        expect(card.region.locator("blockquote")).to_have_text("“The build is green.”")
        expect(card.chosen).to_have_count(0)
        for label in ANSWERS:
            expect(card.choice(label)).to_be_visible()
        desk.presses("Control+Enter")
        expect(card.reason).to_have_text("Choose one of 1 to 6")
        assert hook.waits
        card.chooses("1")
        expect(card.send).to_have_text(re.compile("^Allow once"))
        card.sends()
        assert behaviour(hook.ends()) == "allow"
        card.says("^Allowed once by you$")
        expect(card.stations.get_by_label("received: yes")).to_be_visible()


def test_a_no_with_words_reaches_the_agent(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make deploy") as hook:
        card = chosen(desk, "make deploy")
        card.chooses("5")
        expect(card.reason).to_have_text("Say it in words first")
        desk.page.keyboard.type("Use make stage instead")
        card.sends()
        told = hook.ends()
        assert behaviour(told) == "deny"
        assert "Use make stage instead" in told.decision["message"]
        card.says("^No, with words by you$")


def test_a_no_and_stop_ends_the_turn(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make deploy") as hook:
        card = chosen(desk, "make deploy")
        card.chooses("6")
        card.sends()
        assert hook.ends().decision["interrupt"] is True


def test_a_fresh_card_takes_no_key(office: Office) -> None:
    desk = office.desk()
    # As soon as the answers of the next card stand in the page, somebody still types for the one before.
    desk.page.evaluate(
        """() => new MutationObserver(() => {
            const command = document.querySelector('.pane.active .command');
            if (command === null || window.typed || !command.textContent.includes('second')) return;
            window.typed = true;
            for (const key of ['1', '4'])
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        }).observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true })"""
    )
    with ExitStack() as talk:
        first = talk.enter_context(asks_to_run(office, "make first"))
        card = chosen(desk, "make first")
        second = talk.enter_context(asks_to_run(office, "make second", session="talk-2"))
        expect(desk.item("make second")).to_be_visible()
        card.chooses("4")
        card.sends()
        first.ends()
        following = shown(desk, "make second")
        assert desk.page.evaluate("window.typed") is True
        expect(following.chosen).to_have_count(0)
        following.chooses("4")
        assert second.waits


def test_the_next_one_comes_into_the_same_pane(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make first") as first, asks_to_run(office, "make second", session="talk-2") as second:
        expect(desk.item("make second")).to_be_visible()
        card = chosen(desk, "make first")
        card.chooses("1")
        card.sends()
        assert behaviour(first.ends()) == "allow"
        following = shown(desk, "make second")
        expect(following.region.locator(".announced")).to_contain_text("Allow once: make first. Next: make second")
        following.chooses("4")
        following.sends()
        assert behaviour(second.ends()) == "deny"


def test_a_long_command_is_not_allowed_unseen(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, LONG) as hook:
        card = chosen(desk, "cat > table.txt")
        card.chooses("1")
        expect(card.reason).to_have_text("The command has not been shown to its end")
        desk.presses("Control+Enter", "x")
        assert hook.waits
        card.chooses("4")
        expect(card.reason).to_have_count(0)  # a no needs no reading
        card.chooses("1")
        desk.presses("f")
        expect(card.reason).to_have_text("The command has not been shown to its end")
        card.region.locator(".scroll").focus()
        desk.presses("End")
        expect(card.reason).to_have_count(0)
        card.sends()
        assert behaviour(hook.ends()) == "allow"


def test_hidden_characters_are_spelled_out(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make \u202edeploy\u200b now", why="All\u202e is well"):
        card = chosen(desk, "make")
        expect(card.command.locator(".escape")).to_have_count(2)
        text = card.region.inner_text() + desk.inbox.inner_text()
        assert "\u202e" not in text
        assert "\u200b" not in text


def test_a_changed_command_is_what_runs(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make deploy") as hook:
        card = chosen(desk, "make deploy")
        desk.presses("e")
        field = card.region.get_by_label("The command as it may run")
        expect(field).to_be_focused()
        desk.presses("End")
        desk.page.keyboard.type(" --dry-run")
        expect(card.region.locator(".changed-words ins")).to_have_text(" --dry-run")
        desk.presses("Escape")
        card.chooses("1")
        expect(card.send).to_have_text(re.compile("^Allow as changed"))
        card.sends()
        told = hook.ends()
        assert behaviour(told) == "allow"
        assert told.decision["updatedInput"]["command"] == "make deploy --dry-run"


def test_what_an_answer_settles_besides_is_listed_first(office: Office) -> None:
    desk = office.desk()
    with ExitStack() as talk:
        hooks = [talk.enter_context(asks_to_run(office, "make lint", session="talk-9")) for _ in range(3)]
        expect(desk.item("make lint")).to_have_count(3)
        card = chosen(desk, "make lint")
        card.chooses("2")
        expect(card.region.get_by_text("This would also allow 2 requests that wait:")).to_be_visible()
        card.sends()
        assert [behaviour(hook.ends()) for hook in hooks] == ["allow"] * 3
    with asks_to_run(office, "make lint", session="talk-9") as again:
        assert behaviour(again.ends()) == "allow"
    desk.presses("Control+k")
    expect(desk.page.get_by_role("combobox", name="Command or item")).to_be_focused()
    desk.page.keyboard.type("allowed for conv")
    desk.presses("Enter")
    grants = desk.dialog("Allowed for conversations")
    grants.get_by_role("button", name="Take back: make lint").click()
    expect(grants.get_by_text("Nothing: every request is asked")).to_be_visible()
    desk.presses("Escape")
    with asks_to_run(office, "make lint", session="talk-9") as asked:
        shown(desk, "make lint")
        assert asked.waits


def test_always_shows_its_rule_before_it_is_written(own_office: Office) -> None:
    desk = own_office.desk()
    with asks_to_run(own_office, "make docs") as hook:
        card = chosen(desk, "make docs")
        card.chooses("3")
        rules = card.region.get_by_label("The rules as they would be written")
        expect(rules).to_contain_text('command = ["make", "docs"]')
        card.region.get_by_label("Until", exact=True).fill("2026-12-05")
        expect(rules).to_contain_text("expires = 2026-12-05T23:59:59Z")
        card.sends()
        assert behaviour(hook.ends()) == "allow"
    written = (own_office.workplace.desk_folder / "rules.toml").read_text()
    assert 'command = ["make", "docs"]' in written
    assert "expires = 2026-12-05T23:59:59Z" in written
    with asks_to_run(own_office, "make docs", session="talk-2") as again:
        assert behaviour(again.ends()) == "allow"


def test_a_change_of_a_file_is_a_difference(office: Office) -> None:
    file = office.workplace.project / "total.py"
    file.write_text("def total(lines):\n    return sum(line.price for line in lines)\n")
    desk = office.desk()
    after = "def total(lines):\n    return sum(line.price * line.count for line in lines)\n"
    with asks_to_write(office, str(file), after) as hook:
        card = chosen(desk, "Edit")
        change = card.region.get_by_role("region", name=f"Change of {file}")
        expect(change.locator("ins")).to_have_text(" * line.count")
        expect(change).to_contain_text("+1 −1")
        card.chooses("1")
        card.sends()
        assert behaviour(hook.ends()) == "allow"


def test_several_are_answered_at_once(office: Office) -> None:
    desk = office.desk()
    names = ["make one", "make two", "make three"]
    with ExitStack() as talk:
        hooks = [talk.enter_context(asks_to_run(office, name, session=name[5:])) for name in names]
        for name in names:
            expect(desk.item(name)).to_be_visible()
        for name in names:
            card = chosen(desk, name)
            expect(card.button("Later, together").or_(card.button("together"))).to_be_enabled()
            desk.presses("x")
        dialog = desk.dialog("One answer to 3 requests")
        expect(dialog.get_by_role("listitem")).to_have_count(3)
        expect(dialog.locator("input:checked")).to_have_count(0)
        desk.presses("Control+Enter")
        assert all(hook.waits for hook in hooks)
        expect(dialog.get_by_role("button", name="Choose 1 or 4")).to_be_visible()
        dialog.get_by_label("Allow each once").check()
        desk.presses("Control+Enter")
        assert [behaviour(hook.ends()) for hook in hooks] == ["allow"] * 3
        expect(dialog).to_have_count(0)


def test_after_the_last_answer_those_put_together_are_listed(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make one") as one, asks_to_run(office, "make two", session="talk-2") as two:
        expect(desk.item("make two")).to_be_visible()
        card = chosen(desk, "make one")
        expect(card.button("Later, together")).to_be_enabled()
        desk.presses("x")
        following = shown(desk, "make two")
        following.chooses("4")
        following.sends()
        assert behaviour(two.ends()) == "deny"
        dialog = desk.dialog("One answer to 1 request")
        expect(dialog.get_by_role("listitem")).to_have_count(1)
        dialog.get_by_label("Allow each once").check()
        desk.presses("Control+Enter")
        assert behaviour(one.ends()) == "allow"


def test_a_countdown_can_be_stopped(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make deploy"):
        card = chosen(desk, "make deploy")
        expect(card.bar.locator(".clock")).to_be_visible()
        desk.presses("h")
        card.says("^It waits for you$")
        expect(card.bar.locator(".clock")).to_have_count(0)


def test_while_one_is_answered_the_other_countdowns_stand_still(own_office: Office) -> None:
    desk, elsewhere = own_office.desk(), own_office.desk()
    with asks_to_run(own_office, "make first"), asks_to_run(own_office, "make second", session="talk-2"):
        here = chosen(desk, "make first")
        there = chosen(elsewhere, "make second")
        there.says("^Then it expires")
        desk.page.bring_to_front()
        here.chooses("4")
        there.says("^The countdown stands still$")
        desk.presses("Escape")
        there.says("^Then it expires")
        expect(there.chosen).to_have_count(0)


@pytest.mark.parametrize("own_office", [QUICK], indirect=True)
def test_silence_is_no_answer(own_office: Office) -> None:
    desk = own_office.desk()
    with asks_to_run(own_office, "make deploy") as hook:
        card = shown(desk, "make deploy")
        card.says("^Then it expires here, unanswered$")
        told = hook.ends()
        assert told.stdout == ""
        card.says("^Expired .*, nobody answered$")
        expect(desk.item("make deploy")).to_contain_text("nobody answered")


def test_closing_the_pane_answers_nothing(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make deploy") as hook:
        card = chosen(desk, "make deploy")
        card.chooses("1")
        desk.presses("X")
        expect(card.region).to_have_count(0)
        again = chosen(desk, "make deploy")
        assert hook.waits
        again.chooses("4")
        again.sends()
        assert behaviour(hook.ends()) == "deny"


def test_a_new_one_never_takes_the_focus(office: Office) -> None:
    desk = office.desk()
    with asks_to_run(office, "make first") as first:
        card = chosen(desk, "make first")
        card.chooses("5")
        desk.page.keyboard.type("Wait for ")
        with asks_to_run(office, "make second", session="talk-2"):
            expect(desk.item("make second")).to_be_visible()
            desk.page.keyboard.type("the review")
            card.sends()
            assert "Wait for the review" in first.ends().decision["message"]


def test_single_letters_and_numbers_can_be_switched_off(office: Office) -> None:
    office.attendant.sets(single_keys=False)
    try:
        desk = office.desk()
        with asks_to_run(office, "make deploy") as hook:
            card = chosen(desk, "make deploy")
            desk.presses("1", "4", "x", "h")
            expect(card.chosen).to_have_count(0)
            card.choice("No").focus()
            desk.presses("Space", "Control+Enter")
            assert behaviour(hook.ends()) == "deny"
    finally:
        office.attendant.sets(single_keys=True)


@pytest.mark.parametrize("own_office", ["[permissions]\nwait = 600\n"], indirect=True)  # a slow machine takes a minute
def test_thirty_mixed_requests_are_cleared_by_keyboard(own_office: Office) -> None:
    """Harmless ones are put aside and allowed together at the end; the others are denied as they come."""
    desk = own_office.desk()
    commands = [f"make {'wipe' if number % 5 == 0 else 'check'}-{number:02}" for number in range(30)]
    with ExitStack() as talk:
        hooks = {each: talk.enter_context(asks_to_run(own_office, each, session=each)) for each in commands}
        expect(desk.inbox.locator(".item")).to_have_count(30)
        chosen(desk, commands[0])
        here = desk.page.locator(".pane.active pre.command")
        dialog = desk.dialog("One answer to 24 requests")
        for _ in commands:
            name = here.inner_text().removeprefix("$ ")
            card = shown(desk, name)
            if "wipe" in name:
                card.chooses("4")
                card.sends()
            else:
                desk.presses("x")
            expect(here.filter(has_not_text=name).or_(dialog).first).to_be_visible()
        expect(dialog.get_by_role("listitem")).to_have_count(24)
        dialog.get_by_label("Allow each once").check()
        desk.presses("Control+Enter")
        for name, hook in hooks.items():
            assert behaviour(hook.ends()) == ("deny" if "wipe" in name else "allow"), name

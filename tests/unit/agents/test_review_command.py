"""What a script is told beside the decision: a newer command, and a hub that is stopped."""

import json

from countermark.agents import review_command
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.review_answers import ReviewAnswer
from countermark.model.reviews import Reason, ReviewKind, Verdict

TAKEN_OVER = ReviewAnswer(
    ItemVersion(ItemKind.REVIEW, "rv_1", 1), ReviewKind.DOCUMENT, "a" * 64, Verdict.WITHDRAWN, Reason.ASKED_AGAIN
)


def test_a_command_hears_that_a_newer_one_waits_in_its_place() -> None:
    assert "the newer command waits in place of this one" in review_command.reply(b"{}", TAKEN_OVER).stderr
    record = json.loads(review_command.reply(b'{"json": true}', TAKEN_OVER).stdout)
    assert "the newer command waits in place of this one" in record["feedback"]


def test_a_hub_that_a_person_stops_is_no_decision() -> None:
    reply = review_command.dismissed(b'{"json": true}')
    record = json.loads(reply.stdout)
    assert (reply.exit_code, record["decision"], record["error"]["code"]) == (3, None, "hub_stopped")
    plain = review_command.dismissed(b"{}")
    assert (plain.exit_code, plain.stdout) == (3, "")
    assert plain.stderr == reply.stderr

"""What a script is told, and how its command ends."""

import json

import pytest

from countermark.agents import review_command
from countermark.model.reviews import Reason, Revision, Verdict

OPEN = Revision("rv_1", 1, "a" * 64, "Notes", opened_at=0, expires_at=1)
DECIDED = [
    (OPEN.decide(Verdict.APPROVED, notes=None, shown_sha256="a" * 64, by="me", at=1), 0),
    (OPEN.decide(Verdict.CHANGES_REQUESTED, notes="n", shown_sha256="a" * 64, by="me", at=1), 1),
    (OPEN.expire(at=1), 5),
    (OPEN.withdraw(Reason.ASKED_AGAIN, at=1), 6),
]


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(("revision", "code"), DECIDED)
def test_the_exit_code_tells_the_decision(revision: Revision, code: int, *, as_json: bool) -> None:
    reply = review_command.reply(json.dumps({"json": as_json}).encode(), revision)
    assert reply.exit_code == code
    if as_json:
        assert json.loads(reply.stdout)["decision"] == revision.verdict


def test_a_command_hears_that_a_newer_one_waits_in_its_place() -> None:
    taken_over = OPEN.withdraw(Reason.ASKED_AGAIN, at=1)
    assert "the newer command waits in place of this one" in review_command.reply(b"{}", taken_over).stderr
    record = json.loads(review_command.reply(b'{"json": true}', taken_over).stdout)
    assert "the newer command waits in place of this one" in record["feedback"]


def test_a_hub_that_a_person_stops_is_no_decision() -> None:
    reply = review_command.dismissed(b'{"json": true}')
    record = json.loads(reply.stdout)
    assert (reply.exit_code, record["decision"], record["error"]["code"]) == (3, None, "hub_stopped")
    plain = review_command.dismissed(b"{}")
    assert (plain.exit_code, plain.stdout) == (3, "")
    assert plain.stderr == reply.stderr

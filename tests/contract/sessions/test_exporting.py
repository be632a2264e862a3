"""A session as Markdown: the same each time, and nothing that was said in it changes how it reads."""

import json
import re
from dataclasses import replace
from pathlib import Path

import comrak
import pytest

from countermark.actions.desk import Desk
from countermark.actions.sessions.exporting import code, export_markdown, fenced, markdown, quoted
from countermark.model.items import ItemKind, ItemState
from countermark.model.sessions.events import CallChanged
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.parts import (
    Attachment,
    AttachmentKind,
    CallPart,
    CallStatus,
    CompactionPart,
    DiffOutput,
    ItemPart,
    Judgement,
    Location,
    MediaOutput,
    MessagePart,
    NoticePart,
    PlanEntry,
    Prompt,
    PromptPart,
    PromptState,
    TerminalOutput,
    TextOutput,
    UnknownOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.state import SessionState
from tests.contract.memory_desk import START
from tests.contract.sessions.talk import EDIT, Talk, call, message

GOLDEN = Path(__file__).with_name("exported.golden.md")
AT = START
PROMPT = Prompt(
    "pr_1", "Mend it", (Attachment(AttachmentKind.FILE, "a.py", "text/x-python", 4, path="/srv/shop/a.py"),),
    state=PromptState.INTERRUPTED, sent="Mend it.\n\n> quoted `code`", why="The hub ended.",
)  # fmt: skip
STATE = SessionState(
    number=9, agent="claude-code", folder="/srv/shop", title="Mend *the* shop", conversation="c-1",
    facts=AgentFacts(1, "claude-code-acp", "0.13.1"),
    plan=(PlanEntry("Read", "high", "completed"), PlanEntry("Write `x`", "low", "pending")),
    queue=(Prompt("pr_2", "And then that"),),
    ledger=(
        PromptPart("pr_1", AT, PROMPT),
        MessagePart("m1", AT + 1000, Voice.THOUGHT, "Let me see."),
        MessagePart("m2", AT + 2000, Voice.AGENT, "# Done\n\n```py\nx = 1\n```", whole=False,
                    outputs=(MediaOutput("image/png", sha256="a" * 64, name="plot.png"),)),
        CallPart("t1", AT + 3000, "Edit `a.py`", "Edit", "edit", CallStatus.COMPLETED,
                 (EDIT, DiffOutput("/srv/shop/new.md", None, "```\nfence\n```\n", left_out=12),
                  TerminalOutput("term", "$ ls\n````\n", exit_code=1), UnknownOutput("hologram", "{}")),
                 (Location("/srv/shop/a.py", 3), Location("/srv/shop")), '{"path":"a.py"}',
                 judgement=Judgement("ask", "no rule says so")),
        CallPart("t2", AT + 4000, "Read", None, "read", CallStatus.FAILED, (TextOutput("no such file", 5),)),
        NoticePart("n1", AT + 5000, "warning", "Nearly out of credit", "Add some."),
        CompactionPart("k1", AT + 6000, "completed", "All so far."),
        ItemPart("pm_1", AT + 7000, ItemKind.PERMISSION, "Run rm", "t1", ItemState.ANSWERED, "denied by you"),
        UnknownPart("u1", AT + 8000, "hologram_update", '{"a":1}'),
    ),
)  # fmt: skip
NASTY = [
    "```\nout of the fence", "`" * 30 + "\n# A heading", "> quote\n\n# heading", "<script>alert(1)</script>",
    "\n\n## Person\n\n2030-01-01", "a\r\n\r\n# b", "line\u2028# c", "![x](http://evil.example/x.png)", "\\", "", " ",
]  # fmt: skip


def test_the_whole_session_reads_as_it_did() -> None:
    assert markdown(STATE, str) == GOLDEN.read_text(encoding="utf-8")


async def test_a_session_of_the_desk_is_exported(desk: Desk, talk: Talk) -> None:
    await talk.turn("Do it", message("m1", "Done."), call("t1", outputs=(EDIT,)))
    text = await export_markdown(desk, talk.id)
    for words in ("# Tidy up", "> Do it", "> Done.", "```diff\n--- a/srv/shop/a.py", "-x = 1\n+x = 3"):
        assert words in text


def without_quotes(html: str) -> str:
    """The page without what stands in quotes, the innermost ones first."""
    left = re.sub(r"(?s)<blockquote>(?:(?!<blockquote>).)*?</blockquote>", "", html)
    return left if left == html else without_quotes(left)


@pytest.mark.parametrize("said", NASTY, ids=ascii)
def test_nothing_that_was_said_makes_a_heading_or_leaves_its_place(said: str) -> None:
    parts = (
        MessagePart("m1", AT, Voice.AGENT, said), PromptPart("p1", AT, Prompt("p1", said)),
        CallPart("t1", AT, said, None, "edit", CallStatus.COMPLETED,
                 (TextOutput(said), DiffOutput(said, said, f"{said}!"), TerminalOutput("x", said),
                  MediaOutput(said, name=said)), (Location(said),), said),
        NoticePart("n1", AT, said, said, said), ItemPart("i1", AT, ItemKind.QUESTION, said, outcome=said),
        UnknownPart("u1", AT, said, said),
    )  # fmt: skip
    state = SessionState(title=said, folder=said, agent=said, conversation=said, ledger=parts)
    html = comrak.render_markdown(markdown(state, str))
    outside = without_quotes(html)
    assert len(re.findall("<h2>", outside)) == len(parts)
    assert len(re.findall("<h1>", outside)) == 1
    assert "<script" not in outside
    assert "<img" not in outside


async def test_no_sign_of_markdown_or_of_json_saves_a_secret_from_being_hidden(desk: Desk, talk: Talk) -> None:
    secret, token = 'Vq7*9_Lz4"b\\c', "ghp_" + "Zq7" * 12
    key = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *["Zq7x" * 16] * 3, "-----END RSA PRIVATE KEY-----"])
    told = CallPart(
        "t2", AT, f"echo {secret} {token}", None, "execute", CallStatus.COMPLETED,
        (TextOutput(secret),), (Location(f"/srv/{secret}"),), json.dumps({"command": f"echo {secret}"}),
    )  # fmt: skip
    await talk.turn("Do it", message("m1", key), CallChanged(told))
    text = await export_markdown(desk, talk.id, given=frozenset({secret}))
    assert "Vq7" not in text
    assert "Zq7" not in text
    assert r"echo \[secret\]" in text
    assert '{"command": "echo [secret]"}' in text
    assert "> [secret]" in text


def test_fences_and_quotes_hold_what_is_in_them() -> None:
    assert fenced("a\n````\nb") == "`````\na\n````\nb\n`````"
    assert quoted("a\n\nb") == "> a\n>\n> b"
    assert code("a ` b") == "``a ` b``"
    assert code("`") == "`` ` ``"


def test_a_change_of_nothing_is_said() -> None:
    part = CallPart(
        "t1",
        AT,
        "Edit",
        None,
        "edit",
        CallStatus.COMPLETED,
        outputs=(DiffOutput("/a", None, ""), DiffOutput("/b", "x", None)),
    )
    text = markdown(replace(STATE, ledger=(part,)), str)
    assert "--- /dev/null\n+++ b/a" in text
    assert "--- a/b\n+++ /dev/null" in text

"""Items of each kind that say a word of their own wherever something can be said, decided and heard by their agent."""

from dataclasses import dataclass

from countermark.actions import annotations, drafts, images, items, reviews
from countermark.actions.annotations import At
from countermark.actions.carrying import carry_marks
from countermark.actions.desk import Desk
from countermark.actions.grants import take_back
from countermark.actions.permissions import GivenAnswer, LeftToAgent, answer_permission, ask_permission
from countermark.actions.placing import reading_of
from countermark.actions.questions import answer_question, ask_question
from countermark.model import actors
from countermark.model.annotation_records import canonical
from countermark.model.annotations import AnnotationKind, Image, Words
from countermark.model.asked import Asker, CallPoint
from countermark.model.drafts import ANSWER, Draft
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.permissions import Outcome, Permission, PermissionAsk, PermissionDecision, Scope
from countermark.model.questions import (
    Choice,
    Prompt,
    PromptKind,
    QuestionAsk,
    QuestionOutcome,
    QuestionReply,
    QuestionSource,
)
from countermark.model.reviews import Stage, Submission, Verdict
from countermark.model.tool_calls import ToolCall, ToolKind
from tests.contract.planted import Planted

CLAUDE, ME = actors.agent("claude-code"), actors.person("si_me")
AT_DESK, BOTH = GateSettings(ask_at=AskAt.DESK, wait=60), GateSettings(ask_at=AskAt.BOTH, wait=60)
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00" * 20


@dataclass(frozen=True)
class Talk:
    """A conversation of an agent at a desk; what is asked in it says words of its own."""

    desk: Desk
    says: Planted
    name: str

    @property
    def key(self) -> str:
        """For the next thing that is asked."""
        return f"key-{self.name}-{self.desk.feed.head:08}"

    async def submits(self, text: str) -> tuple[reviews.Receipt, str]:
        """A plan, and the key of its answer."""
        asked, key = Submission("claude-code", text, None, "/shop", self.name, None), self.key
        return await reviews.open_review(self.desk, asked, key=key, wait_seconds=1800, by=CLAUDE), key

    async def hears(self, key: str) -> None:
        """The agent has the answer. Until then it seems to wait for it."""
        await items.acknowledge(self.desk, key, Stage.RECEIVED, by=CLAUDE)

    async def marks(self, receipt: reviews.Receipt, quote: str, said: Words) -> str:
        """The id of a mark on these words, or on the whole."""
        name = f"an_{self.desk.feed.head:026}"
        at = At(receipt.revision.number, None, "")
        if quote:
            reading = await reading_of(self.desk, receipt.revision.sha256)
            start = reading.text.index(quote)
            at = At(receipt.revision.number, reading.place(start, start + len(quote)), quote)
        await annotations.add(self.desk, receipt.review.id, name, said, at, by=ME)
        return name


async def decided_review(talk: Talk, *, also: str = "") -> str:
    """A review of two revisions with marks of each kind, images and unsent words; `also` stands in its last text."""
    desk, says = talk.desk, talk.says
    first, key = await talk.submits(f"# {says('title')}\n\nMove {says('quote')} here.\n\nThe end of {says('gone')}.\n")
    review_id = first.review.id
    names = await all_marks(talk, first)
    await decide(desk, first, says("first notes"), names)
    await talk.hears(key)
    text = f"# {says('second title')}\n\nMove {says('quote')} on.\n\n{says('second text')} {also}\n"
    second, key = await talk.submits(text)
    await carry_marks(desk, review_id)
    for slot, mark in ((ANSWER, None), ("an_draft", canonical({"words": says("draft of a mark")}))):
        await drafts.save_draft(desk, Draft(review_id, 2, says(f"draft {slot}"), None, 0, 0, slot, mark))
    await decide(desk, second, says("second notes"), [])
    await talk.hears(key)
    return review_id


async def all_marks(talk: Talk, first: reviews.Receipt) -> list[str]:
    """Marks of each kind; one is changed, another one taken back."""
    desk, says, review_id = talk.desk, talk.says, first.review.id
    picture = await images.add_image(desk, PNG + says("picture").encode(), by=ME)
    shown = Image(f"{says('image name')}.png", picture.sha256, "image/png")
    comment = Words(AnnotationKind.COMMENT, says("words"), label=says("label"), tip=says("tip"), images=(shown,))
    replacement = Words(AnnotationKind.REPLACEMENT, says("reason"), text=says("new words"))
    names = [
        await talk.marks(first, says("quote"), comment),
        await talk.marks(first, says("gone"), replacement),
        await talk.marks(first, "", Words(AnnotationKind.NOTE, says("note"))),
    ]
    taken_back = await talk.marks(first, "Move", Words(AnnotationKind.COMMENT, says("taken back")))
    await annotations.remove(desk, review_id, taken_back, by=ME)
    await annotations.change(desk, review_id, names[2], version=1, said={"words": says("changed")}, at=None, by=ME)
    return names


async def decide(desk: Desk, asked: reviews.Receipt, notes: str, names: list[str]) -> None:
    """Changes are requested."""
    await reviews.decide(
        desk, asked.review.id, Verdict.CHANGES_REQUESTED, notes=notes, annotations=names,
        shown_sha256=asked.revision.sha256, by=ME,
    )  # fmt: skip


def call_of(says: Planted, what: str) -> ToolCall:
    """A command that the agent wants to run."""
    command = f"ours-{says(what + ' command')} --now"
    arguments = canonical({"command": command, "description": says(what + " description")})
    return ToolCall(ToolKind.BASH, "Bash", f"/shop/{says(what + ' folder')}", arguments, command=command)


async def asked_permission(talk: Talk, what: str, *, point: CallPoint = CallPoint.DIALOG) -> tuple[Permission, str]:
    """A permission that waits, and the key of its answer."""
    key = talk.key
    asker = Asker(agent="claude-code", workspace="/shop", conversation=talk.name, point=point, call_id=what)
    asked = PermissionAsk(
        asker=asker, call=call_of(talk.says, what), reason=talk.says(what + " reason"), takes_edits=True
    )
    receipt = await ask_permission(
        talk.desk, asked, key=key, gate=BOTH if point is CallPoint.BEFORE_USE else AT_DESK, by=CLAUDE
    )
    assert not isinstance(receipt, LeftToAgent)
    assert isinstance(receipt.item, Permission)
    return receipt.item, key


async def denied_permission(talk: Talk, what: str = "denied") -> str:
    """A permission that was denied with words, and left to the agent's own rules before that."""
    asker = Asker(agent="claude-code", workspace="/shop", conversation=talk.name, point=CallPoint.BEFORE_USE)
    early = PermissionAsk(asker=asker, call=call_of(talk.says, what))
    assert isinstance(await ask_permission(talk.desk, early, key=talk.key, gate=BOTH, by=CLAUDE), LeftToAgent)
    asked, key = await asked_permission(talk, what)
    words = PermissionDecision(outcome=Outcome.DENIED, words=talk.says(what + " words"))
    await answer_permission(talk.desk, asked.id, GivenAnswer(words, asked.sha256), by=ME)
    await talk.hears(key)
    return asked.id


async def edited_permission(talk: Talk) -> str:
    """A permission that was allowed with another command."""
    asked, key = await asked_permission(talk, "edited")
    allow = PermissionDecision(outcome=Outcome.ALLOWED, words=talk.says("allowing words"))
    given = GivenAnswer(allow, asked.sha256, edited_command=f"ours-{talk.says('changed command')}")
    await answer_permission(talk.desk, asked.id, given, by=ME)
    await talk.hears(key)
    return asked.id


async def granted_permission(talk: Talk) -> tuple[str, str]:
    """A permission that was allowed for the conversation, and the grant."""
    asked, key = await asked_permission(talk, "granted")
    allow = PermissionDecision(outcome=Outcome.ALLOWED, scope=Scope.CONVERSATION)
    await answer_permission(talk.desk, asked.id, GivenAnswer(allow, asked.sha256), by=ME)
    await talk.hears(key)
    [grant] = await talk.desk.read(lambda reader: reader.grants_from(asked.id))
    return asked.id, grant.id


async def ended_grant(talk: Talk) -> str:
    """The same, and the grant was taken back."""
    permission_id, grant_id = await granted_permission(talk)
    await take_back(talk.desk, grant_id, by=ME)
    return permission_id


async def answered_question(talk: Talk) -> str:
    """A question of a server with prompts of several forms."""
    says, key = talk.says, talk.key
    choice = Choice(says("choice"), says("choice"), says("choice description"), says("choice preview"))
    prompts = (
        Prompt(name="which", text=says("prompt"), header=says("header"), kind=PromptKind.CHOICE, choices=(choice,)),
        Prompt(name="why", text=says("second prompt")),
    )
    asker = Asker(agent="claude-code", workspace="/shop", conversation=talk.name, point=CallPoint.DIALOG)
    asked = QuestionAsk(
        asker=asker, source=QuestionSource.SERVER, prompts=prompts, message=says("message"), server="shelf",
        url=f"https://shop.example/{says('address')}", arguments=canonical({"said": says("arguments")}),
    )  # fmt: skip
    receipt = await ask_question(talk.desk, asked, key=key, gate=AT_DESK, by=CLAUDE)
    answers = {"which": (says("choice"),), "why": (says("answer"),)}
    reply = QuestionReply(outcome=QuestionOutcome.ANSWERED, answers=answers)
    await answer_question(talk.desk, receipt.item.id, reply, shown_sha256=receipt.item.sha256, by=ME)
    await talk.hears(key)
    return receipt.item.id

"""The previews of a question's choices, rendered and sanitised as documents are."""

import hashlib
from collections.abc import Sequence

from countermark.actions.desk import Desk
from countermark.model.questions import Question

MOST_PREVIEW_CHARACTERS = 20_000  # of one choice; the rest is said to be left out


async def previews_of(desk: Desk, question: Question) -> Sequence[Sequence[str]]:
    """The HTML of each choice of each prompt; empty where a choice has no preview."""
    return [[await preview(desk, choice.preview) for choice in prompt.choices] for prompt in question.prompts]


async def preview(desk: Desk, text: str) -> str:
    """One preview; a very long one is shown up to a limit, and says so."""
    if not text:
        return ""
    if len(text) > MOST_PREVIEW_CHARACTERS:
        text = f"{text[:MOST_PREVIEW_CHARACTERS]}\n\n(The preview goes on for {len(text):,} characters.)"
    packed = await desk.renderings.of(hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(), text)
    return "".join(packed.slice(number) for number in range(len(packed.parts)))

"""Messages are rendered block by block, as they were whispered while they were written."""

from countermark.actions.renderings import SHORT
from countermark.actions.sessions.messages import REACHES_FAR, streamed_blocks
from countermark.documents.markdown.streaming import StreamedMarkdown, block_html

TEXT = "# A title\n\nSome *words*.\n\n- one\n- two\n\n```python\nprint(1)\n```\n\nThe end"


def test_blocks_are_those_that_were_whispered_and_then_the_rest() -> None:
    whispered = [block_html(each) for each in StreamedMarkdown().feed(TEXT)]
    blocks = streamed_blocks(TEXT)
    assert blocks is not None
    assert whispered
    assert list(blocks[: len(whispered)]) == whispered
    assert "The end" in blocks[-1]


def test_what_is_open_to_the_end_is_a_block() -> None:
    (block,) = streamed_blocks("Just **words**") or ()
    assert "<strong>words</strong>" in block


def test_markup_of_an_agent_does_no_harm() -> None:
    blocks = streamed_blocks("<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>")
    assert blocks is not None
    assert "<script" not in "".join(blocks)
    assert "onerror" not in "".join(blocks)


def test_a_block_that_is_too_long_is_left_to_a_worker() -> None:
    assert streamed_blocks("word " * SHORT) is None


def test_what_reaches_far_is_seen() -> None:
    far = ["See [it].\n\n[it]: https://example.org", "A note[^1].\n\n[^1]: Here.", "See [above](#title)."]
    assert [REACHES_FAR.search(text) is not None for text in far] == [True] * 3
    assert REACHES_FAR.search(TEXT) is None

"""Files that are made to stop the watch: whatever one client writes, the others go on being heard and answered."""

import os

import pytest

from tests.contract.spool.writing_agent import FolderSide

LOOP = "around"


@pytest.mark.parametrize(
    "path",
    [
        "/" + "a" * 300 + "/bad.md",
        f"{LOOP}/bad.md",
        "/\ud800/bad.md",
        "/" + "a/" * 2000 + "bad.md",
    ],
    ids=["too-long-a-name", "links-in-a-circle", "half-a-character", "too-long-a-path"],
)
async def test_a_plan_path_that_no_system_takes_stops_nobody_else(side: FolderSide, path: str) -> None:
    circle = side.path.parent / LOOP
    circle.symlink_to(circle)
    side.submits("bad", planPath=str(side.path.parent / path))
    side.submits("good")
    await side.settles()
    await side.approves(await side.only_review())
    await side.looks()
    assert side.response("good")["decision"] == "approved"
    assert side.response("bad")["decision"] == "refused"


@pytest.mark.parametrize("field", ["summary", "workspace", "conversation", "planId", "token"])
async def test_half_a_character_in_a_field_stops_nobody_else(side: FolderSide, field: str) -> None:
    side.submits("bad", **{field: "/srv/\ud800"})
    side.submits("good", "# Rotate\n", conversation="another")
    await side.settles()
    [good] = [review for review in await side.open() if review.latest.title == "Rotate"]
    await side.approves(good)
    await side.looks()
    assert side.response("good")["decision"] == "approved"


async def test_a_name_that_is_no_text_stops_nobody_else(side: FolderSide) -> None:
    (side.path / os.fsdecode(b"bad\xff.waiting")).write_text("{}")
    side.submits("good")
    await side.settles()
    await side.looks()
    await side.approves(await side.only_review())
    await side.looks()
    assert side.response("good")["decision"] == "approved"

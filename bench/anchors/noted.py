"""Notes on the sample site as the overlay finds them after their pages have changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

from bench.anchors.notes import Job
from bench.anchors.overlay import Knows, found, span
from bench.anchors.scoring import Mark, judged
from bench.anchors.truth import Truth

AT_ONCE = 40  # pages in one call


@dataclass(frozen=True)
class Noted:
    """What became of one note."""

    name: str  # of the edit
    said: str
    says: str | None  # where it is found
    mark: Mark


def looked_for(page: Page, jobs: Sequence[Job], knows: Knows, *, late: bool = True) -> list[Noted]:
    """All notes of all jobs; without the late script by the seed's tiers alone."""
    noted = list[Noted]()
    for first in range(0, len(jobs), AT_ONCE):
        some = jobs[first : first + AT_ONCE]
        for job, answers in zip(some, found(page, [job.told() for job in some], knows, late=late), strict=True):
            for name, wanted, answer in zip(job.names, job.wanted, answers, strict=True):
                core, reach = span(answer["core"]), span(answer["reach"])
                truth = Truth("deleted" if core is None else "edited", "", core, reach)
                mark = judged(truth, span(answer["spot"]))
                noted.append(Noted(name, wanted["words"]["says"], answer["says"], mark))
    return noted

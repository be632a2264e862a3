"""The headings of a document: its title, its contents, and what leads to them."""

import re
from urllib.parse import unquote

from countermark.documents.markdown.blocks import Heading
from countermark.documents.markdown.cutting import BlockDraft

DEEPEST_IN_CONTENTS = 4
NOT_IN_SLUG = re.compile(r"[^\w\- ]")
HREF = re.compile(r' class="inert"(?: data-href="[^"]*")?')


class Headings:
    """Collects headings as they close, and the links to them as they open."""

    def __init__(self) -> None:
        self.toc: list[Heading] = []
        self.title: str | None = None
        self.slugs: dict[str, int] = {}  # each with how often it was asked for
        self.links: list[tuple[int, str, str]] = []

    def add(self, draft: BlockDraft, *, level: int) -> None:
        """Give a heading its HTML id, and a place in the contents."""
        text = " ".join(draft.text.split())
        slug = self._free_slug(text)
        draft.head += f' id="doc-{slug}"'
        if self.title is None and text:
            self.title = text
        if level <= DEEPEST_IN_CONTENTS:
            self.toc.append(Heading(f"doc-{slug}", level, text))

    def _free_slug(self, text: str) -> str:
        """The slug that GitHub would give it, with a number when it is taken."""
        slug = wanted = NOT_IN_SLUG.sub("", text.lower()).replace(" ", "-")[:80] or "section"
        while slug in self.slugs:
            slug = f"{wanted}-{self.slugs[wanted]}"
            self.slugs[wanted] += 1
        self.slugs[slug] = 1
        return slug

    def link(self, at: int, address: str, inert: str) -> None:
        """Remember a link to a place in the document, whose opening tag will be piece `at`."""
        self.links.append((at, unquote(address).lower(), inert))

    def resolve(self, pieces: list[str]) -> None:
        """Write the opening tags of the links: live where their heading exists."""
        for at, slug, inert in self.links:
            live = f' href="#doc-{slug}"' if slug in self.slugs else None
            pieces[at] = inert if live is None else HREF.sub(live, inert)

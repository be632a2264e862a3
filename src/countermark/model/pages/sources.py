"""Source hints of annotations: a place relative to the project, or none; the page file is committed and travels."""

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote

from countermark.model.pages.annotations import PageAnnotation
from countermark.model.pages.raw import fields, word

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # of a drive there is one letter only
DRIVE = re.compile(r"[A-Za-z]:/")
# Nothing that a person has written is in these: packages, and what bundlers make.
MADE = frozenset({"node_modules", ".next", "_next", ".nuxt", ".astro", ".svelte-kit", ".vite"})


def with_own_source(annotation: PageAnnotation, *, roots: Sequence[str]) -> PageAnnotation:
    """The annotation with its source hint relative to the project, whose folder has one name or several."""
    source = fields(annotation.raw, "source")
    if not source:
        return annotation
    file = own_file(word(source, "file"), roots=roots)
    if file is None:
        return replace(annotation, raw={name: value for name, value in annotation.raw.items() if name != "source"})
    return replace(annotation, raw={**annotation.raw, "source": {**source, "file": file}})


def own_file(told: str, *, roots: Sequence[str]) -> str | None:
    """The path below the project's folder with `/` between its steps; None for what leads elsewhere or nowhere."""
    path = told.replace("\\", "/")
    if path.startswith("file://"):
        path = unquote(path.removeprefix("file://").removeprefix("localhost"))
        path = path[1:] if DRIVE.match(path[1:]) else path
    path = re.sub(r"[?#].*", "", path)
    if ADDRESS.match(path):
        return None
    if path.startswith("/") or DRIVE.match(path):
        folders = [f"{root.replace(chr(92), '/').rstrip('/')}/" for root in roots]
        path = next((path.removeprefix(folder) for folder in folders if path.startswith(folder)), "")
    steps = [step for step in path.split("/") if step not in ("", ".")]
    if not steps or ".." in steps or MADE.intersection(steps) or "\0" in path:
        return None
    return "/".join(steps)

"""The reference pages, written from the program itself, so that they cannot say anything else."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from countermark.http_api.guards.errors import internal_body
from countermark.model.annotations import Annotation
from countermark.model.errors import CountermarkError
from countermark.model.happening import AboutItem, Happening
from countermark.model.happenings import HAPPENINGS, AboutAnnotation

NOTE = "<!-- Written by `make generate` from the program itself. Do not edit. -->\n"
BESIDE = {field.name for field in fields(AboutItem)}  # what `item` names is not in the body
METHODS = ("get", "post", "put", "patch", "delete")


def journal() -> str:
    """Every kind of entry with what its body holds."""
    rows = (
        (f"`{kind.kind}`", first_sentence(kind), ", ".join(f"`{name}`" for name in body_of(kind)) or "–")
        for kind in HAPPENINGS
    )
    opening = (
        "Every entry has `seq`, `at`, `kind`, `actor`, `item` (kind, id and version of what it is about), "
        "`shown_sha256`, `body`, `prev` and `hash`. `hash` is the SHA-256 of everything else in the entry as canonical "
        "JSON (keys sorted, no blanks, UTF-8), with salted digests in the place of what people, agents and documents "
        "say. Entries of the first format have `review` and `revision` in the place of `item`, and their hash is over "
        "the texts themselves. `prev` is the hash of the entry before, 64 zeros for the first. `countermark journal "
        "verify` follows the chain.\n\n"
        "`actor` has a `kind` and an `id`. The door and the credential decide which it is, never a name that somebody "
        "chose: `person` is signed in at the desk, no program is; `page_visitor` used the overlay in a page, or had "
        "its token; `agent` came over the agents' socket; `hand` is a program without a browser's headers (`program`) "
        "or whoever changed a page file (`file`); `timeout` is the clock, `policy` the hub; `rule` is none yet."
    )
    return page("The journal", opening, table(("kind", "what happened", "body"), rows))


def body_of(kind: type[Happening]) -> list[str]:
    if issubclass(kind, AboutAnnotation):
        return ["annotation", *(field.name for field in fields(Annotation) if field.name != "id"), "placements"]
    return [field.name for field in fields(kind) if field.name not in BESIDE]


def errors() -> str:
    """Every refusal with its code and what to do; errors of one code share a row."""
    told: dict[str, list[tuple[str, str]]] = {}
    for each in tree(CountermarkError):
        told.setdefault(each.code, []).append((first_sentence(each), each.hint))
    internal = json.loads(internal_body())["error"]
    told[internal["code"]] = [(internal["message"], internal["hint"])]
    rows = ((f"`{code}`", *map(alternatives, zip(*pairs, strict=True))) for code, pairs in told.items())
    opening = (
        'Every refusal has the form `{"error": {"code": …, "message": …, "hint": …}}`. The code is stable; the message '
        "and the hint are for people."
    )
    return page("Errors", opening, table(("code", "message", "hint"), rows))


def alternatives(sentences: Iterable[str]) -> str:
    """Different sentences for one thing, each once."""
    return " Or: ".join(dict.fromkeys(sentences))


def tree(kind: type[CountermarkError]) -> Iterator[type[CountermarkError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from tree(child)


def http(description: Mapping[str, Any]) -> str:
    """Every address that a browser can ask, from the OpenAPI description."""
    rows = (
        (f"`{method.upper()} {path}`", first_line(operation.get("description", "")))
        for path, operations in sorted(description["paths"].items())
        for method, operation in operations.items()
        if method in METHODS
    )
    opening = (
        "What a signed-in browser can ask. The shapes are in [openapi.gen.json](openapi.gen.json). Every request but "
        "`POST /api/sign-in` carries `Authorization: Bearer <token>`, every change `Content-Type: application/json` "
        "and the page's `Origin`; refusals are in [errors.gen.md](errors.gen.md)."
    )
    return page("The browser's HTTP interface", opening, table(("request", "what it does"), rows))


def page(title: str, *parts: str) -> str:
    return "\n\n".join([f"{NOTE}\n# {title}", *parts]) + "\n"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    body = [list(head), *map(list, rows)]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in body]
    return "\n".join([lines[0], "|" + "---|" * len(body[0]), *lines[1:]])


def first_sentence(thing: type) -> str:
    return first_line(thing.__doc__ or "")


def first_line(text: str) -> str:
    return re.split(r"\n\s*\n|\n", text.strip(), maxsplit=1)[0]

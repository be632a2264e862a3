"""Writes what is generated: the reference, the HTTP interface's description, and the page's types that come from it."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import hatch_build
from countermark.http_api.api import browser_api
from countermark.model.happenings import HAPPENINGS
from countermark.model.journal import UNREADABLE
from tools import reference

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "docs" / "reference"
TYPES = ROOT / "web" / "src" / "wire" / "types.gen.ts"
GENERATOR = ROOT / "web" / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
# Values of the model as they are: pydantic takes a default for something that may be left out, and nothing is.
SENT_WHOLE = ("NumberedEvent", "OpenParts", "RawLine", "Receipt", "SessionState")
HEADER = "/* Written by `make generate` from the hub's own types. Do not edit. */\n/* eslint-disable */\n\n"


def openapi() -> str:
    """The description of the browser's HTTP interface."""
    described = browser_api().openapi()
    require_all(described["components"]["schemas"], SENT_WHOLE)
    return json.dumps({**untitled(described), "info": described["info"]}, indent=1, ensure_ascii=False) + "\n"


def require_all(schemas: dict[str, Any], names: Iterable[str]) -> None:
    """Mark every property of these shapes, and of all shapes within them, as one that is always there."""
    left, known = list(names), set[str]()
    while left:
        name = left.pop()
        if name not in known:
            known.add(name)
            schema = schemas[name]
            if "properties" in schema:
                schema["required"] = list(schema["properties"])
            left += re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema))


def untitled(value: Any) -> Any:
    """A schema without the titles that pydantic makes of its names; a property of that name is an object and stays."""
    if isinstance(value, list):
        return [untitled(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: untitled(each) for name, each in value.items() if name != "title" or isinstance(each, dict)}


def types(description: str) -> str:
    """The TypeScript types of an OpenAPI document's shapes, each under its own name; the page needs no paths."""
    command, environment = hatch_build.node_command()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "openapi.json")
        source.write_text(json.dumps({**json.loads(description), "paths": {}}), encoding="utf-8")
        made = [
            *command,
            str(GENERATOR),
            str(source),
            "--alphabetize",
            "--root-types",
            "--root-types-no-schema-prefix",
            "--immutable",
        ]
        done = subprocess.run(made, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"openapi-typescript failed:\n{done.stdout}{done.stderr}")
    return without_opening_comment(done.stdout)


def entry_kinds() -> str:
    """The kinds of entries as the page knows them: on the wire the set is open, since a hub may be newer than a tab."""
    return (
        kinds_list("ENTRY_KINDS", [*(kind.kind for kind in HAPPENINGS), UNREADABLE])
        + "export type EntryKind = (typeof ENTRY_KINDS)[number];\n"
        + "/** With these a version of an item begins to wait. */\n"
        + kinds_list("OPENING_KINDS", [kind.kind for kind in HAPPENINGS if kind.opens])
        + "/** With these it ends. */\n"
        + kinds_list("ENDING_KINDS", [kind.kind for kind in HAPPENINGS if kind.ends])
        + "/** An entry of a kind that this page knows. */\n"
        + "export type KnownEntry = FeedEntry & { kind: EntryKind };\n"
    )


def kinds_list(name: str, kinds: Iterable[str]) -> str:
    """A list of kinds in TypeScript, one a row."""
    rows = "".join(f'  "{kind}",\n' for kind in kinds)
    return f"export const {name} = [\n{rows}] as const;\n"


def without_opening_comment(source: str) -> str:
    """The generator's own opening comment says less than ours."""
    return source.split("*/", 1)[1].lstrip() if source.startswith("/**") else source


FILES: dict[Path, Callable[[], str]] = {
    REFERENCE / "journal.gen.md": reference.journal,
    REFERENCE / "errors.gen.md": reference.errors,
    REFERENCE / "http.gen.md": lambda: reference.http(browser_api().openapi()),
    REFERENCE / "openapi.gen.json": openapi,
    TYPES: lambda: HEADER + types(openapi()) + entry_kinds(),
}


def main() -> None:
    for path, made in FILES.items():
        text = made()
        fresh = path.is_file() and path.read_text(encoding="utf-8") == text
        print(f"· {path.relative_to(ROOT)}{'' if fresh else '  (new)'}", flush=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

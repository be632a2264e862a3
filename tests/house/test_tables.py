"""Tables that two rooms keep in common have the same rows."""

import re
import tomllib

import pytest

from countermark.agents import catalog
from countermark.cli.command_line import make_parser
from countermark.model.journal import HAPPENINGS
from tests.house.layout import PROGRAM, ROOT
from tools import reference

KINDS = {kind.kind for kind in HAPPENINGS}
COMMANDS = [parser.prog.split()[-1] for parser in reference.commands(make_parser())]
BRANDS = sorted((PROGRAM / "agents" / "brands").glob("*.toml"))


def page(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def test_kinds_are_different() -> None:
    assert len(KINDS) == len(HAPPENINGS)


def test_the_page_knows_every_kind_of_entry() -> None:
    listed = re.search(r"ENTRY_KINDS = \[(.*?)\]", page("web", "src", "wire", "types.ts"), re.DOTALL)
    assert listed is not None
    assert set(re.findall(r'"(\w+)"', listed[1])) == KINDS


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_page_has_words_for_every_kind_of_entry(kind: str) -> None:
    assert f'"{kind}"' in page("web", "src", "state", "journal.ts")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_reference(command: str) -> None:
    assert f"## countermark {command}\n" in page("docs", "reference", "command-line.gen.md")


def test_every_agent_has_a_brand_and_every_brand_an_agent() -> None:
    assert {path.stem for path in BRANDS} == set(catalog.TRANSLATORS)


@pytest.mark.parametrize("agent", [path.stem for path in BRANDS])
def test_every_brand_file_parses(agent: str) -> None:
    told = tomllib.loads(page("src", "countermark", "agents", "brands", f"{agent}.toml"))
    assert catalog.brand(agent).name == told["name"]

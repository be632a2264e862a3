"""Tables that two rooms keep in common have the same rows."""

import argparse
import re
import tomllib
from collections.abc import Iterator
from typing import get_args

import pytest

from countermark.agents import catalog
from countermark.cli.command_line import make_parser
from countermark.model.happenings import HAPPENINGS
from countermark.model.journal import UNREADABLE
from countermark.model.pages.sites import KnownEntry
from countermark.model.reviews import Review
from countermark.model.settings import DeskSettings
from countermark.store.base import Value
from countermark.store.sql import ONE_ROW
from tests.house.layout import PROGRAM, ROOT

KINDS = {kind.kind for kind in HAPPENINGS}
BRANDS = sorted((PROGRAM / "agents" / "brands").glob("*.toml"))


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers of the commands; argparse has no public list of them."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from (name for name in action.option_strings if name not in ("-h", "--help"))


def test_every_value_has_a_table_or_a_case_of_its_own() -> None:
    assert {*ONE_ROW, Review, DeskSettings, KnownEntry} == set(get_args(Value))


def page(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def test_kinds_are_different() -> None:
    assert len(KINDS) == len(HAPPENINGS)


def test_the_page_knows_every_kind_of_entry() -> None:
    listed = re.search(r"ENTRY_KINDS = \[(.*?)\]", page("web", "src", "wire", "types.gen.ts"), re.DOTALL)
    assert listed is not None
    assert set(re.findall(r'"(\w+)"', listed[1])) == KINDS | {UNREADABLE}


@pytest.mark.parametrize("kind", sorted(KINDS | {UNREADABLE}))
def test_the_page_has_words_for_every_kind_of_entry(kind: str) -> None:
    sentences = page("web", "src", "state", "journal", "sentences.ts")
    of_the_gate = page("web", "src", "state", "journal", "gate.ts")
    of_sessions = page("web", "src", "state", "journal", "sessions.ts")
    assert f'case "{kind}"' in sentences or f"\n  {kind}: " in of_the_gate + of_sessions


@pytest.mark.parametrize("command", [each.prog for each in commands(make_parser())])
def test_every_command_is_in_the_reference(command: str) -> None:
    assert f"\n## {command}\n" in page("docs", "reference", "command-line.md")


@pytest.mark.parametrize(
    "option", [f"{each.prog} {name}" for each in commands(make_parser()) for name in options(each)]
)
def test_every_option_is_in_the_reference(option: str) -> None:
    command, _, name = option.rpartition(" ")
    section = page("docs", "reference", "command-line.md").partition(f"\n## {command}\n")[2].partition("\n## ")[0]
    assert f"`{name}" in section


def test_every_translator_has_a_brand_and_every_other_brand_says_how_it_asks() -> None:
    brands = {path.stem for path in BRANDS}
    assert set(catalog.TRANSLATORS) <= brands
    assert {agent for agent in brands if catalog.brand(agent).asks_by} == brands - set(catalog.TRANSLATORS)


@pytest.mark.parametrize("agent", [path.stem for path in BRANDS])
def test_every_brand_file_parses(agent: str) -> None:
    told = tomllib.loads(page("src", "countermark", "agents", "brands", f"{agent}.toml"))
    assert catalog.brand(agent).name == told["name"]

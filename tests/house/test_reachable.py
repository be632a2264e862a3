"""No empty rooms: the program can come to every module of its own from where it is entered."""

import argparse
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from countermark.cli.command_line import make_parser
from tests.house.layout import PROGRAM, ROOT, files
from tests.house.reachable import modules, unreached, unused

PUBLIC = re.compile(r"\bcountermark\.page_side\.[a-z]+\b")  # what people write into their sites
# Alembic loads these by their folder.
MIGRATIONS = "countermark.store.migrations."
# Frameworks and people find these by their names.
CALLED_FROM_OUTSIDE = {
    "countermark.http_api.shapes.page_wire.model_config",
    "countermark.mcp_tools.arguments.model_config",
    # SQLAlchemy asks a type of its own for these.
    "countermark.store.any_text.cache_ok",
    "countermark.store.any_text.impl",
    "countermark.store.any_text.process_bind_param",
    "countermark.store.any_text.process_result_value",
    "countermark.page_side.django.async_capable",
    "countermark.page_side.django.sync_capable",
    "countermark.page_side.mkdocs.on_serve",
    "countermark.page_side.sphinx.setup",
    # The journal's own reading: with these a record is made again out of its entries.
    "countermark.model.annotation_records.annotation_in",
    "countermark.model.annotation_records.placements_in",
}


def installed() -> set[str]:
    """The modules that pyproject.toml names as programs and plug-ins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tables = [project["scripts"], *project["entry-points"].values()]
    return {target.partition(":")[0] for table in tables for target in table.values()}


def commands() -> set[str]:
    """The modules of the command line, which are imported when their command is called."""
    return {runs.partition(":")[0] for runs in runs_of(make_parser())}


def runs_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """What the commands of a parser run, and the commands below them."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield command.get_default("runs")
                yield from runs_of(command)


def documented() -> set[str]:
    """The modules that the documentation tells people to import."""
    texts = [path.read_text(encoding="utf-8") for path in files("docs", suffixes={".md"})]
    return {name for text in texts for name in PUBLIC.findall(text)}


def entries(paths: dict[str, Path]) -> set[str]:
    migrations = {name for name in paths if name.startswith(MIGRATIONS)}
    return {"countermark.__main__"} | installed() | commands() | documented() | migrations


def test_every_module_is_reached() -> None:
    paths = modules(PROGRAM)
    roots = entries(paths)
    assert roots <= paths.keys(), "an entry that does not exist"
    assert unreached(paths, roots) == set(), "nobody can come there: it is to go, with its tests"


def test_a_stray_module_is_found(tmp_path: Path) -> None:
    program = tmp_path / "toy"
    texts = {
        "__init__.py": "",
        "__main__.py": "def main():\n    from toy.room import late\n",
        "room/__init__.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from toy import only_typed\n",
        "room/late.py": "import importlib\nimportlib.import_module('toy.dynamic')\n",
        "dynamic.py": "COMMAND = ['python', '-P', '-m', 'toy.started']\nNAMED = ['toy.stray']\n",
        "started.py": "import os\n",
        "stray.py": "from toy import stray_too\n",
        "stray_too.py": "",
        "only_typed.py": "",
    }
    for name, text in texts.items():
        (program / name).parent.mkdir(parents=True, exist_ok=True)
        (program / name).write_text(text)
    assert unreached(modules(program), {"toy.__main__"}) == {"toy.stray", "toy.stray_too", "toy.only_typed"}


def test_every_name_is_used() -> None:
    """By the program itself: what only tests use goes, with its tests."""
    paths = {name: path for name, path in modules(PROGRAM).items() if not name.startswith(MIGRATIONS)}
    assert unused(paths) - CALLED_FROM_OUTSIDE == set()


def test_an_unused_name_is_found(tmp_path: Path) -> None:
    text = """
USED, LIMIT = 1, 2
LEFT = 3

class Thing:
    model_config = LEFT

    def used(self): ...
    def unused(self): return self.unused

def main():
    Thing().used()
    return USED
"""
    path = tmp_path / "toy.py"
    path.write_text(text.replace("return self.unused", "pass"))
    assert unused({"toy": path}) == {"toy.model_config", "toy.unused", "toy.main"}

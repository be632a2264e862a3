"""One noun, one name: a class is called as no class of another room is."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.house.layout import PROGRAM, program_files, tree

# The shapes of the wire are called as the values that they show, which are made in these rooms.
SHAPES = "http_api/shapes"
SHOWN = {"model", "documents", "actions", "agents"}


def room_of(path: str) -> str:
    """The folder right under the program; the shapes count as a room of their own, a module beside them as another."""
    return SHAPES if path.startswith(SHAPES) else path.split("/", maxsplit=1)[0]


def homonyms(sources: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """Names of classes that another room has for a class or a type of its own, with the rooms."""
    classes, all_names = dict[str, set[str]](), dict[str, set[str]]()
    for path, source in sources.items():
        for name, is_class in types_in(source):
            all_names.setdefault(name, set()).add(room_of(path))
            if is_class:
                classes.setdefault(name, set()).add(room_of(path))
    return {name: rooms for name, rooms in all_names.items() if name in classes and not is_one(rooms)}


def is_one(rooms: set[str]) -> bool:
    """Whether these are one room, or one with a value and the shape of it."""
    others = rooms - {SHAPES}
    return len(rooms) == 1 or (len(others) == 1 and others <= SHOWN)


def types_in(source: ast.Module) -> Iterator[tuple[str, bool]]:
    """The classes and the type aliases of a module; whether it is a class."""
    for node in source.body:
        if isinstance(node, ast.ClassDef):
            yield node.name, True
        elif isinstance(node, ast.Assign):
            yield from (
                (each.id, False) for each in node.targets if isinstance(each, ast.Name) and not each.id.isupper()
            )


def spoken(source: ast.Module) -> Iterator[str]:
    """The words of errors: what people read when something is refused."""
    for node in ast.walk(source):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for argument in (*node.exc.args, *(each.value for each in node.exc.keywords)):
                yield from (
                    each.value
                    for each in ast.walk(argument)
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                )


def test_no_error_speaks_of_our_classes() -> None:
    """A name that was replaced in all files once got into a hint: "AgentWait for the answer first."."""
    sources = [tree(path) for path in program_files()]
    names = {name for source in sources for name, is_class in types_in(source) if is_class and not name.istitle()}
    words = [text for source in sources for text in spoken(source)]
    assert len(words) > 200
    assert [text for text in words if names & set(re.findall(r"(?<![.\w])\w+", text))] == []


def test_class_names_are_unique_between_rooms() -> None:
    sources = {path.relative_to(PROGRAM).as_posix(): tree(path) for path in program_files()}
    assert homonyms(sources) == {}


def test_a_homonym_is_found() -> None:
    texts = {
        "model/reviews.py": "class Review: ...\nclass Place: ...\nclass Own: ...",
        "http_api/shapes/wire.py": "class Review: ...\nclass Settings: ...",
        "settings.py": "class Settings: ...",
        "actions/presence.py": "Place = tuple[str, int]",
        "cli/a.py": "class Twice: ...",
        "cli/b.py": "class Twice: ...\nLIMIT = 3",
        "agents/c.py": "LIMIT = 4",
    }
    assert homonyms({path: ast.parse(text) for path, text in texts.items()}) == {
        "Place": {"model", "actions"}, "Settings": {"settings.py", SHAPES},
    }  # fmt: skip

"""Which modules of a package the program can come to: by its imports, late ones too, and by the modules it names."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from tests.house.layout import tree

NAMES = re.compile(r"\S+|[\w.\[\]]+(?: \| [\w.\[\]]+)+")  # one word, or a type in quotes


def modules(program: Path) -> dict[str, Path]:
    """Every module of a package by its whole name."""
    return {name_of(path, program): path for path in sorted(program.rglob("*.py"))}


def name_of(path: Path, program: Path) -> str:
    """A file's name as a module."""
    steps = path.relative_to(program.parent).with_suffix("").parts
    return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


def unreached(paths: Mapping[str, Path], roots: set[str]) -> set[str]:
    """The modules that no root leads to; a module needs the packages that it lies in."""
    left, open_ends = dict(paths), {whole for root in roots for whole in packages_of(root)}
    while open_ends:
        name = open_ends.pop()
        path = left.pop(name, None)
        if path is not None:
            open_ends |= {whole for each in named_in(tree(path)) for whole in packages_of(each)} & left.keys()
    return set(left)


def packages_of(name: str) -> Iterator[str]:
    """A module and the packages that it lies in."""
    steps = name.split(".")
    yield from (".".join(steps[:length]) for length in range(1, len(steps) + 1))


def named_in(source: ast.Module) -> Iterator[str]:
    """What a file imports when it runs, and the modules that it names to start or to import them."""
    for node in running(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and imports_late(node):
            yield from constants(node)
        elif isinstance(node, ast.List | ast.Tuple):
            words = list(constants(node))
            yield from (word for flag, word in pairwise(words) if flag == "-m")


def imports_late(call: ast.Call) -> bool:
    """Whether a call is `import_module(…)`, or hands it on as in `to_thread(import_module, …)`."""
    return any(getattr(each, "attr", getattr(each, "id", "")) == "import_module" for each in (call.func, *call.args))


def running(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree without what only a type checker reads."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and re.search(r"\bTYPE_CHECKING\b", ast.unparse(child.test))):
            yield from running(child)


def constants(node: ast.AST) -> Iterator[str]:
    """The strings right in a call or a list."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value


def unused(paths: Mapping[str, Path]) -> set[str]:
    """The functions, classes, methods and constants that no module reads, each behind its module's name."""
    trees = {name: tree(path) for name, path in paths.items()}
    words = {word for source in trees.values() for word in read_in(source)}
    return {f"{name}.{each}" for name, source in trees.items() for each in defined_in(source) if each not in words}


def read_in(source: ast.AST) -> Iterator[str]:
    """Every name that a file reads; also those in its strings, as in `"commands:serve"`."""
    for node in ast.walk(source):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMES.fullmatch(node.value):
            yield from re.findall(r"\w+", node.value)


def defined_in(source: ast.Module | ast.ClassDef) -> Iterator[str]:
    """What a module or a class names, but for what a framework finds by itself: decorated and special names."""
    for node in source.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not node.name.startswith("__") and not any(isinstance(each, ast.Call) for each in node.decorator_list):
                yield node.name
            if isinstance(node, ast.ClassDef) and not is_closed_set(node):
                yield from defined_in(node)
        elif isinstance(node, ast.Assign):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name) and not each.id.startswith("__"))


def is_closed_set(node: ast.ClassDef) -> bool:
    """Whether a class is an enumeration, whose members come by their values."""
    return any("Enum" in ast.unparse(base) for base in node.bases)

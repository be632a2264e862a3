"""The repository's own files, as the tests of the house read them."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "src" / "countermark"
TESTS = ROOT / "tests"
NOT_OURS = {"node_modules", "__pycache__", "static", "dist", ".venv", ".git"}
PYTHON_FOLDERS = ("src", "tests", "tools", "bench")
# What stands between a framework and us knows that framework, and nothing of ours imports it.
FRAMEWORKS = {
    "src/countermark/page_side/django.py": {"asgiref", "django"},
    "src/countermark/page_side/mkdocs.py": {"mkdocs"},
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def files(*folders: str | Path, suffixes: Iterable[str]) -> list[Path]:
    """Our files with one of these suffixes under folders of the repository, without what others made."""
    wanted = set(suffixes)
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in wanted)
    return sorted(path for path in found if path.is_file() and NOT_OURS.isdisjoint(path.relative_to(ROOT).parts))


def python_files() -> list[Path]:
    return [*files(*PYTHON_FOLDERS, suffixes={".py"}), ROOT / "hatch_build.py"]


def program_files() -> list[Path]:
    return files("src", suffixes={".py"})


def named(path: Path) -> str:
    """A file as people call it: its path inside the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(module: ast.AST) -> Iterator[Function]:
    for node in ast.walk(module):
        if isinstance(node, Function):
            yield node


def called(node: ast.AST) -> str:
    """The last name of what a call calls: `sleep` of `time.sleep(1)`."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def imported(source: ast.Module) -> set[str]:
    """The modules that a file imports, by their whole names."""
    names = set()
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "countermark":
            names |= {f"countermark.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or ".")
    return names

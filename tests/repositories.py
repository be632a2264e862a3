"""A folder that counts as the root of a git repository, for tests that need no more of git than that."""

from pathlib import Path


def make_repository(folder: Path) -> Path:
    """Make a folder, and in it what tells a repository from an empty `.git`."""
    git = folder / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    return folder

"""Names that agents and folders bring, as the desk shows them."""

from countermark.documents.markdown.odd import spelled


def without_controls(name: str) -> str:
    """A name that an agent or a folder has brought, with nothing in it that hides or reorders words of the desk."""
    return spelled(" ".join(name.splitlines()), code=True)


def file_name(path: str, *, workspace: str) -> str:
    """As a person of this workspace calls it; the name alone of a file that lies elsewhere."""
    path, below = path.replace("\\", "/"), workspace.replace("\\", "/").rstrip("/") + "/"
    return path.removeprefix(below) if path.startswith(below) else last_part(path)


def last_part(path: str) -> str:
    """The folder's own name."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path

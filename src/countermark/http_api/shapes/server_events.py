"""Server-sent events as they are written."""


def event(name: str, data: str, *, seq: int | None = None) -> bytes:
    """One event; `data` is JSON on one line, `seq` is what a reader that resumes sends as its `Last-Event-ID`."""
    number = "" if seq is None else f"id: {seq}\n"
    return f"{number}event: {name}\ndata: {data}\n\n".encode()

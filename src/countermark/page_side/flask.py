"""Page review for Flask, in one line: `CountermarkPages(app)`."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from countermark.page_side import wsgi


class FlaskApp(Protocol):
    """What is asked of a Flask app."""

    debug: bool
    root_path: str

    @property
    def wsgi_app(self) -> Callable[..., Iterable[bytes]]: ...


def CountermarkPages(  # noqa: N802  the same name in every framework
    app: FlaskApp,
    *,
    root: str | os.PathLike[str] | None = None,
    storage: str | os.PathLike[str] | None = None,
    hosts: Sequence[str] = (),
    debug: bool | None = None,
) -> None:
    """Puts the review overlay into an app's pages while `app.debug` is on, however late that is decided."""
    if debug is False:
        return
    is_on = (lambda: True) if debug else (lambda: bool(app.debug))
    app.wsgi_app = wsgi.CountermarkPages(  # type: ignore[misc]  # a method there, made to be replaced
        app.wsgi_app, root=root or os.getcwd(), storage=storage, hosts=hosts, debug=is_on
    )

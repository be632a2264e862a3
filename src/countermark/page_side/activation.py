"""Whether a way in does anything at all: only while a site is developed, and never by surprise."""

import logging
from functools import lru_cache

LOG = logging.getLogger("countermark.pages")


def is_wanted(app: object, *, debug: bool | None) -> bool:
    """Said outright, or by the framework's own flag (`app.debug` of Starlette, FastAPI, Flask); else no."""
    return bool(getattr(app, "debug", False)) if debug is None else debug


@lru_cache(maxsize=256)  # once for each page
def tell_blocked(path: str) -> None:
    """The page's own rules keep our script out; they are the site's to change, never ours."""
    LOG.warning(
        "The Content-Security-Policy of %s lets no script of its own address run, so the page has no review overlay. "
        "While you develop, let `script-src` and `connect-src` have 'self'.",
        path,
    )

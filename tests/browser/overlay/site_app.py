"""A small site under development: it sends the pages of a folder, and page review is on. Run by conftest.py."""

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from countermark.page_side.asgi import CountermarkPages

ROOT = Path(os.environ["SITE_ROOT"])


async def page(request: Request) -> Response:
    """`/second` is second.html; a page may bring its own policy in second.csp."""
    name = request.path_params["name"].strip("/") or "index"
    file = ROOT / "pages" / f"{name}.html"
    if not file.is_file():
        return HTMLResponse("<!doctype html><title>Nothing</title><body>Nothing here.</body>", 404)
    policy = file.with_suffix(".csp")
    headers = {"content-security-policy": policy.read_text()} if policy.exists() else {}
    return HTMLResponse(file.read_text(), headers=headers)


app = CountermarkPages(Starlette(routes=[Route("/{name:path}", page)]), root=ROOT, debug=True)

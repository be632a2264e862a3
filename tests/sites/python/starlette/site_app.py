"""A site in Starlette."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.templating import Jinja2Templates

from countermark.page_side.asgi import CountermarkPages

TITLE = "The chandlery"
pages = Jinja2Templates("templates")


async def home(request: Request) -> Response:
    return pages.TemplateResponse(request, "index.html", {"title": TITLE})


app = Starlette(debug=True, routes=[Route("/", home)])
app.add_middleware(CountermarkPages, debug=app.debug)

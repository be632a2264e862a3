"""A site in FastAPI."""

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates

from countermark.page_side.asgi import CountermarkPages

TITLE = "The chandlery"
app = FastAPI(debug=True)
pages = Jinja2Templates("templates")


@app.get("/", response_class=HTMLResponse)
def home(request: Request) -> HTMLResponse:
    return pages.TemplateResponse(request, "index.html", {"title": TITLE})


app.add_middleware(CountermarkPages, debug=app.debug)

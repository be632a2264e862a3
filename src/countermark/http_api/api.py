"""The APIs behind the three doors: one for browsers, one for agents, one for the person's own programs."""

from dataclasses import dataclass

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp, Scope

from countermark.http_api.context import Hub
from countermark.http_api.guards.api_errors import error_responses, install_error_map
from countermark.http_api.guards.edge import Beside, is_api
from countermark.http_api.routes import (
    acknowledgements,
    agent_servers,
    agents,
    annotations,
    comparisons,
    desk,
    document_stream,
    explanations,
    exports,
    feed,
    history,
    images,
    journal,
    journal_commands,
    notices,
    pages,
    permissions,
    questions,
    reviews,
    rules,
    sessions,
    shares,
    sign_in,
    status,
)
from countermark.http_api.routes.page_api import PageApi
from countermark.http_api.routes.page_door import PageEdge
from countermark.http_api.routes.static_files import StaticFiles


@dataclass(frozen=True)
class Apis:
    """The apps behind the guards of the doors."""

    browsers: ASGIApp
    agents: ASGIApp
    pages: ASGIApp  # on the agents' socket; with a guard of its own
    persons: ASGIApp


def browser_api(hub: Hub | None = None) -> FastAPI:
    """The browser's API; without a hub it serves for its OpenAPI description alone."""
    return api(
        hub, sign_in.router, desk.router, reviews.router, document_stream.router, annotations.router,
        comparisons.router, images.router, feed.router, journal.router, status.router, pages.router,
        permissions.router, questions.router, explanations.router, rules.router, notices.router,
        agent_servers.router, agents.router, sessions.router, history.router, exports.router,
        shares.router,
    )  # fmt: skip


def apis(hub: Hub) -> Apis:
    """All of them."""
    own = (
        status.person_router, journal.router, journal_commands.router, notices.person_router, agent_servers.router,
        agent_servers.person_router, agents.router, history.router, exports.router,
        shares.person_router,
    )  # fmt: skip
    return Apis(
        browsers=Beside(browser_api(hub), StaticFiles(), owns=is_page),
        agents=api(hub, acknowledgements.router, status.router, pages.way_in),
        pages=PageEdge(PageApi(hub), hub),
        persons=api(hub, status.router, explanations.router, *own),
    )


def is_page(scope: Scope) -> bool:
    """Whether a browser asks for the desk's page or one of its parts: for all that is not below /api."""
    return not is_api(scope["path"])


def api(hub: Hub | None, *routers: APIRouter) -> FastAPI:
    """A FastAPI app without pages of its own, with our error shape."""
    app = FastAPI(
        title="Countermark", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False,
        responses=error_responses(400, 401, 403, 413, 415, 422, 503),
    )  # fmt: skip
    app.state.hub = hub
    for router in routers:
        app.include_router(router)
    install_error_map(app)
    return app

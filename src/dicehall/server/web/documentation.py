"""The HTTP API as it describes itself, to people at /docs and to programs as OpenAPI."""

from importlib.resources import files
from typing import Any, Final

from litestar import Litestar, Request, Response, get
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, PathItem, Schema

from dicehall import __version__
from dicehall.server.services.asking import HttpRequest
from dicehall.server.web.cached import ASKED_ABOUT, PACKED, answer, cache
from dicehall.server.web.docs_page import STYLE, page_of


class PlainDocs(OpenAPIRenderPlugin):
    """The API as a page of its own: nothing is loaded from anywhere else."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return page_of(openapi_schema, self.get_openapi_json_route(request)).encode()


DOCUMENTATION: Final = OpenAPIConfig(
    title="Dicehall",
    version=__version__,
    description="People, games, tables, and records. Live play uses the socket at /ws.",
    path="/docs",
    use_handler_docstrings=True,
    render_plugins=[PlainDocs(path="/")],
)

_style = cache(files("dicehall.server.web").joinpath("static", "docs.css").read_bytes(), "text/css")


@get(STYLE, include_in_schema=False, opt={PACKED: True})
async def style(request: HttpRequest) -> Response[bytes]:
    return answer(request, _style, ASKED_ABOUT)


PROBLEM: Final = Schema(
    type=OpenAPIType.OBJECT,
    required=["status_code", "detail", "reason"],
    properties={
        "status_code": Schema(type=OpenAPIType.INTEGER),
        "detail": Schema(type=OpenAPIType.STRING, description="What is wrong and what is allowed, for people"),
        "reason": Schema(type=OpenAPIType.STRING, description="For programs; it does not change"),
    },
)


def describe_problems(app: Litestar) -> None:
    """All problems look alike, so each route says it once instead of status by status."""
    told = OpenAPIResponse(
        description="What is wrong, and a reason for programs",
        content={"application/json": OpenAPIMediaType(schema=PROBLEM)},
    )
    for item in (app.openapi_schema.paths or {}).values():
        for operation in operations(item):
            others = {status: each for status, each in (operation.responses or {}).items() if status != "400"}
            operation.responses = {**others, "default": told}


def operations(item: PathItem) -> list[Operation]:
    found = (item.get, item.post, item.put, item.patch, item.delete)
    return [operation for operation in found if operation is not None]


HANDLERS = (style,)

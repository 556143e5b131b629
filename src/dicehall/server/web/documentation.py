"""The HTTP API as it describes itself, to people at /docs and to programs as OpenAPI."""

from typing import Any, Final

from litestar import Litestar, Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, PathItem, Schema

from dicehall import __version__
from dicehall.server.web import pages


class PlainDocs(OpenAPIRenderPlugin):
    """The API as a page of its own: nothing is loaded from anywhere else."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return pages.api(openapi_schema, self.get_openapi_json_route(request)).encode()


DOCUMENTATION: Final = OpenAPIConfig(
    title="Dicehall",
    version=__version__,
    description="People, games, tables, and records. What is live goes over the socket at /ws.",
    path="/docs",
    use_handler_docstrings=True,
    render_plugins=[PlainDocs(path="/")],
)

PROBLEM: Final = Schema(
    type=OpenAPIType.OBJECT,
    required=["status_code", "detail", "reason"],
    properties={
        "status_code": Schema(type=OpenAPIType.INTEGER),
        "detail": Schema(type=OpenAPIType.STRING, description="What is wrong and what is allowed, for people"),
        "reason": Schema(type=OpenAPIType.STRING, description="A word for programs, which stays the same"),
    },
)


def describe_problems(app: Litestar) -> None:
    """All that goes wrong is answered alike, so it is said once of each address instead of status by status."""
    told = OpenAPIResponse(
        description="What is wrong, and a word for it", content={"application/json": OpenAPIMediaType(schema=PROBLEM)}
    )
    for item in (app.openapi_schema.paths or {}).values():
        for operation in operations(item):
            others = {status: each for status, each in (operation.responses or {}).items() if status != "400"}
            operation.responses = {**others, "default": told}


def operations(item: PathItem) -> list[Operation]:
    found = (item.get, item.post, item.put, item.patch, item.delete)
    return [operation for operation in found if operation is not None]

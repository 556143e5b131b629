"""What pages of other sites may not ask for."""

from dicehall.server.services.asking import HttpRequest
from dicehall.server.services.problems import Problem
from dicehall.server.web.origins import elsewhere, is_embedded_elsewhere


def refuse_embedding(request: HttpRequest, url: str) -> None:
    """Other sites must not use up an address's guesses, nor learn which tables there are."""
    if is_embedded_elsewhere(request.headers):
        raise Problem(403, "elsewhere", elsewhere(request.headers, url))

"""The one way in which a request is refused: a status, a reason for programs and a sentence for people."""

from collections.abc import Mapping


class Problem(Exception):
    """Raised wherever a request cannot be carried out; its text is fit to be shown."""

    def __init__(self, status: int, reason: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.reason = reason
        self.detail = detail
        self.headers = dict(headers or {})

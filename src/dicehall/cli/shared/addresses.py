"""Addresses of halls, as people type them."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from dicehall.cli.shared.errors import refused

HALL = "http://127.0.0.1:8000"
"""Where a hall is unless told otherwise."""


def address(text: str) -> str:
    """`localhost:8000` is `http://localhost:8000`."""
    url = text if "://" in text else f"http://{text}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise refused("address-bad", given=repr(text), hall=HALL)
    return url.rstrip("/")


def is_this_machine(url: str) -> bool:
    """Whether nobody else can reach it."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

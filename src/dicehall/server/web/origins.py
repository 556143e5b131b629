"""Whether a request comes from the hall's own page, from a program, or from another site."""

from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from dicehall.rules.wording import visible

OWN_SITES = ("same-origin", "none")
"""What browsers say of requests by pages of the same origin, and of those that a person typed."""


def allowed_origin(headers: Mapping[str, str], url: str) -> bool:
    """As the browser says, which no page can forge: one proof that the page is ours is enough.

    Neither header means a program: every browser names the origin of anything that could do harm.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site in OWN_SITES:
        return True
    if origin is not None:
        return is_own(origin, headers.get("host", ""), url)
    return site is None


def is_embedded_elsewhere(headers: Mapping[str, str]) -> bool:
    """A picture, a frame or a script of another site: no person has asked for this.

    Following a link from there asks for a document. Programs and old browsers say nothing.
    """
    site = headers.get("sec-fetch-site")
    return site is not None and site not in OWN_SITES and headers.get("sec-fetch-dest") != "document"


def is_own(origin: str, host: str, url: str) -> bool:
    """The public address, or the one under which this very request has found the hall.

    Where the public address is https, plain http on the same host is not ours: anyone on the way could have put a
    page there.
    """
    public = origin_of(url)
    if origin == public:
        return True
    scheme, _, place = origin.partition("://")
    if public == f"https://{place}":
        return False
    return scheme in ("http", "https") and bool(place) and place == host


def allowed_host(host: str, public: str | None) -> bool:
    """The public address, if there is one, or this very machine, which the operator's tools use.

    Otherwise a name that a stranger points to the hall would share its origin with the hall's own page.
    """
    if public is None:
        return True
    try:
        if origin_of(f"{urlsplit(public).scheme}://{host}") == origin_of(public):
            return True
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:  # neither a name with a port nor an address
        return False


def misdirected(host: str, public: str) -> str:
    return f"The hall is at {origin_of(public)}, not at {visible(host, 100)!r}: open that address."


def origin_of(url: str) -> str:
    """As browsers write it: no path, and no port where it is the usual one."""
    parts = urlsplit(url)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" if parts.port in (None, usual) else f"{parts.scheme}://{host}:{parts.port}"


def elsewhere(headers: Mapping[str, str], url: str) -> str:
    """For a stranger's page, or an operator whose proxy hides the hall's address from it."""
    origin = visible(headers.get("origin", "another site"), 100)
    return (
        f"This request comes from {origin}, and the hall is at {origin_of(url)}. If that is the same hall, "
        f"start it with --public-url and the address that people use."
    )

"""Passkeys between a browser and the hall: what is asked, for how long it holds, and whether the answer is good."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.registration.verify_registration_response import VerifiedRegistration

from dicehall.ports import Passkey, Person
from dicehall.rules.wording import visible
from dicehall.server.web.origins import origin_of
from dicehall.server.web.problems import Problem
from dicehall.table.core.events import Who

HOLDS_FOR: Final = 300.0
"""Seconds in which a device has to answer."""
MOST_OPEN: Final = 10_000
"""Questions that wait for their answers; past them the oldest is dropped."""
MOST_AT_HOME: Final = 20
"""Of them, from one household: whoever begins many and ends none is in nobody else's way."""

STALE: Final = "That took too long, or was answered already. Begin anew."
ONLY_HTTPS: Final = "Browsers allow passkeys only at addresses with https and a name, or at http://localhost."


class Place(NamedTuple):
    """Where passkeys of this hall are good."""

    name: str
    """The host, to which the devices bind them."""
    origin: str


def place_of(url: str) -> Place:
    """Raises what to answer where browsers would not play along; they know this machine as localhost only."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_this_machine(host):
        return Place("localhost", origin_of(f"{parts.scheme}://localhost:{parts.port or 80}"))
    if parts.scheme == "https" and not is_number(host):
        return Place(host, origin_of(url))
    raise Problem(409, "no_passkeys", f"{ONLY_HTTPS} This hall is at {origin_of(url)}; use a password here.")


def is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_this_machine(host: str) -> bool:
    return host == "localhost" or (is_number(host) and ip_address(host).is_loopback)


class Ceremony(NamedTuple):
    """What a browser was asked to sign."""

    purpose: Literal["log-in", "registration"]
    challenge: bytes
    until: float
    home: str
    """The household that asked."""
    who: Who | None = None
    """For whom a passkey is made."""
    name: str = ""
    """Of the account that is made with it; empty where there is one."""


class Ceremonies:
    """Those that are under way. A browser finds its own by a short-lived cookie, and only once."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: OrderedDict[str, Ceremony] = OrderedDict()
        self._homes: dict[str, OrderedDict[str, None]] = {}
        """The keys of those that each household has open, the oldest first."""

    def begin(
        self, purpose: Literal["log-in", "registration"], home: str, who: Who | None = None, name: str = ""
    ) -> tuple[str, bytes]:
        """The key for the cookie, and the challenge."""
        while self._open and (len(self._open) >= MOST_OPEN or next(iter(self._open.values())).until < self._clock()):
            self._take(next(iter(self._open)))
        while len(own := self._homes.get(home, ())) >= MOST_AT_HOME:
            self._take(next(iter(own)))
        key, challenge = secrets.token_urlsafe(32), secrets.token_bytes(32)
        self._open[key] = Ceremony(purpose, challenge, self._clock() + HOLDS_FOR, home, who, name)
        self._homes.setdefault(home, OrderedDict())[key] = None
        return key, challenge

    def _take(self, key: str) -> Ceremony | None:
        found = self._open.pop(key, None)
        if found is not None:
            own = self._homes[found.home]
            del own[key]
            if not own:
                del self._homes[found.home]
        return found

    def end(self, key: str | None, purpose: Literal["log-in", "registration"]) -> Ceremony:
        """Whatever comes of it, nobody can use it again."""
        found = self._take(key or "")
        if found is None or found.purpose != purpose or found.until < self._clock():
            raise Problem(409, "stale", STALE)
        return found

    def __len__(self) -> int:
        return len(self._open)


# Answers


def check_new(credential: dict[str, Any], ceremony: Ceremony, place: Place) -> VerifiedRegistration:
    try:
        return verify_registration_response(
            credential=credential,
            expected_challenge=ceremony.challenge,
            expected_rp_id=place.name,
            expected_origin=place.origin,
        )
    except Exception as error:  # whatever the bytes of a stranger do to the parsers
        raise not_good(error) from error


def check_known(
    credential: dict[str, Any], ceremony: Ceremony, place: Place, passkey: Passkey, host: Person
) -> VerifiedAuthentication:
    """Signed by this key, for this hall, now, and by a device that has not been copied."""
    try:
        checked = verify_authentication_response(
            credential=credential,
            expected_challenge=ceremony.challenge,
            expected_rp_id=place.name,
            expected_origin=place.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.count,
        )
        handle = credential["response"].get("userHandle")
        if handle and base64url_to_bytes(handle) != host.id.encode():
            raise WebAuthnException("the passkey says that it is somebody else's")
    except Exception as error:  # as above
        raise not_good(error) from error
    return checked


def credential_id(credential: dict[str, Any]) -> bytes:
    try:
        return base64url_to_bytes(credential["rawId"])
    except Exception as error:  # as above
        raise not_good(error) from error


def not_good(error: Exception) -> Problem:
    """With the library's reason, where it has one that was meant to be read."""
    why = f": {visible(str(error), 200)}" if isinstance(error, WebAuthnException) else ""
    return Problem(400, "bad_passkey", f"That passkey is not accepted{why}.")

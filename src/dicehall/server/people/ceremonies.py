"""Passkeys between a browser and the hall: the challenge, how long it holds, and whether the answer is valid."""

import json
import secrets
from ipaddress import ip_address
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import msgspec
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.registration.verify_registration_response import VerifiedRegistration

from dicehall.ports import Passkey, Person
from dicehall.ports.memos import Kept, Memo, Memos
from dicehall.rules.wording import visible
from dicehall.server.services.problems import Problem
from dicehall.server.web.origins import origin_of
from dicehall.table.core.events import Who

HOLDS_FOR: Final = 300.0
"""Seconds that a device has to answer."""
MOST_AT_HOME: Final = 20
"""In progress from one household: beginning many and ending none hinders nobody else."""

Purpose: TypeAlias = Literal["log-in", "registration", "confirmation"]

STALE: Final = "That took too long, or was answered already. Start again."
ONLY_HTTPS: Final = "Browsers allow passkeys only at addresses with https and a name, or at http://localhost."


class Site(NamedTuple):
    """Where passkeys of this hall work."""

    name: str
    """The host, to which the devices bind them."""
    origin: str


def site_of(url: str) -> Site:
    """Raises what to answer where browsers do not allow passkeys; they know this machine only as localhost."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_this_machine(host):
        return Site("localhost", origin_of(f"{parts.scheme}://localhost:{parts.port or 80}"))
    if parts.scheme == "https" and not is_number(host):
        return Site(host, origin_of(url))
    raise Problem(409, "no_passkeys", f"{ONLY_HTTPS} This hall is at {origin_of(url)}; use a password here.")


def passkeys_work(url: str) -> bool:
    try:
        site_of(url)
    except Problem:
        return False
    return True


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

    purpose: Purpose
    challenge: bytes
    home: str
    """The household that asked."""
    who: Who | None = None
    """For whom a passkey is created."""
    name: str = ""
    """Of the account to create with it; empty where there is one."""


class Ceremonies:
    """Those in progress. A browser finds its own by a short-lived cookie, and only once."""

    def __init__(self, memos: Memos) -> None:
        self._memos = memos

    async def begin(self, purpose: Purpose, home: str, who: Who | None = None, name: str = "") -> tuple[str, bytes]:
        """The key for the cookie, and the challenge."""
        key, challenge = secrets.token_urlsafe(32), secrets.token_bytes(32)
        begun = msgspec.json.encode(Ceremony(purpose, challenge, home, who, name))

        def work(kept: Kept) -> None:
            until = self._memos.now() + HOLDS_FOR
            own = [*_begun_at(kept, home), key]
            kept.update(dict.fromkeys(own[:-MOST_AT_HOME]))
            kept[key] = Memo(begun, until)
            kept[_home(home)] = Memo(msgspec.json.encode(own[-MOST_AT_HOME:]), until)

        await self._memos.change("ceremony", [_home(home)], work)
        return key, challenge

    async def end(self, key: str | None, purpose: Purpose) -> Ceremony:
        """Whatever the outcome, nobody can use it again."""
        found = await self._memos.find("ceremony", key or "")
        ceremony = None if found is None else msgspec.json.decode(found.value, type=Ceremony)
        if key is None or ceremony is None or not await self._take(key, ceremony.home) or ceremony.purpose != purpose:
            raise Problem(409, "stale", STALE)
        return ceremony

    async def _take(self, key: str, home: str) -> bool:
        """Whether it was still there."""

        def work(kept: Kept) -> bool:
            was_there = kept.get(key) is not None
            own = [each for each in _begun_at(kept, home) if each != key]
            kept[key] = None
            kept[_home(home)] = Memo(msgspec.json.encode(own), self._memos.now() + HOLDS_FOR) if own else None
            return was_there

        return await self._memos.change("ceremony", [key, _home(home)], work)


def _home(home: str) -> str:
    """No key of a ceremony has a space in it."""
    return f"home {home}"


def _begun_at(kept: Kept, home: str) -> list[str]:
    """The keys of those that a household has begun, the oldest first."""
    memo = kept.get(_home(home))
    return [] if memo is None else msgspec.json.decode(memo.value, type=list[str])


# Answers


def check_new(credential: dict[str, Any], ceremony: Ceremony, site: Site) -> VerifiedRegistration:
    try:
        refuse_framed(credential)
        return verify_registration_response(
            credential=credential,
            expected_challenge=ceremony.challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    except Exception as error:  # whatever strange bytes do to the parsers
        raise not_good(error) from error


def check_known(
    credential: dict[str, Any], ceremony: Ceremony, site: Site, passkey: Passkey, owner: Person
) -> VerifiedAuthentication:
    """Signed by this key, for this hall, now, and by a device that has not been copied."""
    try:
        refuse_framed(credential)
        checked = verify_authentication_response(
            credential=credential,
            expected_challenge=ceremony.challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.count,
        )
        handle = credential["response"].get("userHandle")
        if handle and base64url_to_bytes(handle) != owner.id.encode():
            raise WebAuthnException("the passkey belongs to another account")
    except Exception as error:  # as above
        raise not_good(error) from error
    return checked


def refuse_framed(credential: dict[str, Any]) -> None:
    """The hall's page is never inside another site's: a device that was asked there was asked by a trick.

    The library checks the page's own origin, and not what is around it.
    """
    client = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
    if client.get("crossOrigin", False) is not False or "topOrigin" in client:
        raise WebAuthnException("it was asked for inside a page of another site")


def credential_id(credential: dict[str, Any]) -> bytes:
    try:
        return base64url_to_bytes(credential["rawId"])
    except Exception as error:  # as above
        raise not_good(error) from error


def not_good(error: Exception) -> Problem:
    """With the library's reason, where it has one that was meant to be read."""
    why = f": {visible(str(error), 200)}" if isinstance(error, WebAuthnException) else ""
    return Problem(400, "bad_passkey", f"That passkey is not accepted{why}.")

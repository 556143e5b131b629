"""Passkeys: creating an account, and signing in, with a key in your own device."""

import time
from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from webauthn import generate_authentication_options, generate_registration_options
from webauthn.helpers import bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, Passkey, People, Person
from dicehall.ports.people import MOST_PASSKEYS, LastKey
from dicehall.rules.values import Value
from dicehall.server.bounds.addresses import household
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.people.accounts import Name
from dicehall.server.people.ceremonies import (
    HOLDS_FOR,
    Ceremonies,
    Site,
    check_known,
    check_new,
    credential_id,
    site_of,
)
from dicehall.server.people.newcomers import Newcomers, refuse_banned
from dicehall.server.people.sign_ins import checked_label
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, asker, own_session, session_of
from dicehall.server.services.people import refuse_taken
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import Sessions, cookie, while_known
from dicehall.server.services.sessions import label as browser
from dicehall.server.watch import logs
from dicehall.server.watch.metrics import Metrics

CEREMONY: Final = "dicehall-passkey"
"""The cookie by which a browser finds its own ceremony."""
LONGEST_CREDENTIAL: Final = 1023
"""Bytes, as the standard has it."""
NO_PASSKEY: Final = "You have no such passkey; GET /api/me/passkeys lists them."
LAST_KEY: Final = "This is your only way in. Set a password or add another passkey first."

Credential = Annotated[
    dict[str, Any], msgspec.Meta(description="What `navigator.credentials` gave, as `toJSON` has it")
]


class Wanted(Value, forbid_unknown_fields=True):
    name: Name | None = None
    """Of the account to create; leave it out if you have one."""


class Made(Value, forbid_unknown_fields=True):
    credential: Credential
    label: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """What to call the passkey (default: the name of the browser)."""


class Signed(Value, forbid_unknown_fields=True):
    credential: Credential


class PasskeyInfo(Value):
    key: str
    label: str
    created: float


def key_of(passkey: Passkey) -> str:
    return bytes_to_base64url(passkey.credential)


def here(request: HttpRequest, url: str) -> Site:
    """Where passkeys work; a request from another address of the hall is told so."""
    site = site_of(url)
    if request.headers.get("origin", site.origin) != site.origin:
        raise Problem(409, "no_passkeys", f"Passkeys of this hall only work at {site.origin}: open that address.")
    return site


async def wanted_name(people: People, person: Person | None, data: Wanted | None) -> str:
    """Of a new account; a name that is taken is refused before the device makes a key."""
    asked = None if data is None else data.name
    if asked is None and person is None:
        raise Problem(400, "bad_request", 'Give the name of the new account: {"name": …}.')
    name = clean_name(asked if asked is not None else person.name if person is not None else "")
    await refuse_taken(people, name, person)
    return name


def creation(site: Site, person: Person, name: str, challenge: bytes, passkeys: Sequence[Passkey]) -> dict[str, Any]:
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Dicehall",
        user_id=person.id.encode(),
        user_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each.credential) for each in passkeys],
    )
    return options_to_json_dict(options)


async def refuse_odd(accounts: Accounts, person: Person, credential: bytes) -> None:
    if await accounts.passkey(credential) is not None:
        raise Problem(409, "bad_passkey", "That passkey belongs to an account already.")
    if len(credential) > LONGEST_CREDENTIAL:
        raise Problem(400, "bad_passkey", "The id of that passkey is longer than the standard allows.")
    if len(await accounts.passkeys(person.id)) >= MOST_PASSKEYS:
        raise Problem(409, "too_many", f"You can have up to {MOST_PASSKEYS} passkeys; remove one you do not need.")


def own_ceremony(request: HttpRequest) -> str | None:
    return cookie(request.headers.get("cookie", ""), CEREMONY)


def ceremony_cookie(url: str, key: str, max_age: int = int(HOLDS_FOR)) -> Cookie:
    secure = url.startswith("https:")
    path = "/api/passkeys"
    return Cookie(CEREMONY, value=key, httponly=True, samesite="strict", secure=secure, max_age=max_age, path=path)


def no_ceremony(url: str) -> Cookie:
    return ceremony_cookie(url, "", 0)


def creating(
    *,
    people: People,
    accounts: Accounts,
    newcomers: Newcomers,
    sessions: Sessions,
    ceremonies: Ceremonies,
    visitors: Visitors,
    url: str,
) -> Handlers:
    @post("/api/passkeys/registration", tags=["passkeys"], status_code=200)
    async def begin_registration(
        request: HttpRequest, data: JSONBody[Wanted | None] = None
    ) -> Response[dict[str, Any]]:
        """What to hand to `navigator.credentials.create`: for your account, or for a new one with a name.

        Without a name yet, you become a guest first, and an account with the passkey.
        """
        session = session_of(request)
        address = address_of(request, visitors)
        site = here(request, url)
        cookies: list[Cookie] = []
        person, name = None if session is None else session.person, ""
        if person is None or person.kind == "guest":
            name = await wanted_name(people, person, data)
            if person is None:
                person, token = await newcomers.guest(name, address)
                cookies += await sessions.hand_over(person, token, session, request.headers)
        key, challenge = await ceremonies.begin("registration", household(address), person.id, name)
        options = creation(site, person, name or person.name, challenge, await accounts.passkeys(person.id))
        return Response(options, cookies=[*cookies, ceremony_cookie(url, key)])

    @put("/api/passkeys/registration", tags=["passkeys"])
    async def end_registration(request: HttpRequest, data: JSONBody[Made]) -> Response[Person]:
        """Save the new passkey; a guest is an account from now on, in a new session."""
        session = own_session(request)
        person = session.person
        ceremony = await ceremonies.end(own_ceremony(request), "registration")
        if ceremony.who != person.id or bool(ceremony.name) != (person.kind == "guest"):
            raise Problem(409, "stale", "Your account has changed since this began. Start again.")
        checked = check_new(data.credential, ceremony, here(request, url))
        await refuse_odd(accounts, person, checked.credential_id)
        called = browser(request.headers) if data.label is None else checked_label(data.label, "a passkey")
        passkey = Passkey(checked.credential_id, checked.credential_public_key, checked.sign_count, called, time.time())
        cookies = [no_ceremony(url)]
        if ceremony.name:
            person = await newcomers.account(session, ceremony.name, None, address_of(request, visitors))
        with while_known():
            await accounts.add_passkey(person.id, passkey)
        if ceremony.name:
            cookies += await sessions.begin(person, session, request.headers, "passkey")
        return Response(person, cookies=cookies)

    return begin_registration, end_registration


def signing_in(
    *, accounts: Accounts, sessions: Sessions, ceremonies: Ceremonies, visitors: Visitors, metrics: Metrics, url: str
) -> Handlers:
    @post("/api/passkeys/log-in", tags=["passkeys"], status_code=200)
    async def begin_log_in(request: HttpRequest) -> Response[dict[str, Any]]:
        """What to hand to `navigator.credentials.get`; the device knows which account it is."""
        site = here(request, url)
        key, challenge = await ceremonies.begin("log-in", household(address_of(request, visitors)))
        options = generate_authentication_options(
            rp_id=site.name, challenge=challenge, user_verification=UserVerificationRequirement.PREFERRED
        )
        return Response(options_to_json_dict(options), cookies=[ceremony_cookie(url, key)])

    @put("/api/passkeys/log-in", tags=["passkeys"])
    async def end_log_in(request: HttpRequest, data: JSONBody[Signed]) -> Response[Person]:
        """Sign in with what the device has signed; the answer sets the cookie of a new session."""
        session = session_of(request)
        ceremony = await ceremonies.end(own_ceremony(request), "log-in")
        found = await accounts.passkey(credential_id(data.credential))
        try:
            if found is None:
                raise Problem(401, "bad_passkey", "This hall does not know that passkey; it may have been removed.")
            passkey, person = found
            checked = check_known(data.credential, ceremony, here(request, url), passkey, person)
        except Problem:
            metrics.failed_log_ins += 1
            logs.log_in_failed(address_of(request, visitors), "passkey")
            raise
        await refuse_banned(accounts, person)
        await accounts.used_passkey(passkey.credential, checked.new_sign_count)
        metrics.log_ins += 1
        logs.logged_in(person.id, "passkey")
        return Response(
            person, cookies=[no_ceremony(url), *await sessions.begin(person, session, request.headers, "passkey")]
        )

    return begin_log_in, end_log_in


def yours(accounts: Accounts) -> Handlers:
    @get("/api/me/passkeys", tags=["passkeys"])
    async def passkeys(request: HttpRequest) -> list[PasskeyInfo]:
        """Your passkeys."""
        me = asker(request)
        return [PasskeyInfo(key_of(each), each.label, each.created) for each in await accounts.passkeys(me.id)]

    @delete("/api/me/passkeys/{key:str}", tags=["passkeys"], status_code=204)
    async def remove(request: HttpRequest, key: FromPath[str]) -> None:
        """Remove a passkey; not the last one of an account that has no password."""
        me = asker(request)
        own = {key_of(each): each.credential for each in await accounts.passkeys(me.id)}
        try:
            removed = key in own and await accounts.remove_passkey(me.id, own[key])
        except LastKey:
            raise Problem(409, "last_key", LAST_KEY) from None
        if not removed:
            raise Problem(404, "no_passkey", NO_PASSKEY)

    return passkeys, remove

"""Passkeys: an account that is a key in one's own device, to register and to log in with."""

import time
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import Cookie, State
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
from dicehall.ports import NameTaken, Passkey, Person
from dicehall.ports.people import MOST_PASSKEYS, LastKey
from dicehall.rules.values import Value
from dicehall.server.bounds.addresses import household
from dicehall.server.house import House, cookie
from dicehall.server.people.accounts import Name, become_account, refuse_banned, welcome
from dicehall.server.people.ceremonies import (
    HOLDS_FOR,
    Ceremonies,
    Place,
    check_known,
    check_new,
    credential_id,
    place_of,
)
from dicehall.server.people.sessions import label as browser
from dicehall.server.people.sessions import let_in, session_cookie, while_known
from dicehall.server.people.sign_ins import checked_label
from dicehall.server.watch import logs
from dicehall.server.web.guard import address_of, house_of, me, session_of
from dicehall.server.web.problems import Problem

CEREMONY: Final = "dicehall-passkey"
"""The cookie that a browser finds its own question by."""
LONGEST_CREDENTIAL: Final = 1023
"""Bytes, as the standard has it."""
NO_PASSKEY: Final = "You have no such passkey; GET /api/me/passkeys lists them."
LAST_KEY: Final = "This is your only way in. Set a password or add another passkey first."

Credential = Annotated[
    dict[str, Any], msgspec.Meta(description="What `navigator.credentials` gave, as `toJSON` has it")
]


class Wanted(Value, forbid_unknown_fields=True):
    name: Name | None = None
    """Of the account that is to be made; who has an account gives none."""


class Made(Value, forbid_unknown_fields=True):
    credential: Credential
    label: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """What to call the passkey; else it is called like the browser."""


class Signed(Value, forbid_unknown_fields=True):
    credential: Credential


class PasskeyInfo(Value):
    key: str
    label: str
    created: float


# Making one


@post("/api/passkeys/registration", tags=["passkeys"], status_code=200)
async def begin_registration(
    request: Request[Any, Any, State], data: JSONBody[Wanted | None] = None
) -> Response[dict[str, Any]]:
    """What to hand to `navigator.credentials.create`: for your account, or for a new one with a name.

    Who has no name yet comes in as a guest by this, and becomes an account with the passkey.
    """
    house, place = house_of(request), here(request)
    cookies: list[Cookie] = []
    session = session_of(request)
    person, name = None if session is None else session.person, ""
    if person is None or person.kind == "guest":
        name = wanted_name(house, person, data)
        if person is None:
            person, token = await welcome(request, name)
            cookies.append(session_cookie(house, token))
    key, challenge = ceremonies_of(request).begin("registration", home_of(request), person.id, name)
    options = creation(house, place, person, name or person.name, challenge)
    return Response(options, cookies=[*cookies, ceremony_cookie(house, key)])


@put("/api/passkeys/registration", tags=["passkeys"])
async def end_registration(request: Request[Any, Any, State], data: JSONBody[Made]) -> Response[Person]:
    """Keep the passkey that was made; a guest is an account from now on, in a new session."""
    house, person = house_of(request), me(request)
    ceremony = ceremonies_of(request).end(own_ceremony(request), "registration")
    if ceremony.who != person.id or bool(ceremony.name) != (person.kind == "guest"):
        raise Problem(409, "stale", "You are somebody else than when this began. Begin anew.")
    checked = check_new(data.credential, ceremony, here(request))
    refuse_odd(house, person, checked.credential_id)
    called = (
        browser(request.headers.get("user-agent", "")) if data.label is None else checked_label(data.label, "a passkey")
    )
    passkey = Passkey(checked.credential_id, checked.credential_public_key, checked.sign_count, called, time.time())
    cookies = [no_ceremony(house)]
    if ceremony.name:
        person = await become_account(request, ceremony.name, None)
    with while_known():
        await house.accounts.add_passkey(person.id, passkey)
    if ceremony.name:
        cookies.append(await let_in(request, person))
    return Response(person, cookies=cookies)


# Logging in


@post("/api/passkeys/log-in", tags=["passkeys"], status_code=200)
async def begin_log_in(request: Request[Any, Any, State]) -> Response[dict[str, Any]]:
    """What to hand to `navigator.credentials.get`; the device knows which account it is."""
    house, place = house_of(request), here(request)
    key, challenge = ceremonies_of(request).begin("log-in", home_of(request))
    options = generate_authentication_options(
        rp_id=place.name, challenge=challenge, user_verification=UserVerificationRequirement.PREFERRED
    )
    return Response(options_to_json_dict(options), cookies=[ceremony_cookie(house, key)])


@put("/api/passkeys/log-in", tags=["passkeys"])
async def end_log_in(request: Request[Any, Any, State], data: JSONBody[Signed]) -> Response[Person]:
    """Log in with what the device has signed; the answer sets the cookie of a new session."""
    house = house_of(request)
    ceremony = ceremonies_of(request).end(own_ceremony(request), "log-in")
    found = house.accounts.passkey(credential_id(data.credential))
    if found is None:
        house.metrics.failed_log_ins += 1
        logs.log_in_failed(address_of(request), "passkey")
        raise Problem(401, "bad_passkey", "This hall does not know that passkey; it may have been removed.")
    passkey, person = found
    try:
        checked = check_known(data.credential, ceremony, here(request), passkey, person)
    except Problem:
        house.metrics.failed_log_ins += 1
        logs.log_in_failed(address_of(request), "passkey")
        raise
    refuse_banned(request, person)
    await house.accounts.used_passkey(passkey.credential, checked.new_sign_count)
    house.metrics.log_ins += 1
    logs.logged_in(person.id, "passkey")
    return Response(person, cookies=[no_ceremony(house), await let_in(request, person)])


# Those that there are


@get("/api/me/passkeys", tags=["passkeys"])
async def passkeys(request: Request[Any, Any, State]) -> list[PasskeyInfo]:
    """Your passkeys."""
    return [
        PasskeyInfo(key_of(each), each.label, each.created)
        for each in house_of(request).accounts.passkeys(me(request).id)
    ]


@delete("/api/me/passkeys/{key:str}", tags=["passkeys"], status_code=204)
async def remove(request: Request[Any, Any, State], key: FromPath[str]) -> None:
    """Remove a passkey; not the last one of an account that has no password."""
    house, who = house_of(request), me(request).id
    own = {key_of(each): each.credential for each in house.accounts.passkeys(who)}
    try:
        removed = key in own and await house.accounts.remove_passkey(who, own[key])
    except LastKey:
        raise Problem(409, "last_key", LAST_KEY) from None
    if not removed:
        raise Problem(404, "no_passkey", NO_PASSKEY)


# Parts


def key_of(passkey: Passkey) -> str:
    return bytes_to_base64url(passkey.credential)


def ceremonies_of(request: Request[Any, Any, State]) -> Ceremonies:
    ceremonies: Ceremonies = request.app.state["ceremonies"]
    return ceremonies


def home_of(request: Request[Any, Any, State]) -> str:
    return household(address_of(request))


def here(request: Request[Any, Any, State]) -> Place:
    """Where passkeys are good; whoever has opened the hall at another of its addresses is told."""
    place = place_of(house_of(request).url)
    origin = request.headers.get("origin", place.origin)
    if origin != place.origin:
        raise Problem(409, "no_passkeys", f"Passkeys of this hall are good at {place.origin} only: open that address.")
    return place


def wanted_name(house: House, person: Person | None, data: Wanted | None) -> str:
    """Of a new account; whether it is free is said before the device makes a key."""
    given = None if data is None else data.name
    if given is None and person is None:
        raise Problem(400, "bad_request", 'Give the name of the new account: {"name": …}.')
    name = clean_name(given if given is not None else person.name if person is not None else "")
    holder = house.people.by_name(name)
    if holder is not None and (person is None or holder.id != person.id):
        raise NameTaken(f"somebody here is called “{name}”, or nearly so: take another name")
    return name


def creation(house: House, place: Place, person: Person, name: str, challenge: bytes) -> dict[str, Any]:
    options = generate_registration_options(
        rp_id=place.name,
        rp_name="Dicehall",
        user_id=person.id.encode(),
        user_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=each.credential) for each in house.accounts.passkeys(person.id)
        ],
    )
    return options_to_json_dict(options)


def refuse_odd(house: House, person: Person, credential: bytes) -> None:
    if house.accounts.passkey(credential) is not None:
        raise Problem(409, "bad_passkey", "That passkey belongs to an account already.")
    if len(credential) > LONGEST_CREDENTIAL:
        raise Problem(400, "bad_passkey", "The id of that passkey is longer than the standard allows.")
    if len(house.accounts.passkeys(person.id)) >= MOST_PASSKEYS:
        raise Problem(409, "too_many", f"{MOST_PASSKEYS} passkeys are the most; remove one that you do not need.")


def own_ceremony(request: Request[Any, Any, State]) -> str | None:
    return cookie(request.headers.get("cookie", ""), CEREMONY)


def ceremony_cookie(house: House, key: str, max_age: int = int(HOLDS_FOR)) -> Cookie:
    secure = house.url.startswith("https:")
    path = "/api/passkeys"
    return Cookie(CEREMONY, value=key, httponly=True, samesite="strict", secure=secure, max_age=max_age, path=path)


def no_ceremony(house: House) -> Cookie:
    return ceremony_cookie(house, "", 0)


HANDLERS = (begin_registration, end_registration, begin_log_in, end_log_in, passkeys, remove)

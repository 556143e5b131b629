"""Confirming that it is you, with your password or a passkey, before you do what is hard to undo."""

from typing import Any

from litestar import Response, post, put
from litestar.params import JSONBody
from webauthn import generate_authentication_options
from webauthn.helpers import options_to_json_dict
from webauthn.helpers.structs import PublicKeyCredentialDescriptor, UserVerificationRequirement

from dicehall.ports import Accounts
from dicehall.rules.values import Value
from dicehall.server.bounds.addresses import household
from dicehall.server.bounds.confirmations import Confirmations
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.people.accounts import Password
from dicehall.server.people.ceremonies import Ceremonies, check_known, credential_id
from dicehall.server.people.passkeys import Signed, ceremony_cookie, here, no_ceremony, own_ceremony
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, asker
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import cookie_token
from dicehall.server.watch import logs


class Again(Value, forbid_unknown_fields=True):
    password: Password


def handlers(
    *,
    accounts: Accounts,
    confirmations: Confirmations,
    throttle: LoginThrottle,
    ceremonies: Ceremonies,
    visitors: Visitors,
    url: str,
) -> Handlers:
    @post("/api/me/confirmation", tags=["me"], status_code=204)
    async def by_password(request: HttpRequest, data: JSONBody[Again]) -> None:
        """Confirm with your password; it holds for this browser and 10 minutes. Guesses are slowed down."""
        who, address = asker(request).id, address_of(request, visitors)
        await throttle.attempt(who, address, known=True)
        if not await accounts.has_password(who, data.password):
            logs.log_in_failed(address, "password")
            raise Problem(403, "wrong_password", "That is not your password. Capitals matter.")
        await throttle.succeeded(who, address)
        await confirmations.add(cookie_token(request.headers), "password")

    @post("/api/passkeys/confirmation", tags=["passkeys"], status_code=200)
    async def begin(request: HttpRequest) -> Response[dict[str, Any]]:
        """What to hand to `navigator.credentials.get` to confirm with one of your passkeys."""
        me, site = asker(request), here(request, url)
        key, challenge = await ceremonies.begin("confirmation", household(address_of(request, visitors)), me.id)
        options = generate_authentication_options(
            rp_id=site.name,
            challenge=challenge,
            allow_credentials=[
                PublicKeyCredentialDescriptor(id=each.credential) for each in await accounts.passkeys(me.id)
            ],
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return Response(options_to_json_dict(options), cookies=[ceremony_cookie(url, key)])

    @put("/api/passkeys/confirmation", tags=["passkeys"], status_code=204)
    async def end(request: HttpRequest, data: JSONBody[Signed]) -> Response[None]:
        """Confirm with what the device has signed; it holds for this browser and 10 minutes."""
        me = asker(request)
        ceremony = await ceremonies.end(own_ceremony(request), "confirmation")
        found = await accounts.passkey(credential_id(data.credential))
        if found is None or found[1].id != me.id or ceremony.who != me.id:
            logs.log_in_failed(address_of(request, visitors), "passkey")
            raise Problem(403, "bad_passkey", "That is not a passkey of your account.")
        passkey, person = found
        checked = check_known(data.credential, ceremony, here(request, url), passkey, person)
        await accounts.used_passkey(passkey.credential, checked.new_sign_count)
        await confirmations.add(cookie_token(request.headers), "passkey")
        return Response(None, cookies=[no_ceremony(url)])

    return by_password, begin, end

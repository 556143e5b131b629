"""Your own account: name, password, invitations, everything the hall stores about you, and deleting it."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import Response, delete, get, patch, put
from litestar.params import JSONBody

from dicehall.evenings.live.book_door import BookDoor
from dicehall.evenings.live.nights import Nights
from dicehall.evenings.live.predictions import Predictions
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, People, Person, Results
from dicehall.rules.values import Value
from dicehall.server.bounds.confirmations import Confirmations, digest
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.messages import Invitation
from dicehall.server.live.rooms import Rooms
from dicehall.server.people.account_deletion import delete_person
from dicehall.server.people.accounts import Naming, Password
from dicehall.server.people.export import export
from dicehall.server.people.passwords import checked_password
from dicehall.server.people.predicting import Mine, mine_of
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, asker, own_session
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import Sessions, cookie_token, while_known
from dicehall.table.live.hall import Hall

WRONG: Final = "That is not your password."


class NewPassword(Value, forbid_unknown_fields=True):
    new: Password
    old: Password | None = None
    """Not needed by an account that has none and signs in with a passkey."""


class Confirmation(Value, forbid_unknown_fields=True):
    password: Password | None = None
    """Of an account that has one."""


def handlers(
    *,
    sessions: Sessions,
    people: People,
    renamed: Callable[[Person], None],
    visitors: Visitors,
    accounts: Accounts,
    throttle: LoginThrottle,
    confirmations: Confirmations,
    rooms: Rooms,
    results: Results,
    hall: Hall,
    url: str,
    nights: Nights,
    tournaments: Tournaments,
    predictions: Predictions,
    book: BookDoor,
) -> Handlers:
    exporting = asyncio.Lock()

    async def prove(request: HttpRequest, password: str | None) -> None:
        """Finding a browser unlocked must not be enough to take the account over; raises what to answer.

        An administrator who has a passkey has proved it with that before: a password may be known to others.
        """
        me, address = asker(request), address_of(request, visitors)
        who = me.id
        if me.kind == "administrator":
            why = await confirmations.refusal(me, digest(cookie_token(request.headers)))
            if why is not None and why[0] == "confirm_passkey":
                raise Problem(403, *why)
        if not await accounts.keeps_password(who):
            return
        if password is None:
            raise Problem(403, "wrong_password", "Confirm it with your password.")
        await throttle.attempt(who, address, known=True)
        if not await accounts.has_password(who, password):
            raise Problem(403, "wrong_password", WRONG)
        await throttle.succeeded(who, address)

    @get("/api/me", tags=["me"])
    async def who_am_i(request: HttpRequest) -> Response[Person]:
        """Whose cookie or token this is. Each call extends the cookie by another 90 days."""
        mine = own_session(request)
        renewed = sessions.renewed(request.headers, mine.person.id) if mine.scope == "everything" else []
        return Response(mine.person, cookies=renewed)

    @patch("/api/me", tags=["me"])
    async def rename(request: HttpRequest, data: JSONBody[Naming]) -> Person:
        """Change your name; every table where you are known is told."""
        with while_known():
            person = await people.rename(asker(request).id, clean_name(data.name))
        renamed(person)
        return person

    @put("/api/me/password", tags=["me"], status_code=204)
    async def change_password(request: HttpRequest, data: JSONBody[NewPassword]) -> None:
        """Change your password. All your other browsers are signed out; access tokens stay."""
        mine = own_session(request)
        password = checked_password(data.new, mine.person.name)
        await prove(request, data.old)
        with while_known():
            await accounts.set_password(mine.person.id, password)
        await sessions.end_others(mine)

    @get("/api/me/invitations", tags=["me"])
    async def invitations(request: HttpRequest) -> tuple[Invitation, ...]:
        """The tables where a seat is kept for you."""
        return rooms.invitations.of(asker(request).id)

    @get("/api/me/export", tags=["me"])
    async def all_about_me(request: HttpRequest) -> Response[dict[str, Any]]:
        """Everything stored about you: account, sessions, chat, results, themes, predictions, actions."""
        me = asker(request)
        file = f'attachment; filename="dicehall-{me.id}.json"'
        async with exporting:
            with while_known():
                told = await export(me, accounts, results, hall.journal, url)
        told["themes"] = msgspec.to_builtins(nights.programme.themes_of(me.id))
        told["predictions"] = msgspec.to_builtins(mine_of(predictions, me.id))
        return Response(told, headers={"Content-Disposition": file})

    @get("/api/me/predictions", tags=["me"])
    async def my_predictions(request: HttpRequest) -> Mine:
        """Your chips, your predictions that are open, and how good the others were."""
        return mine_of(predictions, asker(request).id)

    @delete("/api/me", tags=["me"], status_code=204)
    async def delete_me(request: HttpRequest, data: JSONBody[Confirmation | None] = None) -> Response[None]:
        """Delete your account: you leave tables and tournaments; your name, sessions, keys and chat are gone.

        The hall log keeps only an id that stands for nobody. An account with a password confirms with it.
        """
        await prove(request, None if data is None else data.password)
        await delete_person(
            asker(request).id, hall, rooms, accounts, sessions,
            nights=nights, tournaments=tournaments, book=book, renamed=renamed,
        )  # fmt: skip
        return sessions.without_person(Response(None), request.headers, asker(request).id)

    return who_am_i, rename, change_password, invitations, all_about_me, my_predictions, delete_me

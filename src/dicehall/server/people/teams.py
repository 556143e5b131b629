"""The team of your profile: what you wear beside your name where you sit down or enter a tournament."""

from typing import Final

from litestar import delete, get, put
from litestar.params import JSONBody

from dicehall.ports.teams import Team, Teams
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.asking import Handlers, HttpRequest, asker
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import while_known
from dicehall.table.core.events import Who
from dicehall.table.core.teams import settled

ERRAND: Final = "teams"
NO_TEAM: Final = "You keep no team in your profile."


def handlers(teams: Teams, rooms: Rooms) -> Handlers:
    async def heed(who: Who) -> None:
        """At this node, from now on."""
        rooms.acquaintances.in_team(who, (await teams.of((who,))).get(who))

    async def asked(about: bytes) -> bytes:
        await heed(about.decode())
        return b""

    rooms.elsewhere.serve(ERRAND, asked)

    async def heed_everywhere(who: Who) -> None:
        await heed(who)
        await rooms.elsewhere.ask_all(ERRAND, who.encode())

    @get("/api/me/team", tags=["me"])
    async def my_team(request: HttpRequest) -> Team | None:
        """The team that you keep in your profile; null if you keep none."""
        me = asker(request).id
        return (await teams.of((me,))).get(me)

    @put("/api/me/team", tags=["me"])
    async def keep_team(request: HttpRequest, data: JSONBody[Team]) -> Team:
        """Keep a team in your profile, guests too. You wear it where you sit down from now on; no rule knows of it.

        The label has 1 to 20 visible characters and follows the rules for names; the answer is what is kept.
        """
        me, team = asker(request).id, settled(data, ())
        with while_known():
            await teams.keep(me, team)
        await heed_everywhere(me)
        return team

    @delete("/api/me/team", tags=["me"], status_code=204)
    async def drop_team(request: HttpRequest) -> None:
        """Keep no team any more. Where you wear it now, you take it off yourself."""
        me = asker(request).id
        if not await teams.drop(me):
            raise Problem(404, "no_team", NO_TEAM)
        await heed_everywhere(me)

    return my_team, keep_team, drop_team

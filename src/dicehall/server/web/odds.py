"""The odds of a running game over HTTP: those of your own seat, or the public ones."""

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, FromQuery

from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live import knocks
from dicehall.server.live.entrance import admit
from dicehall.server.live.odds import OddsDesk, TableOdds, allowed
from dicehall.server.live.rooms import Rooms
from dicehall.server.live.viewers import Viewer
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, session_of
from dicehall.server.services.problems import Problem
from dicehall.server.web.embedding import refuse_embedding
from dicehall.table.core.draft import RefusedError
from dicehall.table.live.hall import Hall

STATUSES = {"kicked": 403, "locked": 403, "knocking": 403, "no_knocking": 403}
"""By reason; any other means that the table is not like that now."""
NEVER = CacheControlHeader(no_store=True)


def handlers(hall: Hall, rooms: Rooms, visitors: Visitors, desk: OddsDesk, url: str) -> Handlers:
    @get("/api/tables/{code:str}/odds", tags=["tables"], cache_control=NEVER)
    async def odds(request: HttpRequest, code: FromPath[str], k: FromQuery[str] = "") -> TableOdds:
        """Each player's chance to win, and what your moves are worth, by what your own seat can know.

        Without a seat you get what a spectator can know. Only an unrated table that has odds turned on answers; `k` is
        the key of a private table's link.
        """
        refuse_embedding(request, url)
        session = session_of(request)
        viewer = Viewer(session and session.person)
        await hall.wake(code)
        live = visitors.find(hall, code, address_of(request, visitors), viewer.who, k)
        try:
            admit(viewer, live)
            if not rooms.knocks.admits(viewer, live, k):
                knocks.refuse(live)
            allowed(live)
            return await desk.ask(live, viewer.who)
        except RefusedError as error:
            refused = error.refused
            raise Problem(STATUSES.get(refused.reason, 409), refused.reason, refused.message) from None

    return (odds,)

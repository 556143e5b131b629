"""Tournaments over HTTP: the list, one tournament, its QR code, and its results for spreadsheets and programs."""

import time
from collections.abc import Iterable
from hmac import compare_digest
from typing import Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from dicehall.evenings.core.entering import is_open_for_entry, is_time_up
from dicehall.evenings.core.public_view import PhaseName, name_of
from dicehall.evenings.core.results import Results, as_csv, results
from dicehall.evenings.core.setting import AnyFormat
from dicehall.evenings.core.state import Done, Gathering, Tournament
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.rules.values import Value
from dicehall.server.live.messages import TournamentMessage
from dicehall.server.live.names import Names
from dicehall.server.live.tournaments import message_of
from dicehall.server.services.asking import Handlers, HttpRequest, asker_id
from dicehall.server.web.tables import FOR_AN_HOUR, drawing
from dicehall.table.core.events import Who

MOST_DRAWN: Final = 100
"""QR codes that are kept for those who ask again."""
MOST_OVER: Final = 50
"""Of those that are over, the latest; a hall may have had thousands."""


class TournamentRow(Value):
    """One line of the list."""

    code: str
    title: str
    game: str
    format: AnyFormat
    phase: PhaseName
    paused: bool
    entrants: int
    people: int
    """Without bots."""
    most: int
    seats: int
    starts: int | None
    open: bool
    """Whether everyone may enter; if not, the list has it only for those who run it or take part."""
    can_enter: bool
    mine: bool
    """Whether the asker takes part, also if they are away and may come back."""
    host: str | None
    """Their name; None if the hall itself is the host."""
    created: int
    podium: tuple[str, ...]
    """Names, the best first, when it is over."""


class TournamentList(Value):
    now: int
    """Seconds since 1970, as the hall has it: for the time until a start."""
    tournaments: tuple[TournamentRow, ...]


def row(live: LiveTournament, names: Names, who: Who | None) -> TournamentRow:
    tournament, setting = live.tournament, live.tournament.setting
    return TournamentRow(
        code=live.code,
        title=setting.title,
        game=setting.game,
        format=setting.format,
        phase=name_of(tournament.phase),
        paused=tournament.paused is not None,
        entrants=len(tournament.entrants),
        people=sum(not entrant.is_bot for entrant in tournament.entrants),
        most=setting.most,
        seats=setting.seats,
        starts=setting.starts,
        open=setting.open,
        can_enter=is_open_for_entry(tournament) and not is_time_up(tournament, live.now),
        mine=takes_part(tournament, who),
        host=None if tournament.host is None else names.of(tournament.host),
        created=tournament.created,
        podium=tuple(map(names.of, tournament.phase.podium)) if isinstance(tournament.phase, Done) else (),
    )


def listed(tournaments: Iterable[LiveTournament], who: Who | None) -> list[LiveTournament]:
    """Those that run, then those to come, the soonest first, then those that are over, the latest first."""
    seen = [live for live in tournaments if live.tournament.version and is_listed(live.tournament, who)]
    running = [live for live in seen if not live.tournament.is_over and live.tournament.started is not None]
    coming = [live for live in seen if isinstance(live.tournament.phase, Gathering)]
    over = [live for live in seen if live.tournament.is_over]
    return [
        *sorted(running, key=lambda live: -(live.tournament.started or 0)),
        *sorted(coming, key=_soonest),
        *sorted(over, key=lambda live: -getattr(live.tournament.phase, "wall", 0))[:MOST_OVER],
    ]


def is_listed(tournament: Tournament, who: Who | None) -> bool:
    """Where entry is by link, it is for those who have that link already, like a private table."""
    if tournament.setting.open:
        return True
    return who is not None and (tournament.is_run_by(who) or tournament.entrant(who) is not None)


def takes_part(tournament: Tournament, who: Who | None) -> bool:
    entrant = None if who is None else tournament.entrant(who)
    return entrant is not None and entrant.status != "removed"


def _soonest(live: LiveTournament) -> tuple[bool, int]:
    """Without a time it starts when it is full: after those with a time, the newest first."""
    starts = live.tournament.setting.starts
    return (True, -live.tournament.created) if starts is None else (False, starts)


def handlers(tournaments: Tournaments, names: Names, url: str) -> Handlers:
    draw = drawing(MOST_DRAWN)

    async def results_of(code: str) -> Results:
        live = await tournaments.find(code)
        return results(live.code, live.tournament, live.shown, names.of)

    @get("/api/tournaments", tags=["tournaments"])
    async def all_tournaments(request: HttpRequest, mine: FromQuery[bool] = False) -> TournamentList:
        """Those that run, those to come, and the latest that are over; or only those that you are in the middle of."""
        who = asker_id(request)
        seen = listed(tournaments, who)
        wanted = (
            [live for live in seen if takes_part(live.tournament, who) and not live.tournament.is_over]
            if mine
            else seen
        )
        return TournamentList(int(time.time()), tuple(row(live, names, who) for live in wanted))

    @get("/api/tournaments/{code:str}", tags=["tournaments"])
    async def tournament(code: FromPath[str]) -> TournamentMessage:
        """One tournament, as `follow` tells it over the socket."""
        return message_of(await tournaments.find(code), names)

    @get("/api/tournaments/{code:str}/qr", tags=["tournaments"], media_type="image/svg+xml", cache_control=FOR_AN_HOUR)
    async def code_to_scan(code: FromPath[str], k: FromQuery[str] = "") -> str:
        """The link of a tournament as a QR code, for the phones in the room; `k` is the key of its link."""
        live = await tournaments.find(code)
        key = live.tournament.key
        opens = key and compare_digest(k.encode(), key.encode())
        return draw(f"{url}/tournament/{live.code.upper()}{f'#k={key}' if opens else ''}")

    @get("/api/tournaments/{code:str}/results.json", tags=["tournaments"])
    async def for_programs(code: FromPath[str]) -> Results:
        """Everyone's rank, points, tie-breaks and points by round; final when the phase is `done`."""
        return await results_of(code)

    @get("/api/tournaments/{code:str}/results.csv", tags=["tournaments"], media_type="text/csv")
    async def for_spreadsheets(code: FromPath[str]) -> Response[str]:
        """The same as a table: one line for each entrant, the best first."""
        found = await results_of(code)
        name = f'attachment; filename="{found.code}.csv"'
        return Response(as_csv(found), headers={"Content-Disposition": name}, media_type="text/csv")

    return all_tournaments, tournament, code_to_scan, for_programs, for_spreadsheets

"""Encryption hides what a frame says, not how long it is: its length tells nothing of a secret, in any game."""

from random import Random
from typing import Any

import msgspec
import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Game, Mine, Secretive
from dicehall.rules.listing import Listing
from dicehall.rules.values import Seat
from dicehall.server.live import rooms
from dicehall.server.live.frames import PADDING
from dicehall.server.live.messages import MineShown
from dicehall.table.core import commands
from dicehall.table.live.hall import Hall
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable
from tests.kit.scale import scaled
from tests.kit.walk import table, walk
from tests.server.timeless import Listeners, OneTable, in_no_time

WORLDS = 12
"""Ways in which the same evening may look to a spectator."""


def length(mine: Mine[Any, Any], *, secret: bool) -> int:
    return len(rooms.with_mine(b"{}", rooms.mine_shown(mine, secret=secret)))


def mine_of(game: Game[Any], state: Any, seat: Seat) -> Mine[Any, Any]:
    mine = game.view(state, seat).mine
    assert mine is not None
    return mine


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
def test_what_a_seat_is_told_is_as_long_whatever_its_secret_is(listing: Listing) -> None:
    secrets, compared = set(), 0
    for seed in range(scaled(10)):
        rng = Random(seed)
        game = table(listing, seed)
        for stand in walk(game, rng):
            worlds = [stand.state]
            if isinstance(game, Secretive):
                seen = game.view(stand.state, None)
                worlds += [game.imagine(seen, None, rng) for _ in range(WORLDS)]
            for seat in range(game.seats):
                told = [mine_of(game, state, seat) for state in worlds]
                for secret in (False, True):
                    assert len({length(mine, secret=secret) for mine in told}) == 1, told
                secrets |= {mine.secret for mine in told}
                compared += len(told)
    assert compared > 100
    assert (len(secrets) > 20) == isinstance(listing.new(listing.seats[0], listing.presets[0].options), Secretive)


def test_secrets_moves_and_both_together_are_multiples_and_can_be_read() -> None:
    listing = next(listing for listing in GAMES if listing.name == "mindroll")
    game = table(listing, 0)
    for stand in walk(game, Random(1)):
        mine = mine_of(game, stand.state, 0)
        text = rooms.with_mine(b'{"type":"update"}', rooms.mine_shown(mine))
        value = text.removeprefix(b'{"type":"update","mine":').removesuffix(b"}")
        assert len(value) % PADDING == 0
        (shown,) = msgspec.json.decode(value, type=tuple[MineShown, ...])
        assert shown.secret == msgspec.to_builtins(mine.secret)
        assert len(bytes(shown.moves)) > 0


class SameDice:
    """Every deal is like the last one."""

    def getrandbits(self, _bits: int, /) -> int:
        return 0


class Deals(Listeners):
    """Notes who was told a secret at every deal."""

    def __init__(self) -> None:
        super().__init__()
        self.told_at_deals: list[frozenset[str]] = []

    def told(self, live: LiveTable, update: TableChange) -> None:
        if any(event.thrown for event in update.events):
            self.told_at_deals.append(update.secrets.intersection(update.mine))


@pytest.mark.parametrize("game", ["mindroll", "bluff"])
@in_no_time
async def test_the_same_dice_again_are_told_again(game: str) -> None:
    """A frame without them would be shorter, and everyone has seen the last ones."""
    evening, deals = OneTable(), Deals()
    evening.hall = Hall(evening.journal, deals, dice=SameDice(), pace=0.0)
    await evening.open("ann", "ben", game=game, seats=2, options={"rounds": 3})
    for _ in range(100):
        play = evening.live.table.playing
        if play is None:
            break
        who = evening.awaited()
        if moves := evening.live.mine[who].options:
            await evening.do(who, commands.MakeMoves((msgspec.to_builtins(moves[0]),)))
        else:
            await evening.do(who, commands.Throw())
    assert len(deals.told_at_deals) >= 2
    assert set(deals.told_at_deals) == {frozenset(("ann", "ben"))}

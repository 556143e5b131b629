"""Games with duplicate dice, at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from dicehall.rules.kernel import Chance, Game, Over, play
from dicehall.rules.keyed import Drawer, drawer_of
from dicehall.rules.listing import Listing
from dicehall.rules.record import Entry, Record
from dicehall.rules.tower import Proof, commitment
from dicehall.rules.values import NATURE, TABLE, Withdraw
from dicehall.rules.verify import Paper, digest_of
from tests.kit.walk import any_entry

SECRET = bytes(range(50, 82))
SEEDS = ("heads", "", 'a"b\\c', "tails", "five")
"""Of five entrants, whoever sits at the table."""
KNOWN = Proof(commitment(SECRET), SEEDS, scheme="duplicate")


def keyed_entries(game: Game[Any], drawer: Drawer, rng: Random, leaving: float = 0.0) -> Iterator[Entry]:
    state = game.start()
    while not isinstance(pending := game.pending(state), Over):
        if rng.random() < leaving:
            entry = Entry(TABLE, Withdraw(rng.randrange(game.seats)))
        elif isinstance(pending, Chance):
            entry = Entry(NATURE, drawer.draw(pending.source, state))
        else:
            entry = any_entry(pending, rng)
        state, _ = play(game, state, entry.actor, entry.move)
        yield entry


def keyed_record(listing: Listing, seats: int, options: dict[str, Any], rng: Random, leaving: float = 0.0) -> str:
    game = listing.new(seats, options)
    drawer = drawer_of(listing, game, KNOWN, SECRET)
    assert drawer is not None
    record = Record(listing, game, tuple(keyed_entries(game, drawer, rng, leaving)), KNOWN)
    paper = Paper.read(record.write())
    digest = digest_of(paper.header, paper.lines[1:], SECRET)
    return record._replace(dice=replace(KNOWN, seed=SECRET.hex(), digest=digest)).write()

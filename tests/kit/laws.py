"""The laws, one function each. All take a listing, a game of it, and luck; they raise where the law is broken."""

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from dicehall.narrate.kinds import members
from dicehall.rules.chance import Dice, Rolled, Source
from dicehall.rules.errors import GameOver, NotAnOption, NotYourTurn, UnknownSeat
from dicehall.rules.kernel import Ask, Chance, Game, Over, Pending, Secretive, Step, board_of, mine_of, play, put
from dicehall.rules.listing import Listing
from dicehall.rules.progress import Progress
from dicehall.rules.record import Record
from dicehall.rules.values import MOST_ALLOWANCE, NATURE, TABLE, Actor, Event, Move, Withdraw
from tests.kit.walk import Stand, walk

encode = msgspec.json.encode


def same_after_encoding(value: Any, kind: Any) -> None:
    assert msgspec.json.decode(encode(value), type=kind) == value


def questions_are_well_formed(game: Game[Any], stand: Stand) -> None:
    """Every ask has an option for everyone it names, waits for someone, and offers nothing twice."""
    match stand.pending:
        case Ask(options, due):
            assert due
            assert due <= options.keys() <= set(range(game.seats))
            for moves in options.values():
                assert moves
                assert len(set(moves)) == len(moves)
        case Chance(source, thrower):
            assert thrower is None or 0 <= thrower < game.seats
            assert len(list(islice(source.outcomes(), 2))) == 2, "a draw with one possibility is not asked for"
        case Over(scores, places):
            assert len(scores) == len(places) == game.seats
            better = [sum(other < place for other in places) for place in places]
            assert [count + 1 for count in better] == list(places), "places are 1 for the best, equal ones shared"


def chance_is_exact(source: Source, rng: Random) -> None:
    """What is drawn is allowed; probabilities sum to exactly one where they can be listed."""
    assert source.allows(source.draw(rng))
    outcomes = list(islice(source.outcomes(), 10_001))
    assert all(source.allows(move) for move, _ in outcomes)
    if len(outcomes) <= 10_000:
        assert sum(probability for _, probability in outcomes) == 1
        assert len({move for move, _ in outcomes}) == len(outcomes)


def allowances_are_short(listing: Listing) -> None:
    """Whole seconds, and few: every player at the table waits for them."""
    for event in members(listing.event):
        assert 0 <= event.allowance <= MOST_ALLOWANCE, f"{event.__name__} takes {event.allowance} s"


def progress_is_bounded(listing: Listing, game: Game[Any], stand: Stand) -> None:
    """Whoever looks from afar reads it as so many of so many."""
    progress = listing.progress(game, board_of(game, stand.state))
    same_after_encoding(progress, Progress)
    assert progress.now >= 0
    assert progress.of is None or progress.now <= progress.of


class Stray(Move):
    """A move no game knows."""


def trespassers_are_refused(game: Game[Any], stand: Stand) -> None:
    """Strangers, others out of turn and illegal moves are refused, each by its name, and change nothing."""
    before = encode(stand.state)
    for actor, move, error in trespasses(game, stand):
        with pytest.raises(error):
            play(game, stand.state, actor, move)
    assert encode(stand.state) == before


def trespasses(game: Game[Any], stand: Stand) -> Iterator[tuple[Actor, Move, Any]]:
    move = stand.entry.move if stand.entry else Stray()
    for stranger in (-1, game.seats, True):
        yield stranger, move, UnknownSeat
    yield TABLE, Stray(), GameOver if isinstance(stand.pending, Over) else NotAnOption
    match stand.pending:
        case Ask(options):
            yield NATURE, Rolled((1,)), NotYourTurn
            for seat in range(game.seats):
                yield seat, Stray(), NotAnOption if seat in options else NotYourTurn
        case Chance():
            yield NATURE, Stray(), NotAnOption
            yield NATURE, Rolled((0,)), NotAnOption
            yield 0, move, NotYourTurn
        case Over():
            yield 0, Stray(), GameOver
            yield NATURE, Rolled((1,)), GameOver
            yield TABLE, Withdraw(0), GameOver


def steps_are_pure(game: Game[Any], stand: Stand) -> None:
    """`apply` never mutates, and the same step from the same state is the same step."""
    if stand.entry is None or stand.entry.actor == TABLE:
        return
    before = encode(stand.state)
    first, second = (game.apply(stand.state, stand.entry.actor, stand.entry.move) for _ in range(2))
    assert encode(stand.state) == before
    assert encode(first) == encode(second)


def all_survives_encoding(listing: Listing, game: Game[Any], stand: Stand) -> None:
    same_after_encoding(stand.state, listing.state)
    for seat in (None, *range(game.seats)):
        same_after_encoding(game.view(stand.state, seat), listing.view)
    for event in stand.events:
        same_after_encoding(event, listing.event)
    if isinstance(stand.pending, Ask):
        for move in [move for moves in stand.pending.options.values() for move in moves]:
            same_after_encoding(move, listing.move)


def the_table_is_the_same_for_all(game: Game[Any], stand: Stand) -> None:
    """`view(state, seat).table == view(state, None).table`, and `mine` holds exactly the seat's options."""
    public = game.view(stand.state, None)
    assert public.mine is None
    for seat in range(game.seats):
        view = game.view(stand.state, seat)
        assert view.table == public.table
        assert view.mine is not None
        options = stand.pending.options.get(seat, ()) if isinstance(stand.pending, Ask) else ()
        assert (view.mine.seat, view.mine.options) == (seat, tuple(options))


def the_parts_are_the_view(game: Game[Any], stand: Stand) -> None:
    """`board_of` and `mine_of` give every seat exactly what its view does, in every field and on the wire."""
    assert encode(board_of(game, stand.state)) == encode(game.view(stand.state, None).table.board)
    mine = mine_of(game, stand.state, stand.pending, range(game.seats))
    assert mine == [game.view(stand.state, seat).mine for seat in range(game.seats)]
    assert encode(mine) == encode([game.view(stand.state, seat).mine for seat in range(game.seats)])


def the_record_replays(listing: Listing, game: Any, stands: list[Stand]) -> None:
    """Written and read again, the record leads to the same states and the same end."""
    entries = [stand.entry for stand in stands if stand.entry]
    record = Record.of(listing, game.seats, game.options, entries)
    again = Record.read(record.write(), (listing,))
    assert again == record
    moments = list(again.replay())
    assert [moment.state for moment in moments] == [stand.state for stand in stands[1:]]
    assert [moment.events for moment in moments] == [stand.events for stand in stands[:-1]]
    assert moments[-1].pending == stands[-1].pending


def leaving_is_always_legal(listing: Listing, game: Game[Any], stand: Stand, rng: Random) -> None:
    """Anyone who leaves, in whatever phase: the game goes on without that seat, and ends."""
    if isinstance(stand.pending, Over):
        return
    for seat in range(game.seats):
        state, events = play(game, stand.state, TABLE, Withdraw(seat))
        for event in events:
            same_after_encoding(event, listing.event)
        nobody_waits_for(seat, game.pending(state))
        if not isinstance(game.pending(state), Over):
            assert play(game, state, TABLE, Withdraw(seat)) == Step(state, ()), "leaving twice changes nothing"
        if rng.random() < 0.2:
            for later in walk(game, rng, state):
                nobody_waits_for(seat, later.pending)


def nobody_waits_for(seat: int, pending: Pending) -> None:
    match pending:
        case Ask(options):
            assert seat not in options
        case Chance(_, thrower):
            assert seat != thrower
        case Over():
            pass


def secrets_do_not_interfere(game: Game[Any], stands: list[Stand], rng: Random) -> None:
    """Redraw what a seat cannot know: its view, and every event, stay byte-identical from there on.

    What a seat cannot know are the faces that are in the secrets of others. All of them are redrawn together, and each
    face of one of them by itself, which most often stays hidden to the end. The first difference a secret may ever make
    to others is inside an event that `reveals` it by the rules.
    """
    for index, stand in enumerate(stands[:-1]):
        if not isinstance(stand.pending, Chance) or stand.entry is None or not isinstance(stand.entry.move, Rolled):
            continue
        faces = stand.entry.move.faces
        source = stand.pending.source
        assert isinstance(source, Dice)
        owners = [owners_of(game, stand, stands[index + 1], die) for die in range(len(faces))]
        if not any(owners):
            continue
        die = rng.randrange(len(faces))
        for seat in (None, *range(game.seats)):
            fresh = source.draw(rng).faces
            hidden = [bool(own) and seat not in own for own in owners]
            redrawn = [tuple(new if secret else old for old, new, secret in zip(faces, fresh, hidden, strict=True))]
            if hidden[die]:
                redrawn += [put(faces, die, face) for face in range(1, source.sides[die] + 1)]
            for others in redrawn:
                follow_in_step(game, seat, stands[index:], play(game, stand.state, NATURE, Rolled(others)))


def owners_of(game: Game[Any], stand: Stand, after: Stand, die: int) -> set[int]:
    """The seats in whose secrets this die is."""
    assert stand.entry is not None
    faces = stand.entry.move.faces
    other = play(game, stand.state, NATURE, Rolled(put(faces, die, 2 if faces[die] == 1 else 1)))
    return {seat for seat in range(game.seats) if secret_of(game, other, seat) != secret_of(game, after, seat)}


def secret_of(game: Game[Any], at: Step[Any] | Stand, seat: int) -> Any:
    mine = game.view(at.state, seat).mine
    assert mine is not None
    return mine.secret


def follow_in_step(game: Game[Any], seat: int | None, stands: list[Stand], other: Step[Any]) -> None:
    """Play the same moves in the world with the other faces and watch for a difference."""
    for stand, after in pairwise(stands):
        assert stand.entry is not None
        if stand is not stands[0]:
            other = play(game, other.state, stand.entry.actor, stand.entry.move)
        if not same_until_revealed(stand.events, other.events):
            return
        assert encode(game.view(after.state, seat)) == encode(game.view(other.state, seat))


def same_until_revealed(events: tuple[Event, ...], others: tuple[Event, ...]) -> bool:
    """True if the two worlds told the same; a difference must begin in a revealing event."""
    for event, other in zip(events, others, strict=False):
        if event != other:
            assert event.reveals, f"{event} or {other}: a secret has leaked"
            assert other.reveals
            return False
    assert len(events) == len(others), "a secret has leaked into the number of events"
    return True


def imagination_fits_the_view(game: Game[Any], stand: Stand, rng: Random) -> None:
    """An imagined state looks to its seat exactly as the real one does."""
    if not isinstance(game, Secretive):
        return
    for seat in range(game.seats):
        view = game.view(stand.state, seat)
        assert encode(game.view(game.imagine(view, seat, rng), seat)) == encode(view)

"""What followers are told: laid over the view they know, it is the view as it is now, after any entries of any log."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dicehall.cli.client.line import merge
from dicehall.evenings.core import commands
from dicehall.evenings.core.changes import changes
from dicehall.evenings.core.events import TournamentEvent
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.public_view import PublicView, public_view
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Swiss, TeamScoring
from dicehall.evenings.core.state import RoundTable, Tournament
from dicehall.ports.teams import by_label
from tests.evenings.kit import HOST, Cup
from tests.kit.scale import kept_for_soak

PEOPLE = tuple(f"p{number:02}" for number in range(23))
FORMATS = [(Swiss(4), 23), (Swiss(2, last=8), 17), (KnockOut(2), 23), (Arena(5), 11), (Series(3), 4)]

BY_PEOPLE: tuple[commands.ByAnyone, ...] = (commands.Leave(), commands.Return(), commands.Enter())


def evening(form: AnyFormat, entrants: int, seed: int) -> list[tuple[float, TournamentEvent]]:
    """With people in teams who leave, come back, come late or not at all, and are removed; by luck."""
    luck = Random(seed)
    cup = Cup(seed).create(form, bots=2 if not isinstance(form, Series) else 0, seats=4, least=2, teams=TeamScoring(2))
    for who in PEOPLE[:entrants]:
        cup.ask(who, commands.Enter(team=luck.choice([None, by_label("Owls"), by_label("Foxes")])))
    cup.ask(HOST, commands.Remove(PEOPLE[0]))
    cup.ask(HOST, commands.NameSecond(PEOPLE[1]))
    cup.ask(HOST, commands.Begin())

    def result(table: RoundTable) -> tuple[int, ...]:
        return tuple(luck.randint(1, len(table.seats)) for _ in table.seats)

    for _ in range(40):
        if cup.tournament.is_over:
            break
        who = luck.choice(PEOPLE)
        cup.ask(who, luck.choice(BY_PEOPLE))
        cup.ask(HOST, luck.choice((commands.Remove(who), commands.Readmit(who), commands.UndoPairing())))
        cup.ask(HOST, commands.Resume())
        cup.open_tables().gather(luck.choice(PEOPLE)).finish(result)
        if not cup.tournament.is_over:
            cup.tick()
    return cup.log


def views(log: list[tuple[float, TournamentEvent]]) -> list[PublicView]:
    tournament = Tournament()
    seen = []
    for at, entry in log:
        tournament = evolve(tournament, entry, at)
        seen.append(public_view(tournament))
    return seen


def on_the_wire(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("seeds", [range(1), kept_for_soak(range(1, 5))], ids=str)
@pytest.mark.parametrize(("form", "entrants"), FORMATS)
def test_changes_laid_over_the_view_that_was_are_the_view_that_is(form: AnyFormat, entrants: int, seeds: range) -> None:
    luck, whole, lean = Random(entrants), 0, 0
    for seed in seeds:
        seen = views(evening(form, entrants, seed))
        assert len(seen) > 30
        for later in range(1, len(seen)):
            before, after = seen[max(0, later - luck.choice([1, 1, 3, 20]))], seen[later]
            different = changes(before, after)
            assert different is not None
            assert merge(on_the_wire(before), on_the_wire(different)) == on_the_wire(after)
            whole += len(msgspec.json.encode(after))
            lean += len(msgspec.json.encode(different))
    assert lean < whole / 2, "much of what is shown was known"


def test_another_setting_is_told_whole() -> None:
    cup = Cup().create(Swiss(2), *"ab")
    before = public_view(cup.tournament)
    cup.do(HOST, commands.Configure(replace(cup.tournament.setting, title="Another")))
    assert changes(before, public_view(cup.tournament)) is None


def test_rows_that_only_moved_are_named_by_where_they_were() -> None:
    cup = Cup().create(Swiss(2), *"abcd", seats=4, least=4)
    before = public_view(cup.tournament)
    order = tuple(replace(row, rank=at) for at, row in enumerate(reversed(before.standings), start=1))
    different = changes(before, replace(before, standings=order))
    assert different is not None
    assert set(different) == {"standings"}
    assert different["standings"]["from"] == ((3, 1), (2, 1), (1, 1), (0, 1))
    assert different["standings"]["at"] == {at: {"rank": at + 1} for at in range(4)}


def test_nothing_is_told_where_nothing_is_new() -> None:
    view = public_view(Cup().create(Swiss(2), *"ab").tournament)
    assert changes(view, replace(view)) == {}

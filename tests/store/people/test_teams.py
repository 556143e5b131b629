"""The team that a person keeps in their profile: one of each, kept and gone with the person."""

import pytest

from dicehall.ports import Person
from dicehall.ports.teams import Team
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import GUESTS_STAY, DiskPeople
from tests.store.halls import Clock, run

FOXES = Team("Red Foxes", "red", "stripes")
OWLS = Team("Owls", "blue", "dots")


def guest(people: DiskPeople, name: str = "Ann") -> Person:
    return run(people.welcome(name))[0]


def test_a_person_keeps_one_team_in_place_of_the_one_before(people: DiskPeople, accounts: DiskAccounts) -> None:
    ann, ben = guest(people), guest(people, "Ben")
    assert run(accounts.teams.of((ann.id, ben.id))) == {}
    run(accounts.teams.keep(ann.id, OWLS))
    run(accounts.teams.keep(ann.id, FOXES))
    run(accounts.teams.keep(ben.id, FOXES))
    assert run(accounts.teams.of((ann.id, ben.id, "p-stranger"))) == {ann.id: FOXES, ben.id: FOXES}
    assert run(accounts.teams.of(())) == {}
    assert run(accounts.teams.drop(ann.id))
    assert not run(accounts.teams.drop(ann.id)), "there was none any more"
    assert run(accounts.teams.of((ann.id, ben.id))) == {ben.id: FOXES}


def test_a_stranger_keeps_none(accounts: DiskAccounts) -> None:
    with pytest.raises(KeyError):
        run(accounts.teams.keep("p-stranger", FOXES))


def test_a_new_name_and_an_account_leave_the_team_as_it_is(people: DiskPeople, accounts: DiskAccounts) -> None:
    ann = guest(people)
    run(accounts.teams.keep(ann.id, FOXES))
    run(people.rename(ann.id, "Anna"))
    run(accounts.register(ann.id, "Annabel", None))
    assert run(accounts.teams.of((ann.id,))) == {ann.id: FOXES}


def test_it_goes_with_the_person(people: DiskPeople, accounts: DiskAccounts) -> None:
    ann = guest(people)
    run(accounts.teams.keep(ann.id, FOXES))
    run(accounts.forget(ann.id))
    assert run(accounts.teams.of((ann.id,))) == {}


def test_it_goes_with_a_guest_who_is_long_gone(people: DiskPeople, accounts: DiskAccounts, clock: Clock) -> None:
    ann = guest(people)
    run(accounts.teams.keep(ann.id, FOXES))
    clock.now += GUESTS_STAY + 1

    async def nobody_stays(_persons: object) -> tuple[str, ...]:
        return ()

    assert run(people.tidy(nobody_stays)) == 1
    assert run(accounts.teams.of((ann.id,))) == {}


def test_a_person_finds_it_among_their_data(people: DiskPeople, accounts: DiskAccounts) -> None:
    ann = guest(people)
    assert run(accounts.everything(ann.id))["team"] is None
    run(accounts.teams.keep(ann.id, FOXES))
    assert run(accounts.everything(ann.id))["team"] == {"label": "Red Foxes", "colour": "red", "pattern": "stripes"}

"""What friends and blocks promise: one-sided, bounded, and gone with either of the two."""

import pytest

from dicehall.ports import Person
from dicehall.ports.ties import MOST_FRIENDS, Blocked, Friend, Standing
from dicehall.rules.errors import BadOptions
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import GUESTS_STAY, DiskPeople
from dicehall.store.people.ties import DiskTies
from tests.store.halls import Clock, run


@pytest.fixture
def ties(accounts: DiskAccounts) -> DiskTies:
    return accounts.ties


def guests(people: DiskPeople, *names: str) -> list[Person]:
    return [run(people.welcome(name))[0] for name in names]


def test_a_friend_is_added_by_one_and_mutual_once_both_have(people: DiskPeople, ties: DiskTies, clock: Clock) -> None:
    ann, ben = guests(people, "Ann", "Ben")
    run(ties.add_friend(ann.id, ben.id))
    assert run(ties.friends(ann.id)) == [Friend(ben.id, "Ben", clock.now, mutual=False)]
    assert run(ties.friends(ben.id)) == []
    run(ties.add_friend(ben.id, ann.id))
    assert [friend.mutual for friend in run(ties.friends(ann.id))] == [True]
    assert run(ties.remove_friend(ben.id, ann.id))
    assert not run(ties.remove_friend(ben.id, ann.id)), "there was none any more"
    assert [friend.mutual for friend in run(ties.friends(ann.id))] == [False]


def test_friends_come_by_name_and_adding_again_changes_nothing(
    people: DiskPeople, ties: DiskTies, clock: Clock
) -> None:
    ann, zoe, ben = guests(people, "Ann", "zoe", "Ben")
    since = clock.now
    for other in (zoe, ben):
        run(ties.add_friend(ann.id, other.id))
    clock.now += 100
    run(ties.add_friend(ann.id, zoe.id))
    assert run(ties.friends(ann.id)) == [
        Friend(ben.id, "Ben", since, mutual=False),
        Friend(zoe.id, "zoe", since, mutual=False),
    ]


def test_a_block_ends_the_friendship_of_whoever_blocks_and_of_nobody_else(people: DiskPeople, ties: DiskTies) -> None:
    ann, ben = guests(people, "Ann", "Ben")
    run(ties.add_friend(ann.id, ben.id))
    run(ties.add_friend(ben.id, ann.id))
    run(ties.block(ann.id, ben.id))
    assert run(ties.friends(ann.id)) == []
    assert [friend.mutual for friend in run(ties.friends(ben.id))] == [False], "as if Ann had only removed him"
    assert run(ties.standing(ann.id, ben.id)) == Standing(friend=False, mutual=False, blocked=True, shut_out=False)
    assert run(ties.standing(ben.id, ann.id)) == Standing(friend=True, mutual=False, blocked=False, shut_out=True)
    assert run(ties.unblock(ann.id, ben.id))
    assert not run(ties.unblock(ann.id, ben.id))
    assert run(ties.friends(ann.id)) == [], "nobody is a friend again by that"


def test_blocks_are_found_from_both_sides(people: DiskPeople, ties: DiskTies, clock: Clock) -> None:
    ann, ben, cleo = guests(people, "Ann", "Ben", "Cleo")
    run(ties.block(ann.id, ben.id))
    run(ties.block(ann.id, cleo.id))
    run(ties.block(ben.id, cleo.id))
    assert run(ties.blocks(ben.id)) == [Blocked(cleo.id, "Cleo", clock.now)]
    everyone = (ann.id, ben.id, cleo.id)
    assert run(ties.blocked_by(everyone)) == {
        ann.id: frozenset((ben.id, cleo.id)),
        ben.id: frozenset((cleo.id,)),
    }
    assert run(ties.who_block(cleo.id, everyone)) == {ann.id, ben.id}
    assert run(ties.who_block(cleo.id, (ben.id,))) == {ben.id}
    assert run(ties.blocked_by(())) == {}


def test_strangers_are_neither_added_nor_blocked(people: DiskPeople, ties: DiskTies) -> None:
    (ann,) = guests(people, "Ann")
    for change in (ties.add_friend, ties.block):
        with pytest.raises(KeyError):
            run(change(ann.id, "p-stranger"))
        with pytest.raises(KeyError):
            run(change("p-stranger", ann.id))


def test_there_is_room_for_so_many_friends_and_no_more(
    people: DiskPeople, ties: DiskTies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.store.people.ties.MOST_FRIENDS", 2)
    ann, *others = guests(people, "Ann", "Ben", "Cleo", "Dan")
    for other in others[:2]:
        run(ties.add_friend(ann.id, other.id))
    with pytest.raises(BadOptions, match="at most 2 friends"):
        run(ties.add_friend(ann.id, others[2].id))
    run(ties.add_friend(ann.id, others[0].id))
    assert MOST_FRIENDS == 200, "as docs/limits.md says"


def test_all_ties_go_with_either_person(people: DiskPeople, ties: DiskTies, accounts: DiskAccounts) -> None:
    ann, ben, cleo = guests(people, "Ann", "Ben", "Cleo")
    run(ties.add_friend(ann.id, ben.id))
    run(ties.add_friend(ben.id, ann.id))
    run(ties.block(ben.id, cleo.id))
    run(ties.block(cleo.id, ben.id))
    run(accounts.forget(ben.id))
    assert run(ties.friends(ann.id)) == []
    assert run(ties.blocked_by((ann.id, ben.id, cleo.id))) == {}


def test_ties_to_a_guest_go_when_the_guest_is_long_gone(people: DiskPeople, ties: DiskTies, clock: Clock) -> None:
    ann, ben = guests(people, "Ann", "Ben")
    run(ties.add_friend(ann.id, ben.id))

    async def staying(_persons: object) -> tuple[str, ...]:
        return (ann.id,)

    clock.now += GUESTS_STAY + 1
    assert run(people.tidy(staying)) == 1
    assert run(ties.friends(ann.id)) == []


def test_a_person_finds_their_own_ties_among_their_data(
    people: DiskPeople, ties: DiskTies, accounts: DiskAccounts
) -> None:
    ann, ben, cleo = guests(people, "Ann", "Ben", "Cleo")
    run(ties.add_friend(ann.id, ben.id))
    run(ties.block(ann.id, cleo.id))
    told = run(accounts.everything(ann.id))
    assert [friend["name"] for friend in told["friends"]] == ["Ben"]
    assert [blocked["name"] for blocked in told["blocked"]] == ["Cleo"]
    assert "blocked" in run(accounts.everything(cleo.id))
    assert run(accounts.everything(cleo.id))["blocked"] == [], "who has blocked her is not hers to know"

"""Heads: a client proves to the hall how far its table was, and nobody proves what never was."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

from dicehall.server.bounds.limits import Limits
from dicehall.server.live.heads import CODE_BYTES, RUN_BYTES, Heads
from dicehall.table.live.setbacks import said
from tests.server.inside import Inside, StillJournal, inside
from tests.server.kit import Client, Message, awaited, begin, guests, in_a_loop, refused, step

DUEL: dict[str, Any] = {"options": {"rounds": 5, "turn_order": "seat"}}


def last(client: Client, code: str) -> str:
    """As a client keeps it."""
    told = [message for message in client.heard if message.get("table") == code and message.get("head")]
    return f"{told[-1]['version']}:{told[-1]['head']}"


def events(client: Client, code: str) -> list[Message]:
    told = [message for message in client.heard if message["type"] in ("table", "update") and message["table"] == code]
    return [event for message in told for event in message["events"]]


async def turn(code: str, *people: Client) -> None:
    """Whoever is awaited moves; all have seen it."""
    for person in people:
        await person.catch_up()
    mover = next(person for person in people if awaited(person, code))
    await step(mover, code)
    for person in people:
        await person.catch_up()


@asynccontextmanager
async def gone_back() -> AsyncIterator[tuple[Inside, str, list[str]]]:
    """A hall whose whole folder is as it was a few moves ago: its table, and the heads that Ann was told since."""
    journal = StillJournal()
    async with inside(journal=journal) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, **DUEL)
        kept = deepcopy(journal.__dict__)
        heads = [last(ann, code)]
        for _ in range(4):
            await turn(code, ann, ben)
            heads.append(last(ann, code))
    old = StillJournal()
    old.__dict__.update(kept)
    async with inside(journal=old, run=b"r2") as hall:
        yield hall, code, heads


@in_a_loop
async def test_every_change_comes_with_a_short_head() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, **DUEL)
        await ann.catch_up()
        await ben.catch_up()
        told = [message for message in ann.heard if message["type"] in ("table", "update")]
        heads = [message["head"] for message in told]
        assert {len(head) for head in heads} == {4 * (RUN_BYTES + CODE_BYTES) // 3}
        assert len(set(heads)) == len({message["version"] for message in told})
        assert last(ben, code) == last(ann, code), "all are told the same"
        await ann.ask("watch", table=code, head=last(ann, code))
        await turn(code, ann, ben)
        await ann.ask("watch", table=code, head=f"{told[-1]['version']}:{heads[-1]}")
        assert not hall.parts.hall.setbacks.unseen()


@in_a_loop
async def test_a_client_that_was_further_than_the_hall_knows_voids_the_game() -> None:
    async with gone_back() as (hall, code, heads), guests(hall.url, "Ann", "Ben") as (ann, ben):
        await ben.ask("watch", table=code, head=heads[0])
        assert not hall.parts.hall.setbacks.unseen(), "what the hall still knows proves nothing"
        await ann.ask("watch", table=code, head=heads[-1], since=int(heads[-1].split(":")[0]))
        await ben.hears(code, "went_back")
        await ben.hears(code, "game_reset")
        await ann.hears(code, "went_back")
        [(table, why, known, found)] = hall.parts.hall.setbacks.unseen()
        assert (table, why) == (code, "head")
        assert f"{known}:{heads[-1].split(':')[1]}" == heads[-1]
        assert f"{found}:{heads[0].split(':')[1]}" == heads[0]
        assert ann.tables[code]["waiting"] is None


@in_a_loop
async def test_a_head_proves_a_loss_also_when_the_table_has_gone_on_beyond_it() -> None:
    """As where bots go on before anyone is back."""
    async with gone_back() as (hall, code, heads), guests(hall.url, "Ann", "Ben") as (ann, ben):
        for person in (ann, ben):
            await person.ask("watch", table=code, head=heads[0])
        for _ in range(6):
            await turn(code, ann, ben)
        shown = heads[-1].split(":")[0]
        assert hall.parts.hall.find(code).table.version > int(shown)
        assert not hall.parts.hall.setbacks.unseen()
        await ben.ask("watch", table=code, head=last(ben, code))
        assert not hall.parts.hall.setbacks.unseen(), "what this hall has told itself is no evidence"
        await ben.ask("watch", table=code, head=heads[-1])
        await ann.hears(code, "went_back")
        [setback] = hall.parts.hall.setbacks.unseen()
        assert said(setback) == (
            f"a client has proved that the journal holds another history of table {code.upper()} up to version {shown}"
        )
        await ann.ask("watch", table=code, head=heads[-1])
        assert len(hall.parts.hall.setbacks.unseen()) == 1


@in_a_loop
async def test_after_a_restart_that_lost_nothing_older_heads_are_no_evidence() -> None:
    journal, heads = StillJournal(), []
    async with inside(journal=journal) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben, **DUEL)
        for _ in range(3):
            await turn(code, ann, ben)
            heads.append(last(ann, code))
    async with inside(journal=journal, run=b"r2") as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        await ben.ask("watch", table=code)
        for head in heads:
            await ann.ask("watch", table=code, head=head)
        await turn(code, ann, ben)
        for head in heads:
            await ann.ask("watch", table=code, head=head)
        assert not hall.parts.hall.setbacks.unseen()


@in_a_loop
async def test_heads_of_the_lost_history_are_no_evidence_a_second_time() -> None:
    async with gone_back() as (hall, code, heads), guests(hall.url, "Ann", "Ben") as (ann, ben):
        await ann.ask("watch", table=code, head=heads[-1])
        await ann.hears(code, "game_reset")
        await ben.ask("watch", table=code)
        await ben.do(code, "ready")
        await ann.do(code, "start")
        for head in heads:
            await ben.ask("watch", table=code, head=head)
        assert ben.tables[code]["waiting"] is not None, "the next game goes on"
        assert len(hall.parts.hall.setbacks.unseen()) == 1
        assert [event["type"] for event in events(ben, code)].count("went_back") >= 1, "who has missed it is told"


@in_a_loop
async def test_a_made_up_head_is_refused_and_counts_as_a_guess() -> None:
    async with inside(limits=Limits()) as hall, guests(hall.url, "Ann", "Ben") as (ann, ben):
        code, other = await begin(ann, ben, **DUEL), await ann.open("peril")
        version, head = last(ann, code).split(":")
        forged = Heads((b"another key",)).of(hall.parts.hall.find(code))
        wrong = f"{head[:-1]}{'A' if head[-1] != 'A' else 'B'}"
        made_up = [
            f"{int(version) + 1}:{head}", f"{version}:{wrong}", f"{version}:{forged}", f"{version}:{'A' * 12}",
            f"{version}:", last(ann, other), "x", ":", "²:AAAA", "9" * 40,
        ]  # fmt: skip
        for head in made_up:
            assert (await refused(ben.ask("watch", table=code, head=head))).reason == "bad_head", head
        assert not hall.parts.hall.setbacks.unseen()
        assert hall.parts.visitors.believes_heads("127.0.0.1", None)
        for _ in range(hall.parts.visitors.limits.unknown_codes_per_person):
            hall.parts.visitors.made_up_head("10.0.0.1", ben.me)
        assert not hall.parts.visitors.believes_heads("127.0.0.1", ben.me)
        await ben.ask("watch", table=code, head=made_up[0])  # not even looked at, and the table is shown
        assert not hall.parts.hall.setbacks.unseen()


@in_a_loop
async def test_after_a_backup_was_restored_older_heads_prove_nothing() -> None:
    async with gone_back() as (hall, code, heads), guests(hall.url, "Ann", "Ben") as (ann, _):
        marks = hall.parts.marks
        hall.parts.rooms.heads = Heads((b"drawn by the restoring", *marks.head_keys))
        await ann.ask("watch", table=code, head=heads[-1])
        assert not hall.parts.hall.setbacks.unseen()

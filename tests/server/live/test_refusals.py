"""Whatever comes in over the socket is answered: what cannot be read or done is refused, and the socket lives on."""

import asyncio
import itertools
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.kit.scale import scaled
from tests.server.kit import Client, Message, begin, come_in, guests, in_a_loop, refused

DEEP = 30_000
"""Brackets, half of them opening: about as many as fit into a message."""

SEVEN_MOVES = '{"type":"act","id":900,"table":"kiro","do":{"type":"move","moves":[{},{},{},{},{},{},{}]}}'


async def answer_to(client: Client, text: str) -> Message:
    """The one answer to a raw message; the socket must have survived it."""
    heard = len(client.heard)
    await client.socket.send(text)
    await client.catch_up()
    await client.until(lambda: len(answers(client, heard)) > 1)
    first, second = answers(client, heard)
    return second if first == client.answers[client.last_id] else first


def answers(client: Client, since: int) -> list[Message]:
    return [message for message in client.heard[since:] if message["type"] in ("refused", "done")]


UNREADABLE: dict[str, tuple[str, int | None]] = {
    "nothing": ("", None),
    "no JSON": ("roll!", None),
    "half a message": ('{"type":"enter_hall","id":900', None),
    "two messages": ('{"type":"enter_hall","id":900} {}', None),
    "a list": ("[1,2]", None),
    "a number": ("900", None),
    "null": ("null", None),
    "no type": ('{"id":900}', 900),
    "unknown type": ('{"type":"dance","id":900}', 900),
    "the type is a list": ('{"type":["open"],"id":900}', 900),
    "no id": ('{"type":"enter_hall"}', None),
    "a negative id": ('{"type":"enter_hall","id":-1}', -1),
    "an id as text": ('{"type":"enter_hall","id":"900"}', None),
    "an id as a fraction": ('{"type":"enter_hall","id":1.5}', None),
    "a field too many": ('{"type":"enter_hall","id":900,"please":true}', 900),
    "a field too few": ('{"type":"watch","id":900}', 900),
    "a wrong type": ('{"type":"watch","id":900,"table":7}', 900),
    "a code too long": (f'{{"type":"watch","id":900,"table":"{"a" * 13}"}}', 900),
    "since a negative version": ('{"type":"watch","id":900,"table":"kiro","since":-1}', 900),
    "since a huge version": ('{"type":"watch","id":900,"table":"kiro","since":99999999999999999999}', 900),
    "an unknown command": ('{"type":"act","id":900,"table":"kiro","do":{"type":"cheat"}}', 900),
    "a command of the hall": ('{"type":"act","id":900,"table":"kiro","do":{"type":"time_up"}}', 900),
    "a command that opens": ('{"type":"act","id":900,"table":"kiro","do":{"type":"open"}}', 900),
    "no moves": ('{"type":"act","id":900,"table":"kiro","do":{"type":"move","moves":[]}}', 900),
    "seven moves": (
        f'{{"type":"act","id":900,"table":"kiro","do":{{"type":"move","moves":[{"{},{},{},{},{},{},{}"}]}}}}',
        900,
    ),
    "half a pair of surrogates": ('{"type":"say","id":900,"table":"kiro","text":"\\ud83c"}', None),
    "brackets without end": ("[" * DEEP, None),
    "a deep list": ("[" * (DEEP // 2) + "]" * (DEEP // 2), None),
    "deep options": ('{"type":"open","id":900,"game":"peril","options":{"a":' + "[" * DEEP + "]" * DEEP + "}}", None),
    "digits without end": ('{"type":"enter_hall","id":' + "9" * DEEP + "}", None),
    "a number beyond all": ('{"type":"open","id":900,"game":"peril","options":{"rounds":1e999}}', 900),
}


@pytest.mark.parametrize("name", UNREADABLE)
@in_a_loop
async def test_what_cannot_be_read_is_refused_with_its_number_where_that_can_be_read(name: str, url: str) -> None:
    text, id = UNREADABLE[name]
    async with guests(url, "Ann") as (ann,):
        answer = await answer_to(ann, text)
        assert (answer["type"], answer["reason"], answer["id"]) == ("refused", "bad_message", id)
        assert answer["message"].startswith("That message cannot be read: ")
        assert len(answer["message"]) < 400


@pytest.mark.parametrize("depth", [*range(590, 600), *range(930, 1000, 4)])
@in_a_loop
async def test_nesting_that_can_just_be_read_breaks_nothing(depth: int, url: str) -> None:
    """Python's stack may be nearly used up when options are read; naming what is wrong with them must still work."""
    nested = "[" * depth + "]" * depth
    async with guests(url, "Ann") as (ann,):
        text = f'{{"type":"open","id":900,"game":"peril","options":{{"starting_lives":{nested}}}}}'
        assert (await answer_to(ann, text))["type"] == "refused"
        code = await ann.open("peril")
        text = f'{{"type":"act","id":900,"table":"{code}","do":{{"type":"move","moves":[{{"a":{nested}}}]}}}}'
        assert (await answer_to(ann, text))["type"] == "refused"


@pytest.mark.parametrize(
    ("type", "fields", "reason"),
    [
        ("watch", {"table": "zzzz"}, "no_table"),
        ("say", {"table": "zzzz", "text": "Hello?"}, "no_table"),
        ("react", {"table": "zzzz", "reaction": "wow"}, "no_table"),
        ("react", {"table": "zzzz", "reaction": "😂"}, "bad_message"),
        ("react", {"table": "zzzz", "reaction": "applause"}, "bad_message"),
        ("act", {"table": "zzzz", "do": {"type": "sit"}}, "no_table"),
        ("act", {"table": "", "do": {"type": "sit"}}, "no_table"),
        ("act", {"table": "../../etc", "do": {"type": "sit"}}, "no_table"),
        ("act", {"table": "ⓀⒾⓇⓄ", "do": {"type": "sit"}}, "no_table"),
        ("open", {"game": "peril\u0000"}, "unknown_game"),
        ("open", {"game": "peril", "options": {"starting_lives": 10**30}}, "bad_request"),
        ("quick", {"game": "🎲"}, "unknown_game"),
    ],
)
@in_a_loop
async def test_what_is_not_there_is_refused_in_words(url: str, type: str, fields: dict[str, Any], reason: str) -> None:
    async with guests(url, "Ann") as (ann,):
        refusal = await refused(ann.ask(type, **fields))
        assert refusal.reason == reason
        assert str(refusal).endswith(".")


@in_a_loop
async def test_a_misspelt_field_of_a_setting_is_noticed(url: str) -> None:
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        setting = ann.tables[code]["setting"]
        refusal = await refused(ann.do(code, "configure", setting={**setting, "clocks": 60}))
        assert refusal.reason == "bad_message"
        assert "`clocks`" in str(refusal)
        await ann.do(code, "configure", setting={**setting, "clock": 60})
        assert ann.tables[code]["setting"]["clock"] == 60


@in_a_loop
async def test_people_without_a_name_may_watch_and_nothing_else(url: str) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben)
        nobody = await come_in(url, cookie="dicehall=not-a-token; other=1")
        assert nobody.heard[0]["you"] is None
        await nobody.ask("enter_hall")
        await nobody.ask("watch", table=code)
        assert nobody.mine[code] == []
        for type, fields in (
            ("open", {"game": "peril"}),
            ("quick", {}),
            ("act", {"table": code, "do": {"type": "sit"}}),
            ("act", {"table": code, "do": {"type": "throw"}}),
            ("say", {"table": code, "text": "Boo!"}),
            ("react", {"table": code, "reaction": "laugh"}),
        ):
            refusal = await refused(nobody.ask(type, **fields))
            assert refusal.reason == "no_name"
            assert "POST /api/guests" in str(refusal)
        await nobody.close()


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": "fold"},
        {"type": "call"},
        {"type": "call", "total": "12"},
        {"type": "call", "total": 12.5},
        {"type": "call", "total": True},
        {"type": "call", "total": -1},
        {"type": "call", "total": 10**30},
        {"type": "call", "total": 12, "and": 13},
        {"type": "call", "total": [12]},
        {"type": "rolled", "faces": [6, 6]},
        {"type": "withdraw", "seat": 1},
    ],
    ids=str,
)
@in_a_loop
async def test_a_move_that_is_none_is_refused_and_the_question_stays(url: str, move: dict[str, Any]) -> None:
    async with guests(url, "Ann", "Ben") as (ann, ben):
        code = await begin(ann, ben)
        mover = ann if ann.options(code) else ben
        version = mover.tables[code]["version"]
        refusal = await refused(mover.do(code, "move", moves=[move]))
        assert refusal.reason in ("bad_move", "not_an_option")
        await mover.catch_up()
        assert mover.tables[code]["version"] == version
        assert mover.options(code)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
TYPES = st.sampled_from(["enter_hall", "exit_hall", "open", "quick", "watch", "unwatch", "act", "say", "react", "ping"])
DOES = st.sampled_from(["sit", "ready", "move", "kick", "help", "configure", "add_bot", "transfer", "mute", "throw"])
FIELDS = {
    "id": st.integers(0, 100) | JSON,
    "table": st.sampled_from(["KIRO", "zada"]) | JSON,
    "game": st.sampled_from(["peril", "bluff"]) | JSON,
    "options": st.dictionaries(st.sampled_from(["starting_lives", "laps", "games_won"]), JSON, max_size=2) | JSON,
    "seats": st.integers(0, 30) | JSON,
    "bots": st.lists(st.sampled_from(["normal", "x"]), max_size=3) | JSON,
    "text": st.text() | JSON,
    "do": st.fixed_dictionaries({"type": DOES}, optional={"who": JSON, "seat": JSON, "moves": JSON, "setting": JSON}),
}


@settings(max_examples=scaled(25), phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.fixed_dictionaries({"type": TYPES}, optional=FIELDS), min_size=20, max_size=40))
def test_no_message_whatever_ends_a_socket(url: str, messages: list[Message]) -> None:
    """Everything gets exactly one answer, and the next in line is heard."""

    async def send() -> None:
        async with guests(url, "Ann") as (client,):
            await client.open("peril")
            for message in messages:
                await answer_to(client, msgspec.json.encode(message).decode())

    asyncio.run(send())


@in_a_loop
async def test_too_many_commands_at_once_are_refused_and_none_is_lost(url: str) -> None:
    """Each gets its answer; those that found no room in the line are told so."""
    async with guests(url, "Ann") as (ann,):
        code = await ann.open("peril")
        ids = range(1000, 1400)
        for id, act in zip(ids, itertools.cycle(("lock", "unlock")), strict=False):
            await ann.socket.send(f'{{"type":"act","id":{id},"table":"{code}","do":{{"type":"{act}"}}}}')
        await ann.until(lambda: all(id in ann.answers for id in ids))
        reasons = {ann.answers[id].get("reason") for id in ids}
        assert reasons <= {None, "busy", "already"}
        assert None in reasons

"""What the page is told about fields is enough to tell every story as the narrator does."""

import json
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from babel.lists import format_list

from dicehall.narrate import Narrator, read_messages
from dicehall.narrate.kinds import Kind, kind_of, kinds_of_game
from dicehall.narrate.words import chosen, duration, title
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask, Secretive
from dicehall.rules.listing import Listing
from dicehall.rules.rerolls import Die
from dicehall.rules.values import Seat, Value
from dicehall.table.core.events import Setting, Who
from tests.kit.scale import kept_for_soak
from tests.kit.walk import table, walk
from tests.narrate.table import NAMES, PEOPLE, SAMPLES

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
Face = Annotated[int, msgspec.Meta(extra={"faces": "12A"})]


class Page:
    """As web/src/words/narrator.ts does it: from JSON, the messages and the kinds, and nothing else."""

    def __init__(self, listing: Listing, names: tuple[str, ...], me: tuple[int | str, ...] = ()) -> None:
        self.game = listing.name
        self.names = names
        self.me = me
        self.kinds: dict[str, dict[str, Any]] = json.loads(msgspec.json.encode(kinds_of_game(listing)))
        self.words = Narrator(self.game, names, people=PEOPLE)

    def tell(self, event: Value) -> str:
        sent = json.loads(msgspec.json.encode(event))
        own, shared = f"{self.game}-{sent['type']}", f"table-{sent['type']}"
        key = own if self.words.bundle.has_message(own) else shared
        kinds = self.kinds.get(own, self.kinds.get(shared, {}))
        return self.words.text(key, {**self.values(sent, kinds), "you": self.you(sent, kinds)})

    def offer(self, move: Value) -> str:
        sent = json.loads(msgspec.json.encode(move))
        key = f"move-{sent['type']}"
        return self.words.text(key, self.values(sent, self.kinds[key]))

    def tell_secret(self, seat: int, secret: Value) -> str:
        values = self.values(json.loads(msgspec.json.encode(secret)), self.kinds["secret"])
        you = "seat" if seat in self.me else "none"
        return self.words.text(f"{self.game}-secret", {"seat": self.names[seat], "you": you, **values})

    def you(self, sent: Mapping[str, Any], kinds: Mapping[str, Any]) -> str:
        fields = [(name, value) for name, value in sent.items() if kinds.get(name) in ("seat", "who")]
        alone = [name for name, value in fields if not isinstance(value, list) and value in self.me]
        among = [name for name, value in fields if isinstance(value, list) and set(value) & set(self.me)]
        return [*alone, *among, "none"][0]

    def values(self, sent: Mapping[str, Any], kinds: Mapping[str, Any]) -> dict[str, str | int]:
        values: dict[str, str | int] = {}
        absent: dict[str, Any] = dict.fromkeys(kinds)
        for name, value in (absent | dict(sent)).items():
            if kinds.get(name) == "setting":
                words = {"game": title(value["game"]), "clock": duration(value["clock"], "en_GB")}
                values |= {**self.values(value, {}), **words}
            else:
                values[name] = self.word(kinds.get(name), value)
            if isinstance(value, list):
                values[f"{name}_count"] = len(value)
        return values

    def word(self, kind: Any, value: Any) -> str | int:
        match kind, value:
            case _, list():
                words = [str(self.word(kind, each)) for each in value]
                if kind not in ("seat", "who"):
                    return ("-" if kind in (None, "plain") else " ").join(words)
                mine = [each in self.me for each in value]
                named = ["you" if is_me else word for is_me, word in zip(mine, words, strict=True)]
                return format_list(named, locale="en_GB")
            case _, None:
                return self.words.text("hall") if kind == "who" else "none"
            case "seat", int():
                return self.names[value]
            case "who", str():
                return self.words.name(value)
            case "die", int():
                return value + 1
            case list(), int():
                return str(kind[value - 1])
            case _, bool():
                return "yes" if value else "no"
            case _, dict():
                return chosen(value)
            case _, int() if value < 0:
                return f"−{-value}"
            case _:
                return value if isinstance(value, int) else str(value)


@pytest.mark.parametrize("seeds", [range(2), kept_for_soak(range(2, 10))], ids=str)
@each_game
@pytest.mark.parametrize("me", [(), (0,)], ids=["to anybody", "to the first seat"])
def test_whole_games_are_told_alike(listing: Listing, seeds: range, me: tuple[int, ...]) -> None:
    for seed in seeds:
        it_is_told_alike(listing, seed, me)


def it_is_told_alike(listing: Listing, seed: int, me: tuple[int, ...]) -> None:
    game = table(listing, seed)
    names = tuple(f"Player {number}" for number in range(1, game.seats + 1))
    page, narrator = Page(listing, names, me), Narrator(listing.name, names, me=me)
    for stand in walk(game, Random(seed), leaving=0.01):
        for event in stand.events:
            assert page.tell(event) == narrator.tell(event).text
        if isinstance(stand.pending, Ask):
            for move in stand.pending.options[min(stand.pending.options)]:
                assert page.offer(move) == narrator.offer(move)
        if isinstance(game, Secretive):
            mine = game.view(stand.state, 0).mine
            if mine and mine.secret is not None:
                assert page.tell_secret(0, mine.secret) == narrator.tell_secret(0, mine.secret).text


@each_game
@pytest.mark.parametrize("me", [(), (0, "p1")], ids=["to anybody", "to Ann"])
def test_what_happens_at_a_table_is_told_alike(listing: Listing, me: tuple[int | str, ...]) -> None:
    narrator, page = Narrator(listing.name, NAMES, people=PEOPLE, me=me), Page(listing, NAMES, me)
    assert [page.tell(event) for event in SAMPLES] == [narrator.tell(event).text for event in SAMPLES]


def test_an_event_of_a_game_goes_before_the_one_of_the_table_also_where_nothing_in_it_is_special() -> None:
    for listing in GAMES:
        told = kinds_of_game(listing)
        assert {f"{listing.name}-{event.__struct_config__.tag}" for event in listing.event.__args__} <= told.keys()


@pytest.mark.parametrize(
    ("hint", "kind"),
    [
        (Seat, "seat"), (Seat | None, "seat"), (tuple[Seat, ...], "seat"), (tuple[tuple[Seat, ...], ...], "seat"),
        (Who, "who"), (Who | None, "who"), (Die, "die"), (tuple[Die, ...], "die"), (Setting, "setting"),
        (Face, ("1", "2", "A")), (tuple[Face, ...], ("1", "2", "A")),
        (int, None), (str, None), (bool, None), (dict[str, Any], None), (tuple[int, ...], None),
        (Annotated[int, msgspec.Meta(ge=2, le=26)], None), (Annotated[str, msgspec.Meta(title="colour")], None),
    ],
    ids=str,
)  # fmt: skip
def test_a_type_says_what_it_means(hint: Any, kind: Kind | None) -> None:
    assert kind_of(hint) == kind


def test_the_links_of_tables_have_messages_of_their_own() -> None:
    assert "link-title" in read_messages("link", "en")

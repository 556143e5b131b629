"""What happens at a table is told at every game, in its own voice or in the words of any table."""

import re

import msgspec
import pytest
from fluent.syntax import FluentParser, ast

from dicehall.narrate import Narrator, message_key, read_messages
from dicehall.narrate.words import duration
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.rules.values import Event
from dicehall.table.core import events
from dicehall.table.core.events import Setting, TableEvent
from tests.kit.languages import LANGUAGES
from tests.kit.sentences import members
from tests.narrate.table import FIXED, KINDS, NAMES, PEOPLE, SAMPLES, SETTING, allowed, faults

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)

SPEAKERS = ("table", *(listing.name for listing in GAMES))
OWN_VOICE = (events.Sat, events.BotSat, events.Readied, events.Unreadied)
ODD_NAMES = [
    "Zoë",
    "李",
    "O'Neil",
    "{ $who }",
    "{who}",
    "-term",
    "none",
    "other",
    "0",
    "A & B\\u0041",
    "=",
    "\u202eevil",
]


def told(event: Event, game: str = "bluff") -> str:
    return Narrator(game, NAMES, people=PEOPLE).tell(event).text


# Every event at every game


def test_the_samples_leave_no_table_event_out() -> None:
    assert {type(event) for event in SAMPLES} == set(KINDS)


def flaw(text: str) -> str:
    if text.strip() != text or not text or "  " in text:
        return "nothing, or too much space"
    if set("{}$\u2068\u2069") & set(text):
        return "a mark of Fluent"
    if not text.endswith((".", "!", "💀", "⚔️", "🏃")):
        return "no end"
    if re.search(r"\bp\d|bot:|someone|\bnone\b", text):
        return "an id or a hole instead of a word"
    return ""


@each_game
def test_every_table_event_is_told_at_every_game(listing: Listing) -> None:
    narrator = Narrator(listing.name, NAMES, people=PEOPLE)
    texts = [narrator.tell(event).text for event in SAMPLES]
    assert [(text, found) for text in texts if (found := flaw(text))] == []


def test_the_person_an_event_is_about_is_named() -> None:
    about_one = [event for event in SAMPLES if {"who", "seat", "host"} & set(event.__struct_fields__)]
    assert [event for event in about_one if not any(name in told(event) for name in NAMES)] == []


def test_no_hash_and_no_seed_is_read_aloud() -> None:
    """They are in the event for anyone who wants to check; in a sentence nobody could follow them."""
    assert [event for event in SAMPLES if re.search(r"heads|(5e|d1){4}", told(event))] == []


def test_a_table_event_is_told_alike_when_it_comes_off_the_wire() -> None:
    wired = [msgspec.json.decode(msgspec.json.encode(event), type=TableEvent) for event in SAMPLES]
    assert [told(event) for event in wired] == [told(event) for event in SAMPLES]


@each_game
def test_a_game_greets_in_its_own_voice(listing: Listing) -> None:
    keys = [Narrator(listing.name, NAMES).tell(event).key for event in SAMPLES if isinstance(event, OWN_VOICE)]
    assert keys == [message_key(listing.name, kind) for kind in OWN_VOICE]


def test_no_two_games_greet_alike() -> None:
    own = [event for event in SAMPLES if isinstance(event, OWN_VOICE) and not isinstance(event, events.BotSat)]
    texts = [told(event, game) for event in own for game in SPEAKERS]
    assert len(set(texts)) == len(texts)


@each_game
def test_no_game_has_an_event_of_the_same_name_as_the_table(listing: Listing) -> None:
    """One message cannot tell both."""
    assert {message_key(listing.name, event) for event in members(listing.event)} & set(allowed(listing.name)) == set()


# The messages


@each_language
@each_game
def test_what_a_game_says_of_its_table_is_in_order(listing: Listing, language: str) -> None:
    assert list(faults(allowed(listing.name), read_messages(listing.name, language))) == []


@each_language
def test_the_shared_messages_are_complete_and_in_order(language: str) -> None:
    known = allowed("table") | FIXED
    messages = read_messages("table", language)
    entries = FluentParser().parse(messages).body
    assert not [entry.content for entry in entries if isinstance(entry, ast.Junk)]
    assert {entry.id.name for entry in entries if isinstance(entry, ast.Message)} == set(known)
    assert list(faults(known, messages)) == []


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ("toy-sat = { $whom } sits", "toy-sat knows no $whom"),
        ("toy-opened = { $setting }", "toy-opened knows no $setting"),
        ("toy-sat = One\ntoy-sat = Two", "toy-sat is there twice"),
        ("toy-sat =\n    .loud = Three", "toy-sat says nothing"),
    ],
)
def test_a_slip_in_them_is_noticed(messages: str, fault: str) -> None:
    assert list(faults(allowed("toy"), messages)) == [fault]


# A new game


def test_a_game_without_such_messages_uses_the_words_of_any_table() -> None:
    narrator = Narrator("toy", NAMES, messages="toy-began = Go!", people=PEOPLE)
    sentences = [narrator.tell(event) for event in SAMPLES]
    assert [each.key for each in sentences] == [message_key("table", type(event)) for event in SAMPLES]
    assert [each.text for each in sentences] == [told(event, "table") for event in SAMPLES]
    assert "" not in {each.text for each in sentences}


def test_a_game_may_say_any_of_it_itself() -> None:
    narrator = Narrator("toy", (), messages="toy-locked = Click.\ntoy-sat = Hi { $who }.", people=PEOPLE)
    assert [narrator.tell(event).text for event in (events.Locked(), events.Sat("p2"))] == ["Click.", "Hi Ben."]


# People


def test_nobody_needs_a_seat_to_be_told_of() -> None:
    assert Narrator("table", (), people=PEOPLE).tell(events.Sat("p1")).text == "Ann takes a seat. Welcome!"


@pytest.mark.parametrize("people", [None, {}, {"p9": ""}])
def test_an_unknown_id_is_someone(people: dict[str, str] | None) -> None:
    narrator = Narrator("bluff", (), people=people)
    assert narrator.tell(events.Kicked("p9")).text == "The host has asked someone to leave the table."
    assert narrator.tell(events.Invited("p9")).values == {"who": "someone", "you": "none"}


@pytest.mark.parametrize(
    ("who", "people", "name"),
    [
        ("bot:Fox", {}, "Fox"),
        ("bot:Fox", {"bot:Fox": "Reynard"}, "Reynard"),
        ("bot:a:b", {}, "a:b"),
        ("bot:", {}, "someone"),
        ("robot:Fox", {}, "someone"),
    ],
)
def test_a_bot_is_called_what_its_id_says_unless_it_has_a_name(who: str, people: dict[str, str], name: str) -> None:
    assert Narrator("bluff", (), people=people).name(who) == name


def test_people_who_come_later_or_change_their_names_are_known_at_once() -> None:
    people: dict[str, str] = {}
    narrator = Narrator("table", (), people=people)
    names = [narrator.tell(events.Sat("p1")).values["who"]]
    for name in ("Ann", "Anna"):
        people["p1"] = name
        names.append(narrator.tell(events.Sat("p1")).values["who"])
    assert names == ["someone", "Ann", "Anna"]


@pytest.mark.parametrize("game", SPEAKERS)
def test_a_name_is_shown_as_it_is_and_changes_nothing_else(game: str) -> None:
    def everything(name: str) -> list[str]:
        narrator = Narrator(game, [name] * 3, people=dict.fromkeys(("p1", "p2", "bot:Fox"), name))
        return [narrator.tell(event).text for event in SAMPLES]

    usual = everything("NAME")
    for name in ODD_NAMES:
        assert everything(name) == [text.replace("NAME", name) for text in usual]


# Sentences


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (events.Opened("p1", SETTING), "Ann opens a table for Peril: 4 seats, 10 minutes to answer."),
        (events.Opened(None, SETTING), "The hall opens a table for Peril: 4 seats, 10 minutes to answer."),
        (
            events.Opened(None, Setting(game="stlucia", seats=2, on_timeout="wait")),
            "The hall opens a table for King of StLucia: 2 seats, no time limit.",
        ),
        (
            events.Configured(Setting(game="peril", options={"starting_lives": 2}, seats=10, clock=90)),
            "The table is now set for Peril: 10 seats, 1 minute and 30 seconds to answer, starting_lives=2.",
        ),
        (
            events.Configured(Setting(game="pig", options={"target": 30, "loud": True}, seats=3, clock=3600)),
            "The table is now set for pig: 3 seats, 1 hour to answer, target=30, loud=true.",
        ),
        (events.Locked(), "\U0001f512 GAME LOCKED. Nobody new can join."),
        (
            events.GameStarted(2, "bluff", 1, {}, ("p2", "bot:Fox", "p1"), (None, "normal", None)),
            "Game 2 begins. Seats in order: Ben, Fox and Ann.",
        ),
        (events.HandedOver(1), "A bot plays for Ben until they’re back."),
        (events.Invited("p2"), "Ben is invited. A seat is kept for them."),
        (events.Uninvited("p2"), "The seat for Ben is no longer kept."),
        (events.Declined("p2"), "Ben declines the invitation."),
        (events.Committed("5e" * 32), "The dice of the next game are sealed."),
    ],
)
def test_a_sentence(event: Event, text: str) -> None:
    assert told(event) == text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (60, "1 minute"),
        (601, "10 minutes and 1 second"),
        (86400, "24 hours"),
        (3661, "1 hour, 1 minute and 1 second"),
    ],
)
def test_a_clock_is_told_to_the_second(seconds: int, words: str) -> None:
    assert duration(seconds, "en_GB") == words


# A live table

LIVE: list[tuple[str, dict[str, str | int], str]] = [
    ("clock-warning", {"who": "Ann", "seconds": 30}, "Ann has 30 seconds left."),
    ("clock-warning", {"who": "Ann", "seconds": 1}, "Ann has 1 second left."),
    ("clock-warning", {"who": "Ann", "seconds": 1, "you": "who"}, "You have 1 second left."),
    ("reconnecting", {"who": "Ann"}, "Ann is reconnecting …"),
    ("back", {"who": "Ann"}, "Ann is back."),
    ("watching", {"count": 0}, "nobody watching"),
    ("watching", {"count": 1}, "1 watching"),
    ("watching", {"count": 12}, "12 watching"),
    ("chat", {"who": "Ann", "text": "{ $who } *rolls* <b>"}, "Ann: { $who } *rolls* <b>"),
    ("away", {"seconds": 30}, "The hall was away for 30 seconds. No clock ran."),
    (
        "uncertain",
        {},
        "The hall's disk has failed. The hall does not know yet whether the last move was written; "
        "it will say so as soon as it does.",
    ),
    ("certain", {}, "The hall's disk works again. What the table shows now is what counts."),
    (
        "restarting",
        {},
        "The hall has closed. Your seat is kept and your clock is paused. The game goes on when the hall reopens.",
    ),
]


@pytest.mark.parametrize("game", SPEAKERS)
def test_a_live_table_speaks_at_every_game(game: str) -> None:
    narrator = Narrator(game, ())
    assert [narrator.text(key, values) for key, values, _ in LIVE] == [text for _, _, text in LIVE]


def test_every_text_of_a_live_table_is_tried_above() -> None:
    assert {key for key, _, _ in LIVE} == set(FIXED) - {"someone", "hall", "you-listed"}

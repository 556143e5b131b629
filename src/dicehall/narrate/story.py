"""A record told as a story: the sentences of each entry, the secrets, and the result."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from dicehall.narrate import Narrator, number
from dicehall.rules.kernel import Ask, Chance, Over, Pending
from dicehall.rules.listing import plain
from dicehall.rules.record import Moment, Record
from dicehall.rules.values import Seat
from dicehall.rules.wording import summary

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Names for the players of a record that has none, as on the printed sheets."""


class Page(NamedTuple):
    """One step of a story."""

    moment: Moment
    sentences: tuple[str, ...]


def pages(record: Record, narrator: Narrator, seat: Seat | None = None) -> Iterator[Page]:
    """Every step with its sentences; given a seat, only what that seat could know."""
    eyes = range(record.game.seats) if seat is None else (seat,)
    known: dict[Seat, Any] = {}
    for moment in record.replay():
        sentences = list(narrator.story(moment.events))
        for eye in eyes:
            mine = record.game.view(moment.state, eye).mine
            secret = mine.secret if mine else None
            if secret is not None and secret != known.get(eye):
                sentences.append(f"({narrator.tell_secret(eye, secret).text})")
            known[eye] = secret
        yield Page(moment, tuple(sentences))


def title(record: Record) -> str:
    """The game, and the options that differ from the usual ones."""
    usual = record.listing.new(record.game.seats).options
    changed = [
        f"{choice.name}={plain(value)}"
        for choice in record.listing.choices()
        if (value := getattr(record.game.options, choice.name)) != getattr(usual, choice.name)
    ]
    return " · ".join([record.listing.title, *changed])


def standing(pending: Pending, narrator: Narrator) -> str:
    """The last line: the places, or what the game is waiting for."""
    names = narrator.names
    match pending:
        case Over() as over:
            return ranking(over, narrator)
        case Ask(options):
            return "Waiting for " + " | ".join(f"{names[seat]}: {summary(moves)}" for seat, moves in options.items())
        case Chance(source, thrower):
            return f"Waiting for {source}" if thrower is None else f"Waiting for {names[thrower]}: {source}"


def ranking(over: Over, narrator: Narrator) -> str:
    """The places, best first, with the game's scores; "=" marks a shared place."""
    ranked = sorted(range(len(over.places)), key=lambda seat: (over.places[seat], seat))
    lines = []
    for seat in ranked:
        place, score = over.places[seat], over.scores[seat]
        shared = "=" if over.places.count(place) > 1 else ""
        named = narrator.text("rank", {"name": narrator.names[seat], "score": number(score), "amount": abs(score)})
        lines.append(f"{place}{shared}. {named}")
    return "The end: " + ", ".join(lines)


def tell(record: Record, names: Sequence[str] | None = None, seat: Seat | None = None) -> Iterator[str]:
    """A whole record, line by line."""
    names = names or LETTERS[: record.game.seats]
    narrator = Narrator(record.listing.name, names)
    yield title(record)
    yield f"Players: {', '.join(names)}"
    yield ""
    pending = record.game.pending(record.game.start())
    for page in pages(record, narrator, seat):
        pending = page.moment.pending
        yield from page.sentences
        if len(page.sentences) > 1:  # a turn of events ends a paragraph
            yield ""
    yield standing(pending, narrator)

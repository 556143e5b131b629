"""A record told as a story: the sentences of each entry, what came of secrets, and how it stands at the end."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from dicehall.narrate import Narrator
from dicehall.rules.errors import summary
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.listing import plain
from dicehall.rules.record import Moment, Record
from dicehall.rules.values import Seat

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The players of a record without names, as the printed sheets call them."""


class Page(NamedTuple):
    """One step of a story."""

    moment: Moment
    sentences: tuple[str, ...]


def pages(record: Record, narrator: Narrator, seat: Seat | None = None) -> Iterator[Page]:
    """Every step with its sentences; with a seat, only what that seat could know."""
    eyes = range(record.game.seats) if seat is None else (seat,)
    known: dict[Seat, Any] = {}
    for moment in record.replay():
        sentences = [narrator.tell(event).text for event in moment.events]
        for eye in eyes:
            mine = record.game.view(moment.state, eye).mine
            secret = mine.secret if mine else None
            if secret is not None and secret != known.get(eye):
                sentences.append(f"({narrator.tell_secret(eye, secret).text})")
            known[eye] = secret
        yield Page(moment, tuple(sentences))


def title(record: Record) -> str:
    """The game, and the options that are not as usual."""
    usual = record.listing.options()
    changed = [
        f"{choice.name}={plain(value)}"
        for choice in record.listing.choices()
        if (value := getattr(record.options, choice.name)) != getattr(usual, choice.name)
    ]
    return " · ".join([record.listing.title, *changed])


def standing(record: Record, names: Sequence[str]) -> str:
    """The last line: the places, or what the game waits for."""
    state = record.game.start()
    for moment in record.replay():
        state = moment.state
    match record.game.pending(state):
        case Over() as over:
            return ranking(over, names)
        case Ask(options):
            return "Waiting: " + " | ".join(f"{names[seat]}: {summary(moves)}" for seat, moves in options.items())
        case Chance(source, thrower):
            hand = "" if thrower is None else f" in the hand of {names[thrower]}"
            return f"Waiting: {source}{hand}"


def ranking(over: Over, names: Sequence[str]) -> str:
    """The places, best first, with the scores as the game counts."""
    ranked = sorted(range(len(names)), key=lambda seat: (over.places[seat], seat))
    return "The end: " + ", ".join(f"{over.places[seat]}. {names[seat]} ({over.scores[seat]})" for seat in ranked)


def tell(record: Record, names: Sequence[str] | None = None, seat: Seat | None = None) -> Iterator[str]:
    """A whole record, line by line."""
    names = names or LETTERS[: record.game.seats]
    narrator = Narrator(record.listing.name, names)
    yield title(record)
    yield f"Players: {', '.join(names)}"
    yield ""
    for page in pages(record, narrator, seat):
        yield from page.sentences
        if len(page.sentences) > 1:  # a turn of events ends a paragraph
            yield ""
    yield standing(record, names)

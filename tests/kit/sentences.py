"""What a game owes to the ear: a sentence for every event, option and secret, a menu text for every move."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from dicehall.narrate import Narrator, message_key
from dicehall.rules.kernel import Ask, Chance, Secretive
from dicehall.rules.listing import Listing
from tests.kit.walk import table, walk

PAGE = ("board-", "hint-", "part-", "together-")
"""How keys begin that no event has: what the page's board of the game says, its hints, parts of sentences, and
what several players did at once."""


def members(kind: Any) -> tuple[Any, ...]:
    """The structs of a union, or the one struct alone."""
    return tuple(member for member in get_args(kind) or (kind,) if member is not type(None))


def told_values(event: Any) -> set[str]:
    """The fields of an event, how long its lists are, and which field means the reader."""
    hints = get_type_hints(event)
    lists = {f"{name}_count" for name in event.__struct_fields__ if get_origin(hints[name]) is tuple}
    return {*event.__struct_fields__, *lists, "you"}


def owed(listing: Listing) -> dict[str, set[str]]:
    """Every message that the game must have, and the values that it may speak of."""
    messages = {message_key(listing.name, event): told_values(event) for event in members(listing.event)}
    messages |= {f"move-{move.__struct_config__.tag}": set(move.__struct_fields__) for move in members(listing.move)}
    messages |= {f"option-{choice.name}": set() for choice in listing.choices()}
    if isinstance(listing.new(listing.seats[0]), Secretive):
        secrets = members(get_args(listing.view)[1])
        messages[f"{listing.name}-secret"] = {"seat"}.union(*(told_values(secret) for secret in secrets))
    if has_a_thrower(listing):
        messages["throw"] = set()
    messages["rank"] = {"name", "score", "amount"}
    return messages


def has_a_thrower(listing: Listing) -> bool:
    """Whether the game ever waits for someone's hand."""
    return any(
        isinstance(stand.pending, Chance) and stand.pending.thrower is not None
        for seed in range(3)
        for stand in walk(table(listing, seed), Random(seed))
    )


class Variables(Visitor):
    """Collects the names of the values that a message speaks of."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 (fluent.syntax names it so)
        self.names.add(node.id.name)


def faults(listing: Listing, messages: str) -> Iterator[str]:
    """Everything that is wrong with the messages of a game, in words."""
    due = owed(listing)
    seen: set[str] = set()
    for entry in FluentParser().parse(messages).body:
        if isinstance(entry, ast.Junk):
            yield f"not Fluent: {entry.content}"
        if isinstance(entry, ast.Message):
            key = entry.id.name
            if key in seen:
                yield f"{key} is there twice"
            seen.add(key)
            if entry.value is None:
                yield f"{key} says nothing"
            if key.startswith(PAGE):
                continue
            if key not in due:
                yield f"{key} belongs to no event, move or option"
                continue
            variables = Variables()
            variables.visit(entry)
            yield from (f"{key} knows no ${name}" for name in sorted(variables.names - due[key]))
    yield from (f"{key} is missing" for key in due if key not in seen)


def narrate_a_random_game(
    listing: Listing, seed: int, messages: str | None = None, language: str = "en"
) -> Iterator[str]:
    """All that is said in a whole game: to those who are asked, of secrets, and of events."""
    game = table(listing, seed)
    names = [f"Player {number}" for number in range(1, game.seats + 1)]
    narrator = Narrator(listing.name, names, language, messages)
    rng = Random(seed)
    for stand in walk(game, rng, leaving=0.01):
        if isinstance(stand.pending, Ask):
            seat = rng.choice(sorted(stand.pending.options))
            yield from (narrator.offer(move) for move in stand.pending.options[seat])
        if isinstance(game, Secretive):
            mine = game.view(stand.state, rng.randrange(game.seats)).mine
            if mine and mine.secret is not None:
                yield narrator.tell_secret(mine.seat, mine.secret).text
        yield from narrator.story(stand.events)

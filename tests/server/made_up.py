"""Messages that nobody would send: drawn from the declarations of the real ones, and bent."""

import math
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from dicehall.rules.catalog import GAMES
from dicehall.rules.values import Move
from dicehall.server.live.client_messages import ClientMessage

TABLE, ME, OTHER = "@table", "@me", "@other"
"""Stand for a code and for people until it is known who sends the message where."""

WORDS = (
    TABLE, TABLE, ME, OTHER, "", "normal", "uniform", "bot:Ada", "nobody", "KIRO", "zada", "\u202e", "../../etc",
    "null", "Classic", *(game.name for game in GAMES),
)  # fmt: skip

json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
    | st.sampled_from([TABLE, ME, -1, 0, 2**31, 2**63, 2**64, 10**400, 1e308]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def like(info: inspect.Type) -> st.SearchStrategy[Any]:
    """Something that this type takes, as JSON has it."""
    match info:
        case inspect.Metadata(type=inner):
            return like(inner)
        case inspect.StructType():
            return like_struct(info)
        case inspect.UnionType(types=types):
            return st.one_of(*map(like, types))
        case inspect.IntType(ge=low, le=high):
            return st.sampled_from([low or 0, (low or 0) + 1, 2, 3, high or 7]) | st.integers(low, high)
        case inspect.StrType(max_length=longest):
            words = st.sampled_from(WORDS).filter(lambda word: len(word) <= (longest or math.inf))
            return words | st.text(max_size=min(longest or 20, 20))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return st.lists(like(item), max_size=4)
        case inspect.DictType():
            return st.dictionaries(st.sampled_from(OPTIONS) | st.text(max_size=6), json, max_size=3) | moves
        case inspect.AnyType():
            return json
        case other:
            raise TypeError(f"nothing is made up for {other} yet")


def like_struct(info: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    tag = {info.tag_field: st.just(info.tag)} if info.tag_field else {}
    needed = {field.encode_name: like(field.type) for field in info.fields if field.required}
    other = {field.encode_name: like(field.type) for field in info.fields if not field.required}
    return st.fixed_dictionaries(tag | needed, optional=other)


def kinds_of(base: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """Of all games."""
    return [kind for each in base.__subclasses__() for kind in (each, *kinds_of(each))]


OPTIONS = sorted({name for game in GAMES for name in game.options.__struct_fields__})
moves: st.SearchStrategy[dict[str, Any]] = st.deferred(
    lambda: st.one_of(*(like(inspect.type_info(kind)) for kind in kinds_of(Move) if kind.__struct_config__.tag))
)

messages: st.SearchStrategy[dict[str, Any]] = like(inspect.type_info(ClientMessage))


@st.composite
def bent(draw: st.DrawFn) -> Any:
    """A message that was good until someone changed a thing or two in it."""
    message = draw(messages)
    for _ in range(draw(st.integers(1, 3))):
        inside = message
        while isinstance(inner := inside.get(draw(st.sampled_from(["do", "setting", "options", "id"]))), dict):
            inside = inner
        field = draw(st.sampled_from([*inside, "id", "type", "please"]) | st.text(max_size=4))
        match draw(st.sampled_from(["drop", "change", "nest"])):
            case "drop":
                inside.pop(field, None)
            case "change":
                inside[field] = draw(json)
            case _:
                inside[field] = {field: inside.get(field)}
    return message


texts = (
    messages.map(lambda message: msgspec.json.encode(message).decode())
    | bent().map(lambda message: msgspec.json.encode(message).decode())
    | json.map(lambda value: msgspec.json.encode(value).decode())
    | st.text(max_size=40)
    | st.tuples(messages, st.integers(0, 80), st.text(max_size=3)).map(
        lambda parts: (text := msgspec.json.encode(parts[0]).decode())[: parts[1]] + parts[2] + text[parts[1] + 1 :]
    )
)
"""What is sent: half of it good, the rest bent, broken, or never any good."""

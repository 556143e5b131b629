"""The messages as TypeScript: `python -m dicehall.server.app.typescript` prints the file that `make types` keeps."""

import ast
import inspect as source
import textwrap
from collections.abc import Sequence
from itertools import pairwise
from json import dumps
from typing import Any, get_args

import msgspec
from msgspec import inspect

from dicehall.evenings.core import commands as in_tournaments
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.listing import Listing
from dicehall.rules.values import Event, Move, Phase, Value
from dicehall.server.live import messages
from dicehall.server.live.client_messages import ClientMessage, FromClient, OpenTable
from dicehall.table.core import commands, events
from dicehall.table.core.public_view import PublicTable

HEADER = f"""\
// Everything that is said over the socket, and what each game shows, hides, allows and tells.
// Written by `make types` from the Python declarations: change those, not this file. See docs/protocol.md.

export const PROTOCOL = {messages.PROTOCOL};

/** A move as options list it: runs of numbers are folded ("16..36"), and so are sets of dice ("any of 6"). */
export type FoldedMove<M> = M extends unknown ? {{ readonly [K in keyof M]: M[K] | Fold<[M[K]]> }} : never;
type Fold<V> = V extends [number] ? `${{number}}..${{number}}` : V extends [readonly number[]] ? AnyOf : never;
type AnyOf = `any of ${{number}}`;

/** To be laid over what is there, field by field; a list, or an object with a `type`, replaces. */
export type Changes<T> = T extends readonly (infer R)[] ? T | RowChanges<R> : T extends object ? Merged<T> : T;
/** `from` has new rows and runs of those that are there, the first and how many; without it, all stay. */
export interface RowChanges<R> {{
  readonly from?: readonly (R | readonly [number, number])[];
  readonly at?: Readonly<Record<number, Changes<R>>>;
  readonly more?: readonly R[];
}}
type Merged<T> = Replaced<T> | Laid<Omit<T, "type">>;
type Replaced<T> = T extends {{ readonly type: string }} ? T : never;
type Laid<T> = {{ readonly [K in keyof T]?: Changes<T[K]> }};"""

SUFFIXES: dict[type[Value], str] = {
    FromClient: "Message",
    messages.ToClient: "Message",
    commands.Command: "Command",
    in_tournaments.Command: "TournamentCommand",
    Event: "Event",
    Move: "Move",
    Phase: "Phase",
}
"""The same word may name a message, a command and an event: what it is belongs to its name."""

BY_GAME: dict[tuple[type, str], str] = {
    (OpenTable, "options"): 'Partial<Games[GameName]["options"]>',
    (events.Setting, "options"): 'Partial<Games[GameName]["options"]>',
    (events.GameStarted, "options"): 'Games[GameName]["options"]',
    (PublicTable, "game"): "GameName | null",
    (PublicTable, "options"): 'Games[GameName]["options"] | Readonly<Record<string, never>>',
    (PublicTable, "board"): 'Games[GameName]["board"] | null',
    (messages.MineShown, "secret"): 'Games[GameName]["secret"]',
    (messages.MineShown, "moves"): 'readonly FoldedMove<Games[GameName]["move"]>[]',
    (messages.TableMessage, "events"): 'readonly (TableEvent | Games[GameName]["event"])[]',
    (messages.Update, "events"): 'readonly (TableEvent | Games[GameName]["event"])[]',
    (messages.Update, "changes"): "Changes<PublicTable>",
    (messages.TournamentUpdate, "changes"): "Changes<TournamentPublicView>",
    (commands.MakeMoves, "moves"): 'readonly Games[GameName]["move"][]',
}
"""Fields that Python leaves open because they depend on the game."""


class File:
    """Declarations in the order in which they were needed first; of each game its newest edition."""

    def __init__(self, games: Sequence[Listing]) -> None:
        self.games = [listing for listing in games if find(listing.name, games=tuple(games)) is listing]
        self._declared: dict[str, str] = {}
        self._owners: dict[str, object] = {}
        self._unions: dict[str, str] = {}

    def write(self) -> str:
        self.alias("Request", commands.Request, sent=True)
        self.alias("ClientMessage", ClientMessage, sent=True)
        self.alias("TableEvent", events.TableEvent)
        self.alias("ServerMessage", messages.ServerMessage)
        games = "".join(self.game(listing) for listing in self.games)
        by_name = f"/** By the name of the game. */\nexport interface Games {{\n{games}}}"
        return "\n\n".join([HEADER, *self._declared.values(), by_name, "export type GameName = keyof Games;\n"])

    def game(self, listing: Listing) -> str:
        """Its own types, and its place in the table of all games."""
        board, secret, move = get_args(listing.view)
        prefix = game_prefix(listing)
        kinds = {"options": listing.options, "board": board, "move": move, "event": listing.event}
        names = {kind: self.alias(f"{prefix}{kind.capitalize()}", python) for kind, python in kinds.items()}
        names["secret"] = self.text(inspect.type_info(secret))
        parts = "".join(f"    readonly {kind}: {name};\n" for kind, name in names.items())
        return f"  readonly {listing.name}: {{\n{parts}  }};\n"

    def alias(self, name: str, python: Any, *, sent: bool = False) -> str:
        """A type that has this name wherever it occurs."""
        text = self.text(python if isinstance(python, inspect.Type) else inspect.type_info(python), sent=sent)
        if text != name:
            self._claim(name, text)
            self._declared[name] = f"export type {name} ={spread(text, '  ')};"
            if " | " in text:
                self._unions[text] = name
        return name

    def text(self, info: inspect.Type, *, sent: bool = False) -> str:
        """A type where it is used; what it names is declared on the way. `sent` is what clients write."""
        match info:
            case inspect.StructType():
                return self.struct(info, sent=sent)
            case inspect.UnionType(types=types):
                text = " | ".join(self.text(each, sent=sent) for each in types if type(each) is not inspect.NoneType)
                return self._unions.get(text, text) + (" | null" if info.includes_none else "")
            case inspect.Metadata(type=inner, extra_json_schema={"title": title}):
                return self.alias(title.capitalize(), inner)  # seats and people are numbers and strings; say which
            case inspect.Metadata(type=inner):
                return self.text(inner, sent=sent)
            case inspect.VarTupleType(item_type=item):
                inside = self.text(item, sent=sent)
                return f"readonly ({inside})[]" if " " in inside else f"readonly {inside}[]"
            case inspect.TupleType(item_types=items):
                return f"readonly [{', '.join(self.text(item, sent=sent) for item in items)}]"
            case inspect.DictType(key_type=key, value_type=value):
                record = f"Readonly<Record<{self.text(key)}, {self.text(value, sent=sent)}>>"
                return f"Partial<{record}>" if isinstance(key, inspect.LiteralType) else record
            case inspect.LiteralType(values=words):
                return " | ".join(map(dumps, words))
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType() | inspect.RawType():
                return "unknown"
            case other:
                raise TypeError(f"TypeScript has no word for {other} yet")

    def struct(self, info: inspect.StructType, *, sent: bool) -> str:
        name = self.name(info.cls)
        if sent and not info.tag and not all(field.required for field in info.fields):
            name = f"Given{name}"  # the server writes every field, a client may leave some out
        self._claim(name, info.cls)
        if name not in self._declared:
            self._declared[name] = ""  # keeps the place before the types of its fields
            shape = self.tuple if info.array_like else self.fields
            self._declared[name] = f"{comment(info.cls.__doc__)}export {shape(name, info, sent=sent)}"
        return name

    def tuple(self, name: str, info: inspect.StructType, *, sent: bool) -> str:
        parts = (f"{field.name}: {self.text(field.type, sent=sent)}" for field in info.fields)
        return f"type {name} = readonly [{', '.join(parts)}];"

    def fields(self, name: str, info: inspect.StructType, *, sent: bool) -> str:
        may_lack = sent or info.cls.__struct_config__.omit_defaults
        docs = field_docs(info.cls)
        lines = [f"  readonly type: {dumps(info.tag)};\n"] if info.tag else []
        for field in info.fields:
            text = spread(BY_GAME.get((info.cls, field.name)) or self.text(field.type, sent=sent), "    ")
            unset = not field.required and field.default is field.default_factory is msgspec.NODEFAULT
            mark = "?" if unset or (may_lack and not field.required) else ""
            lines.append(f"{comment(docs.get(field.name), '  ')}  readonly {field.name}{mark}:{text};\n")
        return f"interface {name} {{\n{''.join(lines)}}}"

    def name(self, cls: type) -> str:
        """`Pick` of Peril is PerilPickMove: a game's own types carry its name, and all say what they are."""
        game = next((game_prefix(each) for each in self.games if each.options.__module__ == cls.__module__), "")
        if cls.__module__.startswith("dicehall.evenings") and not issubclass(cls, in_tournaments.Command):
            game = "Tournament"
        suffix = next((suffix for base, suffix in SUFFIXES.items() if issubclass(cls, base)), "")
        return f"{game}{cls.__name__.removesuffix(suffix)}{suffix}"

    def _claim(self, name: str, host: object) -> None:
        if self._owners.setdefault(name, host) != host:
            raise TypeError(f"{host} and {self._owners[name]} would both be called {name}")


def spread(union: str, indent: str) -> str:
    """On one line, or a member a line where they are many."""
    return f" {union}" if len(union) < 100 else "".join(f"\n{indent}| {member}" for member in union.split(" | "))


def game_prefix(listing: Listing) -> str:
    return "".join(word.capitalize() for word in listing.name.split("_"))


def comment(text: str | None, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split()).replace('None', 'null')} */\n" if text else ""


def field_docs(cls: type) -> dict[str, str]:
    """The sentences under the fields, which Python itself does not keep."""
    bases = [base for base in reversed(cls.__mro__) if issubclass(base, Value)]
    bodies = [ast.parse(textwrap.dedent(source.getsource(base))).body[0] for base in bases]
    return {
        field.target.id: below.value.value
        for body in bodies
        if isinstance(body, ast.ClassDef)
        for field, below in pairwise(body.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }


if __name__ == "__main__":
    print(File(GAMES).write(), end="")

"""Check a record: roll its dice again, play its moves again, compute its digest again.

This needs only the file, and what you noted at the table.
"""

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

import msgspec

from dicehall.rules.chance import NatureMove
from dicehall.rules.checks import Check, failed, not_possible, ok
from dicehall.rules.errors import DamagedRecord, GameOver
from dicehall.rules.kernel import Chance, Over, Pending
from dicehall.rules.keyed import drawer_of
from dicehall.rules.logged import at_start
from dicehall.rules.record import Header, Record
from dicehall.rules.signatures import IsSigned, check_signatures
from dicehall.rules.tower import Proof, commitment, digest_at_end, digest_with
from dicehall.rules.values import NATURE, Seat
from dicehall.rules.wording import describe

HASH = re.compile(r"[0-9a-f]{64}")
"""A hash or a seed. Each has only one spelling, so no letter can be changed unnoticed."""
CLIENT_SEED = re.compile(r"[!-~]{0,64}")
BEYOND = "Whether the host's machine knew the dice, and told somebody: no record shows that."


class Noted(NamedTuple):
    """What you noted at the table; leave empty what you did not note."""

    commit: str = ""
    """The commitment, told before the game."""
    digest: str = ""
    """The digest, told at the end."""
    seed: str | None = None
    """The seed that your client sent."""
    seat: Seat | None = None
    """Your seat."""
    key: str = ""
    """The public key of the hall, known from elsewhere."""


def verify(text: str, noted: Noted | None = None, is_signed: IsSigned | None = None) -> list[Check]:
    """Check everything that can be checked about a record; signatures only with `is_signed`."""
    try:
        paper = Paper.read(text)
    except DamagedRecord as error:
        return [failed("header", f"No game can be read here, and nothing checked: {error.reason}.", error.line)]
    game = [_header(paper), _form(paper)]
    proof = paper.header.dice
    if not proof:
        played = _played(paper, None)
        unbound = "The record does not say where its dice came from: nobody was bound to them."
        return [*game, failed("commitment", unbound), _moves(played), _end(played, complete=False)]
    played, digest = _played(paper, proof), _digest(paper, proof)
    return [
        *game,
        _commitment(proof),
        _secret(proof),
        _client_seeds(paper, proof),
        _dice(proof, played),
        _moves(played),
        digest,
        _end(played, complete=digest.outcome == "ok"),
        *check_signatures(paper.header, proof, is_signed, (noted or Noted()).key),
        *_as_noted(proof, noted or Noted()),
        not_possible("beyond", BEYOND),
    ]


def holds(checks: list[Check]) -> bool:
    """Whether no check failed; a check that was not possible is not a failure."""
    return all(check.outcome != "failed" for check in checks)


def _letter(seat: Seat) -> str:
    """The letter of a seat, as on the boards; a number after Z."""
    return ascii_uppercase[seat] if 0 <= seat < len(ascii_uppercase) else str(seat)


def _seats(seats: Sequence[Seat]) -> str:
    *first, last = map(_letter, seats)
    return f"seats {', '.join(first)} and {last}" if first else f"seat {last}"


# The paper


class Paper(NamedTuple):
    """A record together with its exact bytes."""

    header: Header
    record: Record
    """As much of it as can be read."""
    lines: tuple[bytes, ...]
    """All lines, without line ends."""
    is_whole: bool
    """Whether the last line ends with a line feed."""
    damage: DamagedRecord | None
    """Why the rest cannot be read."""

    @classmethod
    def read(cls, text: str) -> "Paper":
        """Raises `DamagedRecord` if there is no usable header."""
        lines = text.removesuffix("\n").split("\n")
        damage = None
        try:
            record = Record.read("\n".join(lines))
        except DamagedRecord as error:
            damage = error
            record = Record.read("\n".join(lines[: error.line - 1]) or lines[0])
        raw = tuple(line.encode(errors="surrogatepass") for line in lines)
        return cls(msgspec.json.decode(lines[0], type=Header), record, raw, text.endswith("\n"), damage)


def _header(paper: Paper) -> Check:
    listing = paper.record.listing
    return ok("header", f"{listing.title}, edition {listing.edition}, with {paper.header.seats} seats.")


def _form(paper: Paper) -> Check:
    """A header has only one spelling, too."""
    if msgspec.json.encode(paper.header) != paper.lines[0]:
        return failed("form", "The first line is not as a hall writes it: it has been written over.")
    if not paper.is_whole:
        return failed("form", "The last line does not end: something has been cut off.", len(paper.lines))
    return ok("form", "The first line is written as a hall writes it.")


# Where the dice come from


def _commitment(proof: Proof) -> Check:
    if not HASH.fullmatch(proof.commit):
        return failed("commitment", "There is no commitment to the dice; it has 64 digits and small letters a to f.")
    return ok("commitment", f"There is a commitment to the dice: {proof.commit}.")


def _secret(proof: Proof) -> Check:
    seed = _seed(proof)
    if seed is None:
        return failed("secret", "The secret seed of the dice is missing; it has 64 digits and small letters a to f.")
    if commitment(seed) != proof.commit:
        return failed("secret", "The secret seed is not the one that was committed to.")
    return ok("secret", "The secret seed is the one that was committed to.")


def _seed(proof: Proof) -> bytes | None:
    return bytes.fromhex(proof.seed) if HASH.fullmatch(proof.seed) else None


def _client_seeds(paper: Paper, proof: Proof) -> Check:
    seeds, seats = proof.client_seeds, paper.header.seats
    shared = proof.scheme == "duplicate"
    if not shared and len(seeds) != seats:
        return failed("client_seeds", f"There are {len(seeds)} seeds of players for {seats} seats.")
    if not all(map(CLIENT_SEED.fullmatch, seeds)):
        return failed("client_seeds", "A player's seed has at most 64 visible characters, and one here has not.")
    sent = [seat for seat, seed in enumerate(seeds) if seed]
    if shared:
        mixed = f"seeds of {len(sent)} of the {len(seeds)} entrants of the tournament"
        return ok("client_seeds", f"By this list, {mixed} were mixed into the dice, which all tables of the round had.")
    if not sent:
        return ok("client_seeds", "By this list, no player has mixed a seed into the dice.")
    return ok("client_seeds", f"By this list, seeds of players were mixed into the dice, by {_seats(sent)}.")


# The game


class Wrong(NamedTuple):
    """A roll that differs from what the seeds give."""

    line: int
    written: NatureMove
    thrown: NatureMove


class Played(NamedTuple):
    """A record played again, as far as possible."""

    draws: int
    wrong: tuple[Wrong, ...]
    entries: int
    pending: Pending
    damage: DamagedRecord | None
    has_such_dice: bool = True
    """Whether the game can be played with dice that are told apart as the record says."""


def _played(paper: Paper, proof: Proof | None) -> Played:
    record, damage = paper.record, paper.damage
    seed = _seed(proof) if proof else None
    drawer = drawer_of(record.listing, record.game, proof, seed) if proof and seed else None
    state = record.game.start()
    pending, draws, wrong, entries = record.game.pending(state), 0, [], 0
    try:
        for line, moment in enumerate(record.replay(), start=2):
            if moment.entry.actor == NATURE and isinstance(pending, Chance):
                thrown = drawer.draw(pending.source, state) if drawer else moment.entry.move
                if thrown != moment.entry.move:
                    wrong.append(Wrong(line, moment.entry.move, thrown))
                draws += 1
            state, pending, entries = moment.state, moment.pending, entries + 1
    except DamagedRecord as error:
        damage = error
    return Played(draws, tuple(wrong), entries, pending, damage, has_such_dice=seed is None or drawer is not None)


def _dice(proof: Proof, played: Played) -> Check:
    if _seed(proof) is None:
        return not_possible("dice", "Whether the dice fell so: that takes the secret seed.")
    if not played.has_such_dice:
        return failed("dice", "This game is not played with duplicate dice.")
    if played.wrong:
        line, written, thrown = played.wrong[0]
        return failed(
            "dice",
            f"{len(played.wrong)} of {played.draws} throws and draws are not what the seeds give; "
            f"the first says {describe(written)} where the seeds give {describe(thrown)}.",
            line,
        )
    far = "" if played.damage is None else f" before line {played.damage.line}"
    return ok("dice", f"Thrown again from these seeds, all {played.draws} throws and draws{far} fall as written.")


def _moves(played: Played) -> Check:
    if played.damage is not None:
        return failed("moves", f"This cannot be played: {played.damage.reason}.", played.damage.line)
    return ok("moves", f"Played again, all {played.entries} entries are within the rules.")


def _digest(paper: Paper, proof: Proof) -> Check:
    seed = _seed(proof)
    if not proof.digest:
        return failed("digest", "The digest is missing: lines may have been changed or left out.")
    if seed is None:
        return not_possible("digest", "Whether the digest is that of these lines: that takes the secret seed.")
    if proof.digest != digest_of(paper.header, paper.lines[1:], seed):
        return failed("digest", "The digest is not that of these lines: they were changed, added to or left out.")
    return ok("digest", f"The digest is that of these very lines: {proof.digest}.")


def digest_of(header: Header, lines: tuple[bytes, ...], seed: bytes) -> str:
    """The digest of a record: a chain over the header as it was known at the start, all lines, and the secret."""
    digest = at_start(header, header.dice or Proof())
    for line in lines:
        digest = digest_with(digest, line)
    return digest_at_end(digest, seed)


def _end(played: Played, *, complete: bool) -> Check:
    damage = played.damage
    if damage is not None and isinstance(damage.__cause__, GameOver):
        return failed("end", "This comes after the end of the game.", damage.line)
    if damage is not None:
        return not_possible("end", f"How the game ended: it could be played up to line {damage.line} only.")
    if isinstance(played.pending, Over):
        return ok("end", f"The game was played to its end; won by {_seats(played.pending.winners)}.")
    if complete:
        return ok("end", "The game was broken off before its end; nobody has won it.")
    return not_possible("end", "Whether the game was broken off or its end cut off: that takes a right digest.")


# What the reader knows


def _as_noted(proof: Proof, noted: Noted) -> list[Check]:
    return [
        _held_against(
            "told_commitment", "commitment", noted.commit, proof.commit,
            "Whether the table told this commitment before the game: give the one that you noted then.",
        ),
        _held_against(
            "told_digest", "digest", noted.digest, proof.digest,
            "Whether the players made these very moves: give the digest that the table told everybody at the end.",
        ),
        _own_seed(proof, noted.seed, noted.seat),
    ]  # fmt: skip


def _held_against(what: str, name: str, noted: str, written: str, wanted: str) -> Check:
    if not noted:
        return not_possible(what, wanted)
    if noted != written:
        return failed(what, f"The {name} is not the one that you noted at the table.")
    return ok(what, f"The {name} is the one that you noted at the table.")


def _own_seed(proof: Proof, seed: str | None, seat: Seat | None) -> Check:
    if proof.scheme == "duplicate":
        return _entrants_seed(proof, seed)
    if seed is None or seat is None:
        return not_possible("own_seed", "Whether your own seed was mixed in: give what your client sent and your seat.")
    if not 0 <= seat < len(proof.client_seeds):
        return failed("own_seed", f"There is no seed of a seat {_letter(seat)} in this record.")
    if proof.client_seeds[seat] != seed:
        return failed("own_seed", f"What was mixed in for seat {_letter(seat)} is not the seed that your client sent.")
    return ok("own_seed", f"What your client sent was mixed into the dice, for seat {_letter(seat)}.")


def _entrants_seed(proof: Proof, seed: str | None) -> Check:
    if seed is None:
        return not_possible(
            "own_seed", "Whether your own seed was mixed in: give what your client sent as you entered."
        )
    if not seed or seed not in proof.client_seeds:
        return failed("own_seed", "What your client sent as you entered was not mixed into the dice.")
    return ok("own_seed", "What your client sent as you entered was mixed into the dice.")

"""Bluff for many: what was learned in bulk is what a bot plays at a table, and the reckoning agrees with the dice."""

from typing import Any

import numpy as np
import pytest

from dicehall.bots.bluff import crowd as bot
from dicehall.bots.bluff.crowd_table import (
    BLUFF,
    CODES,
    KEEP,
    KINDS,
    LEAST,
    OWN,
    TOTALS,
    TRUTH,
    kind_for,
    name_of,
    values_of,
)
from dicehall.bots.tables import FOLDER, open_table
from dicehall.lab.bluff.crowd import Model, Position, Round
from dicehall.lab.bluff.crowd_table import packed, read
from dicehall.lab.bluff.many import Budget, make_table
from dicehall.lab.bluff.regret import AT_ONCE, Learner, exploited, play
from dicehall.lab.bluff.walk import Players, Walker
from dicehall.lab.report import quietly
from dicehall.rules.bluff import LISTING, Answering, Board, Claiming, Options
from tests.kit.scale import kept_for_soak


def shipped(kind: int, seats: int | None = None) -> Model:
    """The table of a kind, for its number of players or another."""
    return read(kind, open_table(name_of(kind)), open_table(values_of(kind)), seats=seats or KINDS[kind][0])


def scattered(seats: int, games: int, rng: Any) -> Round:
    """Rounds that begin anywhere."""
    scores = rng.integers(0, 45, (seats, games)).astype(np.int32)
    cards = rng.integers(0, 2, (seats, games)).astype(np.int32)
    return Round(scores, cards, np.zeros((seats, games), dtype=bool)).next(scores, cards, rng)


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=name_of)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_bot_at_a_table_looks_up_what_was_learned_there(kind: int, left: int) -> None:
    """Rounds are walked in bulk; at every turn the bot finds the same row from the board alone."""
    seats, rising = KINDS[kind]
    model, rng, games = shipped(kind), np.random.default_rng(left), 24
    start = scattered(seats, games, rng)
    walk = Walker(Players(model), np.full(games, left, dtype=np.int32), start, rng, 1.0).walk()
    game: Any = LISTING.new(seats, Options(claims="rising" if rising else "free"))
    same = total = 0
    for table in range(games):
        said: list[tuple[int, ...]] = [()] * seats
        scores = tuple(int(score) for score in start.scores[:, table])
        cards = tuple(bool(card) for card in start.cards[:, table])
        for turn, (answered, made, fit) in enumerate(walk.steps):
            circle = tuple((turn + step) % seats for step in range(seats))
            if answered is not None:
                if answered.weight[table] == 0:
                    break
                phase = Answering(circle, tuple(said))
                board = Board(scores, cards, (), 3 - left, (0,) * seats, tuple(range(seats)), 0, phase)
                context = bot.call_context(game, phase, bot.place(game, board, circle))
                place = (context * CODES + bot.story_code(game, phase)) * TOTALS + phase.total - LEAST
                total += 1
                same += place == answered.place[table] // OWN
                scores = board.believe(phase)[0].scores
            if made is None or fit is None:
                break
            assert scores == tuple(fit.scores[:, table])
            now = bot.place(
                game, Board(scores, cards, (), 3 - left, (0,) * seats, circle, 0, Claiming(circle, ())), circle
            )
            heard = max((claims[-1] for claims in said if claims), default=LEAST - 1)
            least = min(heard + 1, 18) if rising else LEAST
            total += 1
            same += bot.claim_context(game, Claiming(circle, tuple(said)), now, least) == made.context[table]
            way, mover = made.way[table], circle[0]
            claim = (
                said[mover][-1] if way == KEEP else made.total[table] + LEAST if way == TRUTH else way - BLUFF + LEAST
            )
            said[mover] = (*said[mover], int(claim))
    assert total > 50
    assert same >= 0.99 * total  # a number may lie on a bound and be rounded differently


@pytest.mark.parametrize("kind", [0, 3], ids=name_of)
def test_reckoning_with_all_calls_agrees_with_drawing_them(kind: int) -> None:
    """What a round is worth at its beginning is what its drawn ends are worth on average."""
    model, rng, games = shipped(kind), np.random.default_rng(7), 4000
    left = np.full(games, 1, dtype=np.int32)
    walk = Walker(Players(model), left, scattered(model.seats, games, rng), rng, 0.0).walk()
    reckoned = Learner(model).see(walk, None)
    drawn = Position(model, left, walk.scores, walk.cards).chances(0)
    off = (reckoned - drawn).mean(axis=1)
    assert (abs(off) < 5 * (reckoned - drawn).std(axis=1) / games**0.5).all()


def test_what_is_packed_is_what_is_read() -> None:
    for kind in range(len(KINDS)):
        assert (abs(packed(shipped(kind)).astype(int) - np.asarray(open_table(name_of(kind)))) <= 2).mean() > 0.95


def test_more_players_play_like_the_most() -> None:
    assert [KINDS[kind_for(players, rising=False)][0] for players in (2, 3, 4, 5, 6, 7)] == [3, 3, 4, 5, 6, 6]
    assert [KINDS[kind_for(players, rising=True)][0] for players in (2, 3, 4, 5, 6, 7)] == [2, 3, 4, 5, 6, 6]


def test_among_its_like_everyone_has_a_fair_share() -> None:
    model, games = shipped(0), 8000
    won = play(model, model, np.random.default_rng(1), games)
    assert abs(won.mean() - 1 / 3) < 5 * won.std() / games**0.5


def gain(host: Model) -> tuple[float, float]:
    """How much more than a fair share a guest wins who has learned a little, and half the interval of that."""
    won, margin = exploited(host, steps=20, games=1000, tell=lambda _: None, batches=1)
    return won - 1 / host.seats, margin


@pytest.mark.parametrize(
    ("rising", "seats"),
    [
        (False, 3),
        (False, 4),
        kept_for_soak(False, 7),
        (True, 2),
        (True, 4),
        kept_for_soak(True, 5),
        (True, 6),
        kept_for_soak(True, 7),
    ],
)
def test_one_who_learns_a_little_wins_little_more_than_a_share(rising: bool, seats: int) -> None:
    """From 20,000 games; `dicehall solve bluff --seats N` tells of one who learns more."""
    gained, margin = gain(shipped(kind_for(seats, rising=rising), seats))
    assert gained < 0.03 + margin


@pytest.mark.parametrize("seats", [4, kept_for_soak(7)])
def test_and_finds_what_a_table_for_fewer_players_gives_away(seats: int) -> None:
    gained, margin = gain(shipped(kind_for(3, rising=True), seats))
    assert gained > 0.03 + margin


def test_a_table_is_made_again_to_the_last_byte() -> None:
    """In a small way: few steps, and batches that are walked in two parts."""
    budgets = (Budget((4,), 1), Budget((), 2, few=50, many=AT_ONCE + 50))
    once, again = (make_table(1, quietly, budgets) for _ in range(2))
    assert once == again
    assert {name: len(content) for name, content in once.items()} == {
        f"{name}.bin": (FOLDER / f"{name}.bin").stat().st_size for name in (name_of(1), values_of(1))
    }

"""Whatever is asked in whatever order: the log alone says what is, nobody sits twice, and every tournament ends."""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dicehall.evenings.core import commands, events
from dicehall.evenings.core.agenda import to_do
from dicehall.evenings.core.draft import Decided
from dicehall.evenings.core.public_view import public_view
from dicehall.evenings.core.setting import Arena, KnockOut, Series, Swiss
from dicehall.evenings.core.state import Tournament
from tests.evenings.core.logs import ANN, BEN, CAT, DAN, EVE
from tests.evenings.kit import HOST, Cup, folded
from tests.kit.scale import scaled

PEOPLE = st.sampled_from((HOST, ANN, BEN, CAT, DAN, EVE, "guest"))
FORMATS = st.sampled_from((Swiss(2), Swiss(2, last=3), KnockOut(1), KnockOut(2), Arena(5), Series(2)))
BY_PEOPLE = st.sampled_from((commands.Enter("mine"), commands.Enter("mine"), commands.Leave(), commands.Return()))
BY_HOSTS = st.one_of(
    st.sampled_from(
        (commands.AddBot(), commands.Begin(), commands.Begin(), commands.Pause(), commands.Resume(),
         commands.UndoPairing())
    ),
    st.builds(commands.Remove, PEOPLE), st.builds(commands.Readmit, PEOPLE), st.builds(commands.NameSecond, PEOPLE),
)  # fmt: skip


class AnyOrder(RuleBasedStateMachine):
    @initialize(form=FORMATS, seats=st.integers(2, 4), least=st.integers(2, 3), people=st.integers(0, 5))
    def open(self, form: Swiss | KnockOut | Arena | Series, seats: int, least: int, people: int) -> None:
        entrants = (ANN, BEN, CAT, DAN, EVE)[: min(people, seats) if isinstance(form, Series) else people]
        if isinstance(form, KnockOut):
            seats = max(seats, form.advance + 1)
        seats = max(seats, 3) if isinstance(form, Swiss) and form.last else seats
        self.cup = Cup().create(form, *entrants, seats=seats, least=min(least, seats))

    @rule(who=PEOPLE, command=st.one_of(BY_PEOPLE, BY_HOSTS))
    def someone_asks(self, who: str, command: commands.AnyCommand) -> None:
        self.cup.ask(who, command)

    @rule(command=BY_HOSTS)
    def the_host_asks(self, command: commands.AnyCommand) -> None:
        self.cup.ask(HOST, command)

    @rule()
    @precondition(lambda self: self.cup.due() is not None)
    def time_passes(self) -> None:
        self.cup.tick()

    @rule()
    def tables_open(self) -> None:
        self.cup.open_tables()

    @rule(who=PEOPLE)
    def someone_comes(self, who: str) -> None:
        table = self.cup.tournament.table_of(who)
        if table is not None:
            self.cup.ask(None, commands.ReportArrived(table.code, who))

    @rule(winner=st.integers(0, 3), void=st.booleans())
    def a_game_ends(self, winner: int, void: bool) -> None:
        for table in to_do(self.cup.tournament, self.cup.now).start[:1]:
            places = tuple(1 if seat == winner % len(table.seats) else 2 for seat in range(len(table.seats)))
            self.cup.do(None, commands.ReportVoid(table.code) if void else commands.ReportResult(table.code, places))

    @rule()
    def the_hall_is_killed(self) -> None:
        self.cup.tournament = folded(self.cup.log)

    @invariant()
    def the_log_alone_says_what_is(self) -> None:
        assert folded(self.cup.log) == self.cup.tournament

    @invariant()
    def nobody_sits_at_two_tables(self) -> None:
        busy = [who for table in self.cup.tournament.tables() if table.ended is None for who in table.seats]
        assert len(busy) == len(set(busy))

    @invariant()
    def no_table_is_named_opened_or_ended_twice(self) -> None:
        named = [drawn.code for _, entry in self.cup.log if isinstance(entry, events.Paired) for drawn in entry.tables]
        assert len(named) == len(set(named))
        for kind in (events.TableOpened, events.TableEnded):
            codes = [entry.code for _, entry in self.cup.log if isinstance(entry, kind)]
            assert len(codes) == len(set(codes))

    @invariant()
    def what_is_secret_changes_nothing_that_anyone_sees(self) -> None:
        known = self.cup.tournament
        entrants = tuple(msgspec.structs.replace(each, seed="other") for each in known.entrants)
        assert public_view(msgspec.structs.replace(known, key="other", entrants=entrants)) == public_view(known)
        assert self.cup.seed is None or known.is_over or not _tells(self.cup, self.cup.seed)

    def teardown(self) -> None:
        if hasattr(self, "cup"):
            brought_to_its_end(self.cup)
            assert self.cup.tournament.is_over
            assert folded(self.cup.log) == self.cup.tournament


def brought_to_its_end(cup: Cup) -> None:
    """Nobody does anything but come and play; only a pause, and a start without a time, need the host."""
    if not cup.tournament.started and not cup.tournament.is_over:
        began = isinstance(cup.ask(HOST, commands.Begin()), Decided)
        cup.do(HOST, *(() if began else (commands.CallOff(),)))
    if cup.tournament.paused is not None:
        cup.do(HOST, commands.Resume())
    if not cup.tournament.is_over:
        cup.play_on(most=1000)


def _tells(cup: Cup, secret: bytes) -> bool:
    return any(secret.hex() in repr(entry) for _, entry in cup.log)


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=scaled(15), stateful_step_count=25, deadline=None)


def test_the_fold_of_nothing_is_no_tournament() -> None:
    assert folded([]) == Tournament()

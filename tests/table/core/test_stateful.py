"""Anything from anybody at one table: `decide` never raises, and a simple model always agrees with what it decided."""

from random import Random
from typing import Any, cast

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dicehall.bots import LEVELS
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.tower import commitment
from dicehall.rules.values import Move, allowance_for
from dicehall.rules.verify import verify
from dicehall.table.core import commands, events
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.log import are_moves
from dicehall.table.core.public_view import changes, changes_by_moves, show, show_moved
from dicehall.table.core.state import Table, load, save
from dicehall.table.core.stored import finished, fold
from tests.kit.scale import scaled
from tests.kit.walk import any_options
from tests.table.kit import ANN, BOB, CID, DEE, EVE, HALL, Evening, move, setting, wire

PEOPLE = (ANN, BOB, CID, DEE, EVE)


class Model:
    """What someone who keeps a list with a pencil knows of the table."""

    def __init__(self, host: str | None, seats: int, quick: bool, fill: bool, people_only: bool = False) -> None:
        self.host = host
        self.seats = seats
        self.quick = quick
        self.waits = quick
        """Whether it is a quick table before its first game."""
        self.people_only = people_only
        """Whether such a table waits for people instead of bots."""
        self.fill = fill
        """Whether bots take what is free at the start."""
        self.seated: dict[str, bool] = {}
        """Who sits, in order, and whether they are ready."""
        self.invited: list[str] = []
        self.seeds: dict[str, str] = {}
        """What will be mixed into the next dice."""
        self.kicked: set[str] = set()
        self.muted: set[str] = set()
        self.reactions = self.knocks = self.predictions = True
        self.let_in: set[str] = set()
        self.locked = self.talk = self.closed = self.running = self.played = False
        self.players: list[str] = []
        self.wins: dict[str, int] = {}

    # May they?

    def allows(self, who: str | None, command: AnyCommand) -> bool | None:
        """None where only the game itself or a clock can know."""
        if self.closed:
            return False
        if who is not None and isinstance(command, commands.TimeUp | commands.BotTurn):
            return False
        host = type(command) in HOST
        if who is not None and who != self.host and (host or (self.locked and not isinstance(command, GOING))):
            return False
        if not host and who is None and not isinstance(command, commands.TimeUp | commands.BotTurn | commands.Open):
            return False
        mine = self.seated.get(who) if who is not None else None
        lobby = not self.running
        match command:
            case commands.Open():
                return False
            case commands.Sit():
                return mine is None and who not in self.kicked and lobby and (self.has_room or who in self.invited)
            case commands.Stand():
                return mine is not None
            case commands.Leave():
                return mine is not None or who == self.host
            case commands.Ready():
                return mine is False and lobby
            case commands.Unready():
                return mine is True and lobby
            case commands.Rematch():
                return mine is False and lobby and self.played
            case commands.Hurry():
                return mine is not None and self.waits and self.can_begin
            case commands.AddBot(level):
                return lobby and self.has_room and level in LEVELS
            case commands.RemoveBot(bot):
                return lobby and bot.startswith("bot:") and bot in self.seated
            case commands.Start():
                enough = self.fill or len(self.seated) >= 2
                return lobby and enough and all(r for other, r in self.seated.items() if other != who)
            case commands.Invite(whom):
                free = whom not in (*self.seated, *self.invited, *self.kicked, self.host)
                return lobby and free and self.has_room and not whom.startswith("bot:")
            case commands.Uninvite(whom):
                return whom in self.invited
            case commands.Decline():
                return who in self.invited
            case commands.Kick(whom):
                there = whom in self.seated or not whom.startswith("bot:")
                return whom not in (who, self.host) and whom not in self.kicked and there
            case commands.Transfer(whom):
                return whom in self.seated and not whom.startswith("bot:") and whom != self.host
            case commands.Reset():
                return self.running
            case commands.ResetScore() | commands.Close():
                return True
            case commands.Lock():
                return not self.locked
            case commands.Unlock():
                return self.locked
            case commands.Readmit(whom):
                return whom in self.kicked
            case commands.LetIn(whom):
                return whom not in self.let_in | self.kicked and not whom.startswith("bot:")
            case commands.Mute(whom):
                return whom not in self.muted and whom != who and not whom.startswith("bot:")
            case commands.Unmute(whom):
                return whom in self.muted
            case commands.AllowTalk():
                return not self.talk
            case commands.ForbidTalk():
                return self.talk
            case commands.AllowReactions() | commands.ForbidReactions():
                return self.reactions == isinstance(command, commands.ForbidReactions)
            case commands.AllowKnocks() | commands.ForbidKnocks():
                return self.knocks == isinstance(command, commands.ForbidKnocks)
            case commands.AllowPredictions() | commands.ForbidPredictions():
                return self.predictions == isinstance(command, commands.ForbidPredictions)
            case commands.Configure():
                return None if lobby else False
            case _:  # whatever belongs to a running game; time also passes without one
                return None if self.running or isinstance(command, commands.TimeUp) else False

    @property
    def can_begin(self) -> bool:
        """Whether a quick table may stop waiting."""
        return not self.people_only or self.fill or len(self.seated) >= 2

    @property
    def has_room(self) -> bool:
        return len(self.seated) + len(self.invited) < self.seats

    # What follows

    def follow(self, who: str | None, command: AnyCommand, decided: Decided) -> None:
        for event in decided.events:
            if isinstance(event, events.GameEnded):
                self.ended(event.places)
            if isinstance(event, events.GameReset):
                self.break_off()
        if who is not None:
            self.follow_person(who, command)
        self.follow_anyone(command, decided)
        agreed = self.all_agree(command)
        if agreed or self.should_start(command):
            if self.fill or (agreed and self.quick and not self.people_only):
                self.fill_up()
            self.running = self.played = True
            self.waits = False
            self.players = list(self.seated)

    def frozen_seeds(self, who: str | None, command: AnyCommand) -> tuple[str, ...]:
        """What the game that begins has to have mixed in, seat by seat; the next one begins with nothing."""
        seeds, self.seeds = self.seeds, {}
        if isinstance(command, commands.Start) and who is not None and command.seed:
            seeds[who] = command.seed
        return tuple(seeds.get(player, "") for player in self.players)

    def follow_person(self, who: str, command: AnyCommand) -> None:
        match command:
            case commands.Sit(seed):
                self.seated[who] = self.quick and not self.waits
                self.uninvite(who)
                self.mix_in(who, seed)
            case commands.Decline():
                self.uninvite(who)
            case commands.Stand() | commands.Leave():
                self.goes(who)
                if isinstance(command, commands.Leave) and who == self.host:
                    self.host = next((other for other in self.seated if not other.startswith("bot:")), None)
                self.close_if_empty()
            case commands.Ready(seed) | commands.Rematch(seed):
                self.seated[who] = True
                self.mix_in(who, seed)
            case commands.Unready():
                self.seated[who] = False
            case _:
                pass

    def follow_anyone(self, command: AnyCommand, decided: Decided) -> None:
        match command:
            case commands.AddBot():
                (bot,) = [event.who for event in decided.events if isinstance(event, events.BotSat)]
                assert bot not in self.seated
                self.seated[bot] = True
            case commands.RemoveBot(whom):
                del self.seated[whom]
            case commands.Kick(whom):
                self.goes(whom)
                self.uninvite(whom)
                if not whom.startswith("bot:"):
                    self.kicked.add(whom)
            case commands.Invite(whom):
                self.invited.append(whom)
            case commands.Uninvite(whom):
                self.uninvite(whom)
            case commands.Transfer(whom):
                self.host = whom
            case commands.Reset():
                self.break_off()
            case commands.ResetScore():
                self.wins = {}
            case commands.Close():
                self.close()
            case commands.Lock() | commands.Unlock():
                self.locked = isinstance(command, commands.Lock)
            case commands.Readmit(whom):
                self.kicked.remove(whom)
            case commands.LetIn(whom):
                self.let_in.add(whom)
            case commands.Mute(whom):
                self.muted.add(whom)
            case commands.Unmute(whom):
                self.muted.remove(whom)
            case commands.Configure(given):
                self.seats, self.fill = given.seats, given.fill
                self.quick = self.waits = self.people_only = False
                self.unready()
            case commands.TimeUp():
                self.time_passed(decided)
            case commands.Hurry() if not self.people_only:
                self.fill_up()
            case _:
                self.follow_switch(command)

    def follow_switch(self, command: AnyCommand) -> None:
        match command:
            case commands.AllowTalk() | commands.ForbidTalk():
                self.talk = isinstance(command, commands.AllowTalk)
            case commands.AllowReactions() | commands.ForbidReactions():
                self.reactions = isinstance(command, commands.AllowReactions)
            case commands.AllowKnocks() | commands.ForbidKnocks():
                self.knocks = isinstance(command, commands.AllowKnocks)
            case commands.AllowPredictions() | commands.ForbidPredictions():
                self.predictions = isinstance(command, commands.AllowPredictions)
            case _:
                pass

    def all_agree(self, command: AnyCommand) -> bool:
        """Between games, anyone who asks for another, comes or goes may leave only people who want one."""
        people = [ready for who, ready in self.seated.items() if not who.startswith("bot:")]
        between = self.played and not (self.running or self.closed or self.waits)
        asks = isinstance(command, commands.Stand | commands.Leave | commands.Rematch | commands.Kick)
        comes = self.quick and isinstance(command, commands.Sit | commands.Ready)
        enough = (self.quick and not self.people_only) or self.fill or len(self.seated) >= 2
        return (asks or comes) and between and bool(people) and all(people) and enough

    def should_start(self, command: AnyCommand) -> bool:
        full = self.waits and len(self.seated) == self.seats
        match command:
            case commands.Start():
                return True
            case commands.Hurry():
                return True
            case commands.Sit() | commands.TimeUp():
                return full and not self.closed
            case _:
                return False

    def time_passed(self, decided: Decided) -> None:
        """Who had to go and whether the table was closed is the clock's own affair; the rest follows."""
        if self.waits and not any(isinstance(event, events.Closed) for event in decided.events):
            self.fill_up()
        for event in decided.events:
            if isinstance(event, events.Stood):
                self.goes(event.who)
                self.close_if_empty()
            elif isinstance(event, events.Closed):
                self.close()

    def goes(self, who: str) -> None:
        self.seated.pop(who, None)
        self.seeds.pop(who, None)

    def uninvite(self, who: str) -> None:
        self.invited = [other for other in self.invited if other != who]

    def mix_in(self, who: str, seed: str) -> None:
        if seed:
            self.seeds[who] = seed

    def break_off(self) -> None:
        """Nobody wins; those who are left sit in the lobby."""
        if self.running:
            self.running = False
            self.unready()

    def close(self) -> None:
        self.break_off()
        self.closed = True

    def fill_up(self) -> None:
        self.invited = []
        names = ("Fox", "Otter", "Wren", "Hare", "Badger", "Heron", "Marten", "Newt", "Rook", "Stoat", "Tern", "Vole")
        for name in names:
            if self.has_room:
                self.seated.setdefault(f"bot:{name}", True)

    def ended(self, places: tuple[int, ...]) -> None:
        assert self.running
        self.running = False
        for who, place in zip(self.players, places, strict=True):
            self.wins[who] = self.wins.get(who, 0) + int(place == 1)
        self.unready()

    def unready(self) -> None:
        self.seated = {who: who.startswith("bot:") for who in self.seated}

    def close_if_empty(self) -> None:
        if self.host is None and all(who.startswith("bot:") for who in self.seated):
            self.close()

    def agrees_with(self, table: Table) -> None:
        assert table.host == self.host or table.closed
        assert {occupant.who: occupant.ready for occupant in table.seated} == self.seated
        assert [occupant.who for occupant in table.seated] == list(self.seated), "someone sits twice, or elsewhere"
        assert (table.locked, table.closed, table.spectators_talk) == (self.locked, self.closed, self.talk)
        assert (table.reactions, table.knocks) == (self.reactions, self.knocks)
        assert table.predictions == self.predictions
        assert list(table.invited) == self.invited
        assert len(table.seated) + len(table.invited) <= table.setting.seats
        assert set(table.kicked) == self.kicked
        assert set(table.muted) == self.muted
        assert (table.playing is not None) == self.running
        assert dict(table.wins) == self.wins


HOST = set(commands.ByHost.__args__)
GOING = (
    commands.MakeMoves | commands.Throw | commands.Return | commands.Stand | commands.Leave | commands.Decline
    | commands.Ready | commands.Unready | commands.Rematch | commands.Hurry | commands.AgreeReset
)  # fmt: skip

# What may come from outside

people = st.sampled_from(PEOPLE)
anybody = st.one_of(people, people, people, st.sampled_from((HALL, "bot:Fox", "bot:", "", "nobody", "\x00", "né" * 20)))
whom = st.one_of(people, st.sampled_from(("bot:Fox", "bot:Otter", "bot:Wren", "bot:", "", "nobody")))
seats = st.one_of(st.integers(0, 4), st.sampled_from((-1, 99, 2**63, 10**30)))
json = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 20), st.just(10**30), st.floats(allow_nan=False), st.text(max_size=5)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=4,
)
words = st.sampled_from(("pick", "keep", "reroll", "award", "call", "reveal", "claim", "accept", "call_bluff", "stay"))
fields = st.sampled_from(("number", "dice", "to", "sips", "total", "seat", "type"))
junk_moves = st.builds(
    lambda word, rest: {"type": word} | rest,
    words,
    st.dictionaries(fields, st.one_of(json, st.integers(0, 30)), max_size=2),
)
some_moves = st.lists(junk_moves, min_size=1, max_size=3).map(lambda moves: move(*moves))
seeds = st.sampled_from(("", "heads", "tails", "~" * 64))
seated = st.one_of(
    st.builds(commands.Sit, seeds),
    st.builds(commands.Sit, seeds),
    st.builds(commands.Ready, seeds),
    st.builds(commands.Ready, seeds),
    st.builds(commands.Rematch, seeds),
    st.just(commands.Unready()),
)
going = st.sampled_from(
    (
        commands.Stand(),
        commands.Leave(),
        commands.Hurry(),
        commands.AgreeReset(),
        commands.AgreeReset(),
        commands.Return(),
        commands.Throw(),
        commands.Decline(),
    )
)
hosting = st.one_of(
    st.builds(commands.Start, seeds),
    st.sampled_from((commands.Start(), commands.Start(), commands.Lock(), commands.Unlock())),
    st.sampled_from((commands.Reset(), commands.ResetScore(), commands.StopMatch(), commands.AllowTalk())),
    st.sampled_from((commands.ForbidTalk(), commands.Open(setting()), commands.Close())),
    st.sampled_from((commands.AllowReactions(), commands.ForbidReactions())),
    st.sampled_from((commands.AllowKnocks(), commands.ForbidKnocks())),
    st.sampled_from((commands.AllowPredictions(), commands.ForbidPredictions())),
    st.builds(commands.AddBot, st.sampled_from(("normal", "uniform", "genius", ""))),
    st.builds(commands.RemoveBot, whom),
    st.builds(commands.Invite, whom),
    st.builds(commands.Uninvite, whom),
    st.builds(commands.Kick, whom),
    st.builds(commands.Readmit, whom),
    st.builds(commands.LetIn, whom),
    st.builds(commands.Transfer, whom),
    st.builds(commands.Mute, whom),
    st.builds(commands.Unmute, whom),
    st.builds(commands.Help, seats),
    st.builds(commands.BotTurn, seats, st.one_of(st.none(), st.just(Move()))),
    st.just(commands.TimeUp()),
)
games = st.sampled_from(GAMES)
random = st.integers(0, 2**32).map(Random)
given_settings = st.builds(
    lambda listing, rng, most, clock, on_timeout, fill: setting(
        listing.name,
        max(2, min(most, listing.seats[1])),
        options={name: value for name, value in options_of(listing, rng).items() if name != "games_won"},
        clock=clock,
        on_timeout=on_timeout,
        fill=fill,
    ),
    games,
    random,
    st.integers(2, 5),
    st.sampled_from((15, 600, 86_400)),
    st.sampled_from(("play", "play", "kick", "wait")),
    st.booleans(),
)
kinds = st.sampled_from(("sits", "sits", "hosts", "quick", "people only"))
guests = st.lists(st.sampled_from((BOB, CID, DEE)), unique=True, max_size=2)


def options_of(listing: Any, rng: Random) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(any_options(listing, rng))
    return built


def open_now(machine: Any) -> bool:
    return not machine.model.closed


class TableMachine(RuleBasedStateMachine):
    """One table after the other, for anyone who comes."""

    evening: Evening
    model: Model
    fair: bool

    accounts: bool = False
    """Whether the people of this table have accounts, so that its games are rated."""

    @initialize(given=given_settings, kind=kinds, invited=guests, seed=st.integers(0, 99), fair=st.booleans())
    def opens(self, given: events.Setting, kind: str, invited: list[str], seed: int, fair: bool) -> None:
        quick = kind in ("quick", "people only")
        host = None if quick else ANN
        self.evening = Evening(seed=seed, fair=fair)
        self.fair = fair
        self.accounts = seed % 2 == 0
        self.evening.inputs = self.evening.inputs._replace(is_account=lambda _who: self.accounts)
        self.model = Model(host, given.seats, quick, given.fill, people_only=kind == "people only")
        given = msgspec.structs.replace(given, quick=quick, people_only=kind == "people only")
        if kind == "sits":
            self.model.seated[ANN] = False
        self.model.invited = invited[: given.seats - len(self.model.seated)]
        self.evening.do(host, commands.Open(given, sit=kind == "sits", invite=tuple(self.model.invited)))

    @precondition(lambda self: self.model.closed)
    @rule(given=given_settings, kind=kinds, invited=guests, seed=st.integers(0, 99), fair=st.booleans())
    def opens_another(self, given: events.Setting, kind: str, invited: list[str], seed: int, fair: bool) -> None:
        self.replays()
        self.opens(given, kind, invited, seed, fair)

    def asks(self, who: str | None, command: AnyCommand) -> Decided | Refused:
        expected = self.model.allows(who, command)
        before, wins, secret = self.evening.table, self.evening.table.wins, self.evening.inputs.seed
        answer = self.evening.ask(who, command)
        if expected is not None:
            assert isinstance(answer, Decided) == expected, (who, command, answer)
        if isinstance(answer, Refused):
            assert self.evening.table is before
            return answer
        assert answer.entries
        ended = any(isinstance(event, events.GameEnded) for event in answer.events)
        assert ended or self.evening.table.wins == wins or isinstance(command, commands.ResetScore)
        self.clocks_are_as_they_were_or_full(before, answer)
        self.moves_change_only_the_game(before, answer)
        self.model.follow(who, command, answer)
        self.model.agrees_with(self.evening.table)
        self.dice_are_bound(who, command, answer, secret)
        return answer

    def moves_change_only_the_game(self, before: Table, decided: Decided) -> None:
        """What is worked out after a move is what is worked out after anything else, which takes longer."""
        if decided.table.playing is not None and are_moves(decided.entries):
            was, now = show(before), show(decided.table)
            assert show_moved(was, decided.table) == now
            assert changes_by_moves(was, now) == changes(was, now)

    def dice_are_bound(self, who: str | None, command: AnyCommand, decided: Decided, secret: bytes | None) -> None:
        """A game takes the seeds that were sent since the commitment; its end reveals what it was bound to."""
        for event in decided.events:
            match event:
                case events.GameStarted():
                    frozen = self.model.frozen_seeds(who, command)
                    assert event.client_seeds == (frozen if self.fair else ())
                    assert event.commit == (commitment(self.evening.secret) if self.fair else "")
                case events.GameEnded() | events.GameReset():
                    assert event.seed == (secret.hex() if secret else "")
                    self.record_holds()
                case _:
                    pass

    def record_holds(self) -> None:
        found = finished(self.evening.bodies, ended=0.0, public=True)
        if self.fair and found is not None:
            assert [check for check in verify(found.record) if check.outcome == "failed"] == []

    def clocks_are_as_they_were_or_full(self, before: Table, decided: Decided) -> None:
        """Nothing that is newly awaited is due before the last entry, or later than what has happened allows."""
        table = self.evening.table
        play = table.playing
        for due in play.due if play else ():
            assert play is not None
            none = table.setting.on_timeout == "wait" or play.level_of(due.seat) is not None
            full = round(table.touched + table.setting.clock, 1)
            most = round(full + allowance_for(decided.events), 1)
            assert due.until in ((None,) if none else (full, most)) or (before.playing and due in before.playing.due)

    # Rules

    @precondition(open_now)
    @rule(who=anybody, command=st.one_of(seated, seated, going, hosting, some_moves))
    def someone_asks(self, who: str | None, command: AnyCommand) -> None:
        self.asks(who, command)

    @precondition(open_now)
    @rule(command=hosting)
    def the_host_asks(self, command: AnyCommand) -> None:
        self.asks(self.model.host, command)

    @precondition(open_now)
    @rule(number=st.integers(0, 5), command=st.one_of(seated, going, some_moves))
    def someone_seated_asks(self, number: int, command: AnyCommand) -> None:
        if self.model.seated:
            self.asks(list(self.model.seated)[number % len(self.model.seated)], command)

    @precondition(open_now)
    @rule(number=st.integers(0, 5), kind=st.sampled_from((commands.Kick, commands.Transfer, commands.Mute)))
    def the_host_deals_with_someone_seated(self, number: int, kind: Any) -> None:
        if self.model.seated:
            self.asks(self.model.host, kind(list(self.model.seated)[number % len(self.model.seated)]))

    @precondition(open_now)
    @rule(number=st.integers(0, 5), command=seated)
    def someone_tries_a_locked_table(self, number: int, command: AnyCommand) -> None:
        self.asks(self.model.host, commands.Lock())
        self.asks(PEOPLE[number % len(PEOPLE)], command)
        if number:
            self.asks(self.model.host, commands.Unlock())

    @precondition(open_now)
    @rule(given=given_settings)
    def the_host_configures(self, given: events.Setting) -> None:
        fits = not self.model.running and len(self.model.seated) + len(self.model.invited) <= given.seats
        assert isinstance(self.asks(self.model.host, commands.Configure(given)), Decided) == fits

    @precondition(lambda self: open_now(self) and not self.model.running)
    @rule(count=st.integers(1, 3), bots=st.integers(0, 2))
    def people_gather_and_start(self, count: int, bots: int) -> None:
        for who in PEOPLE[:count]:
            self.asks(who, commands.Sit())
            self.asks(who, commands.Ready())
        for _ in range(bots):
            self.asks(self.model.host, commands.AddBot())
        self.asks(self.model.host, commands.Start())

    @precondition(lambda self: open_now(self) and self.model.running)
    @rule(steps=st.integers(1, 40), rng=random, clumsy=st.booleans())
    def the_game_goes_on(self, steps: int, rng: Random, clumsy: bool) -> None:
        """The person who is awaited throws or moves, people sometimes with one move too many."""
        for _ in range(steps):
            play = self.evening.table.playing
            if play is None:
                return
            due = rng.choice(play.due)
            who = play.seats[due.seat]
            if play.level_of(due.seat) is not None:
                moves = play.pending.options[due.seat] if isinstance(play.pending, Ask) else (None,)
                answer = self.asks(HALL, commands.BotTurn(due.seat, rng.choice(moves)))
            elif isinstance(play.pending, Chance):
                answer = self.asks(who, commands.Throw())
            else:
                chosen = wire(rng.choice(cast(Ask, play.pending).options[due.seat]))
                if clumsy:
                    assert isinstance(self.asks(HALL, commands.BotTurn(due.seat, None)), Refused)
                    assert isinstance(self.asks(who, move(chosen, {"type": "nonsense"})), Refused)
                answer = self.asks(who, move(chosen))
            assert isinstance(answer, Decided), answer

    @precondition(open_now)
    @rule(seconds=st.sampled_from((0, 0.04, 1, 14.96, 15, 60, 600, 86_400, 10**15)), who=st.sampled_from((HALL, ANN)))
    def time_passes(self, seconds: float, who: str | None) -> None:
        self.evening.after(seconds)
        table = self.evening.table
        strikes = table.due_at <= round(self.evening.now, 1) and who is HALL
        assert isinstance(self.asks(who, commands.TimeUp()), Decided) == strikes
        self.nothing_is_overdue_after(strikes)

    @precondition(lambda self: open_now(self) and (self.model.running or self.model.waits))
    @rule(times=st.integers(1, 12))
    def nobody_answers(self, times: int) -> None:
        for _ in range(times):
            if self.model.running or self.model.waits:
                self.evening.now = max(self.evening.now, self.evening.table.due_at)
                assert isinstance(self.asks(HALL, commands.TimeUp()), Decided)
                self.nothing_is_overdue_after(True)
            if self.model.closed:
                return

    def nothing_is_overdue_after(self, strikes: bool) -> None:
        table = self.evening.table
        assert not strikes or table.closed or table.due_at > table.touched

    @precondition(lambda self: open_now(self) and self.evening.table.playing and self.evening.table.playing.handed)
    @rule()
    def someone_comes_back(self) -> None:
        seat = self.evening.play.handed[0]
        assert isinstance(self.asks(self.evening.play.seats[seat], commands.Return()), Decided)
        assert seat not in self.evening.play.handed

    @precondition(lambda self: self.model.closed)
    @rule(who=anybody, command=st.one_of(seated, going, hosting, some_moves))
    def someone_knocks(self, who: str | None, command: AnyCommand) -> None:
        answer = self.asks(who, command)
        assert isinstance(answer, Refused)
        assert answer.reason == "closed"

    # Laws

    @invariant()
    def the_version_counts_the_entries(self) -> None:
        written = [msgspec.json.decode(body) for body in self.evening.bodies]
        assert self.evening.table.version == sum(len(body["entries"]) for body in written)
        assert self.evening.table.touched == written[-1]["at"]

    @invariant()
    def those_are_due_for_whom_the_game_waits(self) -> None:
        table = self.evening.table
        play = table.play
        if play is None:
            return
        pending = play.game.pending(play.state)
        assert pending == play.pending
        match pending:
            case Ask():
                waiting = sorted(pending.due)
            case Chance():
                assert pending.thrower is not None, "dice that are in nobody's hand lie there"
                waiting = [pending.thrower]
            case Over():
                waiting = []
        assert [due.seat for due in play.due] == waiting
        if table.playing:
            there = [who for who in play.seats if play.seat_of(who) is not None]
            # A bot that is removed from a rated game plays on without a seat (H-07).
            assert [who for who in there if who in self.model.seated] == list(self.model.seated)
            assert play.rated or there == list(self.model.seated)
            assert all(events.is_bot(who) for who in there if who not in self.model.seated)
        assert all(play.seats[seat] in self.model.seated or play.level_of(seat) is not None for seat in waiting)
        assert (table.playing is None) == isinstance(pending, Over)

    @invariant()
    def a_bot_holds_no_seat_whose_player_is_not_slow(self) -> None:
        play = self.evening.table.playing
        if play is not None:
            assert all(play.timeouts[seat] >= 3 for seat in play.handed)
            assert len(set(play.handed)) == len(play.handed)

    @invariant()
    def the_secret_is_nowhere_but_beside_the_log(self) -> None:
        secret = self.evening.inputs.seed
        table = self.evening.table
        assert (secret is not None) == self.fair
        if secret is None or table.closed:
            return
        bound = table.playing.started.commit if table.playing else table.commit
        assert bound == commitment(secret)
        assert secret.hex().encode() not in b"".join((save(table), self.evening.bodies[-1]))
        assert not self.evening.luck.draws
        assert dict(table.seeds) == ({} if self.model.running else self.model.seeds)

    @invariant()
    def snapshots_are_the_table(self) -> None:
        snapshot = save(self.evening.table)
        assert save(load(snapshot)) == snapshot

    def replays(self) -> None:
        again = fold(Table(), self.evening.bodies)
        assert save(again) == save(self.evening.table)

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.replays()


TestTable = TableMachine.TestCase
TestTable.settings = settings(deadline=None, max_examples=scaled(100), stateful_step_count=40)

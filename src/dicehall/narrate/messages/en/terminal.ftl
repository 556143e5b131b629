# What the terminal says. The boards of the games have files of their own: terminal-GAME.ftl.
# A refusal is one line after "dicehall: ", so it begins small and has no full stop.

# Small words.
nobody = nobody
someone = Someone
nothing = Nothing
you = you
to = to
seats = seats
private = private
locked = locked
the-hall = the hall
the-dice = the dice

# Arguments and files.
set-bad = --set takes option=value, not { $given }
address-bad = { $given } is neither a link to a table nor the address of a hall, like { $hall }
moment-bad = { $given } is no time: use 20:30, '2026-12-24 20:30', or +15 for in 15 minutes
file-unreadable = cannot read { $file }: { $why }
file-unwritable = cannot write { $file }: { $why }
file-not-text = { $file } is not UTF-8 text
file-exists = { $file } already exists; choose another name, or use --force to overwrite it
io-failed = cannot read or write: { $why }
seat-unknown = there is no seat { $seat } in this game; seats are 0 to { $last }, or A to { $letter }
record-damaged = line { $line }: this entry is against the rules

# Questions.
password-missing = there is no password on standard input; it takes one line
password-no-terminal = there is no terminal to ask for a password; give it on standard input with --password-stdin
password-new = New password (8 characters or more)
password-again = The same again
password-differs = the two passwords differ; nothing was done
password-of = Password of { $name }
password-old = Old password
confirm = { $what } This cannot be undone. Type { $word } to go ahead:
confirm-password = Confirm that it is you: the password of { $name }
confirm-passkey = your account has a passkey, and the hall wants it for this: do it in the browser, at { $url }/account
confirm-no-terminal = the hall wants to be sure that it is you: sign in again with { $command }, then try again within 10 minutes
confirm-missing = '{ $word }' was not typed; nothing was done

# Columns of lists.
column-name = name
column-id = id
column-kind = what
column-now = now
column-key = key
column-label = what it is for
column-scope = may
column-made = made
column-used = used
column-seen = seen
column-windows = windows
column-banned = banned
column-code = code
column-game = game
column-state = state
column-seated = seated
column-people = people
column-host = host
column-watching = watching
column-rank = rank
column-score = score
column-predictions = predictions
column-number = number
column-when = when
column-what = what
column-players = players
column-minutes = minutes
column-about = about
column-title = title
column-format = format
column-entrants = entrants

# The games.
players-range = { $fewest } to { $most } players
game-options = Options, the default first; change one with --set option=value:
game-presets = Presets: { $presets }
game-bots = Bots: { $levels }
game-play = Play it: dicehall play { $name }    Its rules: dicehall rules { $name }
preset-clock = { $title } (a clock of { $seconds } seconds, at tables with clocks)

# Playing at this keyboard.
names-too-many = { $names } names for { $people } people; use --people { $names }
names-alike = two people cannot both be called { $name }
people-too-many = { $people } people do not fit { $seats } seats; use --seats { $people } or more
record-saved = The record is in { $file }: dicehall replay { $file }
game-left = You have left the game. Use --save FILE next time to keep its record.
how-local = Answer with a key and Enter. ? prints the rules, Ctrl-C leaves.
cover = Pass the keyboard to { $name }. Press Enter when only { $name } is looking.
cover-screen =
    Pass the keyboard to { $name }.
    Press Enter when only { $name } is looking.
cover-keys = Enter shows the table · Ctrl-C leaves

# Questions of a game, and keys.
how-hall =
    Answer with a key and Enter. ? prints the rules, Ctrl-C quits and keeps the seat.
    /hello says hello to the table, table shows it, more opens its menu.
how-react = !laugh shows a reaction, ! lists all six.
how-odds = Type % for the odds while a game runs.
your-move = { $name }{ $time }, your move:
not-an-option = { $typed } is not an option. Answer with one of these:
dice-choice = or the dice to roll again by their positions 1 to { $dice }, such as 1 or 13
input-ended = The input has ended.
wait-and-see = Wait and see
end-match = End the match
marked-not-an-option = not an option
which-dice = which dice?
roll-again = Roll again
again = again
enter-mark-others = mark others
enter-then-rolls = then Enter rolls
enter-rolls = Enter rolls
enter-keeps = Enter keeps all
enter-takes = Enter takes it
keys-dice = mark dice with 1-{ $dice } · { $does }
keys-local = PgUp story · ? rules · Ctrl-C leaves
keys-local-turn = arrows or keys choose · Enter takes it · { $always }
keys-with-dice = / chat · Tab menu · Ctrl-C quits
keys-react = ! react ·{" "}
keys-odds = % odds ·{" "}
keys-watching = / chat · { $react }Tab menu · PgUp story · ? rules · Ctrl-C quits
keys-seated = / chat · { $react }Tab menu · PgUp story · ? rules · Ctrl-C quits (seat kept)
keys-talk = Enter sends · Esc cancels
keys-write = Enter goes on · Esc cancels
keys-closed = Enter or Ctrl-C quits
keys-closed-local = Enter or Ctrl-C leaves · ? rules
keys-rules = arrows scroll · Esc back to the table
keys-replay = arrows step · PgUp PgDn jump · Home End · ? rules · q leaves
replay-eyes = {" "}· as { $name } saw it
replay-step = Step { $step } of { $steps }. { $standing }
screen-small =
    Dicehall needs a screen of 80 × 24; this one is { $width } × { $height }.
    Enlarge it, or leave with Ctrl-C and play with --plain.
screen-plain = (This screen is { $width } × { $height }; below { $least_width } × { $least_height } a table is played line by line.)

# Boards.
round = Round { $number }
round-of = Round { $number } of { $rounds }
dice-by-position = Dice by position: { $dice }
board-yours = yours
board-none = none

# The line to a hall.
hall-no-https = what answers at { $url } does not speak https; did you mean { $other }?
hall-silent = no answer
hall-no-answer = no hall answers at { $url } ({ $why }); `dicehall serve` opens one
hall-no-socket = no hall answers at { $url } ({ $why })
hall-is-none = what answers at { $url } is not a hall
hall-not-there = { $url } is not the address of a hall or a table; a table looks like { $table }
hall-protocol = this hall speaks protocol { $theirs }, and this program { $ours }
hall-not-understood = The hall says something that this program does not understand: { $error }.
line-down = There is no connection right now.
line-broke = The connection broke before the hall could answer.
line-logged-out = You are signed out here; join again to come back.
line-lost = The connection is lost; reconnecting …
line-back = Connected again.
line-missed = (More has happened than the hall can repeat.)
line-reconnecting = Reconnecting …
hall-is-closed = The hall has closed; waiting for it to open again …
hall-restarting = { $told } Ctrl-C quits.
bare-code = { $why }; a bare code is looked up at { $whose ->
    [here] this machine's hall
   *[there] the hall
} ({ $url }); for another hall give the whole link

# Identities.
identity-unsaved = (Your seat cannot be found again after you leave: cannot write { $path }: { $why })
identity-none = nobody on this machine is signed in at { $url }; { $cure }
identity-elsewhere = you are signed in at { $hall }: --hall { $hall }
identity-log-in = sign in with: dicehall account log-in NAME --hall { $url }
identity-logged-out = { $name } is no longer signed in at { $url }; sign in again with: { $command }
identity-unknown = this machine has no { $name } at { $url }; it has: { $names }
identity-nobody = Nobody on this machine is known at { $url }.
identity-forgotten = no longer known there
identity-known = known
identity-here = plays here in another window
rename-nobody = nobody on this machine can be renamed at { $url }; join with --name { $name }
renamed = { $old } is called { $name } in this hall from now on.
name-taken = { $why }; to sign in: { $command }
name-in-use = Someone here is already called { $name }, so you are { $given }.

# Accounts.
account-exists = { $name } already has an account at { $url }
account-is-guest = { $name } is a guest of this machine at { $url }: --as { $quoted } turns them into an account, with everything they have; for another person choose another name
account-made = { $name } has an account at { $url } now. `dicehall join` uses it from now on.
account-in = { $name } is signed in at { $url }.
account-out = { $name } is signed out at { $url }.
account-guest-out = { $name } is a guest and could not sign in again: make an account first with `dicehall account register --as`, or delete them with `dicehall account delete --as`
account-exported = Everything that the hall stores about you is in { $file }.
password-changed = { $name } has a new password. All other browsers are signed out; access tokens stay.
delete-needs-yes = with --password-stdin you cannot be asked to confirm: add --yes
delete-what = { $name } leaves all tables at { $url } and is forgotten there.
delete-done = { $name } is gone from { $url }.
token-none = You have no tokens.
token-unused = never
token-once = It is shown only once: keep it.
token-unknown = you have no token { $key }; `dicehall account tokens` lists them by their keys
token-revoked = The token { $key } is revoked.

# Administrators.
claim-bad = { $link } is not a claim link; the hall prints one when it starts: { $hall }/claim/SECRET
claim-nameless = give your name as well: dicehall admin claim LINK NAME
claim-no-hall = there is no hall in { $data }; say where it is with --data
claim-done = The hall at { $url } is yours, { $name }. See: dicehall admin --help{ $elsewhere }
claim-elsewhere = ; its commands take --hall { $url }
people-none = Nobody has a name like that.
people-more = These are the latest { $count }; give part of the name to find others.
people-banned = { $name } is banned.
people-unbanned = { $name } is no longer banned.
people-renamed = { $old } is called { $name } from now on.
people-appointed = { $name } is an administrator.
people-dismissed = { $name } is no longer an administrator.
people-unknown = nobody at { $url } is called { $name }
person-deleted = a deleted person ({ $id })
tables-none = No table is open.
table-damaged = damaged
table-was-closed = Table { $code } is closed.
seats-of = { $taken } of { $seats }
reset-leaderboard-what = This empties the leaderboard of { $game ->
    [none] all games
   *[other] { $game }
} at { $url }.
reset-leaderboard-done = { $game ->
    [none] The leaderboard is empty again.
   *[other] The leaderboard of { $game } is empty again.
}
reset-everything-what = This closes all tables at { $url } and empties the leaderboard.
reset-everything-done = { $closed ->
    [one] 1 table is closed
   *[other] { $closed } tables are closed
}, and the leaderboard is empty again.
audit-none = Nothing has been done yet.
audit-hall = The hall's own machine
audit = { $action ->
    [claimed] { $by } claimed the hall
    [appointed] { $kind ->
        [administrator] { $by } made { $who } an administrator
       *[other] { $by } dismissed { $who }
    }
    [banned] { $by } banned { $who }
    [unbanned] { $by } unbanned { $who }
    [renamed] { $by } renamed { $who }
    [forgotten] { $who } deleted their account
    [leaderboard_reset] { $by } reset the leaderboard of { $game ->
        [none] all games
       *[other] { $game }
    }
    [everything_reset] { $by } reset everything
    [table_closed] { $by } closed table { $table }
   *[other] { $by }: { $action } { $who }
}

# Joining.
join-one-only = give only one of a table, --game and --open
join-needs-game = --people-only is for a quick match: add --game GAME, or --game any
join-quick-seats = a quick match has its usual seats, or two: --seats 2
join-needs-open = --bots, --level, --seats, --preset, --set, --clock, --on-timeout, --fill, --invite, --private, --rated, --unrated and --odds are for a table that you --open
team-or-none = give a team or say that you want none, not both
team-look-alone = --colour and --pattern need the label of a team
team-watches = who only watches wears no badge: leave out --watch or the team
open-too-many = { $game } has { $fewest } to { $most } seats; { $who } need { $needed }
open-too-few-seats = there are { $seats } seats; { $who } need { $needed }
bots-count = { $count ->
    [one] 1 bot
   *[other] { $count } bots
}
hall-open = The hall at { $url } is open. { $tables ->
    [0] No table is open yet.
   *[other] Its tables:
}
hall-games = Its games: { $games }
hall-choose =
    Type a code, a game for a quick match, any for any game, open GAME for a table of your own, or q.
    After a game, two finds you a game of two, and people one without bots:
hall-nothing-chosen = nothing was chosen; name a table, or use --game or --open
hall-unknown-choice = { $typed } is neither a table here nor a game
watching-running = A game is running, and you are watching it.
watching-instead = { $why } You are watching.
farewell = Until next time!
farewell-left = You have left the table. Until next time!
farewell-seat = Your seat is kept. Come back with: { $command }
farewell-host = You are still the host. Come back with: { $command }

# At a table of a hall.
guest-won = Make an account to put this win on the leaderboard; you keep all your games: { $command }
table-closed = The table is closed.
knocking = Knocking at { $code } … The table is private, and its host has to let you in. Ctrl-C stops waiting.
knocks = { $name } is knocking: let them in under “{ host-tools }”.
table-no-knocking = The host has turned knocking off; you need the link of the table or an invitation.
table-kicked = The host has asked you to leave.
table-code = table { $code }
you-are = you are { $name }
headline-reconnecting = RECONNECTING …
invited = { $host } is keeping a seat for you at { $game }: dicehall join { $link } (with --watch you can look first, and decline there)
react = React
react-with = { $reaction } ({ $mark })
reacted = { $name }: { $mark }
reaction-unknown = Reactions are { $reactions }.
reaction-laugh = Laugh
    .mark = ha ha!
reaction-wow = Wow
    .mark = wow!
reaction-cry = Cry
    .mark = sob
reaction-hmm = Hmm
    .mark = hmm …
reaction-angry = Angry
    .mark = grr!
reaction-heart = Heart
    .mark = ♥
name-changed = { $old } is called { $name } now.
among-spectators = (among spectators) { $said }
chat-placeholder = Say something to the table
at-table = { $game } at table { $code }{ $locked ->
    [yes] {" "}(locked)
   *[no] {""}
}: { $way }
at-fixture = { $title }, round { $round }: { $game } at table { $code }
this-machine-only = only this machine can join
only-this-machine = Only this machine can join.
others-join = Others join with
seats-taken = { $taken } of { $seats } seats: { $people }
seats-free = { $count ->
    [one] 1 free seat
   *[other] { $count } free seats
}
seats-kept = { $count ->
    [one] A seat is
   *[other] Seats are
} kept for { $names }.
waits-alone = Nobody else is waiting yet. No bots play here.
usual-wait = People usually wait about { $time }.
expected = { $name } (no account yet)
nobody-yet = nobody yet
bots-fill = Bots take the free seats when the game starts.
bots-fill-in = Bots take the empty seats in { $time }.
evening-score = Won this evening: { $score }
rating = { $table ->
    [rated] Rated when two accounts play.
    [odds] Unrated: everyone can ask for the odds.
   *[other] Unrated.
}
time-to-answer = { $on_timeout ->
    [wait] No time limit
   *[other] { $clock } to answer
}
mark-you = you
mark-host = host
mark-bot = { $level ->
    [none] bot
    [uniform] random bot
   *[other] { $name } bot
}
mark-ready = ready
mark-ready-short = ✓ ready
mark-not-ready = not ready
mark-won = { $count } won
mark-reconnecting = reconnecting
note-away = away
note-bot = bot plays
note-left = left

# Who is awaited.
waiting-for-people = Waiting for more people
waiting-for-start = You are ready; waiting for { $host } to start
waiting-for = Waiting for { $names } …
waiting-for-people-named = Waiting for { $names }
is-host = { $name } (host)
all-ready = Everyone is ready: you can start
watching-now = You are watching
say-ready = Say when you are ready
another-game = Another game?
rematch-wanted = { $agreed } of { $people } { $agreed ->
    [one] wants
   *[other] want
} a rematch
rematch-waiting = { $wish }; waiting for { $names }
more-needed = { $missing ->
    [one] 1 more is
   *[other] { $missing } more are
} needed to start
people-not-ready = { $names } { $count ->
    [one] is
   *[other] are
} not ready yet
fixture-of = { $title }, round { $round }
fixture-waits = Waiting for { $names }; after { $time } a bot plays for whoever has not come
fixture-starts = Everyone is here: the game is about to begin
fixture-too-late = You came too late: a bot plays your seat
fixture-settled = The result stands

# What you may do at a table.
page-table = The table
leave-game = Leave the game
leave-game-sure = You come last at this table. Leave the game?
back = Back
no = No
take-seat = Take a seat
decline = Decline the invitation
start = Start the game
fill-now = Let bots fill up now
begin-now = Start without waiting
rematch = Rematch
ready = Ready
unready = I am not ready after all
add-bot = Add a bot
which-bot = Which bot?
bot-level = { $level ->
    [easy] Easy bot
    [normal] Normal bot
    [hard] Hard bot
    [uniform] Random bot
   *[other] { $name }
}
stand = Leave seat and watch
stand-sure = Leave your seat{ $cost ->
    [game] , and lose the game
   *[seat] {""}
}?
stand-yes = Yes, leave the seat
leave = Leave the table
leave-sure = Leave, and give up { $cost ->
    [game] the seat and the game
   *[seat] the seat
}?
leave-yes = Yes, leave
quit = Quit
quit-keep-seat = Quit, keep the seat

# What the host may do.
host-tools = Host's tools
whom = { $action }: whom?
lock = Lock
unlock = Unlock
reset = Reset the game
reset-sure = End it without a result?
reset-sure-rated = This game is rated: once someone has moved, resetting it is your loss and no result for the others. Reset it alone?
ask-reset = Ask everyone to reset
ask-reset-sure = If all players agree, this rated game ends without a result for anyone. Ask them?
ask-reset-yes = Yes, ask
agree-reset = Agree to end without a result
reset-yes = Yes, reset the game
end-match-sure = End it now, with the scores as they are?
end-match-yes = Yes, end it
remove-bot = Remove a bot
kick = Kick
kick-sure = { $name } loses { $cost ->
    [game] the game and the seat
   *[seat] the seat
}. Kick { $name }?
kick-sure-rated = This game is rated: a bot plays on for { $name }, and if you win, your win won't count. Kick { $name }?
kick-sure-bot-rated = { $name } leaves the table, but plays this rated game to its end. Kick { $name }?
kick-yes = Yes, kick { $name }
uninvite = Cancel an invitation
let-in = Let in
readmit = Let back in
mute = Mute
unmute = Unmute
hand-over = Hand over
hand-over-sure = Only { $name } can give it back. Make { $name } the host?
hand-over-yes = Yes, hand it over
allow-talk = Spectators may talk
forbid-talk = Spectators: hush
allow-reactions = Turn reactions on
forbid-reactions = Turn reactions off
allow-knocks = Turn knocking on
forbid-knocks = Turn knocking off
predict = Predict who wins
predict-again = Change your prediction
predict-who = Who wins? { $count ->
    [0] Nobody has predicted yet
    [one] One prediction, { $pot ->
        [one] 1 chip
       *[other] { $pot } chips
    } in the pot
   *[other] { $count } predictions, { $pot } chips in the pot
}
predict-stake = How many chips on { $name }? You have { $chips }
predict-chance = How sure are you that { $name } wins?
chips = { $chips ->
    [one] 1 chip
   *[other] { $chips } chips
}
percent = { $chance } %
chips-on = { $name } { $chips }
predicted = You predict { $name }: { $chips ->
    [one] 1 chip
   *[other] { $chips } chips
}, { $chance } % sure.
predicted-late = Your prediction came too late: your chips are back.
pool-closed = { $why ->
    [clear] Predictions are closed, it is nearly clear who wins.
   *[other] Predictions are closed.
} Chips on { $list }.
pool-void = The game has no fair end: your { $chips ->
    [one] chip is
   *[other] { $chips } chips are
} back.
pool-paid = { $paid ->
    [0] You predicted { $name }: your { $chips ->
        [one] chip is
       *[other] { $chips } chips are
    } gone.
    [one] You predicted { $name }: you get 1 chip.
   *[other] You predicted { $name }: you get { $paid } chips.
} You have { $purse }.
allow-predictions = Turn predictions on
forbid-predictions = Turn predictions off
reset-score = Reset the evening score
close = Close the table
close-sure = Send everyone away?
close-sure-rated = This game is rated: once someone has moved, closing is your loss and no result for the others. Send everyone away?
close-yes = Yes, close the table
change-clock = Change the clock
which-clock = How long may a player think?
change-rating = Rating
which-rating = Do games here count for the rating?
rate-rated = Yes, when two accounts play
rate-unrated = No
rate-odds = No, and everyone can ask for the odds
change-game = Change the game
which-game = What is played here?
stuck = Stuck?
stuck-whom = Roll, or make the first legal move, for whom?
awaited-for = { $name }, awaited for { $time }

# Fair dice.
dice-commitment = Its commitment, to check the dice by after the game: { $commit }
dice-mixed = This machine mixed { $seed } into the dice, as seat { $seat }.
dice-of-the-round = All tables of this round have the same dice. { $entrants ->
    [one] The seed of one entrant is mixed into them.
   *[other] The seeds of { $entrants } entrants are mixed into them.
}
dice-held = Other tables play with these dice: their secret follows when the round ends. Digest of the record: { $digest }
dice-not-mixed = (The hall has not mixed this machine's seed into the dice.)
dice-unbound = BEWARE: the dice were not bound to the secret that was promised before the game.
dice-broken = BEWARE: the secret of the dice does not match what was promised before the game.
dice-kept = The dice are what was promised before the game. Digest of its record: { $digest }
dice-check = To check it yourself: { $command }

# dicehall verify.
note-seed-and-seat = --my-seed and --seat belong together: the seed that your client sent, and where you sat
note-bad-hash = { $option } takes the 64 digits and letters a to f that the table told, not { $given }
note-bad-seat = --seat takes a number from 0 or a letter from A, not { $given }
not-checked = Not checked:
record-unreadable = { $file } is not a record: { $why }
verify-line = line { $line }:
verify-beyond = Whether the operator's machine knew the dice and told someone: no record shows that.
verify-holds = Everything that was checked holds.
verify-proves-nothing = This record proves nothing about its dice.
verify-false = This is not the record of a game as it was played.

# dicehall serve.
serve-open = 🎲 The hall is open at { $url }
serve-code = People on the same network find its tables with this code:
serve-data = Everything is stored in { $data } ({ $tables ->
    [0] no table yet
    [one] 1 table goes on
   *[other] { $tables } tables go on
}).
serve-metrics = Metrics for Prometheus are at { $url }
serve-join = Play there in a browser, or from a terminal: { $command }
serve-claim = This hall has no administrator yet. Open this link once to claim it: { $link }
serve-close = Ctrl-C closes the hall; its games go on when it opens again.
serve-goodbye = Everything is on disk. Goodbye!
serve-no-address = there is no address { $host }; --host takes 127.0.0.1, 0.0.0.0 or an address of this machine
serve-cannot-listen = cannot listen on { $host }:{ $port }: { $cure }
listen-in-use = something listens there already, perhaps another hall; use --port { $other }
listen-not-here = this machine does not have that address; --host 0.0.0.0 listens on all of its addresses
listen-low-port = ports below 1024 are for the system; use --port 8000
public-url-bad = --public-url is a whole address such as https://dice.example.org, not { $url }
workers-bad = --workers takes a number from 1 to { $most }, or auto, not { $text }
workers-not-here = This system cannot share a port between processes: leave --workers out
metrics-bad = --metrics takes an address and a port such as 127.0.0.1:9123, not { $text }
serve-node = This is node { $node }. Everything is stored in the database that it shares with the other nodes.
serve-close-node = Ctrl-C closes this node; the others take its tables over.
serve-goodbye-node = Node { $node } is closed. Goodbye!
database-bad = --database is the address of a PostgreSQL such as postgresql://hall@db.example.org/hall, not { $url }
database-extra = A hall on PostgreSQL needs a few more packages: pip install 'dicehall[cluster]'
database-or-not = { $option } is not for a hall on several machines: leave it out, or --database
bus-bad = --bus is the address of a NATS such as nats://bus.example.org; a hall with --database needs one
bus-alone = --bus and --node belong to --database: one machine alone needs none of them
node-bad = --node is a name of small letters, digits and hyphens, not { $node }
nodes-node = node
nodes-state = state
nodes-version = version
nodes-partitions = partitions
nodes-tables = tables
nodes-renewed = last heard
nodes-alive = alive
nodes-draining = draining
nodes-gone = gone
nodes-ago = { $seconds } s ago
nodes-waiting = { $partitions ->
    [one] 1 partition waits
   *[other] { $partitions } partitions wait
} for a node of version { $versions } or newer, and nobody can play at the tables there: start one.
standbys-without = The database has no standbys.
standby-hidden = Standby { $name } is there. To see how far behind it is, the role in the address needs pg_monitor.
standby-copying = Standby { $name } ({ $state }) is not at work yet.
standby-behind = Standby { $name } ({ $state }, { $sync }) is { $bytes ->
    [one] 1 byte
   *[other] { $bytes } bytes
} and { $seconds } s behind.
drain-not-there = no node called { $node } runs; dicehall nodes shows those that do
drain-alone = no other node can take its tables over: start one first, or close this one with Ctrl-C
drain-older = node { $node } runs { $version }, and the others only { $versions }: they may not know what it has written, so nobody can take its tables over. Start a node of version { $version } or newer first
drain-left = { $partitions ->
    [one] 1 partition is left.
   *[other] { $partitions } partitions are left.
}
drain-done = Node { $node } has handed everything over, and is closed.
public-url-path = --public-url takes no path, but { $url } has one: the page lives at the root; give the hall a name of its own, such as https://dice.example.org

# dicehall backup and restore.
backup-made = { $file } holds the hall as it was at { $time } ({ $size }), and was checked.
backup-secret = Keep it secret: it holds the dice of running games and the hashes of passwords.
restore-done = { $data } holds the hall as it was at { $time }. Open it: dicehall serve --data { $data }
restore-games = Games that ran then end without a result, and tables get new secrets for their dice, because the old ones may be known. Bans and deleted accounts since the backup are undone: check your notes.
backup-with-key = It also holds the hall's key: anyone who has it can sign as your hall.
backup-without-key = The hall's key is not in it (--with-key adds it). Keep a copy of the key in a safe place.
restore-key = The hall's key is the one from the backup. The public log will say that it was interrupted.
restore-new-key = The backup has no key, so the hall makes a new one, unless you give it yours with --key. The public log will say that it was interrupted: tell your players (docs/public-log.md).
backup-unsigned = It is not signed, because the hall's key is not here (--key names it): `dicehall restore` takes it with --trust only.
restore-done-database = The database holds the hall as it was at { $time }.
restore-replace-database = --replace is for data folders: with --database, name an empty database
restore-needs-key = The nodes need its key, { $key }: copy it to each of them. The public log says that it was interrupted.
restore-made-key = There was no key, so { $key } was made: copy it to each node. The public log says that it was interrupted: tell your players (docs/public-log.md).
key-for-nodes = Copy { $key } to every other node before you start them.
key-rotated = The hall has a new key; both keys have signed that in line { $line } of the public log. Tell your players the new public key:
restore-aside = What was there before is in { $folder }; delete it when all is well.
moved-in = All { $rows } rows of { $data } are in the database, compared one by one. Keep the folder as a backup, and do not open it again. Its key, hall.key, has not moved: every machine of the hall needs a copy.

# dicehall doctor: what is checked, then what is found, each with its cure.
check-program = program
check-packages = packages
check-folder = folder
check-rights = rights
check-space = space
check-hall = hall
check-journal = journal
check-tables = tables
check-hall-time = hall time
check-ahead = write-ahead
check-key = key
check-people = people
check-database = database
check-durability = durability
check-nodes = nodes
check-partitions = partitions
check-public-log = public log
check-marks = marks
check-results = results
check-clock = clock
check-limits = limits
check-address = address
check-sockets = sockets
progress-tables = Reading tables
progress-log = Checking the public log

program-fine = Dicehall { $version } on Python { $python }, SQLite { $sqlite }
packages-fine = all { $count } packages that it needs are installed and new enough
packages-missing = { $packages }
    .cure = install Dicehall again: its requirements come with it
packages-uninstalled = Dicehall is not installed, only found
    .cure = install it: make setup, or pip install
package-missing = { $name } is missing
package-old = { $name } is { $found }, and { $least } is needed

folder-fine = { $data } can be read and written
folder-missing = there is no folder { $data }
    .cure = is it the one that `dicehall serve` was given with --data?
folder-unwritable = { $data } cannot be written by you
    .cure = run this, and the hall, as { $owner }
key-fine = the hall signs with { $key }
key-missing = the public log is signed with { $key }, and hall.key is not here
    .cure = give that key to serve with --key, or put it back as hall.key; otherwise the hall makes a new one, and the log says so
key-unreadable = { $path } is not a key, or you cannot read it
    .cure = put your copy in its place; if it is lost, see docs/public-log.md
key-open = others on this machine can read { $path }, and sign as your hall
    .cure = chmod 600 { $path }; if anyone has read it: dicehall key rotate
key-other = hall.key is { $key }, and the public log is signed with { $other }
    .cure = put the right key back, or let the next start log the change
folder-open = everyone on this machine can read the folder, which holds the seeds of dice and sign-ins
    .cure = chmod o= { $data }
folder-leftover = { $file } was left behind by a restore or a backup that was interrupted
    .cure = do it again, then delete that folder
folder-error = { $file }: { $why }
    .cure = run this as the user that runs the hall
file-owner = { $file } belongs to { $other }, and the folder to { $owner }
    .cure = chown { $owner } { $path }
user-number = user { $number }
space-fine = { $free } MB are free, { $used } MB are used
space-little = { $free } MB are free, { $used } MB are used
    .cure = free some space: a backup needs as much as the hall itself
space-none = { $free } MB are free, { $used } MB are used
    .cure = free some space: without it nothing can be played
no-hall-runs = no hall runs in this folder
hall-runs = a hall runs in this folder; it is not disturbed
hall-runs-as = a hall runs in this folder (process { $process }); it is not disturbed

journal-missing = there is no { $file }
    .cure = is this the folder that `dicehall serve` was given with --data?
journal-newer = its format is { $theirs }, and this program knows { $ours }
    .cure = update Dicehall
journal-too-old = its format is { $theirs }, from before the first release
    .cure = give this hall another folder, or open this one with the program that wrote it
journal-older = its format is { $theirs }, and this program's is { $ours }
    .cure = make a backup; the next start brings it up to date
file-whole = { $file } is whole
file-damaged = { $file } is damaged: { $why }
    .cure = restore a backup: dicehall restore FILE
database-unreadable = { $file } cannot be read: { $why }
    .cure = restore a backup: dicehall restore FILE
tables-fine = { $whole } of { $tables } open tables can be read from the first entry to the last
tables-broken = table { $code } cannot be read: { $why }
    .cure = the others go on; close it, or restore a backup
hall-time-fine = the hall has been open for { $hours } hours in all
hall-time-wrong = the hall has been open for { $hours } hours in all, and a table was last touched { $seconds } s later
    .cure = restore a backup: clocks at its tables would stand still
ahead-waits = { $size } MB wait in the write-ahead file
ahead-long = { $size } MB wait in the write-ahead file
    .cure = see whether another program, perhaps a backup, has been reading for very long
ahead-closed = the hall was closed properly
ahead-unclosed = the hall was not closed properly; the next start takes over what was written
ahead-damaged = it is damaged: { $commits } commits in it cannot be read
    .cure = restore a backup, or lose them
ahead-no-room = no room to look into it: { $why }
    .cure = free some space for TMPDIR

before-migrations = older than migrations
people-fine = { $file } is whole and up to date (migration { $migration })
people-missing = there is no { $file }
    .cure = restore a backup; otherwise the next start makes an empty one
people-too-old = { $file } is from before the first release ({ $found })
    .cure = give this hall another folder, or open this one with the program that wrote it
people-older = { $file } is of an earlier version ({ $found }; the latest is { $known })
    .cure = make a backup; the next start brings it up to date
people-newer = { $file } is of a newer version ({ $found }; this program knows { $known })
    .cure = update Dicehall
results-fine = all { $noted } games and actions are counted
results-behind = { $counted } of { $noted } games and actions are counted; the hall does the rest when it runs
results-ahead = { $counted } games and actions are counted, and the journal knows { $noted }
    .cure = nothing to do: the next start counts them again

marks-fine = nothing is lost: the journal is as far as { $tables } marked tables were
marks-ahead = { $said }
    .cure = restore a later backup; otherwise the next start ends its running game without a result
setback-unseen = { $said }
    .cure = its running game ended without a result and its next dice are new; say that you know: dicehall doctor --seen
setbacks-seen = { $count ->
    [0] There was nothing lost to note.
    [one] Noted: you know of 1 loss. It is not told again.
   *[other] Noted: you know of { $count } losses. They are not told again.
}
setback-unseen-here = { $said }
    .cure = its running game ended without a result and its next dice are new; say that you know: dicehall doctor --database URL --seen
setbacks-none = nothing that players have seen is known to be lost

doctor-key = --key belongs to --database: in a data folder the key is hall.key
database-fine = { $database } can be read, on PostgreSQL { $version }
database-old = this is PostgreSQL { $version }
    .cure = upgrade it: a hall needs { $oldest } or newer
database-standby = this is a standby: nodes cannot write here
    .cure = give the address of the primary, or of both with target_session_attrs=primary
database-unreachable = it cannot be reached: { $why }
    .cure = check that PostgreSQL runs, that host, name and password in the address are right, and that pg_hba.conf lets this machine in
database-lost = the rest cannot be checked: { $why }
    .cure = check that PostgreSQL runs and that this role may read the schemas journal and people; then try again
database-empty = no hall has ever been opened on this database
    .cure = is it the one that `dicehall serve` was given with --database? A node fills it when it starts
database-of-others = its schema { $schema } is not that of a hall
    .cure = give the hall a database of its own, or restore your backup of this one
database-lacks = tables are missing: { $tables }
    .cure = restore your backup of the database
database-journal = the schema journal is the one that this program wants (format { $format })
database-people = the schema people
database-people-fine = the schema people is the one that this program wants (migration { $migration })
durability-fine = a move is on the server's disk before it is confirmed
durability-disk = { $name } is off: a power cut may lose what was confirmed, or damage the whole database
    .cure = set { $name } = on in postgresql.conf
durability-commit = synchronous_commit is { $found }, though nodes ask for on: a crash may lose the last moves that were confirmed
    .cure = let the pooler in between pass on what nodes ask for, or connect them without it
standbys-none = no standby is waited for (synchronous_standby_names is empty): if you have standbys, a switch to one can lose the last moves
standbys-wait = standbys are waited for: { $names }
nodes-run = alive: { $nodes }
no-node-runs = no node runs: the hall is closed
partitions-fine = every partition has an owner that is alive
partitions-ownerless = { $count ->
    [one] 1 partition has no owner that is alive: nobody can play at its tables
   *[other] { $count } partitions have no owner that is alive: nobody can play at their tables
}
    .cure = see `dicehall nodes` and the logs of the nodes; start another node
hall-time-moves = hall time goes on
hall-time-stands = hall time has stood still for { $seconds } s, though nodes are alive: no clock runs
    .cure = see the logs of the nodes: do they reach the database?
snapshot-damaged = the snapshot of table { $code } is damaged; its log is read instead
    .cure = nothing to do: the next snapshot replaces it
table-headless = table { $code } has a log and no head: no node finds it
    .cure = the others go on; restore your backup of the database
table-misplaced = table { $code } is noted for another partition than its own: no node runs it
    .cure = the others go on; restore your backup of the database
public-log-fine = { $lines ->
    [0] it is empty: no node has signed anything yet
    [one] its only line is signed; its head is { $head }
   *[other] all { $lines } lines continue each other and are signed; its head is { $head }
}
public-log-broken = { $why }
    .cure = restore your backup of the database; what players can prove about it is in docs/public-log.md
public-log-short = only { $count } of { $last } lines can be read
key-of-another = the key here is { $key }, and the public log is signed with { $other }
    .cure = copy hall.key from a node that runs, or name it with --key: a node with another key does not start
key-untried = the hall signs with { $key }; name its hall.key with --key to compare
results-stuck = { $counted } of { $noted } games and actions are counted, and no node goes on with it
    .cure = see the log of the node that has partition 0

clock-fine = it is { $date }; no file is from the future
clock-wrong = it is { $date }
    .cure = set the clock of this machine: sign-ins and backups depend on it
clock-behind = it is { $date }, and the files were written { $seconds } s in the future
    .cure = set the clock of this machine, best by NTP: sign-ins and backups depend on it
files-fine = { $files } open files are allowed, { $wanted } are needed for { $sockets } sockets
files-few = { $files } open files are allowed, { $wanted } are needed for { $sockets } sockets
    .cure = LimitNOFILE={ $plain } in the unit, or ulimit -n { $plain }; otherwise fewer people can join
backlog-short = { $most } connections may wait to be accepted, and the hall asks for { $wanted }
    .cure = sysctl net.core.somaxconn={ $wanted }
address-fine = the hall at { $url } is ready
address-degraded = { $url } works, but has lost something: { $said }
    .cure = run `dicehall doctor --seen` in its folder once you know
address-untried = not tried; with --url https://… it is checked from outside
address-is-none = { $url } is not an address
    .cure = it looks like https://dice.example.org
address-plain = http is not encrypted: passwords and cookies can be read on the way
    .cure = put a proxy with a certificate in front of the hall; docs/hosting.md shows two
address-error = { $url }/readyz answers { $code }: { $said }
    .cure = see what it says; 502 and 504 come from a proxy that does not reach the hall
address-silent = { $url } does not answer as a hall: { $why }
    .cure = check that the hall and the proxy are running, the name is right and the port is open
sockets-fine = sockets open, and the hall knows its address
sockets-closed = no WebSocket opens at { $url }/ws: { $why }
    .cure = let the proxy pass Upgrade and Connection on; docs/hosting.md shows how
sockets-elsewhere = sockets open, but the hall thinks that it is at { $told }
    .cure = start it with --public-url { $url }

solve-needs = Solvers need numpy and scipy. The cure: pip install 'dicehall[lab]'
solve-takes-no = { $game } is solved without { $option }: leave it out.
solve-title = { $game }, { $seats } players
solve-value = value
solve-bound = how exactly
solve-exact = exact
solve-took = reckoned in { $seconds } s

simulate-playing = Playing
simulate-title = { $game }, { $games } games with seed { $seed }
simulate-bot = bot
simulate-wins = wins
simulate-place = mean place
simulate-length = { $length } moves and throws a game; ± is half of a 95 % interval

odds-playing = Playing on
odds-one-view = --all-secrets sees everything: leave out --seat.
odds-not-over = This game is not over: its secrets stay secret. Leave out --all-secrets, or wait for the end.
odds-no-step = There is no step { $step }: this record has { $last ->
        [one] one step
       *[other] { $last } steps
    }.
odds-title = { $game }, after step { $step }
odds-viewer = { $viewer ->
        [seat] as { $seat } could know it
        [all] as if all dice lay open
       *[spectator] as a spectator could know it
    }
odds-wins = Chance to win
odds-moves = What each move is worth to { $seat }
odds-risks = Risk assessment, by the picks so far
odds-risk-plot-twist = Plot twist
odds-risk-direct-hit = Direct hit
odds-risk-no-shield = No shield
odds-any-move = Whatever you choose
odds-exact = exact
odds-rounded = exact, ± { $margin } %
odds-about = about, ± { $margin } %
odds-model-any = How anyone plays makes no difference.
odds-model-best = Everyone plays as well as possible.
odds-model-hard = Everyone plays on like a hard bot.
odds-model-normal = Everyone plays on like a normal bot.
odds-model-easy = Everyone plays on like an easy bot.
odds-model-simple = Everyone plays on like a simple bot.
odds-playouts = Estimated from { $games } games played on from here; ± is half of a 95 % interval.
odds-open-end = The match has no set length: it is taken to be stopped after 300 more moves and throws.

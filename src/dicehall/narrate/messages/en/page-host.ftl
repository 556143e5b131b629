# What the page says to hosts.

## Options of a game

option-on = yes
option-off = no
option-less = { $what }: one less
option-more = { $what }: one more

## Host: opening a table

host-game = Game
host-tournament = For many people: host a tournament
host-preset = Variation
preset-usual = The standard rules.
preset-option = { $option }: { $value }.
preset-clock = Time to answer: { $time }.
host-own-rules = Custom
host-who = Who can join
host-public = anyone
host-private = people with the link
host-more = More: seats, clock, bots, rules
host-seats = Seats
host-clock = Time to think
host-clock-sentence = { $clock } a turn.
host-no-clock-sentence = Nobody is hurried.
host-no-clock = no clock
host-timeout = When time is up
host-timeout-play = the safe move is played
host-timeout-kick = they are out
host-bots = Bots
host-fill = Fill up with bots
host-fill-sentence = Bots take the seats that are free when the game starts.
host-rated = Rated
host-rated-sentence = Games count for the rating when two accounts play.
host-odds = Show the odds
host-odds-sentence = Everyone can ask “what are the odds?” while they play. Such a table is unrated.
host-sit = I play too
host-sit-sentence = Otherwise you host and watch.
host-invite = Invite
host-invite-sentence = Names, separated by commas. A seat is kept for each. A name that nobody has yet waits until someone registers it.
host-rules = Rules of { $game }
lobby-rating = Rating
lobby-rated = rated when two accounts play
lobby-unrated = unrated
lobby-odds = unrated, with odds for everyone
host-open = Open the table
host-open-as = Open the table as { $name }
host-list = List it in the hall
host-list-sentence = Anyone can then find this table. You can’t undo this.
host-knock = { $name } is knocking.
host-let-in = Let { $name } in
host-turn-away = Turn { $name } away
host-setting = Game and options
host-configure = Save changes
host-configure-means = Everyone has to get ready again.
host-configured = The changes are saved.
host-stuck = { $name } is taking a while.
host-help = Move on without { $name }
host-sure = Yes: { $what }
host-not-sure = Never mind

# What the page says in the hall: games, tables and today’s leaders.

hall-title = Dicehall: dice games with friends
hall-headline = Take a seat.
hall-headline-more = The dice are warm.
hall-play-now = Play now
hall-play-now-game = Play now: { $game }
hall-play-now-means = { $kind ->
    [two-people] Two players, people only: waits until someone comes.
    [two] Two players. If nobody comes, you play a bot.
    [people] People only: waits until others come.
   *[many] Finds you a seat at a table. Bots fill the rest.
}
hall-play-clock = 1 minute a turn.
hall-play-change = Change
hall-play-players = Players
hall-play-two = two players
hall-play-many = as many as come
hall-play-against = Free seats
hall-play-bots = with bots
hall-play-people = people only
hall-play-as = Play as { $name }
hall-host = Host a table
hall-join = Join with a code
hall-games = Games
hall-game-facts = { $least }–{ $most } players · { $minutes } min
hall-code = Table code
hall-code-help = Four letters, or six for a private table.
hall-code-go = Go to the table
hall-tables = Open tables
hall-people = { $count ->
    [one] 1 person at the tables
   *[other] { $count } people at the tables
}
hall-seats-free = { $count ->
    [one] One table has a free seat
   *[other] { $count } tables have a free seat
}
hall-tables-loading = Looking for tables …
hall-tables-lost = Tables will be back when the connection is.
hall-tables-more = Show more tables
hall-tables-none = No table has a free seat right now. Open one, and everyone sees it here.
hall-tables-begin = Open a table
hall-to-watch = To watch
hall-row-host = { $name }’s table
hall-row-quick = Quick table
hall-row-waiting = { $free ->
    [0] all seats taken
    [one] waiting for one more
   *[other] waiting for { $free } more
}
hall-row-playing = playing
hall-row-finished = between games
hall-row-fills = bots join in { $seconds } s
hall-row-rated = rated
hall-row-unrated = unrated
hall-row-odds = unrated, with odds
hall-row-taken = Seats taken:
hall-row-seats = { $taken } of { $seats }
hall-sit = Sit
hall-sit-at = Sit down at { $game }, table { $code }
hall-watch = Watch
hall-locked = Locked
hall-locked-at = { $game }, table { $code }, is locked
hall-watch-at = Watch { $game }, table { $code }
hall-leaders-today = Today’s leaders
hall-leaders-ever = All-time leaders
hall-leader = { $won } won · { $rate }%
hall-leaders-none = Nobody is on the board yet. Play with an account and be the first.
hall-leaders-failed = The leaderboard didn’t load.
hall-leaders-all = Full leaderboard

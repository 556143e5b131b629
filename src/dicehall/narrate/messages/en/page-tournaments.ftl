# What the page says about tournaments.

## The list

title-cups = Tournaments · Dicehall
cups-heading = Tournaments
cups-lead = Play several rounds against many people, at tables of a few. Entering takes one press, and you need no account.
cups-host = Host a tournament
cups-running = Running now
cups-coming = Coming up
cups-over = Finished
cups-none = No tournament is planned right now. Host one, and everyone sees it here.
cups-silent = The hall isn’t answering. Check your connection and try again.
cups-entrants = { $count ->
    [0] nobody has entered yet
    [one] 1 has entered
   *[other] { $count } have entered
}
cups-players = { $count ->
    [one] 1 player
   *[other] { $count } players
}
cups-hosted = hosted by { $name }
cups-won = { $name } won
cups-cancelled = called off
cups-paused = paused
cups-by-link = by link only
cups-starts = starts { $when }
cups-starts-full = starts when { $most } have entered
cups-starts-host = starts when the host says so
cups-at = at { $time }
cups-more = Show all { $count }

## What is played

cup-tables = tables of { $seats }
cup-tables-range = tables of { $least } to { $seats }
cup-swiss = { $rounds ->
    [one] one Swiss round
   *[other] { $rounds } Swiss rounds
}
cup-swiss-last = { $rounds ->
    [one] one Swiss round
   *[other] { $rounds } Swiss rounds
}, then a knock-out of the best { $last }
cup-knock-out = { $advance ->
    [one] knock-out, the winner of each table goes on
   *[other] knock-out, the best { $advance } of each table go on
}
cup-arena = arena for { $minutes } minutes
cup-series = { $games ->
    [one] series of one game
   *[other] series of { $games } games
}

## Where it stands

title-cup = { $title } · Dicehall
cup-loading = Going to the tournament …
cup-duplicate = All tables of a round have the same dice, and your seat is compared with the same seat at the other tables. Nobody can watch before the round is over. No hall can keep people from talking: if you have finished, keep the dice to yourself.
cup-seconds = { $seconds } s
cup-minutes = { $minutes } min
cup-hours = { $hours } hours
cup-places = { $first }–{ $last } of { $count }
cup-next-start = Starts in { $when }
cup-next-pairing = Next round in { $when }
cup-next-opening = Tables open in { $when }
cup-next-end = Ends in { $when }
cup-next-round = Round { $number } in about { $when }
cup-next-round-soon = Round { $number } when all tables have ended
cup-starts-full = Starts when { $left ->
    [one] one more has entered
   *[other] { $left } more have entered
}
cup-starts-host = The host starts it
cup-starts-you = You start it
cup-paused = Paused by the host
cup-in-round = round { $number } of { $of }
cup-in-knock-out = knock-out, round { $number }
cup-in-final = the final
cup-is-over = finished
cup-why-host = called off by the host
cup-why-too_few = called off: too few had entered
cup-why-missed = called off: the hall was closed at the time

## Taking part

cup-enter = Enter
cup-enter-as = Enter as { $name }
cup-leave = Leave the tournament
cup-leave-means = You won’t be at the next tables. You can come back later.
cup-leave-game = You leave your game too, and come last there. You can come back later.
cup-return = Come back
cup-in = You’re in.
cup-in-next = You’re in. Wait here for your next table.
cup-out = You’re out of the knock-out. Stay and watch.
cup-removed = The host has removed you from this tournament.
cup-too-late = It’s too late to enter, but you can watch.
cup-full = All places are taken, but you can watch.
cup-needs-link = Only those who have the link can enter. Ask the host for it.
cup-to-table = Go to my table
cup-entrants = Who’s in
cup-entrants-of = { $count } of up to { $most }
cup-nobody = Nobody has entered yet. Be the first.

## Standings

you-alone = You
cup-standings = Standings
cup-points-means = The first of a table gets 1 point, the last 0, the others evenly between.
cup-points-arena = The first of a table gets 1 point, the last 0. After two wins in a row ★ games count double.
cup-points-none = How far you come is what counts.
cup-rank = Rank and
cup-player = player
cup-games = latest games
cup-round-short = round { $number }
cup-of = of { $of }
cup-double = counts double
cup-streak = on a streak: the next game counts double
cup-bye = bye ½
cup-missed = missed
cup-away = away
cup-table = table { $number }
cup-column-opponents = opponents
cup-column-wins = wins
cup-column-fewer_games = games
cup-shown = { $shown } of { $of } shown.
cup-show-all = Show all
cup-every-round = Show every round
cup-every-game = Show more games
cup-cut = Above the dashed line: the { $count } who play the knock-out, as it stands. Bots take no person’s place.
cup-marked = ◆ The { $count } who play the knock-out, as it stands. Bots take no person’s place.
cup-marked-in = ◆ The { $count } who are still in.
cup-goes-on = goes on
cup-still-in = Above the dashed line: the { $count } who are still in.
cup-ties = Ties are broken by { $ties }.
cup-then = , then by{" "}
cup-tie-points = points
cup-tie-opponents = the points of those you met
cup-tie-wins = wins
cup-tie-latest = the latest game
cup-tie-fewer_games = fewer games
cup-tie-reached = how far you came
cup-tie-place = your points in the knock-out
cup-tie-before = the standing before the last round
cup-tie-lot = lot

## Tables

cup-round = Round { $number }
cup-tables-now = Tables
cup-tables-count = { $count ->
    [one] 1 table
   *[other] { $count } tables
}
cup-table-long = Table { $number }
cup-your-table = Your table
cup-seats = { $count } seats
cup-table-soon = opens in a moment
cup-table-waiting = { $here } of { $seats } are there
cup-table-playing = playing
cup-progress = { $unit ->
    [round] { $of ->
        [0] round { $now }
       *[other] round { $now } of { $of }
    }
    [lives] { $now } of { $of } lives lost
   *[points] the leader has { $now } of { $of } points
}
cup-table-ended = finished
cup-table-void = closed without a result
cup-table-won = { $names } won
cup-watch = Watch
cup-watch-table = Watch table { $number }
cup-no-tables = No table is playing right now.
cup-all-tables = Show all { $count } tables
cup-byes = { $count ->
    [one] { $names } sits out for half a point.
   *[other] { $names } sit out for half a point.
}

## The knock-out

cup-bracket = The knock-out
cup-last = The last { $count ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [12] twelve
    [16] sixteen
   *[other] { $count }
}
cup-as-it-stands = As it stands now:
cup-advance = { $advance ->
    [one] the winner of each table goes on
   *[other] { $advance } of each table go on
}
cup-stage-final = Final
cup-stage-semi = Semi-finals
cup-stage-quarter = Quarter-finals
cup-stage-last = Last { $people }
cup-bracket-table = Table { $letter }
cup-bracket-on = goes on
cup-bracket-out = out
cup-bracket-byes = { $count ->
    [one] { $names } goes on without a game.
   *[other] { $names } go on without a game.
}
cup-bracket-all = Show all tables
cup-seed = seed { $seed }
cup-from = { $place } of table { $table }
cup-from-open = open

## Who met whom

cup-met = Who met whom
cup-met-means = How often each was ahead of the other: in the row of Fox and the column of Otter, 2:1 means that Fox was ahead twice and Otter once, and = that they were level.
cup-met-cell = met { $met ->
    [one] once
    [2] twice
   *[other] { $met } times
}, ahead { $ahead }, behind { $behind }

## The end

cup-champion = { $name } wins the title!
cup-champion-you = You win the title!
cup-said-champion = It is over. { $name } wins the title!
cup-no-champion = Nobody wins the title.
cup-podium-points = { $points ->
    [one] 1 point
   *[other] { NUMBER($points, maximumFractionDigits: 2) } points
}
cup-your-rank = You came { $rank } of { $of }.
cup-bots-ahead = { $names } stood higher, but bots win no title.
cup-results = Results
cup-results-now = Results so far
cup-results-csv = For spreadsheets (CSV)
cup-results-json = For programs (JSON)
cup-lots = How lots are drawn
cup-lots-means = Where points and tie-breaks are level, a lot decides. All lots come from one secret of the hall and from a number that the browser of everyone who enters adds to it. The hall published the seal of its secret before anyone entered, so it couldn’t choose another one later.
cup-lots-later = The secret itself is published when the tournament is over.
cup-lots-fits = The secret fits the seal: nobody has exchanged it.
cup-lots-broken = The secret does NOT fit the seal.
cup-lots-commit = Seal
cup-lots-latest = Latest lot
cup-lots-seed = Secret
cup-lots-how = To work the lots out again yourself, take the numbers of all entrants from the JSON file: “Tournaments” in the documentation of Dicehall has the few lines of Python.

## Share

cup-share = Invite
cup-share-on = Share
cup-share-how = Tell them the code, send the link, or let them scan the picture. No account is needed to enter.
cup-share-how-watch = Tell them the code, send the link, or let them scan the picture. They can watch.
cup-share-over = With this link everyone sees how it ended.
cup-share-qr = QR code of this tournament
cup-share-point = Point a phone’s camera at it.
cup-share-tv = On a television
cup-share-tv-how = Open this address on the big screen in the room. It shows the standings, and the table when only one is left.
cup-scan-enter = Scan and enter
cup-scan-watch = Scan and follow
cup-host = Host tools

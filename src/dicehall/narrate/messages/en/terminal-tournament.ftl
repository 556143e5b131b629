# What the terminal says about tournaments.
# A refusal is one line after "dicehall: ", so it begins small and has no full stop.

nobody = nobody
and-more = and { $count } more

# What has happened.
entered = { $names } { $count ->
    [one] has
   *[other] have
} entered.
gone = { $names } { $count ->
    [one] takes
   *[other] take
} no more part.
returned = { $names } { $count ->
    [one] is
   *[other] are
} back.
you-entered = You have entered.
team-stays = You stay in the team that you entered with. Before the start you can leave, and enter again with another.
you-returned = You are back, from the next round on.
you-away = You take no more part. You can come back for the next round.
you-gone = You no longer take part.
you-removed = The host has removed you.
changed = The host has changed what will be played.
paused-now = The host has paused the tournament. Tables that are open play on.
resumed-now = The tournament goes on.
undone = The host has undone the last pairing.
begun = The tournament has begun: { $count } take part.
drawn = Round { $round } is drawn: { $tables ->
    [one] 1 table
   *[other] { $tables } tables
}.
you-play = You play at table { $table } against { $others }.
you-sit-out = You sit out this round.
table-ended = Table { $table }: { $result }.
table-void = Table { $table } was closed without a result; those who came share its places.
round-ended = Round { $round } has ended.
through = Through to the next round: { $names }.
you-through = You are through!
you-out = You are out. You can watch to the end.
over = The tournament is over. { $podium }.
called-off = { $why ->
    [too_few] Called off: too few had entered.
    [missed] Called off: the hall was closed at the start.
   *[host] The host has called it off.
}

# How it stands.
format = { $format ->
    [swiss] Swiss, { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    }{ $last ->
        [0] {""}
       *[other] , then a knock-out of the best { $last }
    }
    [knock_out] Knock-out, { $advance ->
        [one] the best goes on
       *[other] the best { $advance } go on
    }
    [arena] Arena, { $minutes } minutes
   *[series] Series of { $games } games
}
format-short = { $format ->
    [swiss] Swiss
    [knock_out] Knock-out
    [arena] Arena
   *[series] Series
}
headline = { $title } · { $game } · { $format } · { $code }
gathering = { $count ->
    [0] Nobody has entered yet.
    [one] 1 has entered, { $bots ->
        [0] a person
       *[other] a bot
    }.
   *[other] { $count } have entered{ $bots ->
        [0] {""}
        [one] , 1 of them a bot
       *[other] , { $bots } of them bots
    }.
}
starts-full = It starts when { $most } have entered, or when { $host } starts it.
starts-host = It starts when { $host } says so.
the-hall = the hall
next-start = It starts in { $time }.
next-pairing = The next round is drawn in { $time }.
next-opening = The tables of round { $round } open in { $time }.
next-round = { $minutes ->
    [0] Round { $round } begins when all tables have ended.
    [one] Round { $round } in about 1 minute.
   *[other] Round { $round } in about { $minutes } minutes.
}
next-end = No more games begin in { $time }.
about-to-pair = The next round is being drawn.
is-paused = The host has paused it.
round-running = Round { $round }{ $of ->
    [0] {""}
   *[other] {" "}of { $of }
}: { $ended } of { $tables } { $tables ->
    [one] table has
   *[other] tables have
} ended.
final-running = The final is being played.
arena-running = { $games ->
    [0] No game is being played.
    [one] 1 game is being played.
   *[other] { $games } games are being played.
}
arena-last = The time is up; the last games are being played.
you-stand = Your place: { $rank } of { $count }{ $unit ->
    [none] {""}
    [one] , with { $points } point
   *[many] , with { $points } points
}.
you-wait = You take part. Your table opens by itself.
you-will-play = Next: table { $table }, against { $others }.
you-are-called = Your table is open.
you-have-played = Your game is over; other tables play on.
you-bye = You sit out this round.
you-are-out = You are out of the knock-out. You can watch to the end.
you-are-away = You take no part at the moment.
you-are-removed = The host has removed you.
you-watch = You are watching.
table-status = { $status ->
    [soon] opens soon
    [waiting] waiting
    [playing] playing
   *[ended] ended
}
table-progress = { $unit ->
    [round] { $of ->
        [0] round { $now }
       *[other] round { $now } of { $of }
    }
    [lives] { $now } of { $of } lives lost
   *[points] { $now } of { $of } points
}
table-line = Table { $table }, { $status }: { $names }.
tables = Tables
standings = Standings
no-standings = Nobody has entered yet.
tie-points = { $unit ->
    [one] point
   *[many] points
}
tie-opponents = { $unit ->
    [one] opponents’ point
   *[many] opponents’ points
}
tie-wins = { $unit ->
    [one] win
   *[many] wins
}
tie-latest = in the last game
tie-fewer_games = { $unit ->
    [one] game
   *[many] games
}
tie-reached = rounds of the knock-out
tie-place = { $unit ->
    [one] point there
   *[many] points there
}
short-points = points
short-opponents = opp.
short-wins = wins
short-latest = last
short-fewer_games = games
short-reached = round
short-place = points
standing-line = { $rank }. { $name }{ $you ->
    [yes] {" "}(you)
   *[no] {""}
}{ $bot ->
    [yes] {" "}(bot)
   *[no] {""}
}{ $team ->
    [none] {""}
   *[other] , { $team }
}{ $status ->
    [away] {" "}(away)
    [removed] {" "}(removed)
   *[in] {""}
}: { $values }
standing-value = { $value } { $what }
mark-bot = bot
mark-away = away
mark-removed = removed
podium-1 = 1st
podium-2 = 2nd
podium-3 = 3rd
no-title = Nobody has the title.

# What you may do.
page-gathering = Before the start
page-running = The tournament runs
page-over = The tournament is over
enter = Enter the tournament
enter-as = Enter with another team
return = Come back for the next round
leave = Leave the tournament
leave-sure = You take no more part, and leave the game you sit in. Leave?
leave-yes = Yes, leave
show-standings = Standings
quit = Quit
quit-stay = Quit, and stay in the tournament
host-tools = Host's tools
begin = Start now
add-bot = Add a bot
which-bot = Which bot?
bot-level = { $level ->
    [easy] Easy bot
    [normal] Normal bot
    [hard] Hard bot
    [uniform] Random bot
   *[other] { $name }
}
pause = Pause
resume = Go on
undo = Undo the pairing
call-off = Call it off
call-off-sure = Nobody gets the title; what was played stays as it is. Call it off?
call-off-yes = Yes, call it off
result-stands = The result stands. Back to the tournament in { $time }
back-to-tournament = Back to the tournament
how-to = Answer with a key and Enter. Your table opens by itself. Ctrl-C quits; you stay in the tournament.
how-to-watch = Answer with a key and Enter. Ctrl-C quits.
how-to-follow = Ctrl-C quits.
keys = PgUp PgDn standings · ? rules · Ctrl-C quits{ $in ->
    [yes] {" "}(you stay in)
   *[no] {""}
}
others-enter = Others enter with: dicehall join { $link }
going-to-table = To table { $table } …
farewell-in = You stay in the tournament. Come back with: { $command }
farewell-out = Until next time!

# dicehall tournament.
list-none = There is no tournament at { $url }. `dicehall tournament create` sets one up.
list-entrants = { $entrants } of { $most }{ $bots ->
    [0] {""}
    [one] , 1 bot
   *[other] , { $bots } bots
}
list-starts = starts { $when }
list-over = won by { $winner }
list-state = { $phase ->
    [paused] paused
    [gathering] open for entry
    [cancelled] called off
   *[running] running
}
code-bad = { $code } is not the code of a tournament; they look like CUPRAMI
entrant-unknown = nobody called { $name } has entered; those who have: { $names }
removed-unknown = nobody called { $name } was removed; those who were: { $names }
create-bots-none = --bots and --no-bots contradict each other
create-parameter = { $option } belongs to --format { $formats }
create-teams = --teams takes sum, or how many of the best count, not { $given }
create-bad = that cannot be: { $why }
created = { $title } is set up as { $code }.
create-starts = { $when ->
    [none] It starts when it is full, or with: { $start }
   *[other] It starts at { $when }, or earlier with: { $start }
}
did-start = It has begun.
did-pause = It is paused.
did-resume = It goes on.
did-undo = The pairing is undone, and the tournament is paused.
did-bots = { $count ->
    [one] 1 bot has entered.
   *[other] { $count } bots have entered.
}
did-remove = { $name } is removed.
did-readmit = { $name } may take part again.
did-second = { $name } is your second, and can do all that you can.
did-second-none = You have no second any more.
second-who = name your second, or use --nobody
did-change = It is changed.
change-nothing = say what to change; see: dicehall tournament change --help
did-call-off = It is called off.
call-off-what = This ends { $code } without a title.

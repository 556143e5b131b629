# What happens at any table. A game may say it in its own voice: `peril-sat` goes before `table-sat`.

table-opened = { $host } has opened a table for { $game }: { $seats } seats, { $on_timeout ->
    [wait] all the time in the world
   *[other] { $clock } to answer
}{ $options ->
    [none] .
   *[other] , { $options }.
}
table-configured = The table is now set for { $game }: { $seats } seats, { $on_timeout ->
    [wait] all the time in the world
   *[other] { $clock } to answer
}{ $options ->
    [none] .
   *[other] , { $options }.
}
table-closed = The table is closed. Until next time!

# Seats and readiness.
table-sat = { $who } takes a seat. Welcome!
table-bot_sat = { $who }, a bot, takes a seat.
table-stood = { $who } gets up from the table.
table-kicked = The host has asked { $who } to leave the table.
table-readmitted = The host lets { $who } come back to the table.
table-readied = { $who } is ready.
table-unreadied = { $who } is not ready yet after all.

# Invitations.
table-invited = { $who } is invited: a seat is kept.
table-uninvited = The seat is no longer kept for { $who }.
table-declined = { $who } cannot come, and gives the seat back.

# What the owner does.
table-locked = 🔒 GAME LOCKED: nobody else can come in.
table-unlocked = 🔓 GAME UNLOCKED: everybody may come in again.
table-host_changed = { $who } is now the host.
table-muted = The host has muted { $who }.
table-unmuted = The host lets { $who } talk again.
table-talk_allowed = Spectators may now talk to the players at any time.
table-talk_forbidden = Spectators may no longer talk to the players while there are secrets.
table-helped = The host lets the game go on without waiting for { $seat }.
table-score_reset = The score of the evening begins anew.

# Games.
table-committed = The hall has sealed its secret for the dice of the next game.
table-game_started = Game { $number } begins. In the order of their seats: { $seats }.
table-game_ended = Game { $number } is over.
table-game_reset = The game ends here, without a result. Everybody is back in the lobby.
table-timed_out = { $seat } has run out of time.
table-handed_over = A bot plays for { $seat } until they are back.
table-took_back = { $seat } is back and takes over from the bot.

# Those who have no name here.
somebody = somebody
hall = The hall

# What a live table says of itself; `$who` is a name.
clock-warning = { $who } has { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
} left.
reconnecting = { $who } is reconnecting …
back = { $who } is back.
watching = { $count ->
    [0] nobody watching
    [one] 1 watching
   *[other] { $count } watching
}
chat = { $who }: { $text }
restarting = The hall has closed. Your seat is kept and your clock stands still; the table goes on when it opens again.

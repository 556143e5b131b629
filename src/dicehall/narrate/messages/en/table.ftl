# What happens at any table. A game may say it in its own voice: `peril-sat` goes before `table-sat`.

table-opened = { $you ->
    [host] You open
   *[other] { $host } opens
} a table for { $game }: { $seats } seats, { $on_timeout ->
    [wait] no time limit
   *[other] { $clock } to answer
}{ $options ->
    [none] .
   *[other] , { $options }.
}
table-configured = The table is now set for { $game }: { $seats } seats, { $on_timeout ->
    [wait] no time limit
   *[other] { $clock } to answer
}{ $options ->
    [none] .
   *[other] , { $options }.
}
table-closed = The table is closed. See you next time!

# Seats and readiness.
table-sat = { $you ->
    [who] You take a seat. Welcome!
   *[other] { $who } takes a seat. Welcome!
}
table-bot_sat = { $who }, a bot, takes a seat.
table-stood = { $you ->
    [who] You leave your seat.
   *[other] { $who } leaves their seat.
}
table-kicked = { $you ->
    [who] The host has asked you to leave the table.
   *[other] The host has asked { $who } to leave the table.
}
table-seat_replaced = { $you ->
    [seat] A bot plays on for you.
   *[other] A bot plays on for { $seat }.
}
table-let_in = { $you ->
    [who] The host lets you in.
   *[other] The host lets { $who } in.
}
table-readmitted = { $you ->
    [who] The host lets you back in.
   *[other] The host lets { $who } back in.
}
table-readied = { $you ->
    [who] You’re ready.
   *[other] { $who } is ready.
}
table-unreadied = { $you ->
    [who] You’re not ready any more.
   *[other] { $who } is not ready any more.
}

# Teams: role play only.
table-team_chosen = { $you ->
    [who] You’re with { $label } now.
   *[other] { $who } is with { $label } now.
}
table-team_dropped = { $you ->
    [who] You take your badge off.
   *[other] { $who } wears no badge any more.
}

# Invitations.
table-invited = { $you ->
    [who] You’re invited. A seat is kept for you.
   *[other] { $who } is invited. A seat is kept for them.
}
table-uninvited = { $you ->
    [who] Your seat is no longer kept.
   *[other] The seat for { $who } is no longer kept.
}
table-declined = { $you ->
    [who] You decline the invitation.
   *[other] { $who } declines the invitation.
}

# What the host does.
table-locked = 🔒 GAME LOCKED. Nobody new can join.
table-unlocked = 🔓 GAME UNLOCKED. Everyone can join again.
table-host_changed = { $you ->
    [who] You’re the host now.
   *[other] { $who } is the host now.
}
table-muted = { $you ->
    [who] The host has muted you.
   *[other] The host has muted { $who }.
}
table-unmuted = { $you ->
    [who] The host lets you talk again.
   *[other] The host lets { $who } talk again.
}
table-talk_allowed = Spectators can now talk to the players at any time.
table-talk_forbidden = Spectators can no longer talk to the players while there are secrets.
table-reactions_allowed = Reactions are on.
table-reactions_forbidden = The host has turned reactions off.
table-knocks_allowed = People can knock again.
table-knocks_forbidden = The host has turned knocking off. Only the link opens this table.
table-predictions_allowed = Spectators can predict who wins.
table-predictions_forbidden = The host has turned predictions off. Stakes of a running game go back.
table-helped = { $you ->
    [seat] The host moves the game on without waiting for you.
   *[other] The host moves the game on without waiting for { $seat }.
}
table-score_reset = Tonight’s score starts again from zero.

# Games.
table-committed = The dice of the next game are sealed.
table-game_started = Game { $number } begins. Seats in order: { $seats }.
table-no_show = { $you ->
    [who] You did not come in time. A bot plays for you.
   *[other] { $who } did not come in time. A bot plays instead.
}
table-walkover = { $you ->
    [who] Nobody else came. You win without a game.
   *[other] Nobody else came. { $who } wins without a game.
}
table-nobody_came = Nobody came to this table.
table-game_ended = Game { $number } is over.
table-disclosed = The round is over. Its dice are no secret any more, and the record of this game can be read.
table-went_back = The hall has lost what was played here last. A running game is void, nothing of it counts, and the next dice are new.
table-game_reset = The game ends here, without a result. Everyone is back in the lobby.
table-game_forfeited = { $you ->
    [who] You break off this game and lose it.
   *[other] { $who } breaks off this game and loses it.
}
table-reset_agreed = { $you ->
    [who] You want to end this game without a result.
   *[other] { $who } wants to end this game without a result.
}
table-timed_out = { $you ->
    [seat] You ran out of time.
   *[other] { $seat } ran out of time.
}
table-handed_over = { $you ->
    [seat] A bot plays for you until you’re back.
   *[other] A bot plays for { $seat } until they’re back.
}
table-took_back = { $you ->
    [seat] You’re back and take over from the bot.
   *[other] { $seat } is back and takes over from the bot.
}

# People without a name here, and the reader in a list of names.
someone = someone
hall = The hall
you-listed = you

# What a live table says of itself; `$who` is a name.
clock-warning = { $you ->
    [who] You have
   *[other] { $who } has
} { $seconds ->
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
away = The hall was away for { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}. No clock ran.
uncertain = The hall's disk has failed. The hall does not know yet whether the last move was written; it will say so as soon as it does.
certain = The hall's disk works again. What the table shows now is what counts.
restarting = The hall has closed. Your seat is kept and your clock is paused. The game goes on when the hall reopens.

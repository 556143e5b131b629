# What the page says at a table of a tournament, and when your next table calls you.

fixture-round = { $of ->
    [0] Round { $number }
   *[other] Round { $number } of { $of }
}
fixture-game = { $of ->
    [0] Game { $number }
   *[other] Game { $number } of { $of }
}
fixture-knock-out = Knock-out, round { $number }
fixture-final = The final
fixture-arena = Arena
fixture-at-table = { $name } · table { $number }

## Before the game

fixture-coming = Taking your seat …
fixture-awaited = { $you ->
    [yes] You’re here. Waiting for { $names }.
   *[no] Waiting for { $names }.
}
fixture-all-here = Everyone is here. The game starts.
fixture-until = The game starts when everyone is here, and no later than this. A bot plays for whoever hasn’t come.
fixture-here = Here
fixture-on-the-way = Not here yet
fixture-walkover-you = Nobody else came. You win without a game.
fixture-walkover = Nobody else came. { $name } wins without a game.
fixture-nobody = Nobody came to this table.

## After the game

fixture-worth = { $points ->
    [0] This place is worth no points.
    [1] This place is worth 1 point.
   *[other] This place is worth { NUMBER($points, maximumFractionDigits: 2) } points.
}
fixture-worth-double = On your streak this place is worth double: { NUMBER($points, maximumFractionDigits: 2) } points.
fixture-rank = You are { $rank } in the tournament.
fixture-on = You go on to the next round.
fixture-out = You’re out of the knock-out. Stay and watch the others.
fixture-away = You don’t take part just now. You can come back in the tournament.
fixture-next-over = all games are played
fixture-next-paused = paused by the host
fixture-next-mine = your table opens in { $time }
fixture-next-pairing = next round in { $time }
fixture-next-opening = tables open in { $time }
fixture-next-end = ends in { $time }
fixture-next-others = { $count ->
    [0] the next round is on its way
    [one] 1 table is still playing
   *[other] { $count } tables are still playing
}
fixture-to-next = Go to your next table
fixture-points = { $points ->
    [one] 1 point
   *[other] { NUMBER($points, maximumFractionDigits: 2) } points
}

## Your next table calls you

call-title = Your next table
call-opens = Your table opens by itself.
call-soon = Your table opens in { $time }.
call-open = Your table is open.
call-waits = Your table waits for you. In { $time } a bot takes your place.
call-arrived = Your table waits for the others.
call-missed = You didn’t come in time, and a bot plays for you. You can come back for the next round.
call-go = Go to my table
call-stay = Stay
call-to-tournament = To the tournament
call-said = { $title }: your table opens by itself in { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}.
call-said-soon = { $title }: your table opens soon.
call-said-open = { $title }: your table is open and waits for you.
call-said-arrived = { $title }: your table waits for the others.
call-said-missed = { $title }: you didn’t come in time, and a bot plays for you.

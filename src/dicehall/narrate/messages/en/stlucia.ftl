# King of StLucia: dice are read as they are printed, 1 2 3 H A P.

stlucia-turn_began = { $seat } is up, { $inside ->
    [yes] in StLucia
   *[no] outside
}, with { $health } health, { $points ->
    [one] 1 point
   *[other] { $points } points
} and { $tokens ->
    [one] 1 token
   *[other] { $tokens } tokens
}.
stlucia-threw = { $seat } throws { $dice }.
stlucia-threw_again = { $seat } throws { $again } again: now { $dice }.
stlucia-kept = { $seat } keeps the dice.
stlucia-healed = { $amount ->
    [0] { $seat } has full health already and heals 0.
   *[other] { $seat } heals { $amount } and has { $health } health.
}
stlucia-hit = { $seat } hits { $target } for { $damage }: { $health ->
    [0] no health left.
   *[other] { $health } health left.
}
stlucia-stayed = { $seat } stays in StLucia.
stlucia-moved_out = { $seat } leaves StLucia.
stlucia-claimed = { $seat } claims StLucia!
stlucia-emptied = StLucia is empty.
stlucia-saved = { $seat } gains { $gained ->
    [one] 1 token
   *[other] { $gained } tokens
} and has { $tokens }.
stlucia-traded = { $seat } trades 10 tokens for a point and keeps { $tokens }.
stlucia-scored = { $seat } scores { $points ->
    [one] 1 point
   *[other] { $points } points
}{ $town ->
    [2] {" "}(2 for beginning the turn in StLucia)
    [1] {" "}(1 for claiming StLucia)
   *[0] {""}
} and has { $total }.
stlucia-eliminated = Eliminated: { $seats }. { $remaining ->
    [one] One player remains.
   *[other] { $remaining } players remain.
}
stlucia-left = { $seat } has left the game.
stlucia-crowned = { $seat } is King of StLucia with { $points ->
    [one] 1 point
   *[other] { $points } points
}!
stlucia-last_standing = { $seat } is the last one standing, and King of StLucia!
stlucia-turns_used_up = Everybody still in the game has had { $turns } turns, and the game is over. Best placed: { $winners }.

# The table, in the game's own voice.
stlucia-sat = { $who } comes ashore with an eye on the crown.
stlucia-bot_sat = { $who }, a bot, wades ashore without a speck of rust.
stlucia-readied = { $who } is ready to rule.
stlucia-unreadied = { $who } returns to the hammock for a moment.

# The options of the rules, for forms and help.
option-threshold = Points that win the game.
option-first_player = Who begins: drawn by lot, or the first seat.
option-resident_killed = Whether an attacker who eliminates the resident takes StLucia or leaves it empty.

# The moves, for menus.
move-keep = Keep the dice
move-reroll = Throw again: { $dice }
move-stay = Stay in StLucia
move-leave = Leave StLucia
throw = Throw the six dice

# A player in the final ranking.
rank = { $name } ({ $score })

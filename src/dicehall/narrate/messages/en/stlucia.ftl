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
    .title = { $health ->
        [0] KNOCKED OUT!
       *[other] HIT FOR { $damage }!
    }
stlucia-stayed = { $seat } stays in StLucia.
stlucia-moved_out = { $seat } leaves StLucia.
stlucia-claimed = { $seat } claims StLucia!
    .title = THE TOWN IS TAKEN!
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
    .title = ELIMINATED!
stlucia-left = { $seat } has left the game.
stlucia-crowned = { $seat } is King of StLucia with { $points ->
    [one] 1 point
   *[other] { $points } points
}!
    .title = LONG LIVE THE KING!
stlucia-last_standing = { $seat } is the last one standing, and King of StLucia!
    .title = LONG LIVE THE KING!
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

# The board on the page.
board-whose = { $whose ->
    [you] Your dice
   *[other] { $name }’s dice
}
board-no-dice = Nobody has thrown yet.
board-face = { $face ->
    [4] H, a heart
    [5] A, an attack
    [6] P, a token
   *[other] { $face }
}
board-letter = { $face ->
    [4] H
    [5] A
    [6] P
   *[other] { $face }
}
board-rerolls = { $left ->
    [0] No more throws
    [one] One more throw
   *[other] { $left } more throws
}
board-town-empty = StLucia is empty
board-town = { $whose ->
    [you] You hold StLucia
   *[other] { $name } holds StLucia
}
board-outside = Outside:
board-legend-heart = heals outside
board-legend-attack = attacks
board-legend-token = 10 palms make a point
board-legend-set = three alike score
board-choose = Keep, or throw again?
board-choose-lead = Tap the dice that you keep.
board-throw-again = { $count ->
    [one] Throw one die again
    [6] Throw all six again
   *[other] Throw { $count } dice again
}
board-keep = Keep { $dice }
board-all-kept = All six are kept. Tap one to throw it again.
board-decide = Stay or leave?
board-decide-lead = { $attacker } attacks StLucia. You have { $health } health left.
board-stay-means = Hold out until your next turn, and the town brings 2 points.
board-leave-means = { $attacker } moves in and gets a point. Outside, hearts heal you.
board-out = out
board-health = { $health } of 10 health
board-goal = { $points } of { $goal } points
board-tokens = { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}
board-score = { $score ->
    [one] 1 point
   *[other] { $score } points
}

hint-begin = Get to the winning points first, or be the last one alive. Three alike of 1, 2 or 3 score.
hint-choose = Tap the dice that you want to keep, then throw the others again, or keep them all.
hint-wait = If you hold the town and are attacked, you will be asked whether you stay or leave.

# The options as the page offers them.
board-option-threshold = Points to win
board-option-first_player = Who begins
board-option-first_player-random = drawn by lot
board-option-first_player-first_seat = the first seat
board-option-resident_killed = Resident eliminated
board-option-resident_killed-attacker_claims = the attacker moves in
board-option-resident_killed-becomes_empty = the town is empty

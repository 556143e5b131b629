# King of StLucia: dice are read as they are printed, 1 2 3 H A P. Only text reads them out; the page shows them.

stlucia-turn_began = { $you ->
    [seat] Your turn.
   *[other] { $seat }’s turn.
}
stlucia-threw = { $you ->
    [seat] You roll all six dice.
   *[other] { $seat } rolls all six dice.
}
    .text = { $you ->
        [seat] You roll { $dice }.
       *[other] { $seat } rolls { $dice }.
    }
stlucia-threw_again = { $you ->
    [seat] You reroll { part-rerolled }.
   *[other] { $seat } rerolls { part-rerolled }.
}
    .text = { $you ->
        [seat] You reroll { part-rerolled }: { $dice }.
       *[other] { $seat } rerolls { part-rerolled }: { $dice }.
    }
part-rerolled = { $again_count ->
    [1] one die
    [2] two dice
    [3] three dice
    [4] four dice
    [5] five dice
   *[6] all six dice
}
stlucia-kept = { $you ->
    [seat] You keep the dice.
   *[other] { $seat } keeps the dice.
}
# Healing that changes nothing is not told; the event is there all the same (K-07).
stlucia-healed = { $amount ->
    [0] { "" }
   *[other] { $you ->
        [seat] You heal { $amount } ({ $health } health).
       *[other] { $seat } heals { $amount } ({ $health } health).
    }
}
stlucia-hit = { $you ->
    [seat] You hit { $target }
    [target] { $seat } hits you
   *[other] { $seat } hits { $target }
} for { $damage }: { $health ->
    [0] no health left!
   *[other] { $health } health left.
}
    .title = { $health ->
        [0] KNOCKED OUT!
       *[other] HIT FOR { $damage }!
    }
stlucia-stayed = { $you ->
    [seat] You stay in StLucia.
   *[other] { $seat } stays in StLucia.
}
stlucia-moved_out = { $you ->
    [seat] You leave StLucia.
   *[other] { $seat } leaves StLucia.
}
stlucia-claimed = { $you ->
    [seat] You claim StLucia!
   *[other] { $seat } claims StLucia!
}
    .title = THE TOWN IS TAKEN!
stlucia-emptied = StLucia is empty.
stlucia-saved = { $you ->
    [seat] You gain
   *[other] { $seat } gains
} { $gained ->
    [one] 1 token
   *[other] { $gained } tokens
} ({ $tokens }).
stlucia-traded = { $you ->
    [seat] You trade 10 tokens for a point and keep { $tokens }.
   *[other] { $seat } trades 10 tokens for a point and keeps { $tokens }.
}
stlucia-scored = { $you ->
    [seat] You score
   *[other] { $seat } scores
} { $points ->
    [one] 1 point
   *[other] { $points } points
}{ $town ->
    [2] {" "}(2 for starting in StLucia)
    [1] {" "}(1 for claiming StLucia)
   *[0] {""}
} and { $you ->
    [seat] have
   *[other] has
} { $total }.
stlucia-eliminated = Eliminated: { $seats }. { $remaining ->
    [one] One player is left.
   *[other] { $remaining } players are left.
}
    .title = ELIMINATED!
stlucia-left = { $you ->
    [seat] You’ve left the game.
   *[other] { $seat } has left the game.
}
stlucia-crowned = { $you ->
    [seat] You’re King of StLucia
   *[other] { $seat } is King of StLucia
} with { $points ->
    [one] 1 point
   *[other] { $points } points
}!
    .title = LONG LIVE THE KING!
stlucia-last_standing = { $you ->
    [seat] You’re the last one standing, and King of StLucia!
   *[other] { $seat } is the last one standing, and King of StLucia!
}
    .title = LONG LIVE THE KING!
stlucia-turns_used_up = Everyone left has had { $turns } turns, so the game ends. In first place: { $winners }.

# The table, in the game's own voice.
stlucia-sat = { $you ->
    [who] You come ashore with an eye on the crown.
   *[other] { $who } comes ashore with an eye on the crown.
}
stlucia-bot_sat = { $who }, a bot, wades ashore without a speck of rust.
stlucia-readied = { $you ->
    [who] You’re ready to rule.
   *[other] { $who } is ready to rule.
}
stlucia-unreadied = { $you ->
    [who] You go back to your hammock for a moment.
   *[other] { $who } goes back to the hammock for a moment.
}

# The options of the rules, for forms and help.
option-threshold = How many points win the game.
option-first_player = Who begins: a random player or the first seat.
option-resident_killed = Whether an attacker who eliminates the resident takes StLucia or leaves it empty.

# The moves, for menus.
move-keep = Keep the dice
move-reroll = Reroll { $dice }
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
board-town-empty = StLucia is empty
board-town = { $whose ->
    [you] You hold StLucia
   *[other] { $name } holds StLucia
}
board-around = On the island and around it
board-turn = { $whose ->
    [you] Your turn
   *[other] { $name }’s turn
}
board-order = { $between ->
    [0] You’re next.
    [1] Then { $name }, then you.
   *[other] Then { $name } and { $more ->
        [one] one more
       *[other] { $more } more
    }, then you.
}
board-choose = Keep, or throw again?
board-choose-lead = Throw { $used } of 3. Tap the dice you keep.
board-throw-again = { $count ->
    [0] Throw again
   *[other] Throw { $count } again
}
board-keep = Keep all six
board-all-kept = You’re keeping all six. Tap one to throw it again.
board-lapse = If time runs out, you keep all six.
board-decide = Stay or leave?
board-decide-lead = { $attacker } attacks. You have { $health } health left.
board-decide-lapse = If time runs out, you stay.
board-stay = Stay
board-stay-means = 2 points if you last
board-leave = Leave
board-leave-means = { $attacker } moves in
board-decides = { $name } decides
board-decides-lead = Stay in StLucia, or leave it?
board-attacks = { $whose ->
    [you] You attack!
   *[other] { $name } attacks!
}
board-hits = { $whose ->
    [you] You hit everyone outside.
   *[other] { $name } hits everyone outside.
}
board-to-win = { $goal } to win
board-out-sentence = You lasted { $turns ->
    [one] one turn
   *[other] { $turns } turns
}{ $held ->
    [0] .
    [one] {" "}and began one of them in StLucia.
   *[other] {" "}and began { $held } of them in StLucia.
}
board-out-turns = { $count ->
    [one] turn
   *[other] turns
}
board-out-held = in StLucia
board-out-damage = damage dealt
board-out-goes-on = The others play on.
board-out = out
board-health = { $health } of 10 health
board-goal = { $points } of { $goal } points
board-tokens = { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}
# What a King is remembered for.
board-figure-held = Held StLucia for { $count } turns
board-figure-damage = { $count } damage dealt
board-figure-turns = { $count ->
    [one] Won in one turn
   *[other] Won in { $count } turns
}
board-score = { $score ->
    [one] 1 point
   *[other] { $score } points
}

hint-begin = Reach the winning score first, or be the last one alive. Three 1s, 2s or 3s score that many points.
hint-choose = Tap the dice you keep. Hearts heal outside the town, swords attack, ten tokens make a point.
hint-wait = If you hold the town and are attacked, you choose whether to stay or leave.

# The options as the page offers them.
board-option-threshold = Points to win
board-option-first_player = Who begins
board-option-first_player-random = random
board-option-first_player-first_seat = the first seat
board-option-resident_killed = Resident eliminated
board-option-resident_killed-attacker_claims = the attacker moves in
board-option-resident_killed-becomes_empty = the town is empty

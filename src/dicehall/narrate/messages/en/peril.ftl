# Peril speaks with the announcements on its sheet, letter for letter (P-24): those name everybody, you too.

peril-began = ⚡ THE KILLING GAME BEGINS! ⚡
    .title = THE KILLING GAME BEGINS!
peril-in_peril = 🎯 { $you ->
    [seat] You’re the Peril Player
   *[other] { $seat } is the Peril Player
} with { $lives ->
    [one] one life
   *[other] { $lives } lives
}. Everyone picks { $picks ->
    [one] one number
   *[other] { $picks } numbers
} on the d{ $die }.
peril-picked = { $you ->
    [seat] You pick { $number }.
   *[other] { $seat } picks { $number }.
}
# Several picks at once.
together-picked = { $names } picked.
peril-threw = 🎲 { $you ->
    [seat] You roll { $number }.
   *[other] { $seat } rolls { $number }.
}
peril-plot_twist = 🔄 PLOT TWIST! { $you ->
    [seat] That’s your number: { $saved } is safe, and you’re next in peril.
    [saved] That’s { $seat }’s number: you’re safe, and { $seat } is next in peril.
   *[other] That’s { $seat }’s number: { $saved } is safe, and { $seat } is next in peril.
}
    .title = PLOT TWIST!
peril-direct_hit = 🩸 DIRECT HIT! { $you ->
    [seat] You picked it yourself and lose a life
   *[other] { $seat } picked it and loses a life
} ❤️ → 💔
    .title = DIRECT HIT!
peril-no_shield = 🩸 NO SHIELD! Nobody picked it. { $you ->
    [seat] You lose a life
   *[other] { $seat } loses a life
} ❤️ → 💔
    .title = NO SHIELD!
peril-eliminated = 💀 { $you ->
    [seat] That was your last life: you’re out.
   *[other] That was { $seat }’s last life: out!
} { $remaining ->
    [one] One player is left.
   *[other] { $remaining } players are left.
}
peril-left = { $you ->
    [seat] You’ve left the game.
   *[other] { $seat } has left the game.
}
peril-victory = ✨ ULTIMATE VICTORY! { $seat } is the Ultimate Survivor! ✨
    .title = ULTIMATE VICTORY!

# The announcements of the lobby; a bot enters like everyone else.
peril-sat = 💀 { $who } has entered the deadly game! Welcome to your potential doom! 💀
peril-bot_sat = 💀 { $who } has entered the deadly game! Welcome to your potential doom! 💀
peril-readied = ⚔️ { $who } steels themselves for the deadly challenge ahead! ⚔️
peril-unreadied = 🏃 { $who } loses their nerve and backs away from the challenge! 🏃

# The options of the rules, for forms and help.
option-starting_lives = How many lives each player starts with.
option-die_scaling = Whether the die shrinks as players fall or stays the same all game.
option-peril_after_elimination = Who is in peril after an elimination: a random player, the next seat, or the first seat.

# The moves, for menus.
move-pick = Pick { $number }
throw = Throw the die

# A player in the final ranking.
rank = { $name }

# The board on the page.
board-choose = { $count ->
    [one] Pick a number
    [2] Pick two numbers
    [3] Pick three numbers
   *[other] Pick { $count } numbers
}
board-your-picks = { $count ->
    [one] Your pick: { $numbers }
   *[other] Your picks: { $numbers }
}
board-lead = If thrown: { $name } is safe, you’re next in peril.
board-lead-mine = Someone else’s number saves you. Your own, or nobody’s, costs a life.
board-lapse = If time runs out, you get the lowest free { $count ->
    [one] number
   *[other] numbers
}.
board-pick = Pick { $numbers }
board-any = Any
board-numbers = Numbers on the die
board-taken = taken by { $name }
board-thrown = The die shows { $number }
board-not-thrown = The d{ $die } hasn’t been thrown yet
board-plaque = { $you ->
    [seat] You’re in peril
   *[other] { $name } is in peril
}
board-each = d{ $die } · { $count ->
    [one] one number each
    [2] two numbers each
    [3] three numbers each
   *[other] { $count } numbers each
}
board-drawing = Drawing the next Peril Player …
board-survivor = Ultimate Survivor
board-lives = { $lives } of { $all } lives
board-still-in = { $alive } of { $all } still in
board-throws = { $you ->
    [seat] Your throw!
   *[other] { $name } throws
}
board-throws-lead = { $you ->
    [seat] Someone else’s number saves you.
   *[other] Someone else’s number saves { $name }.
}
board-shows = { $number } …
board-whose = Whose number is it?
board-lives-left = { $lives ->
    [0] No lives left
    [one] One life left
   *[other] { $lives } lives left
}
board-is-out = { $you ->
    [seat] You’re out
   *[other] { $name } is out
}
board-picking = { $name } picks
board-own = Your { $count ->
    [one] number: { $numbers }
   *[other] numbers: { $numbers }
}
board-order = { $count ->
    [0] You’re next.
    [one] Then { $name }, then you.
   *[other] { $count } others pick before you.
}
board-out-sentence = You lasted { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}{ $twists ->
    [0] .
    [one] {" "}and saved one other on the way.
   *[other] {" "}and saved { $twists } others on the way.
}
board-out-rounds = { $count ->
    [one] round
   *[other] rounds
}
board-out-lucky = { $count ->
    [one] lucky throw
   *[other] lucky throws
}
board-out-twists = { $count ->
    [one] plot twist
   *[other] plot twists
}
# What a winner is remembered for.
board-figure-hits = Survived { $count } hits
board-figure-lucky = { $count } lucky throws
board-figure-unhurt = Never lost a life
board-figure-throws = { $count ->
    [one] Lived through one throw
   *[other] Lived through { $count } throws
}
# Places say it all.
board-score = { "" }

# Hints for newcomers.
hint-begin = Only the Peril Player can lose a life. Be the last one with hearts.
hint-choose = Everyone picks numbers. If yours comes up, it shields the Peril Player, and you’re next in peril.
hint-wait = Once all numbers are picked, the Peril Player throws. If nobody has the number, there is no shield.

# The options as the page offers them.
board-option-starting_lives = Lives
board-option-die_scaling = Die
board-option-die_scaling-alive = shrinks as players fall
board-option-die_scaling-start = stays the same
board-option-peril_after_elimination = Next in peril
board-option-peril_after_elimination-random = random
board-option-peril_after_elimination-next_seat = the next seat
board-option-peril_after_elimination-first_seat = the first seat

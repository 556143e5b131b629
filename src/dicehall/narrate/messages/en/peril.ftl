# Peril speaks with the announcements on its sheet, letter for letter (P-24).

peril-began = ⚡ THE KILLING GAME BEGINS! ⚡
    .title = THE KILLING GAME BEGINS!
peril-in_peril = 🎯 { $seat } is the Peril Player with { $lives ->
    [one] one life
   *[other] { $lives } lives
}: everyone picks { $picks ->
    [one] one number
   *[other] { $picks } numbers
} of the d{ $die }.
peril-picked = { $seat } picks { $number }.
peril-threw = 🎲 { $seat } throws { $number }.
peril-plot_twist = 🔄 PLOT TWIST! { $seat } had picked it: { $saved } is saved, { $seat } is the new Peril Player.
    .title = PLOT TWIST!
peril-direct_hit = 🩸 DIRECT HIT! { $seat } had picked it and loses 1 life ❤️ → 💔
    .title = DIRECT HIT!
peril-no_shield = 🩸 NO SHIELD! Nobody owns it: { $seat } loses 1 life ❤️ → 💔
    .title = NO SHIELD!
peril-eliminated = 💀 { $seat } has no lives left and is eliminated. { $remaining ->
    [one] One remains.
   *[other] { $remaining } remain.
}
peril-left = { $seat } has left the game.
peril-victory = ✨ ULTIMATE VICTORY! { $seat } is the Ultimate Survivor! ✨
    .title = ULTIMATE VICTORY!

# The announcements of the lobby; a bot enters as anybody does.
peril-sat = 💀 { $who } has entered the deadly game! Welcome to your potential doom! 💀
peril-bot_sat = 💀 { $who } has entered the deadly game! Welcome to your potential doom! 💀
peril-readied = ⚔️ { $who } steels themselves for the deadly challenge ahead! ⚔️
peril-unreadied = 🏃 { $who } loses their nerve and backs away from the challenge! 🏃

# The options of the rules, for forms and help.
option-starting_lives = Lives that each player begins with.
option-die_scaling = Whether the die shrinks with the players alive or stays as at the start.
option-peril_after_elimination = Who is in peril after an elimination: drawn, the next seat, or the first seat.

# The moves, for menus.
move-pick = Pick { $number }
throw = Throw the die

# A player in the final ranking.
rank = { $name }

# The board on the page.
board-your-pick = { $all ->
    [one] Your pick
   *[other] Your picks: { $done } of { $all }
}
board-lead = { $name } is in peril with { $lives ->
    [one] 1 life
   *[other] { $lives } lives
}. If the die shows your number, { $name } is saved and you take the place.
board-lead-mine = You are in peril with { $lives ->
    [one] 1 life
   *[other] { $lives } lives
}. A number of somebody else saves you; yours, or one that nobody has, costs you a life.
board-mark = { $count ->
    [one] Choose a number
   *[other] Choose { $count } numbers
}
board-pick = Pick { $numbers }
board-any = Any
board-numbers = Numbers of the die
board-taken = taken by { $name }
board-this-round = The die of this round:
board-die = d{ $sides }
board-thrown = The die shows { $number }
board-not-thrown = The die has not been thrown yet
board-in-peril = In peril
board-you-in-peril = You are in peril
board-drawing = The next Peril Player is being drawn …
board-survivor = Ultimate Survivor
board-lives = { $lives } of { $all } lives
board-out = out
# Places say it all.
board-score = { "" }

# Hints for newcomers.
hint-begin = Only the Peril Player can lose a life. Be the last one with hearts.
hint-choose = Everybody picks numbers. When yours is thrown, it shields the Peril Player, and you are next in peril.
hint-wait = When all numbers are picked, the Peril Player throws. Nobody's number: no shield.

# The options as the page offers them.
board-option-starting_lives = Lives
board-option-die_scaling = Die
board-option-die_scaling-alive = shrinks with the living
board-option-die_scaling-start = stays as at the start
board-option-peril_after_elimination = In peril next
board-option-peril_after_elimination-random = drawn by lot
board-option-peril_after_elimination-next_seat = the next seat
board-option-peril_after_elimination-first_seat = the first seat

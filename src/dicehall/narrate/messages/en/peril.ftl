# Peril speaks with the announcements on its sheet, letter for letter (P-24).

peril-began = ⚡ THE KILLING GAME BEGINS! ⚡
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
peril-direct_hit = 🩸 DIRECT HIT! { $seat } had picked it and loses 1 life ❤️ → 💔
peril-no_shield = 🩸 NO SHIELD! Nobody owns it: { $seat } loses 1 life ❤️ → 💔
peril-eliminated = 💀 { $seat } has no lives left and is eliminated. { $remaining ->
    [one] One remains.
   *[other] { $remaining } remain.
}
peril-left = { $seat } has left the game.
peril-victory = ✨ ULTIMATE VICTORY! { $seat } is the Ultimate Survivor! ✨

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

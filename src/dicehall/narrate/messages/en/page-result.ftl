# What the page says at the end of a game.

result = Result
winner = Winner
result-you-win = You win!
result-you-share = You share the win!
result-wins = { $count ->
    [one] { $names } wins!
   *[other] { $names } win!
}
# Where several have won, of whom it is said.
result-figure = { $name }: { $figure }
result-consolation = You came { $place ->
    [2] second
    [3] third
   *[other] { $nth }
} of { $of }.
result-rated = Rated game
result-unrated = Unrated game
# For a guest who has won.
result-guest = Make an account to put this win on the leaderboard. You keep all your games.
result-foot = Dicehall · { $day }
result-picture = Share a picture
next-game = Next game
dock-sit-next = Sit next game
evening-won = { $count ->
    [0] 0 wins tonight
    [one] 1 win tonight
   *[other] { $count } wins tonight
}
rematch = Play again
rematch-waiting = { $count ->
    [0] You’re ready.
   *[other] Waiting for { $names } …
}
invite = Invite
record = Game record
to-leaderboard = Leaderboard
out-watch = Watch on

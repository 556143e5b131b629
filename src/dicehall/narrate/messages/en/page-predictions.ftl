# What those who watch read of their predictions.

predict-title = Who will win?
predict-hint = Just watching? Say who will win. You stake chips that buy nothing.
predict-count = { $count ->
    [0] No predictions yet
    [one] One prediction · { $pot } in the pot
   *[other] { $count } predictions · { $pot } in the pot
}
predict-chips = { $count ->
    [one] One chip
   *[other] { $count } chips
}
predict-people = { $count ->
    [one] one person
   *[other] { $count } people
}
predict-mine = { $name }: { $chips ->
    [one] one chip
   *[other] { $chips } chips
}
predict-hidden = Who chose whom stays hidden until predictions close.
predict-choose = Choose a player
predict-stake = Stake
predict-quick = Stake { $chips }
predict-purse = You have { $chips ->
    [one] one chip
   *[other] { $chips } chips
} to stake. Chips buy nothing.
predict-no-chips = You have no chips left. You get 100 more tomorrow.
predict-chance = Chance to win
predict-chance-sentence = Say what you really believe: the best predictors are ranked by it, not by chips.
predict-percent = { $chance }%
predict-first = Choose who will win
predict-do = Predict { $name }
predict-change = Change to this
predict-done = You predict { $name }
predict-as = Predict as { $name }
predict-player = You play or played in this game, or someone with your sign-in does, so you can’t predict it.
predict-taken = You predict { $name }, at { $chance }%. You can change it until predictions close.
predict-closed = Predictions are closed
predict-closed-declared = Nothing new counts from here on.
predict-closed-clear = The game has a clear favourite now.
predict-pot = The pot of { $pot }:
predict-predicted = Predicted
predict-split = How the pot is split
predict-yours = Your choice
predict-back = Stakes go back
predict-void-left = Someone left the game, so every stake goes back.
predict-void-reset = The game was reset, so every stake goes back.
predict-void-void = The game has no result, so every stake goes back.
predict-void-closed = The table was closed, so every stake goes back.
predict-void-off = The host switched predictions off, so every stake goes back.
predict-counting = The pot is being shared out …
predict-won = You were right! You win { $chips ->
    [one] one chip
   *[other] { $chips } chips
}.
predict-won-even = You were right, and so was everyone: you get your stake back.
predict-lost = You predicted { $name } and lose { $chips ->
    [one] one chip
   *[other] { $chips } chips
}.
predict-nobody-right = Nobody was right, so every stake goes back.
predict-right = { $count ->
    [one] One prediction was right.
   *[other] { $count } predictions were right.
}
predict-now = You now have { $chips ->
    [one] one chip
   *[other] { $chips } chips
}.

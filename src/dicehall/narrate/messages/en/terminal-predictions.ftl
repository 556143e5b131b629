# What the terminal says about predictions away from a table; terminal.ftl has the rest.

board-none = Nobody is on the board yet: it takes { $fewest } predictions, and an account.
purse = You can stake { $purse ->
    [one] 1 chip
   *[other] { $purse } chips
}{ $staked ->
    [0] {""}
   *[other] ; { $staked } more { $staked ->
        [one] is
       *[other] are
    } in open predictions
}.
settled = { $count ->
    [one] 1 prediction is settled; its score is { $score }.
   *[other] { $count } predictions are settled; their mean score is { $score }.
}
missing = { $count ->
    [one] One more is needed until you can be on the board.
   *[other] { $count } more are needed until you can be on the board.
}
open = Open at table { $table }, game { $game }: seat { $seat } wins, { $chips ->
    [one] 1 chip
   *[other] { $chips } chips
}, { $chance } % sure.
shares = { $count ->
    [one] You cannot predict games of 1 person who shares your sign-in.
   *[other] You cannot predict games of { $count } people who share your sign-in.
}

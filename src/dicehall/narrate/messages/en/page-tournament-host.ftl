# What the page says to those who run a tournament.

cup-host-start = Start now
cup-host-missing = { $count ->
    [one] One more has to enter first.
   *[other] { $count } more have to enter first.
}
cup-host-no-people = At least one person has to enter.
cup-host-pause = Pause
cup-host-pause-means = Nobody is paired and no table opens meanwhile. Tables that are open play on.
cup-host-paused = Paused: nobody is paired and no table opens. Tables that are open play on.
cup-host-resume = Go on
cup-host-undo = Undo the pairing
cup-host-undo-means = Nobody plays this pairing. The tournament is paused, and draws anew when you go on.
cup-host-bots-count = How many
cup-host-bots-enter = { $count ->
    [one] Let one bot enter
   *[other] Let { $count } bots enter
}
cup-host-full = All places are taken.
cup-host-people = Who takes part
cup-host-find = Find by name
cup-host-nobody = Nobody has entered yet.
cup-host-not-found = Nobody here has such a name.
cup-host-second = runs it with you
cup-host-is-away = away
cup-host-is-removed = removed
cup-host-readmit = Let them back in
cup-host-remove = Remove
cup-host-remove-means = { $name } takes no more part, and can’t come back unless you let them.
cup-host-remove-bot-means = { $name } takes no more part.
cup-host-make-second = Make them your second
cup-host-make-second-means = { $name } can then do all that you can here, except name a second.
cup-host-no-second = No longer my second
cup-host-call-off = Call it off
cup-host-call-off-means = It ends at once, and nobody wins the title. What was played stays as it is. You can’t undo this.

# The board in the terminal.
left = left
yours = yours: { $total }
had = { $name } had { $total }
order = Order: { $names }
games-won = Games won: { $score }
signs = N? is the last claim
signs-with-cards = ✚ immunity card  N? is the last claim
elimination = Elimination round { $number }
claimed = { $round }. { $name } claims { $total }.
caught = { $round }. { $accuser } caught { $claimant } claiming { $total }.
no-claim = { $round }. No claim stands.
score = { $name }: { $score }
score-immune = { $name }: { $score } with immunity
your-dice = Your dice: { $dice }, together { $total }.
scores = Scores: { $scores }

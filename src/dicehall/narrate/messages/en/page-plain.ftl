# What the board of a game says that has none of its own.

plain-turn = Your turn
plain-list = { $count } moves to choose from, on the table.
plain-choose = { $what }: choose one
plain-phase = Now
plain-player = Player
plain-scores = Scores
plain-vitals = { $name }:
plain-dice = Rolled: { $faces }
plain-secret = Only you see this
plain-yes = Yes
plain-no = No
plain-nothing = None

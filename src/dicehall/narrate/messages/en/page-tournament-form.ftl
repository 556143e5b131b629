# What the page says where a tournament is thought out.

## Formats

format-label = Kind of evening
format-who = Who plays whom
format-table = open table
format-table-means = One table for everyone who comes.
format-swiss = Swiss tournament
format-swiss-means = Everyone plays every round, against people with about as many points.
format-knock_out = knock-out
format-knock_out-means = The best of each table go on until one table is left.
format-arena = arena
format-arena-means = Whoever is free is seated at once, until the time is up.
format-series = series
format-series-means = The same people play several games, and one is the evening’s champion.
format-rounds = Rounds
format-last = A knock-out of the best afterwards
format-last-means = Otherwise the standings after the last round decide.
format-last-number = How many play the knock-out
format-advance = How many of each table go on
format-minutes = Minutes
format-games = Games

## The form

title-cup-new = Host a tournament · Dicehall
cup-form-heading = Host a tournament
cup-form-lead = Everything has a default: a title is enough. You can change it all until it starts.
cup-form-title = Title
cup-form-title-example = Friday Cup
cup-form-what = What you play
cup-form-how = How it goes
cup-form-when = Who enters, and when it starts
cup-form-seats = Seats at a table
cup-form-least = Fewest at a table
cup-form-least-means = If the numbers don’t fit, a table may have as few as this.
cup-form-one-table = A series has one table.
cup-form-between = Break between rounds
cup-form-teams = Teams
cup-form-teams-means = People can enter with a team. Each team gets a score as well.
cup-form-teams-none = no score
cup-form-teams-sum = points of all members
cup-form-teams-best = points of the best
cup-form-teams-count = How many count
cup-form-duplicate = The same dice at every table
cup-form-duplicate-means = Luck is the same for everyone: your seat is compared with the same seat at the other tables. All tables have one size, nobody can watch before a round is over, and games are unrated.
cup-form-duplicate-no-game = Not in { $game }: there is nothing to decide, so all tables would end alike.
cup-form-duplicate-no-format = Only in a Swiss tournament without a knock-out after it: otherwise tables can’t be compared.
cup-form-predictions = Predictions
cup-form-predictions-means = People who watch can say who will win, with chips that buy nothing.
cup-form-open = Who can enter
cup-form-open-means = It is listed for everyone.
cup-form-link-means = It isn’t listed. You share its link with those who may enter.
cup-form-open-all = anyone
cup-form-open-link = people with the link
cup-form-no-key = This tournament has no secret link, so it stays open to anyone.
cup-form-start = When it starts
cup-form-start-host = when I start it
cup-form-start-host-means = You press Start when everyone is there.
cup-form-start-full = when it is full
cup-form-start-full-means = It starts by itself when all places are taken. You can start it earlier.
cup-form-start-time = at a time
cup-form-start-time-means = It starts by itself then. If too few have entered, it is called off.
cup-form-at = Day and time
cup-form-at-zone = In your time ({ $zone }). Everyone sees it in theirs.
cup-form-at-past = That time has passed. Choose one that is still to come.
cup-form-at-far = That is too far away. Choose a time in the next two years.
cup-form-most = How many may enter
cup-form-bots = Bots may enter
cup-form-bots-means = You let them in. They never take a person’s place in the next round, and win no title.
cup-form-summary = In short
cup-form-send = Host it
cup-form-save = Save changes
cup-form-saved = The changes are saved.

## An account

cup-form-account = To host you need an account. Fill in the form first if you like: what you type here stays.
cup-form-account-heading = Make an account to host
cup-form-account-lead = No email address needed. Your tournament is as you left it, and opens right after.
cup-form-account-have = I have an account already

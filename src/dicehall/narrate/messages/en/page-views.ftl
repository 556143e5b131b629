# What the page says away from the hall and its tables.

## Leaderboard, rules and account

title-leaderboard = Leaderboard · Dicehall
title-rules = Rules · Dicehall
title-rules-of = Rules of { $game } · Dicehall
title-account = You · Dicehall

leaders-heading = Leaderboard
leaders-lead = Ranked by games won, then by win rate. Only finished games count.
leaders-games = Boards
leaders-all-games = All games
leaders-who = Who is ranked
leaders-people = People
leaders-bots = Bots
leaders-caption = Top ten: { $game }
leaders-rank = #
leaders-name = Name
leaders-won = Won
leaders-lost = Lost
leaders-rate = Win rate
leaders-streak = Streak
leaders-points = Points
leaders-rating = Rating
leaders-none = –
leaders-streak-won = { $count } won
leaders-streak-lost = { $count } lost
leaders-short-rate = { $rate } of games
leaders-short-lost = { $count } lost
leaders-short-streak = streak { $streak }
leaders-short-points = points { $points }
leaders-short-rating = rated { $rating }
leaders-nobody = First place is still free
leaders-nobody-cure = Nobody with an account has finished a game here yet. Win one, and you lead.
leaders-no-bots = The bots haven’t played yet
leaders-no-bots-cure = Add one to your table and see how it does.
leaders-play = Play a game
leaders-rating-means = The rating moves only in rated games between accounts, and less with each game that the same two play on one day.
leaders-counting = Old games are being counted again, so these figures are still growing.
leaders-unranked = Only accounts are ranked. If you make one as a guest, you keep what you have won.
leaders-to-account = Make an account
leaders-predictors = Predictors
leaders-predictors-heading = The best predictors
leaders-predictors-lead = Ranked by how well they guess who wins when they watch, never by their chips.
leaders-predictors-count = Predictions
leaders-predictors-score = Score
leaders-predictors-of = { $count } predictions
leaders-predictors-nobody-cure = Watch a game and say who will win. With an account and { $fewest } predictions, you lead.
leaders-predictors-watch = Find a table to watch
leaders-predictors-means = The score says how much nearer your chances came to what happened than a plain guess: 0 is guessing, more is better. It is the mean of all your predictions, from { $fewest } on.
leaders-predictors-unranked = Only accounts are on this board. If you make one as a guest, you keep your predictions.
leaders-silent = The hall isn’t answering. Check your connection and try again.

rules-heading = How to play
rules-lead = Each game takes two minutes to read. At a table, the question mark opens the right part of the rules.
rules-game-facts = { $least }–{ $most } players · about { $minutes } minutes
rules-all = All rules
rules-contents = On this page
rules-loading = Loading the rules …
rules-silent = The rules didn’t load. Check your connection and reload the page.
rules-options = What a host can change
rules-options-lead = The host chooses these before the game begins. Everyone can see them.
rules-option-usual = Usually: { $value }.
rules-option-others = Or: { $values }.
rules-option-range = From { $least } to { $most }.
rules-presets = Presets
rules-rulings = Rulings
rules-rulings-lead = How we play where the printed rules leave a choice.

account-enter = Play or sign in
account-enter-lead = A name is enough to play. An account keeps your results and works on every device.
account-silent = The hall isn’t answering. Check your connection and try again.
account-kind-guest = You’re a guest. Make an account to keep your results and sign in from anywhere.
account-kind-account = You have an account in this hall.
account-kind-administrator = You’re an administrator of this hall.
account-results = Games and results
account-people = Friends and people
account-log-out = Sign out
account-logged-out = You’re signed out. Come back soon.
account-name = Name
account-name-hint = 2 to 20 characters.
account-password = Password
account-password-hint = At least 8 characters. We can’t reset a forgotten password. Write it down.
account-guest = Play right away
account-guest-lead = No account, no email address. This browser remembers you.
account-guest-button = Play as a guest
account-guest-done = Welcome! Pick a game in the hall.
account-log-in = Sign in
account-log-in-done = Welcome back.
account-use-passkey = Use a passkey
account-new = Make an account
account-new-lead = No email address needed.
account-new-guest-lead = You stay the same person: you keep your seats, your games and everything you have won.
account-new-button = Make the account
account-new-done = You have an account now. Welcome!
account-new-passkey-lead = Or without a password: your device keeps a key for the name above. Sign in with fingerprint, face or PIN.
account-new-passkey = Make it with a passkey
account-rename = Your name
account-rename-lead = Everyone at your tables sees the new name at once.
account-rename-button = Change name
account-rename-done = Your name is changed.
account-password-lead = A new password signs out all your other browsers. Access tokens keep working.
account-password-old = Old password
account-password-new = New password
account-password-button = Change password
account-password-done = Your password is changed.
account-passkeys = Passkeys
account-passkeys-lead = Sign in with fingerprint, face or PIN. It can’t be phished.
account-passkey-add = Add a passkey for this device
account-passkey-added = The passkey is added.
account-passkey-remove = Remove
account-passkey-remove-whole = Remove passkey { $label }
account-passkey-removed = The passkey is removed.
account-passkey-cancelled = The passkey was not used. It took too long or was cancelled.
account-passkey-known = This device already has a passkey for this account.
account-passkey-failed = That didn’t work on this device. Try again, or use a password.
account-no-passkeys = This browser can’t use passkeys here. Use a password.
account-since = since { $day }
account-seen = last seen { $day }
account-browsers = Where you’re signed in
account-browsers-lead = Still signed in on someone else’s computer? Sign out here.
account-this-browser = this one
account-browser-end-whole = Sign out { $label }
account-browser-ended = The other browser is signed out.
account-browsers-end = Sign out everywhere else
account-browsers-ended = You’re signed out everywhere else.
account-tokens = Access tokens for bots and scripts
account-tokens-lead = A program with an access token plays as you. It can never change your account.
account-scope-play = Can play as you
account-scope-read = Can only watch
account-token-label = What is it for?
account-token-may = What can it do?
account-token-make = Make a token
account-token-made = Here is your token.
account-token-new = Your new token
account-token-once = Copy it now. It won’t be shown again.
account-token-copy = Copy
account-token-copied = Copied
account-token-kept = I have it
account-token-revoke = Revoke
account-token-revoke-whole = Revoke token { $label }
account-token-revoked = The token is revoked.
account-terminal = In a terminal
account-terminal-lead = If Dicehall is installed on your computer, sign in and play from there:
account-terminal-commands =
    dicehall account log-in { $name } --hall { $hall }
    dicehall join { $hall }
account-data = Your data
account-export = Download everything this hall knows about you
account-delete = Delete account
account-delete-lead = You leave all tables. Your name, your keys and everything you said here are gone for good. Finished games stay, without your name.
account-delete-sure = Delete my account. I know this can’t be undone.
account-delete-button = Delete for good
account-deleted = Your account is deleted. Goodbye.
account-preferences = Preferences
account-preferences-lead = Saved in this browser, with or without an account.
account-as-system = Same as system
account-theme = Theme
account-theme-dark = Dark
account-theme-light = Light
account-motion = Animation
account-motion-full = Full
account-motion-less = Less
account-unit = Three Dice counts
account-unit-sips = Sips
account-unit-points = Points
account-sound = Sound
account-sound-lead = Rolling dice, and a knock when it’s your turn.
account-reactions-said = Say reactions aloud
account-reactions-said-lead = Your screen reader says who reacts, a few at a time.
account-hints = Hints
account-hints-lead = A few words the first time you play a game.
account-hints-again = Show them again
account-hints-done = The hints will be shown again.
account-predict = Predictions
account-predict-lead = When you watch a game, you can say who will win. Chips buy nothing.
account-predict-purse = Chips
account-predict-staked = Staked
account-predict-count = Predictions
account-predict-score = Score
account-predict-open = Your open predictions
account-predict-table = Table { $table }
account-predict-placed = { $chips ->
    [one] one chip
   *[other] { $chips } chips
}, at { $chance }%
account-predict-missing = { $count } more until you can be on the board.
account-predict-ranked = Your score counts for the board.
account-predict-board = The best predictors
account-predict-shares = { $count ->
    [one] One person has
   *[other] { $count } people have
} signed in with your browser just before or after you. You can’t predict each other’s games.
account-hall = This hall
account-hall-lead = Only administrators see this. For everything else, use a terminal: dicehall admin --help.
account-reset-game = Leaderboard of
account-reset-all-games = All games
account-reset-leaderboard = Reset the leaderboard
account-reset-leaderboard-warning = Leaderboard: { $game }. Everyone starts again from zero. Finished games can still be viewed. Only a backup brings the figures back.
account-reset-leaderboard-done = The leaderboard is empty. May the best player win.
account-reset-everything-lead = Or reset the whole hall: all tables are closed and the leaderboard is emptied. Accounts stay.
account-reset-everything = Reset everything
account-reset-everything-warning = All tables are closed at once, running games end without a result, and the leaderboard is emptied. Accounts stay. Only a backup brings it back.
account-reset-everything-done = Everything is reset.
account-confirm = Confirm that it’s you
account-confirm-why = This is hard to undo, so the hall asks for your password. After that you won’t be asked again for 10 minutes.
account-confirm-password = Your password
account-confirm-button = Confirm
account-confirm-done = Confirmed.
account-reset-type = Type “{ $word }” to confirm

## A person

title-person = { $name } · Dicehall
person-guest = A guest. Results count, but only accounts are ranked.
person-results = Results
person-won-of = won of { $games } { $games ->
    [one] game
   *[other] games
}
person-games = Games
person-no-games = No finished games yet.
person-won = won
person-lost = lost
person-broken_off = no result
person-older = Older games
person-record = Record
person-record-of = Download the record of { $game }, table { $code }, game { $number }

## The dice

title-dice = Dice · Dicehall
dice-heading = The dice of this hall
dice-lead = { $dice ->
    [one] One die has been rolled in a finished game.
   *[other] { $dice } dice have been rolled in finished games.
} You can check all of them.
dice-none = No game has ended here yet. Once one has, its dice are counted here.
dice-check = Check your own game
dice-check-sealed = Before a game begins, the hall seals its dice: the lobby shows the first letters of the seal.
dice-check-mixed = Every player’s browser mixes in a secret of its own, so nobody can choose the dice, not even the hall.
dice-check-record = After the game, the hall opens the seal. Your browser checks every roll and says so on the result.
dice-check-verify = If you trust no browser, download the record from your results and check it on your own computer:
dice-check-command = dicehall verify game.jsonl
dice-kept = Games whose dice did not hold
dice-kept-means = Your browser keeps what it saw of them. Save it and show it to somebody you trust.
dice-kept-forget = Throw this evidence away
dice-sides = { $sides } sides
dice-fallen = { $dice ->
    [one] One die.
   *[other] { $dice } dice.
}
dice-verdict-few = Too few to tell anything.
dice-verdict-even = Fair dice are hardly ever this even. Someone should look into it.
dice-verdict-odd = Fair dice hardly ever fall like this. Someone should look into it.
dice-verdict-rare = A little unusual, as fair dice are now and then.
dice-verdict-usual = Nothing unusual: fair dice fall like this.
dice-chart = How often each face of { $sides } came up: { $counts }
dice-figures = Figures for { $sides } sides
dice-here = Here
dice-fair = Fair dice, on average
dice-p = p-value
dice-each-face = Each face
dice-range = { $least } to { $most }
dice-evenness = Evenness
dice-chi-square = chi-square { $value }
dice-repeats = Repeats
dice-longest = Longest run
dice-below = below { $p }
dice-how = How to read this
dice-how-bars = Every die of every finished game is here, including games that were broken off. A bar shows how often a face came up. The dotted line is where all bars of a fair die would end in the long run.
dice-how-evenness = Evenness is Pearson’s chi-square test. Its p-value says how often fair dice would fall at least as unevenly as these did: anywhere between 0 and 1 for fair dice, near 0 for loaded ones, nearly 1 where counts were made up. One p-value in twenty is below 0.05 by chance alone.
dice-how-repeats = Repeats and the longest run of one face show whether a die remembers the one before it.
dice-how-proof = These tests can find loaded dice. They cannot prove fair ones: for that there are the seal and the record of each game.

## The claim link

title-claim = Claim this hall · Dicehall
claim-heading = Make this hall yours
claim-lead = You have the claim link of this hall. Choose a name and a password to become its administrator.
claim-lead-account = You are signed in as { $name }. Claim the hall to become its administrator.
claim-button = Claim the hall
claim-done = The hall is yours.

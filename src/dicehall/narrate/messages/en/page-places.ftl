# What the places beside hall and table say.

## Leaderboard, rules and account

title-leaderboard = Leaderboard · Dicehall
title-rules = Rules · Dicehall
title-rules-of = Rules of { $game } · Dicehall
title-account = You · Dicehall

leaders-heading = The best of the hall
leaders-lead = Ranked by games won, then by the share of them. Only finished games count.
leaders-games = Games
leaders-all-games = All games
leaders-who = Who is ranked
leaders-people = People
leaders-bots = Bots
leaders-caption = The ten best: { $game }
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
leaders-nobody = The first line is still free
leaders-nobody-cure = Nobody with an account has finished a game here yet. Win one, and this is your place.
leaders-no-bots = The bots have not played yet
leaders-no-bots-cure = Add one to your table, and see how it does.
leaders-play = Play a game
leaders-counting = Old games are being counted again: these figures still grow.
leaders-unranked = Only accounts are ranked. A guest who makes one keeps all that was won before.
leaders-to-account = Make an account
leaders-silent = The hall does not answer. Check your connection and try again.

rules-heading = How it is played
rules-lead = Each game takes two minutes to read. At a table, the question mark opens the rules at the right place.
rules-game-facts = { $least }–{ $most } players · about { $minutes } minutes
rules-all = All rules
rules-contents = On this page
rules-loading = Fetching the rules …
rules-silent = The rules did not come through. Check your connection and load the page again.
rules-options = What a host can change
rules-options-lead = Whoever opens a table chooses these before the game begins; everybody sees what was chosen.
rules-option-usual = Usually: { $value }.
rules-option-others = Or: { $values }.
rules-option-range = From { $least } to { $most }.
rules-presets = Ready-made
rules-rulings = Rulings
rules-rulings-lead = How this hall plays it where the printed rules leave a choice.

account-come-in = Come in
account-come-in-lead = A name is enough to play. An account keeps what you win and knows you everywhere.
account-silent = The hall does not answer. Check your connection and try again.
account-kind-guest = A guest. Make an account to keep what you win, and to come back from anywhere.
account-kind-account = You have an account in this hall.
account-kind-administrator = You look after this hall.
account-results = Games and results
account-log-out = Log out
account-logged-out = You are logged out. Come back soon.
account-name = Name
account-name-hint = 2 to 20 characters.
account-password = Password
account-password-hint = At least 8 characters. Nobody can send you a forgotten one, so keep it well.
account-guest = Play at once
account-guest-lead = No account, no e-mail address. This browser will know you again.
account-guest-button = Come in as a guest
account-guest-done = Welcome! Pick a game in the hall.
account-log-in = Log in
account-log-in-done = Welcome back.
account-use-passkey = Use a passkey
account-new = Make an account
account-new-lead = Nobody asks for an e-mail address.
account-new-guest-lead = You stay the same person: your seats, your games and all that you have won come with you.
account-new-button = Make the account
account-new-done = You have an account now. Welcome!
account-new-passkey-lead = Or without a password: your device keeps a key for the name above, and you come in with a finger, your face or a PIN.
account-new-passkey = Make it with a passkey
account-rename = Your name
account-rename-lead = Everybody at your tables sees a new name at once.
account-rename-button = Take this name
account-rename-done = That is your name now.
account-password-lead = A new password logs out all your other browsers; tokens stay.
account-password-old = Old password
account-password-new = New password
account-password-button = Save the new password
account-password-done = You have a new password.
account-passkeys = Passkeys
account-passkeys-lead = A key in your telephone, computer or stick. You come in with a finger, your face or a PIN, and nobody can steal it with a false page.
account-passkey-add = Add a passkey of this device
account-passkey-added = You have a new passkey.
account-passkey-remove = Remove
account-passkey-remove-whole = Remove passkey { $label }
account-passkey-removed = The passkey is removed.
account-passkey-cancelled = The passkey was not used: it took too long, or it was cancelled.
account-passkey-known = This device has a passkey for this account already.
account-passkey-failed = This device could not do that. Try again, or use a password.
account-no-passkeys = This browser has no passkeys here. Use a password.
account-since = since { $day }
account-seen = last seen { $day }
account-browsers = Where you are logged in
account-browsers-lead = Left yourself logged in on somebody else's machine? End it here.
account-this-browser = this one
account-browser-end-whole = Log out { $label }
account-browser-ended = The other browser is logged out.
account-browsers-end = Log out everywhere else
account-browsers-ended = You are logged out everywhere else.
account-tokens = Tokens for bots and scripts
account-tokens-lead = With a token, a program comes in as you. It can never change your account.
account-scope-play = May play as you
account-scope-read = May only look
account-token-label = What is it for?
account-token-may = What may it do?
account-token-make = Make a token
account-token-made = Here is your token.
account-token-new = Your new token
account-token-once = Copy it now: it is not shown again.
account-token-copy = Copy
account-token-copied = Copied
account-token-kept = I have it
account-token-revoke = Revoke
account-token-revoke-whole = Revoke token { $label }
account-token-revoked = The token is revoked.
account-terminal = In a terminal
account-terminal-lead = On a machine that has Dicehall, you are the same person with these lines.
account-terminal-commands =
    dicehall account log-in { $name } --hall { $hall }
    dicehall join { $hall }
account-data = Your data
account-export = Download all that this hall knows about you
account-delete = Delete yourself
account-delete-lead = You leave all tables, and your name, your keys and what you have said here are gone for good. Finished games stay, played by somebody.
account-delete-sure = I want to be forgotten, and know that nobody can undo it.
account-delete-button = Delete for good
account-deleted = You are forgotten. Goodbye.
account-liking = How you like it
account-liking-lead = Kept in this browser, account or not.
account-as-system = As my system
account-theme = Theme
account-theme-dark = Dark
account-theme-light = Light
account-motion = Movement
account-motion-full = Full
account-motion-less = Less
account-unit = What Three Dice is played for
account-unit-sips = Sips
account-unit-points = Points
account-sound = Sound
account-sound-lead = Dice that fall, and a knock when it is your turn.
account-hints = Hints
account-hints-lead = A few words the first time you sit at a game.
account-hints-again = Show them again
account-hints-done = The hints will come again.
account-hall = This hall
account-hall-lead = Only you and the other administrators see this. All else that you can do is in a terminal: dicehall admin --help.
account-reset-game = Leaderboard of
account-reset-all-games = All games
account-reset-leaderboard = Reset the leaderboard
account-reset-leaderboard-warning = Leaderboard: { $game }. Everybody begins anew there. Finished games can still be looked at. Nothing but a backup brings the figures back.
account-reset-leaderboard-done = The leaderboard is empty. May the best one win.
account-reset-everything-lead = Or begin the whole hall anew: all tables are closed and the leaderboard is emptied. Accounts stay.
account-reset-everything = Reset everything
account-reset-everything-warning = All tables are closed at once, running games end without a result, and the leaderboard is emptied. Accounts stay. Nothing but a backup brings it back.
account-reset-everything-done = Everything is as new.
account-reset-type = Type “{ $word }” to confirm

## A person

title-person = { $name } · Dicehall
person-guest = A guest. Results count now and are ranked as soon as there is an account.
person-results = Results
person-won-of = won of { $games } { $games ->
    [one] game
   *[other] games
}
person-games = Games
person-no-games = No finished games yet.
person-won = won
person-lost = lost
person-broken_off = broken off
person-older = Older games
person-record = Record
person-record-of = Download the record of { $game }, table { $code }, game { $number }

## The dice

title-dice = Dice · Dicehall
dice-heading = The dice of this hall
dice-lead = { $dice ->
    [one] One die has fallen in a finished game.
   *[other] { $dice } dice have fallen in finished games.
} You can check all of them.
dice-none = No game has ended here yet. Once one has, its dice are counted here.
dice-check = Check your own game
dice-check-sealed = Before a game begins, the hall seals its dice: the lobby shows the first letters of the seal.
dice-check-mixed = Every player’s browser mixes in a secret of its own, so nobody can choose the dice, not even the hall.
dice-check-record = After the game, the hall opens the seal. Download the record from your results.
dice-check-verify = Check it on your own computer:
dice-check-command = dicehall verify game.jsonl
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
dice-chart = How often each face of { $sides } fell: { $counts }
dice-figures = Figures for { $sides } sides
dice-here = Here
dice-fair = Fair dice, on average
dice-p = p-value
dice-each-face = Each face
dice-range = { $least } to { $most }
dice-evenness = Evenness
dice-chi-square = chi-square { $value }
dice-repeats = Repeats
dice-longest = Longest row
dice-below = below { $p }
dice-how = How to read this
dice-how-bars = Every die of every finished game is here, including games that were broken off. A bar shows how often a face fell. The dotted line is where all bars of a fair die would end in the long run.
dice-how-evenness = Evenness is Pearson’s chi-square test. Its p-value says how often fair dice would fall at least as unevenly as these did: anywhere between 0 and 1 for fair dice, near 0 for loaded ones, nearly 1 where counts were made up. One p-value in twenty is below 0.05 by chance alone.
dice-how-repeats = Repeats and the longest row of one face show whether a die remembers the one before it.
dice-how-proof = These tests can find loaded dice. They cannot prove fair ones: for that there are the seal and the record of each game.

## The claim link

title-claim = Claim this hall · Dicehall
claim-heading = Make this hall yours
claim-lead = You have the claim link of this hall. Choose a name and a password, and you are its administrator.
claim-lead-account = You are signed in as { $name }. Claim the hall, and you are its administrator.
claim-button = Claim the hall
claim-done = The hall is yours.

# What the page itself says; games and tables have files of their own.

## Every page

skip = Skip to content
no-page-part = This part of the page didn’t load. Check your connection and reload the page.
close = Close
loading = One moment …
loading-table = Going to table { $code } …
to-hall = Back to the hall
try-again = Try again
you = You
bot = Bot
host = Host
seat-kept = You have a seat at { $game }, table { $code }
seat-turn = It’s your turn at { $game }, table { $code }

## The table

stage = The table
dock = What you can do
title-turn = Your turn · { $game } { $code }
title-table = { $game } · table { $code }
game-locked = 🔒 GAME LOCKED
your-throw = Your roll
waiting-for = Waiting for { $names }
dice-fall = Rolling …
dock-watching = You are watching
dock-telling = Watch …
dock-tap = Tap anywhere for the next
dock-away = You were away
dock-missed = { $count ->
    [one] One turn went by.
   *[other] { $count } turns went by.
}
dock-skipped = { $count ->
    [one] One turn was skipped: see the story.
   *[other] { $count } turns were skipped: see the story.
}
dock-show-me = Show me
dock-jump = Jump to now
dock-leave = Leave
dock-hurry = Your time is almost up.
dock-lost = Your seat is kept; your time runs on.
seconds-left = { $count ->
    [one] second
   *[other] seconds
}
calls-elsewhere = { $count ->
    [one] 1 other table calls you
   *[other] { $count } other tables call you
}
knocks = { $count ->
    [one] 1 person is knocking
   *[other] { $count } people are knocking
}
sound = Sound
telling = How much is shown
telling-means = A tap shows the next moment; two quick taps show everything.
telling-full = Everything
telling-brisk = Brisk
telling-results = Results only
badge-crown = wears the crown
badge-shield = safe
badge-target = in peril
badge-out = out
nth = { $ordinal ->
    [one] { $place }st
    [two] { $place }nd
    [few] { $place }rd
   *[other] { $place }th
}
out-title = You are out
out-place = { $place } of { $count }
out-watch = Watch on
out-leave = Leave
choose-player = Choose { $name }
players = Players
player-left = has left
player-absent = re{"\u00AD"}connecting…
player-handed = a bot is playing for them
player-due = to play
won = { $count ->
    [one] 1 game won
   *[other] { $count } games won
}
turn-throw = Your turn: { $what }.
turn-options = Your turn. You can: { $options }{ $more ->
    [0] .
    [one] , and one more.
   *[other] , and { $more } more.
}
turn-meanwhile = It’s not your turn, but you can: { $options }{ $more ->
    [0] .
    [one] , and one more.
   *[other] , and { $more } more.
}
told = What happens at the table
share-code = Invite friends to table { $code }
rules-now = Rules for what happens now
host-drawer = Host this table
table-drawer = About this table
hint-thanks = Got it

## Reactions

reactions = Reactions
reactions-means = Quick faces from everyone at the table, and your own.
reactions-open = React
reaction-laugh = Laugh
reaction-wow = Wow
reaction-cry = Cry
reaction-hmm = Hmm
reaction-angry = Angry
reaction-heart = Heart
reaction-said = { $name }: { $reaction }

## Story and chat

talk = Story and chat
tab-story = Story
tab-chat = Chat
unread = new messages
news = new since you last looked
talk-close = Close story and chat
missed = More has happened here than the page could load.
no-story = Nothing has happened yet.
no-chat = Nobody has said anything yet. Say hello!
no-chat-yet = Nobody has said anything yet.
among-spectators = to spectators
say = Say something
send = Send
say-who-you-are = Pick a name to chat.
chat-as = Chat as { $name }
you-watch = You’re watching. You can take a seat when this game is over.
not-sent = That wasn’t sent: the connection was lost. Send it again.

## Plain board: a game that has no board of its own

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

## Links: what a messenger shows under the link of a table

link-title = { $game } at table { $code } · Dicehall
link-description = { $sentence } Open the link to join the table.

## Dice to keep

keep-die = Keep die { $number }: { $face }
keep-kept = kept
keep-again = again

## Hall: its tables and signing in

hall-title = Dicehall: dice games with friends
hall-wordmark-first = Dice
hall-wordmark-second = hall
hall-views = Pages
hall-to-rules = Rules
hall-to-leaders = Leaders
hall-sign-in = Sign in
hall-account = { $name }: your account and settings
hall-headline = Take a seat.
hall-headline-more = The dice are warm.
hall-play-now = Play now
hall-play-now-game = Play now: { $game }
hall-play-now-means = { $kind ->
    [two-people] Two players, people only: waits until someone comes.
    [two] Two players. If nobody comes, you play a bot.
    [people] People only: waits until others come.
   *[many] Finds you a seat at a table. Bots fill the rest.
}
hall-play-clock = 1 minute a turn.
hall-play-change = Change
hall-play-players = Players
hall-play-two = two players
hall-play-many = as many as come
hall-play-against = Free seats
hall-play-bots = with bots
hall-play-people = people only
hall-play-as = Play as { $name }
hall-host = Host a table
hall-join = Join with a code
hall-games = Games
hall-game-facts = { $least }–{ $most } players · { $minutes } min
hall-read-rules = Read the rules
hall-code = Table code
hall-code-help = Four letters, or six for a private table.
hall-code-go = Go to the table
hall-tables = Open tables
hall-people = { $count ->
    [one] 1 person at the tables
   *[other] { $count } people at the tables
}
hall-seats-free = { $count ->
    [one] One table has a free seat
   *[other] { $count } tables have a free seat
}
hall-tables-loading = Looking for tables …
hall-tables-lost = Tables will be back when the connection is.
hall-tables-none = No table has a free seat right now. Open one, and everyone sees it here.
hall-tables-begin = Open a table
hall-to-watch = To watch
hall-row-host = { $name }’s table
hall-row-quick = Quick table
hall-row-waiting = { $free ->
    [0] all seats taken
    [one] waiting for one more
   *[other] waiting for { $free } more
}
hall-row-playing = playing
hall-row-finished = between games
hall-row-fills = bots join in { $seconds } s
hall-row-taken = Seats taken:
hall-row-seats = { $taken } of { $seats }
hall-sit = Sit
hall-sit-at = Sit down at { $game }, table { $code }
hall-sit-as = Sit down as { $name }
hall-watch = Watch
hall-locked = Locked
hall-locked-at = { $game }, table { $code }, is locked
hall-watch-at = Watch { $game }, table { $code }
hall-leaders-today = Today’s leaders
hall-leaders-ever = All-time leaders
hall-leader = { $won } won · { $rate } %
hall-leaders-none = Nobody is on the board yet. Play with an account and be the first.
hall-leaders-failed = The leaderboard didn’t load.
hall-leaders-all = Full leaderboard
hall-your-name = Your name at the table
hall-another-name = Another name
hall-name = { $first } { $second }
hall-name-first = Amber Brave Calm Clever Copper Daring Golden Happy Ivory Jolly Lucky Merry Misty Nimble Quick Quiet Rosy Silver Sunny Velvet Wild
hall-name-second = Bear Beaver Crane Dove Falcon Finch Gecko Ibex Lark Lynx Magpie Moose Owl Panda Panther Puffin Raven Robin Seal Swan Tiger
hall-lost = The connection was lost before that was done. Try again.
hall-silent = The hall isn’t answering. Check your connection and try again.
hall-invitation = { $by } is keeping a seat for you at { $game }.
hall-invitation-go = Go there
hall-invitation-decline = No, thanks
hall-nowhere = Nothing here
hall-nowhere-cure = This page doesn’t exist. The tables are in the hall.
hall-line-connecting = Connecting …
hall-line-connecting-more = The hall is taking a moment to answer.
hall-line-lost = Connection lost.
hall-line-lost-more = Your seat is kept.
hall-line-restarting = The hall is restarting.
hall-line-restarting-more = Your seat is kept, and all clocks are paused.
hall-line-offline = You’re offline.
hall-line-offline-more = Your seat is kept. The page reconnects by itself.
hall-line-banned = You’re banned.
hall-line-banned-more = You can’t enter this hall. Its operator can lift the ban.
hall-line-shut = You can’t connect right now.
hall-line-shut-more = The page keeps trying.
hall-line-again = Trying again in { $seconds } s
hall-line-now = Try now

## Lobby: a table before its game

lobby-seats-taken = { $taken } of { $seats } seats taken
lobby-ready = ready
lobby-unready = not ready yet
lobby-kept = seat kept
lobby-free = free
lobby-take-seat = Take this seat
lobby-sit = Sit down
lobby-stand = Leave seat
lobby-say-ready = I’m ready
lobby-say-unready = Not ready yet
lobby-waiting = You’re ready. The game begins when everyone is.
lobby-waiting-host = You’re ready. The host starts the game.
lobby-locked = The host has locked the table. Wait here: it may be unlocked again.
lobby-full = All seats are taken. Stay and watch, or ask the host for a bigger table.
lobby-invited = A seat is kept for you.
lobby-start = Start
lobby-add-bot = Add a bot
lobby-too-few = { $count ->
    [one] One more player is needed. Invite someone or add a bot.
   *[other] { $count } more players are needed. Invite someone or add bots.
}
lobby-not-ready = { $count ->
    [one] { $names } is not ready yet.
   *[other] { $names } are not ready yet.
}
lobby-all-ready = Everyone is ready.
lobby-fills = { $free ->
    [0] The table is full. The game begins in { $seconds } s.
    [one] A bot takes the free seat in { $seconds } s.
   *[other] Bots take the { $free } free seats in { $seconds } s.
}
lobby-hurry = Start now with bots
lobby-gathers = { $free ->
    [one] Waiting for one more person. No bots play here.
   *[other] Waiting for up to { $free } more people. No bots play here.
}
lobby-hurry-people = Start without waiting
lobby-settings = Game and table
lobby-share = Invite friends
lobby-qr = Show QR code
lobby-played = What we’re playing
lobby-time = Time to think
lobby-time-play = { $clock }, then the safe move is played
lobby-time-kick = { $clock }, then you’re out
lobby-open-to = Open to
lobby-free-seats = Free seats
lobby-fill = bots fill them at the start
lobby-sealed = The dice of the next game are sealed: { $commit }…
lobby-sealed-more = What does that mean?

## Share

share-spelt = Table code: { $letters }
share-link = Link to the table
share-copy = Copy the link
share-send = Send
share-copied = Copied. Now send it to a friend.
share-not-copied = The browser didn’t allow it. The link is selected: copy it yourself.
share-shut = { $whose ->
    [mine] Unlock the table to let people in.
   *[other] The table is locked. Nobody new can join until the host unlocks it.
}
share-unlock = Unlock the table

# What the page itself says, beside what games and tables say.

## Every place

skip = Skip to the table
no-page-part = This part of the page did not come through. Check your connection and load the page again.
close = Close
loading = One moment …
loading-table = Walking over to table { $code } …
to-hall = Back to the hall
try-again = Try again
you = You
bot = Bot
host = Host
seat-kept = You sit at { $game }, table { $code }
seat-turn = It is your turn at { $game }, table { $code }

## A table that cannot be shown

gone-closed = This table is closed
gone-closed-cure = The evening at { $code } is over. There are other tables in the hall.
gone-kicked = You were asked to leave
gone-kicked-cure = The host of { $code } plays on without you. If it was a mistake, they can let you back in: then try again.
gone-no_table = No such table
gone-no_table-cure = Nobody sits at { $code }. Codes have four letters, or eight where a table is private: look at yours again.
gone-locked = This table is locked
gone-locked-cure = Only the host may use { $code } at the moment. Try again a little later.
gone-full = The table is full
gone-other = The table cannot be shown
gone-title = Table { $code } · Dicehall

## The table

stage = The table
panel = What you can do
title-turn = Your turn · { $game } { $code }
title-table = { $game } · table { $code }
game-locked = 🔒 GAME LOCKED
your-turn = Your turn
your-throw = The dice are yours
waiting-for = Waiting for { $names }
dice-fall = The dice are falling …
panel-telling = See what happens …
panel-hurry = Your time is nearly up.
players = Players
player-you = you
player-left = has left
player-absent = re{"\u00AD"}connecting…
player-handed = a bot plays for them
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
turn-meanwhile = It is not your turn, but you can: { $options }{ $more ->
    [0] .
    [one] , and one more.
   *[other] , and { $more } more.
}
told = What happens at the table
share-code = Invite people to table { $code }
rules-now = The rules of what happens now
host-drawer = Host this table
table-drawer = About this table
hint-thanks = Got it

## Story and chat

talk = Story and chat
tab-story = Story
tab-chat = Chat
unread = new lines
missed = More has happened here than the page was told.
no-story = Nothing has happened yet.
no-chat = Nobody has said anything yet. Say hello!
no-chat-yet = Nobody has said anything yet.
among-spectators = among spectators
say = Say something
send = Send
say-who-you-are = A name is all you need to talk.
come-in-as = Come in as { $name }
you-watch = You are watching. Chairs are free again when this game is over.
you-watch-nameless = Tell the table your name, and you can talk to the others meanwhile.
not-sent = That was not sent, for the connection was lost. Send it again.

## The end of a game

result = Result
winner = Winner
evening-won = { $count ->
    [0] no win tonight
    [one] 1 win tonight
   *[other] { $count } wins tonight
}
rematch = Play again
rematch-waiting = { $count ->
    [0] You are ready.
   *[other] Waiting for { $names } …
}
invite = Invite
record = Record of the game
to-leaderboard = Leaderboard

## Plain board: a game that has no board of its own

plain-turn = Your turn
plain-choose = { $what }: choose one
plain-phase = Now
plain-player = Player
plain-scores = What everybody has
plain-vitals = { $name }:
plain-dice = Thrown: { $faces }
plain-secret = Only you see this
plain-yes = Yes
plain-no = No
plain-nothing = None

## Links: what whoever is sent the link of a table reads before opening it

link-title = { $game } at table { $code } · Dicehall
link-description = { $sentence } Open the link, and you are at the table.

## Dice to keep

keep-die = Keep die { $number }: { $face }
keep-kept = kept
keep-again = again

## Hall: the first place, its tables and coming in

hall-title = Dicehall: dice games with friends
hall-wordmark-first = Dice
hall-wordmark-second = hall
hall-places = Places
hall-to-rules = Rules
hall-to-leaders = Leaders
hall-come-in = Come in
hall-account = { $name }: your account and settings
hall-headline = Pull up a chair.
hall-headline-more = The dice are warm.
hall-play-now = Play now
hall-play-now-means = Play now finds you a chair among people. Bots take the chairs that stay empty.
hall-play-game = Play { $game } now
hall-play-as = Play as { $name }
hall-host = Host a table
hall-join = Join with a code
hall-games = Games
hall-game-facts = { $least }–{ $most } players · { $minutes } min
hall-read-rules = Read the rules
hall-code = Code of the table
hall-code-help = Four letters, or eight where the table is private.
hall-code-go = Go to the table
hall-tables = Open tables
hall-people = { $count ->
    [one] 1 person at the tables
   *[other] { $count } people at the tables
}
hall-chairs-free = { $count ->
    [one] One table has a free chair
   *[other] { $count } tables have a free chair
}
hall-tables-loading = Looking round the hall …
hall-tables-lost = The tables are out of sight until the connection is back.
hall-tables-none = No table has a free chair right now. Open one: others see it here at once.
hall-tables-begin = Open a table
hall-to-watch = To watch
hall-row-host = { $name }’s table
hall-row-quick = Quick table
hall-row-waiting = { $free ->
    [0] all chairs taken
    [one] waiting for one more
   *[other] waiting for { $free } more
}
hall-row-playing = playing
hall-row-finished = between games
hall-row-fills = bots join in { $seconds } s
hall-row-taken = Chairs taken:
hall-row-seats = { $taken } of { $seats }
hall-sit = Sit
hall-sit-at = Sit down at { $game }, table { $code }
hall-sit-as = Sit down as { $name }
hall-watch = Watch
hall-locked = Locked
hall-locked-at = { $game }, table { $code }, is locked
hall-watch-at = Watch { $game }, table { $code }
hall-leaders-today = Today’s leaders
hall-leaders-ever = Leaders of all time
hall-leader = { $won } won · { $rate } %
hall-leaders-none = Nobody is on the board yet. Play with an account, and the first line could be yours.
hall-leaders-failed = The leaders did not come through.
hall-leaders-all = The whole leaderboard
hall-your-name = Your name at the table
hall-another-name = Another name
hall-name = { $first } { $second }
hall-name-first = Amber Brave Calm Clever Copper Daring Golden Happy Ivory Jolly Lucky Merry Misty Nimble Quick Quiet Rosy Silver Sunny Velvet Wild
hall-name-second = Bear Beaver Crane Dove Falcon Finch Gecko Ibex Lark Lynx Magpie Moose Owl Panda Panther Puffin Raven Robin Seal Swan Tiger
hall-lost = The connection was lost before that was done. Try again.
hall-silent = The hall does not answer. Check your connection and try again.
hall-invitation = { $by } keeps a chair for you at { $game }.
hall-invitation-go = Go there
hall-invitation-decline = No, thank you
hall-nowhere = Nothing here
hall-nowhere-cure = There is no such place in this hall. The tables are this way.
hall-line-connecting = Connecting …
hall-line-connecting-more = The hall takes a moment to answer.
hall-line-lost = Connection lost.
hall-line-lost-more = Your seat is kept.
hall-line-restarting = The hall restarts.
hall-line-restarting-more = Your seat is kept, and the clocks stand still.
hall-line-offline = You are offline.
hall-line-offline-more = Your seat is kept. The page comes back by itself when your network does.
hall-line-banned = You cannot come in.
hall-line-banned-more = This hall has closed its door to you. Whoever runs it can open it again.
hall-line-shut = You cannot come in just now.
hall-line-shut-more = The page tries again by itself.
hall-line-again = Trying again in { $seconds } s
hall-line-now = Try now

## Lobby: a table before its game

lobby-chairs = { $taken } of { $seats } chairs are taken
lobby-ready = ready
lobby-unready = not ready yet
lobby-kept = chair kept
lobby-free = free
lobby-take-chair = Take this chair
lobby-sit = Sit down
lobby-stand = Get up
lobby-say-ready = I am ready
lobby-say-unready = Not ready yet
lobby-waiting = You are ready. It begins when everybody is.
lobby-waiting-host = You are ready. The host begins the game.
lobby-locked = The host has locked the table. Wait here: it may open again.
lobby-full = All chairs are taken. Stay and watch, or ask the host for a larger table.
lobby-invited = A chair is kept for you.
lobby-start = Start
lobby-add-bot = Add a bot
lobby-too-few = { $count ->
    [one] One more player, and it can begin: invite somebody or add a bot.
   *[other] { $count } more players, and it can begin: invite somebody or add bots.
}
lobby-not-ready = { $count ->
    [one] { $names } is not ready yet.
   *[other] { $names } are not ready yet.
}
lobby-locked-unready = { $names } cannot say ready at a locked table. Unlock it to begin.
lobby-all-ready = Everybody is ready.
lobby-fills = { $free ->
    [0] The table is full: it begins in { $seconds } s.
    [one] A bot takes the free chair in { $seconds } s.
   *[other] Bots take the { $free } free chairs in { $seconds } s.
}
lobby-hurry = Start now with bots
lobby-settings = Game and table
lobby-share = Bring somebody
lobby-qr = Show the code to scan
lobby-played = What is played
lobby-time = Time to think
lobby-time-play = { $clock }, then the safe choice is played
lobby-time-kick = { $clock }, then one is out
lobby-open-to = Open to
lobby-free-chairs = Free chairs
lobby-fill = bots take them at the start
lobby-sealed = The dice of the next game are sealed: { $commit }…
lobby-sealed-more = What does that mean?

## Share

share-title = Bring somebody
share-how = Say the code, send the link, or point a phone at the picture. Everybody comes to this table, to play or to watch.
share-spelt = The code of the table: { $letters }
share-link = Link of the table
share-copy = Copy the link
share-send = Send
share-copied = Copied. Now send it to somebody.
share-not-copied = The browser did not allow it. The link is marked: copy it yourself.
share-qr = QR code of the link to table { $code }
share-point = Point a phone at it.
share-shut = { $whose ->
    [mine] Unlock the table to let people in.
   *[other] The table is locked: nobody else can come in until the host unlocks it.
}
share-unlock = Unlock the table

# What the page itself says; games and tables have files of their own.

## Every page

skip = Skip to content
no-page-part = This part of the page didn’t load. Check your connection and reload the page.
close = Close
loading = One moment …
loading-table = Going to table { $code } …
to-hall = Back to the hall
to-tournament = Back to the tournament
try-again = Try again
you = You
bot = Bot
host = Host
seats-elsewhere = Your other tables
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
calls-elsewhere = { $count ->
    [one] 1 other table calls you
   *[other] { $count } other tables call you
}
knocks = { $count ->
    [one] 1 person is knocking
   *[other] { $count } people are knocking
}
sound = Sound
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
odds = What are the odds?
share-code = Invite friends to table { $code }
host-drawer = Host this table
table-drawer = About this table
hint-thanks = Got it

## Reactions

reactions = Reactions
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

## Hall: its tables and signing in

hall-wordmark-first = Dice
hall-wordmark-second = hall
hall-views = Pages
hall-to-rules = Rules
hall-to-leaders = Leaders
hall-to-tournaments = Tournaments
hall-sign-in = Sign in
hall-account = { $name }: your account and settings
hall-read-rules = Read the rules
hall-sit-as = Sit down as { $name }
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
hall-line-uncertain = The hall does not know yet whether the last move was written.
hall-line-uncertain-more = Its disk has failed. It will say so as soon as it knows.
hall-line-away = The hall was away for { $seconds } seconds.
hall-line-away-more = No clock ran meanwhile.
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
lobby-expected = no account yet
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
lobby-alone = Nobody else is waiting yet.
lobby-usual-wait = { $people ->
    [0] Nobody has waited here in the last hour, so we can’t say how long it takes.
    [1] The last person to wait found others after about { $time }.
    [2] The last people to wait found others after about { $time }.
   *[other] People usually wait about { $time }.
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

share-spelt = Code: { $letters }
share-link = Link
share-copy = Copy the link
share-send = Send
share-copied = Copied. Now send it to a friend.
share-not-copied = The browser didn’t allow it. The link is selected: copy it yourself.
share-shut = { $whose ->
    [mine] Unlock the table to let people in.
   *[other] The table is locked. Nobody new can join until the host unlocks it.
}
share-unlock = Unlock the table

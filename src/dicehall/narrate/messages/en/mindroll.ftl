mindroll-dealt = Round { $round }: everyone gets a new die. Calls run from { $least } to { $most }.
mindroll-starts = { $seat } starts.
mindroll-called = { $seat } calls { $total }.
mindroll-chosen = { $seat } is chosen to answer.
mindroll-revealed = { $seat } reveals against { $caller }, who called { $call }!
    .title = REVEAL!
mindroll-shown = { $seat } shows a { $colour } { $number }.
mindroll-verdict = { $reason ->
    [colour] Same colour: whoever reveals loses, whatever the total. { $winner } beats { $loser }.
    [number] Same number: whoever reveals loses, whatever the total. { $winner } beats { $loser }.
   *[sum] The total is { $total }: { $too_high ->
        [yes] the call of { $call } was too high
       *[no] the call of { $call } stands
    }. { $winner } beats { $loser }.
}
mindroll-gained = { $seat } gains a point and stands at { $score }.
mindroll-lost = { $seat } loses a point and stands at { $score }.
mindroll-left = { $seat } has left the game.
mindroll-stopped = The match is stopped.
mindroll-voided = Round { $round } is void: nobody scores.
mindroll-won = { $seat } wins the match with { $score ->
    [one] { $score } point
   *[other] { $score } points
}.
    .title = MIND READER!
mindroll-shared = { $seats } share the win with { $score ->
    [one] { $score } point
   *[other] { $score } points
} each.

# The table, in the game's own voice.
mindroll-sat = { $who } sits down and thinks of a number.
mindroll-bot_sat = { $who }, a bot, sits down and hums. No mind to read here.
mindroll-readied = { $who } is ready, but you knew that.
mindroll-unreadied = { $who } has had a second thought. You may try to read it.

# What only one player knows.
mindroll-secret = { $seat } holds a { $colour } { $number }.

# The options of the rules, for forms and help.
option-reveal_by = Who may reveal: only the player whose turn it is, or anyone but the last caller.
option-turn_order = Whether the next player is drawn from all but the caller, or is the next seat.
option-next_starter = Who starts a later round: auto is alternating for two players and drawn for more.
option-match = What ends the match: a number of rounds, a target score, or only the table's owner.
option-rounds = How many rounds a match of rounds lasts.
option-target = The score that wins a match to a target.

# The moves, for menus.
move-call = Call { $total }
move-reveal = Reveal

# A player in the final ranking.
rank = { $name } ({ $score })

# The board on the page.
board-round = { $match ->
    [rounds] Round { $round } of { $rounds }
    [target] Round { $round } · first to { $target }
   *[open] Round { $round }
}
board-score = { $score ->
    [one] { $score } point
   *[other] { $score } points
}
board-last-round = Last round
board-gained = won the last round
board-lost = lost the last round
board-colour = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
    [blue] blue
   *[black] black
}
board-die = { board-colour } { $number }
board-your-die = Only you see it
board-your-new-die = Your new die
board-face-down = { $name }’s die, face down
board-shown = { $name }: { board-colour } { $number }
board-call-of = { $name }’s call
board-your-call = Your call
board-ladder = The ladder of calls, from { $least } to { $most }
board-standing = { $total }, called by { $name }
board-total = total
board-called = called
board-revealed = revealed
board-title-open = Make the first call
board-lead-open = How much do all { $dice } dice make, at least?
board-title-answer = Higher, or reveal?
board-lead-answer = { $name } says the dice make { $call } or more.
board-title-top = The top of the ladder
board-lead-top = Nobody can go above { $call }: turn the dice up.
board-title-interrupt = Enough of this?
board-lead-interrupt = It is not your turn, but you may turn all the dice up against { $name }.

# Hints for newcomers.
hint-begin = You see your own die and nobody else’s. Calls are about the total of all of them.
hint-choose = Call a higher total, or reveal if you think the last call was too high. Beware: the same colour or number as the caller’s loses.
hint-wait = Listen to the calls. Whoever calls high may hold a high die, or only wants you to think so.

# The options as the page offers them.
board-option-reveal_by = Reveal
board-option-reveal_by-turn_player = only who is next
board-option-reveal_by-anyone_but_caller = anyone but the caller
board-option-turn_order = Turns
board-option-turn_order-random = drawn by lot
board-option-turn_order-seat = seat by seat
board-option-next_starter = Next round begins
board-option-next_starter-auto = as usual
board-option-next_starter-random = drawn by lot
board-option-next_starter-alternate = by turns
board-option-next_starter-loser = with the loser
board-option-next_starter-winner = with the winner
board-option-match = Match
board-option-match-rounds = so many rounds
board-option-match-target = to a score
board-option-match-open = until the host ends it
board-option-rounds = Rounds
board-option-target = Score to reach

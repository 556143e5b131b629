mindroll-dealt = Round { $round }: everyone gets a new die. Calls go from { $least } to { $most }.
mindroll-starts = { $you ->
    [seat] You start.
   *[other] { $seat } starts.
}
mindroll-called = { $you ->
    [seat] You call { $total }.
   *[other] { $seat } calls { $total }.
}
mindroll-chosen = { $you ->
    [seat] Your answer!
   *[other] { $seat } must answer.
}
mindroll-revealed = { $you ->
    [seat] You reveal against { $caller }’s { $call }!
    [caller] { $seat } reveals against your { $call }!
   *[other] { $seat } reveals against { $caller }’s { $call }!
}
    .title = REVEAL!
mindroll-shown = { $you ->
    [seat] You show a { $colour } { $number }.
   *[other] { $seat } shows a { $colour } { $number }.
}
together-shown = All dice are turned up.
mindroll-verdict = { $reason ->
    [colour] Same colour: the revealer loses.
    [number] Same number: the revealer loses.
   *[sum] The total is { $total }: { $too_high ->
        [yes] the call of { $call } was too high.
       *[no] the call of { $call } holds.
    }
} { $you ->
    [winner] You beat { $loser }.
    [loser] { $winner } beats you.
   *[other] { $winner } beats { $loser }.
}
mindroll-gained = { $you ->
    [seat] You gain a point ({ $score }).
   *[other] { $seat } gains a point ({ $score }).
}
mindroll-lost = { $you ->
    [seat] You lose a point ({ $score }).
   *[other] { $seat } loses a point ({ $score }).
}
mindroll-left = { $you ->
    [seat] You’ve left the game.
   *[other] { $seat } has left the game.
}
mindroll-stopped = The match ends here.
mindroll-voided = Round { $round } is void: nobody scores.
mindroll-won = { $you ->
    [seat] You win the match
   *[other] { $seat } wins the match
} with { $score ->
    [one] { $score } point
   *[other] { $score } points
}.
    .title = MIND READER!
mindroll-shared = The win is shared by { $seats }, with { $score ->
    [one] { $score } point
   *[other] { $score } points
} each.
    .title = SHARED WIN!

# The table, in the game's own voice.
mindroll-sat = { $you ->
    [who] You sit down and think of a number.
   *[other] { $who } sits down and thinks of a number.
}
mindroll-bot_sat = { $who }, a bot, sits down and hums. No mind to read here.
mindroll-readied = { $you ->
    [who] You’re ready, but everyone knew that.
   *[other] { $who } is ready, but you knew that.
}
mindroll-unreadied = { $you ->
    [who] You’re having second thoughts.
   *[other] { $who } is having second thoughts. Try reading them.
}

# What only one player knows.
mindroll-secret = { $you ->
    [seat] You hold a { $colour } { $number }.
   *[other] { $seat } holds a { $colour } { $number }.
}

# The options of the rules, for forms and help.
option-reveal_by = Who may reveal: only the player in turn, or anyone but the last caller.
option-turn_order = Whether the next player is drawn from all but the caller, or is the next seat.
option-next_starter = Who starts later rounds. Automatic: alternates with two players, random with more.
option-match = What ends the match: a number of rounds, a target score, or only the host.
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
board-colour = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
    [blue] blue
   *[black] black
}
board-die = { board-colour } { $number }
board-your-die = Only you see it
board-face-down = { $name }’s die, face down
board-shown = { $name }: { board-colour } { $number }
board-calls = { $you ->
    [seat] You call
   *[other] { $name } calls
}
board-begins = { $you ->
    [seat] You start
   *[other] { $name } starts
}
board-range = { $least }–{ $most }
board-flag = call { $call }
board-ladder = Calls from { $least } to { $most }
board-standing = { $total }, called by { $name }
board-lower = Lower
board-higher = Higher
board-title-open = Make the first call
board-lead-open = What do all { $dice } dice add up to, at least?
board-title-answer = Higher, or reveal?
board-lead-answer = { $name } says { $call } or more.
board-title-top = The top of the ladder
board-lead-top = Nobody can go above { $call }: turn the dice up.
board-title-interrupt = Seen enough?
board-lead-interrupt = It’s not your turn, but you may reveal against { $name }’s { $call }.
board-lapse = { $move ->
    [reveal] If time runs out, you reveal.
   *[call] If time runs out, you call { $total }.
}
board-lapse-out = If time runs out, you’re out of the game.
board-waits-open = { $name }’s first call
board-waits-answer = { $name } answers { $call }
board-order = { $between ->
    [0] You’re next.
    [1] Then { $name }, then you.
   *[other] { $between } others answer before you.
}
board-order-lot = Who answers next is drawn at random.

# The reveal on the page, beat by beat.
board-reveals = { $you ->
    [seat] You reveal!
   *[other] { $name } reveals!
}
board-against-whom = { $you ->
    [caller] Against your { $call }.
   *[other] Against { $name }’s { $call }.
}
board-versus = against
board-duel = { $you ->
    [seat] You against { $caller }’s { $call }
    [caller] { $name } against your { $call }
   *[other] { $name } against { $caller }’s { $call }
}
board-so-far = so far
board-and-last = { $you ->
    [caller] and your die
   *[other] and { $name }’s die
}
board-against = against { $call }
board-ending = { $ending ->
    [high] TOO HIGH!
    [holds] IT HOLDS!
    [colour] SAME COLOUR!
   *[number] SAME NUMBER!
}
board-check = { $check ->
    [colour] Colour
    [number] Number
   *[sum] Sum
}
board-numbers = { $one } and { $other }
board-found = { $found ->
    [differs] not the same
    [skipped] doesn’t matter
   *[decides] { $check ->
        [sum] { $high ->
            [yes] { $total } is less than { $call }
           *[no] { $total } reaches { $call }
        }
       *[other] the same
    }
}
board-duel-won = { $you ->
    [winner] You win the duel.
    [loser] You lose the duel.
   *[other] { $winner } wins the duel.
}
board-scores = { $you ->
    [winner] You gain a point, { $loser } loses one.
    [loser] You lose a point, { $winner } gains one.
   *[other] { $winner } gains a point, { $loser } loses one.
}
board-new-round = Round { $round }
board-new-dice = Everyone gets a new die.
board-new-die = Your new die: { board-colour } { $number }
board-void = Round void

# What a winner is remembered for.
board-figure-duel = Won one duel
board-figure-duels = { $unbeaten ->
    [yes] Won all { $count } duels
   *[no] Won { $count } duels
}

# Hints for newcomers.
hint-begin = You see your own die and nobody else’s. Calls are about the total of all dice.
hint-choose = Call a higher total, or reveal if you think the last call was too high. Beware: if you share the caller’s colour or number, you lose.
hint-wait = Listen to the calls. A high call may mean a high die, or a player who wants you to think so.

# The options as the page offers them.
board-option-reveal_by = Who may reveal
board-option-reveal_by-turn_player = player in turn
board-option-reveal_by-anyone_but_caller = anyone but the caller
board-option-turn_order = Turns
board-option-turn_order-random = in random order
board-option-turn_order-seat = seat by seat
board-option-next_starter = Next round starts
board-option-next_starter-auto = automatic
board-option-next_starter-random = with a random player
board-option-next_starter-alternate = with the next seat
board-option-next_starter-loser = with the loser
board-option-next_starter-winner = with the winner
board-option-match = Match
board-option-match-rounds = fixed number of rounds
board-option-match-target = first to a score
board-option-match-open = until the host ends it
board-option-rounds = Rounds
board-option-target = Score to reach

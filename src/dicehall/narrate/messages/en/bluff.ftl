bluff-round_began = Round { $round }: { $you ->
    [leader] you lead
   *[other] { $leader } leads
} with { $score ->
    [0] no points
    [one] 1 point
   *[other] { $score } points
}. The order: { $order }.
bluff-elimination_began = Elimination round { $elimination }: { $you ->
    [leader] you lead
   *[other] { $leader } leads
}. The order: { $order }.
bluff-dealt = Everyone rolls three dice in secret.
bluff-claimed = { $you ->
    [seat] You claim { $total }.
   *[other] { $seat } claims { $total }.
}
bluff-believed = { $you ->
    [seat] You let it pass: { $claimant } +{ $points } ({ $score }).
    [claimant] { $seat } lets it pass: +{ $points } for you ({ $score }).
   *[other] { $seat } lets it pass: { $claimant } +{ $points } ({ $score }).
}
bluff-bluff_called = { $you ->
    [seat] You call { $claimant }’s { $total } a bluff!
    [claimant] { $seat } calls your { $total } a bluff!
   *[other] { $seat } calls { $claimant }’s { $total } a bluff!
}
bluff-shown = { $you ->
    [seat] You show { $dice }: { $total }.
   *[other] { $seat } shows { $dice }: { $total }.
}
bluff-no_bluff = { $you ->
    [seat] You told the truth.
   *[other] { $seat } told the truth.
}
    .title = NO BLUFF!
bluff-was_bluff = { $you ->
    [seat] Your { $total } was a bluff.
   *[other] { $seat }’s { $total } was a bluff.
}
    .title = CAUGHT!
bluff-immunity_played = { $you ->
    [seat] You play your immunity card: nobody wins or loses anything.
   *[other] { $seat } plays the immunity card: nobody wins or loses anything.
}
    .title = IMMUNE!
bluff-immunity_declined = { $you ->
    [seat] You keep your immunity card.
   *[other] { $seat } keeps the immunity card.
}
bluff-gained = { $you ->
    [seat] You gain
   *[other] { $seat } gains
} { $points ->
    [one] 1 point
   *[other] { $points } points
} ({ $score }).
bluff-lost = { $points ->
    [0] { $you ->
        [seat] You have no points to lose.
       *[other] { $seat } has no points to lose.
    }
   *[other] { $you ->
        [seat] You lose
       *[other] { $seat } loses
    } { $points ->
        [one] 1 point
       *[other] { $points } points
    } ({ $score }).
}
bluff-tied = It’s a tie at { $score ->
    [one] 1 point
   *[other] { $score } points
}: { $seats }. Time for an elimination round.
    .title = ELIMINATION ROUND!
bluff-still_tied = Still tied at { $score ->
    [one] 1 point
   *[other] { $score } points
}: { $seats }. The winner is drawn at random.
bluff-left = { $you ->
    [seat] You’ve left the game.
   *[other] { $seat } has left the game.
}
bluff-claim_void = { $you ->
    [seat] Your claim of { $total } is void.
   *[other] { $seat }’s claim of { $total } is void.
}
bluff-won = { $you ->
    [seat] You win the game
   *[other] { $seat } wins the game
} with { $score ->
    [one] 1 point
   *[other] { $score } points
}.
    .title = STRAIGHT FACE!
bluff-shared_win = The win is shared by { $seats }, with { $score ->
    [one] 1 point
   *[other] { $score } points
} each.

# The table, in the game's own voice.
bluff-sat = { $you ->
    [who] You sit down with an honest face.
   *[other] { $who } sits down with an honest face.
}
bluff-bot_sat = { $who }, a bot, sits down. The poker face is built in.
bluff-readied = { $you ->
    [who] You’re ready. Honestly.
   *[other] { $who } is ready. Honestly.
}
bluff-unreadied = { $you ->
    [who] You were bluffing: you’re not ready yet.
   *[other] { $who } was bluffing and isn’t ready yet.
}

# What only one player knows.
bluff-secret = { $you ->
    [seat] You rolled { $dice }: { $total }.
   *[other] { $seat } rolled { $dice }: { $total }.
}

# The options of the rules, for forms and help.
option-claims = Whether you may claim any total at any time, or each claim must beat the last one.
option-laps = How often everyone may claim in a round of free claims.
option-min_claim = The lowest total you may claim.
option-bluff = What counts as a bluff: any total but the true one, or only a total above it.
option-immunity = Whether everyone has an immunity card to play once per game.
option-elimination_rounds = How many extra rounds a tie may take before the winner is drawn; with 0 the tied players share the win.
option-rounds = How many rounds a game lasts.
option-games_won = How many games each seat has won before. The most wins lead where scores are equal.

# The moves, for menus.
move-claim = Claim { $total }
move-call_bluff = Call bluff
move-accept = Let it pass
move-play_immunity = Play the card
move-decline_immunity = Keep the card

# A player in the final ranking.
rank = { $name } ({ $score })

# The board on the page.
board-round = { $elimination ->
    [0] Round { $round } of { $rounds }
   *[other] Elimination round { $elimination }
}
board-score = { $score ->
    [one] { $score } point
   *[other] { $score } points
}
board-has-card = has the immunity card
board-you = You
board-order = Order of play
board-says = { $when ->
    [past] claimed
    [soon] { $who ->
        [me] your claim
       *[other] thinks
    }
   *[now] { $who ->
        [me] claim
       *[other] claims
    }
}
board-stands = It stands
board-void = void
board-if-bluff = If it’s a bluff
board-if-true = If it’s true
board-unless-card = unless the card is played
board-leads = { $you ->
    [leader] You lead
   *[other] { $name } leads
}

# A call, beat by beat.
board-bluff = BLUFF?
board-doubts = { $who ->
    [me] doubt
   *[other] doubts
}
board-calls = { $you ->
    [accuser] You call it!
    [claimant] { $accuser } calls your bluff!
   *[none] { $accuser } calls it!
}
board-claimed = { $you ->
    [claimant] You claimed { $claim }.
   *[other] { $claimant } claimed { $claim }.
}
board-so-far = so far
board-needs = { $kind ->
    [exactly] { $claim } needs a { $face }
    [least] { $claim } needs a { $face } or more
    [any] { $claim } is already there
   *[none] { $claim } is out of reach
}
board-outcome = { $outcome ->
    [equal] just as claimed
    [enough] at least { $claim }
   *[bluff] not { $claim }
}
board-claim = claim { $claim }
board-make = { $first }, { $second } and { $third } make { $total }.
board-caught = { $you ->
    [accuser] You caught { $claimant }
    [claimant] You’re caught
   *[none] { $accuser } caught { $claimant }
}
board-honest = { $you ->
    [claimant] You told the truth
   *[other] { $claimant } told the truth
}
board-card-held = { $you ->
    [claimant] You still have your card …
   *[other] { $claimant } still has a card …
}
board-card = Immunity

# My dice, and what I am asked.
board-your-secret = your secret
board-makes = Only you see your dice. { $dice }: total { $total }
board-dial = Total to claim
board-less = Claim one less
board-more = Claim one more
board-title-claim = Your claim
board-lead-claim = Say a total, true or not.
board-lapse-claim = If time runs out, you claim { $least }.
board-title-answer = Believe { $name }?
board-lead-answer = Claim, and { $name } keeps the { $total }.
board-lapse-answer = If time runs out, you call the bluff.
board-title-last = Believe { $name }?
board-lead-last = The last answer of the round.
board-lapse-last = If time runs out, you call the bluff.
board-title-forced = Nobody can go higher
board-lead-forced = All you can do is call the bluff.
board-lapse-forced = If time runs out, you call the bluff.
board-title-card = Caught! Play your card?
board-lead-card = Keep it and you lose up to { $total } points.
board-lapse-card = If time runs out, you keep the card.
board-waits-claiming = { $name }’s claim
board-waits-answering = { $name }’s answer
board-waits-immunity = { $name } has a card …
board-then-you = { $count ->
    [0] Then you.
    [1] Then { $name }, then you.
   *[other] Then { $name } and { $more } more, then you.
}
board-out = You’re out
board-out-lead = { $count } players who are tied play for the win.

# What a winner is remembered for.
board-figure-never-caught = { $count } claims, never caught
board-figure-caught = { $count ->
    [one] Caught one bluff
   *[other] Caught { $count } bluffs
}
board-figure-believed = Claimed { $total }, and was believed
board-figure-stood = { $count ->
    [one] One claim stood
   *[other] { $count } claims stood
}

# Hints for newcomers.
hint-begin = Only you see your three dice. You score by claiming a total and being believed. It need not be true.
hint-choose = Make your own claim and the one before it counts. If you don’t believe it, call the bluff; if it was true, you pay.
hint-wait = Watch who claims what. Only one roll in six reaches 14.

# The options as the page offers them.
board-option-claims = Claims
board-option-claims-free = any total
board-option-claims-rising = each higher than the last
board-option-laps = Laps per round
board-option-min_claim = Lowest claim
board-option-bluff = A bluff is
board-option-bluff-not_equal = any untrue total
board-option-bluff-over_only = a total that is too high
board-option-immunity = Immunity cards
board-option-elimination_rounds = Extra rounds for a tie
board-option-rounds = Rounds

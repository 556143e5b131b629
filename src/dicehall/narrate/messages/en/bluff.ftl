bluff-round_began = Round { $round }: { $leader } leads with { $score ->
    [0] no points
    [one] 1 point
   *[other] { $score } points
}. The order is { $order }.
bluff-elimination_began = Elimination round { $elimination }: { $leader } leads. The order is { $order }.
bluff-dealt = Each of them rolls three dice and shows them to nobody.
bluff-claimed = { $seat } claims { $total }.
bluff-believed = { $seat } lets it stand: { $claimant } scores { $points } and has { $score }.
bluff-bluff_called = { $seat } calls { $claimant }’s { $total } a bluff!
bluff-shown = { $seat } shows { $dice }: that makes { $total }.
bluff-no_bluff = It was no bluff.
    .title = NO BLUFF!
bluff-was_bluff = The { $total } was a bluff.
    .title = CAUGHT!
bluff-immunity_played = { $seat } plays the immunity card: nobody wins or loses anything.
    .title = IMMUNE!
bluff-immunity_declined = { $seat } keeps the immunity card.
bluff-gained = { $seat } gains { $points ->
    [one] 1 point
   *[other] { $points } points
} and has { $score }.
bluff-lost = { $points ->
    [0] { $seat } has nothing to lose and stays at { $score }.
    [one] { $seat } loses 1 point and has { $score }.
   *[other] { $seat } loses { $points } points and has { $score }.
}
bluff-tied = { $seats } are tied for the highest score, { $score }: they play an elimination round.
    .title = ELIMINATION ROUND!
bluff-still_tied = { $seats } are still tied at { $score }: the winner is drawn by lot.
bluff-left = { $seat } has left the game.
bluff-claim_void = The claim of { $total } that { $seat } made is void.
bluff-won = { $seat } wins the game with { $score ->
    [one] 1 point
   *[other] { $score } points
}.
    .title = STRAIGHT FACE!
bluff-shared_win = { $seats } share the win with { $score ->
    [one] 1 point
   *[other] { $score } points
} each.

# The table, in the game's own voice.
bluff-sat = { $who } sits down with an honest face.
bluff-bot_sat = { $who }, a bot, sits down. The poker face came with the case.
bluff-readied = { $who } is ready. Honestly.
bluff-unreadied = { $who } was bluffing and is not ready yet.

# What only one player knows.
bluff-secret = { $seat } has rolled { $dice }: { $total }.

# The options of the rules, for forms and help.
option-claims = Whether any total may be claimed at any time, or each claim must be higher than the last.
option-laps = How often everyone may claim in a round of free claims before it ends.
option-min_claim = The lowest total that may be claimed.
option-bluff = What counts as a bluff: any total but the true one, or only a total above it.
option-immunity = Whether everyone has an immunity card to play once in the game.
option-elimination_rounds = How many extra rounds a tie may take before the lot decides; with 0 the tied share the win.
option-rounds = How many rounds a game lasts.
option-games_won = How many games each seat has won before, seat by seat: it settles who leads where scores are equal.

# The moves, for menus.
move-claim = Claim { $total }
move-call_bluff = Call the bluff
move-accept = Let it stand
move-play_immunity = Play the immunity card
move-decline_immunity = Do not play the immunity card

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
board-order = The order of play
board-claimed = { $count ->
    [one] has claimed
   *[other] has claimed, one after the other:
}
board-claims = { $doubted ->
    [yes] { $name } claimed
   *[no] { $name } claims
}
board-you-claim = { $doubted ->
    [yes] You claimed
   *[no] You claim
}
board-makes = { $dice }: that makes { $total }
board-your-dice = Only you see them
board-your-new-dice = Your new dice
board-card = Immunity
board-once = once a game
board-dial = The total to claim
board-less = Claim one less
board-more = Claim one more
board-title-claim = What do you claim?
board-lead-claim = Say a total, true or not. { $next } believes it or calls your bluff.
board-title-answer = Do you believe { $name }?
board-lead-answer = A claim of your own lets the { $total } stand.
board-title-last = Do you believe { $name }?
board-lead-last = This is the last answer of the round: the { $total } stands, or the dice are shown.
board-title-forced = Nobody can go higher
board-lead-forced = { $name } claims { $total }: all you can do is call the bluff.
board-title-card = Caught! Play your card?
board-lead-card = Play it and nobody wins or loses anything. Keep it and you lose up to { $total } points.

# Hints for newcomers.
hint-begin = You alone see your three dice. You score by claiming a total and being believed, and it need not be true.
hint-choose = A claim of your own lets the one before it stand. Call the bluff if you do not believe it; if it was true, you pay.
hint-wait = Watch who claims what. Three dice make fourteen or more only once in six.

# The options as the page offers them.
board-option-claims = Claims
board-option-claims-free = any total
board-option-claims-rising = ever higher
board-option-laps = Laps in a round
board-option-min_claim = Lowest claim
board-option-bluff = A bluff is
board-option-bluff-not_equal = any untrue total
board-option-bluff-over_only = a total too high
board-option-immunity = Immunity cards
board-option-elimination_rounds = Extra rounds for a tie
board-option-rounds = Rounds

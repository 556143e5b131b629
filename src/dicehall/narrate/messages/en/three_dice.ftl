three_dice-round_began = Round { $round }: { $starter } starts, and { $pot ->
    [one] one sip is
   *[other] { $pot } sips are
} in the pot.
three_dice-order_drawn = The rolling order of this round: { $order }.
three_dice-threw = { $seat } throws { $dice }: { $roll ->
    [triple] three of a kind!
    [stairs] stairs!
    [super_stairs] super stairs!
    [shit_stairs] shit stairs, { $points } points.
   *[plain] { $points } points.
}
three_dice-threw_again = { $again ->
    [3] { $seat } throws all three dice again: { $dice },
   *[other] { $seat } keeps { $kept } and throws { $faces }. That makes { $dice },
} { $roll ->
    [triple] three of a kind!
    [stairs] stairs!
    [super_stairs] super stairs!
    [shit_stairs] shit stairs, { $points } points.
   *[plain] { $points } points.
}
three_dice-shit_stairs = { $seat } smacks their own forehead.
three_dice-lowest_roll = Nothing is lower: everybody at the table drinks with { $seat }.
three_dice-false_start = Too nice for the first roll of a round, { $seat }! Nobody likes a cheater: the round starts over.
three_dice-ungentlemanly = That is no gentleman’s way, { $seat }: it can no longer end at { $lowest } points or below.
three_dice-stayed = { $roll ->
    [triple] { $seat } is safe, and three of a kind adds { $sips } sips: the pot is { $pot } sips now.
    [stairs] { $seat } is safe and has { $sips ->
        [one] one sip
       *[other] { $sips } sips
    } to award.
    [super_stairs] { $seat } is safe and has { $sips } sips to award, twice the usual.
   *[plain] { $seat } stands at { $points } points.
}
three_dice-limit_set = Everybody else has { $rolls ->
    [1] one roll.
    [2] up to two rolls.
   *[3] up to three rolls.
}
three_dice-awarded = { $seat } awards { $sips ->
    [one] one sip
   *[other] { $sips } sips
} to { $to }.
three_dice-drank = { $seat } drinks { $sips ->
    [one] one sip
   *[other] { $sips } sips
}, { $total } so far.
three_dice-lost = { $seat } loses the round with { $points } points.
three_dice-all_safe = Everybody is safe, nobody drinks the pot. { $carry ->
    [0] It is emptied.
    [one] Its one sip stays in it.
   *[other] Its { $carry } sips stay in it.
}
three_dice-roll_off = { $tied } throw one die each: { $decides ->
    [loser] the lowest loses the round.
   *[starter] the highest starts the next round.
}
three_dice-rolled_off = { $seat } throws a { $face }.
three_dice-left = { $seat } has left the game.
three_dice-stopped = The match is stopped.
three_dice-voided = Round { $round } is void: nobody drinks its pot.
three_dice-match_over = The match ends after { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}. In first place: { $winners }.

# The table, in the game's own voice.
three_dice-sat = { $who } pulls up a chair and sets down a glass. Cheers!
three_dice-bot_sat = { $who }, a bot, joins the round. A small oil, please.
three_dice-readied = { $who } has something to sip and is ready.
three_dice-unreadied = { $who } is off to get a refill: not ready yet.

# The options of the rules, for forms and help.
option-special_locks = Whether a special roll ends the turn at once, or may be thrown again for something better.
option-shit_stairs_sip = Whether shit stairs cost a sip on every roll, or only when a turn ends on them.
option-tie = Who drinks when players tie for lowest: all of them, the loser of a roll-off, the first or the last to roll.
option-all_safe = What happens to the pot when everybody is safe: it is emptied or carried over into the next round.
option-first_roll_456 = Whether 4-5-6 as the first roll of a round is 69 points or a false start.
option-award_split = Whether awarded sips may be split among several players.
option-gentlemen = Gentlemen's rule for the last roll of a round: breaking it earns a frown, nothing at all, or is forbidden.
option-lowest_roll = Whether everybody drinks a sip when somebody rolls 2-2-3.
option-turn_order = Whether all roll in the order of their seats, or are shuffled behind the starter in every round.
option-match = Whether the match has a set number of rounds, or goes on until its owner ends it.
option-rounds = Rounds in a match of set length.

# The moves, for menus.
move-keep = Stay
move-reroll = Throw again: { $dice }
move-award = { $sips ->
    [none] Award the sips to { $to }
    [one] Award one sip to { $to }
   *[other] Award { $sips } sips to { $to }
}
throw = Throw the three dice

# A player in the final ranking.
rank = { $name } ({ $amount ->
    [one] one sip
   *[other] { $amount } sips
})

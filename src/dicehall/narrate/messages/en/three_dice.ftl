three_dice-round_began = Round { $round }: { $starter } starts, and { $pot ->
    [one] one sip is
   *[other] { $pot } sips are
} in the pot.
    .points = Round { $round }: { $starter } starts, and { $pot ->
        [one] one penalty point is
       *[other] { $pot } penalty points are
    } in the pot.
three_dice-order_drawn = The rolling order of this round: { $order }.
three_dice-threw = { $seat } throws { $dice }: { $roll ->
    [triple] three of a kind!
    [stairs] stairs!
    [super_stairs] super stairs!
    [shit_stairs] shit stairs, { $points } points.
   *[plain] { $points } points.
}
    .title = { $roll ->
        [triple] THREE OF A KIND!
        [stairs] STAIRS!
        [super_stairs] SUPER STAIRS!
        [shit_stairs] SHIT STAIRS!
       *[plain] {""}
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
    .title = { $roll ->
        [triple] THREE OF A KIND!
        [stairs] STAIRS!
        [super_stairs] SUPER STAIRS!
        [shit_stairs] SHIT STAIRS!
       *[plain] {""}
    }
three_dice-shit_stairs = { $seat } smacks their own forehead.
three_dice-lowest_roll = Nothing is lower: everybody at the table drinks with { $seat }.
    .title = NOTHING IS LOWER!
    .points = Nothing is lower: everybody at the table takes a penalty point with { $seat }.
three_dice-false_start = Too nice for the first roll of a round, { $seat }! Nobody likes a cheater: the round starts over.
    .title = FALSE START!
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
    .title = { $roll ->
        [triple] SAFE!
        [stairs] SAFE!
        [super_stairs] SAFE!
       *[plain] {""}
    }
    .points = { $roll ->
        [triple] { $seat } is safe, and three of a kind adds { $sips } penalty points: the pot is { $pot } now.
        [stairs] { $seat } is safe and has { $sips ->
            [one] one penalty point
           *[other] { $sips } penalty points
        } to award.
        [super_stairs] { $seat } is safe and has { $sips } penalty points to award, twice the usual.
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
    .points = { $seat } awards { $sips ->
        [one] one penalty point
       *[other] { $sips } penalty points
    } to { $to }.
three_dice-drank = { $seat } drinks { $sips ->
    [one] one sip
   *[other] { $sips } sips
}, { $total } so far.
    .points = { $seat } takes { $sips ->
        [one] one penalty point
       *[other] { $sips } penalty points
    }, { $total } so far.
three_dice-lost = { $seat } loses the round with { $points } points.
    .title = DOWN IT GOES!
three_dice-all_safe = Everybody is safe, nobody drinks the pot. { $carry ->
    [0] It is emptied.
    [one] Its one sip stays in it.
   *[other] Its { $carry } sips stay in it.
}
    .title = ALL SAFE!
    .points = Everybody is safe, nobody takes the pot. { $carry ->
        [0] It is emptied.
        [one] Its one penalty point stays in it.
       *[other] Its { $carry } penalty points stay in it.
    }
three_dice-roll_off = { $tied } throw one die each: { $decides ->
    [loser] the lowest loses the round.
   *[starter] the highest starts the next round.
}
three_dice-rolled_off = { $seat } throws a { $face }.
three_dice-left = { $seat } has left the game.
three_dice-stopped = The match is stopped.
three_dice-voided = Round { $round } is void: nobody drinks its pot.
    .points = Round { $round } is void: nobody takes its pot.
three_dice-match_over = The match ends after { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}. In first place: { $winners }.
    .title = DICE DOWN!

# The table, in the game's own voice.
three_dice-sat = { $who } pulls up a chair and sets down a glass. Cheers!
    .points = { $who } pulls up a chair and rattles the dice. Welcome!
three_dice-bot_sat = { $who }, a bot, joins the round. A small oil, please.
    .points = { $who }, a bot, joins the round and counts without fingers.
three_dice-readied = { $who } has something to sip and is ready.
    .points = { $who } is ready to roll.
three_dice-unreadied = { $who } is off to get a refill: not ready yet.
    .points = { $who } is off for a moment: not ready yet.

# The options of the rules, for forms and help.
option-special_locks = Whether a special roll ends the turn at once, or may be thrown again for something better.
option-shit_stairs_sip = Whether shit stairs cost a sip on every roll, or only when a turn ends on them.
    .points = Whether shit stairs cost a penalty point on every roll, or only when a turn ends on them.
option-tie = Who drinks when players tie for lowest: all of them, the loser of a roll-off, the first or the last to roll.
    .points = Who takes the pot when players tie for lowest: all of them, the loser of a roll-off, the first or the last to roll.
option-all_safe = What happens to the pot when everybody is safe: it is emptied or carried over into the next round.
option-first_roll_456 = Whether 4-5-6 as the first roll of a round is 69 points or a false start.
option-award_split = Whether awarded sips may be split among several players.
    .points = Whether awarded penalty points may be split among several players.
option-gentlemen = Gentlemen's rule for the last roll of a round: breaking it earns a frown, nothing at all, or is forbidden.
option-lowest_roll = Whether everybody drinks a sip when somebody rolls 2-2-3.
    .points = Whether everybody takes a penalty point when somebody rolls 2-2-3.
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
    .points = { $sips ->
        [none] Award the penalty points to { $to }
        [one] Award one penalty point to { $to }
       *[other] Award { $sips } penalty points to { $to }
    }
throw = Throw the three dice

# A player in the final ranking.
rank = { $name } ({ $amount ->
    [one] one sip
   *[other] { $amount } sips
})
    .points = { $name } ({ $amount ->
        [one] one penalty point
       *[other] { $amount } penalty points
    })

# The board on the page. Where somebody counts points instead of sips, the page says what stands under .points.
board-whose = { $whose ->
    [you] Your dice
   *[other] { $name }’s dice
}
board-no-dice = Nobody has thrown yet.
board-points = { $points } points
board-roll = { $roll ->
    [triple] Three of a kind
    [stairs] Stairs
    [super_stairs] Super stairs
   *[shit_stairs] Shit stairs
}
board-safe = safe
board-rolls = { $limit ->
    [none] Roll { $used }
   *[other] Roll { $used } of { $limit }
}
board-limit = { $limit ->
    [none] the starter decides how many rolls
    [one] one roll each
   *[other] up to { $limit } rolls each
}
board-pot = { $pot ->
    [one] sip in the pot
   *[other] sips in the pot
}
    .points = { $pot ->
        [one] penalty point in the pot
       *[other] penalty points in the pot
    }
board-round = { $all ->
    [none] Round { $round }
   *[other] Round { $round } of { $all }
}
board-round-before = The round before
board-hand-of = { $name }:
board-rolling = rolling
board-to-roll = Still to roll:
board-gone = has left
board-lowest = lowest
board-roll-off = One die each: { $decides ->
    [loser] the lowest drinks
   *[starter] the highest starts
}
    .points = One die each: { $decides ->
        [loser] the lowest takes the pot
       *[starter] the highest starts
    }
board-unit = count points instead of sips
    .points = count sips instead of points
board-choose = Stay, or throw again?
board-choose-lead = Tap the dice that you keep.
board-throw-again = { $count ->
    [1] Throw one die again
    [2] Throw two dice again
   *[3] Throw all three again
}
board-stay = Stay with { $dice }
board-all-kept = All three are kept. Tap one to throw it again.
board-gentlemen = The gentlemen’s rule: the last roll must still be able to lose. Free other dice.
board-gentlemen-stay = The gentlemen’s rule: you cannot stay, for that could no longer lose.
board-award = { $sips ->
    [one] One sip to give away
   *[other] { $sips } sips to give away
}
    .points = { $sips ->
        [one] One penalty point to give away
       *[other] { $sips } penalty points to give away
    }
board-award-lead = Whoever you choose drinks at once.
    .points = Whoever you choose takes them at once.
board-award-many = How many at a time?
board-so-far = { $sips ->
    [one] one sip so far
   *[other] { $sips } sips so far
}
    .points = { $sips ->
        [one] one penalty point so far
       *[other] { $sips } penalty points so far
    }
board-score = { $amount ->
    [one] 1 sip
   *[other] { $amount } sips
}
    .points = { $amount ->
        [one] 1 point
       *[other] { $amount } points
    }

hint-begin = The lowest points drink the pot. A 1 counts 100, a 6 counts 60, and three of a kind is safe.
    .points = The lowest points take the pot. A 1 counts 100, a 6 counts 60, and three of a kind is safe.
hint-choose = Tap the dice that you want to keep, then throw the others again, or stay.
hint-wait = Watch the list of this round: whoever is lowest at its end drinks the pot.
    .points = Watch the list of this round: whoever is lowest at its end takes the pot.

# The options as the page offers them.
board-option-special_locks = Specials end the turn
board-option-shit_stairs_sip = Shit stairs
board-option-shit_stairs_sip-every_roll = cost on every roll
board-option-shit_stairs_sip-final_only = cost on the last roll
board-option-tie = Tie for lowest
board-option-tie-all_drink = all of them
board-option-tie-roll_off = a roll-off
board-option-tie-first_roller = the first to roll
board-option-tie-last_roller = the last to roll
board-option-all_safe = Everybody safe
board-option-all_safe-reset = the pot is emptied
board-option-all_safe-carry_over = the pot stays
board-option-first_roll_456 = 4-5-6 at first
board-option-first_roll_456-plain = 69 points
board-option-first_roll_456-false_start = a false start
board-option-award_split = Awards may be split
board-option-gentlemen = Gentlemen’s rule
board-option-gentlemen-warn = a frown
board-option-gentlemen-off = off
board-option-gentlemen-enforce = enforced
board-option-lowest_roll = 2-2-3
board-option-lowest_roll-off = nothing happens
board-option-lowest_roll-everyone_drinks = one for everybody
board-option-turn_order = Turns
board-option-turn_order-seat = seat by seat
board-option-turn_order-shuffle = shuffled each round
board-option-match = Match
board-option-match-rounds = so many rounds
board-option-match-open = until the host ends it
board-option-rounds = Rounds

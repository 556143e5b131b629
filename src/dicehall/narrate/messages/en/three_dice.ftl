three_dice-round_began = Round { $round }: { $you ->
    [starter] you start
   *[other] { $starter } starts
}, with { $pot ->
    [one] one sip
   *[other] { $pot } sips
} in the pot.
    .points = Round { $round }: { $you ->
        [starter] you start
       *[other] { $starter } starts
    }, with { $pot ->
        [one] one penalty point
       *[other] { $pot } penalty points
    } in the pot.
three_dice-order_drawn = This round’s order: { $order }.
three_dice-threw = { $you ->
    [seat] You roll
   *[other] { $seat } rolls
} { $dice }{ part-made }
    .title = { part-shout }
three_dice-threw_again = { $you ->
    [seat] You { $again ->
        [3] reroll all three
       *[other] keep { part-kept }
    }
   *[other] { $seat } { $again ->
        [3] rerolls all three
       *[other] keeps { part-kept }
    }
}: { $dice }{ part-made }
    .title = { part-shout }
part-kept = { $kept_count ->
    [1] the { $kept }
   *[other] { $kept }
}
part-made = { $roll ->
    [triple] , three of a kind!
    [stairs] , stairs!
    [super_stairs] , super stairs!
    [shit_stairs] , shit stairs, { $points } points.
   *[plain] , { $points } points.
}
part-shout = { $roll ->
    [triple] THREE OF A KIND!
    [stairs] STAIRS!
    [super_stairs] SUPER STAIRS!
    [shit_stairs] SHIT STAIRS!
   *[plain] {""}
}
three_dice-shit_stairs = { $you ->
    [seat] You smack your own forehead.
   *[other] { $seat } smacks their own forehead.
}
three_dice-lowest_roll = It doesn’t get any lower: everyone drinks with { $you ->
    [seat] you
   *[other] { $seat }
}.
    .title = ROCK BOTTOM!
    .points = It doesn’t get any lower: everyone takes a penalty point with { $you ->
        [seat] you
       *[other] { $seat }
    }.
three_dice-false_start = Too good for the first roll of a round, { $seat }! Nobody likes a cheater: the round starts over.
    .title = FALSE START!
three_dice-ungentlemanly = Not very gentlemanly, { $seat }: that can’t lose any more.
three_dice-stayed = { $roll ->
    [triple] { part-is-safe }. Three of a kind adds { $sips } sips: the pot now holds { $pot }.
    [stairs] { part-is-safe }, with { $sips ->
        [one] one sip
       *[other] { $sips } sips
    } to give away.
    [super_stairs] { part-is-safe }, with { $sips } sips to give away: twice the usual.
   *[plain] { part-stays }
}
    .title = { $roll ->
        [triple] SAFE!
        [stairs] SAFE!
        [super_stairs] SAFE!
       *[plain] {""}
    }
    .points = { $roll ->
        [triple] { part-is-safe }. Three of a kind adds { $sips } penalty points: the pot now holds { $pot }.
        [stairs] { part-is-safe }, with { $sips ->
            [one] one penalty point
           *[other] { $sips } penalty points
        } to give away.
        [super_stairs] { part-is-safe }, with { $sips } penalty points to give away: twice the usual.
       *[plain] { part-stays }
    }
part-is-safe = { $you ->
    [seat] You’re safe
   *[other] { $seat } is safe
}
part-stays = { $you ->
    [seat] You stay at { $points } points.
   *[other] { $seat } stays at { $points } points.
}
three_dice-limit_set = Everyone else gets { $rolls ->
    [1] one roll.
    [2] up to two rolls.
   *[3] up to three rolls.
}
three_dice-awarded = { $you ->
    [seat] You give { $to }
    [to] { $seat } gives you
   *[other] { $seat } gives { $to }
} { $sips ->
    [one] one sip.
   *[other] { $sips } sips.
}
    .points = { $you ->
        [seat] You give { $to }
        [to] { $seat } gives you
       *[other] { $seat } gives { $to }
    } { $sips ->
        [one] one penalty point.
       *[other] { $sips } penalty points.
    }
three_dice-drank = { $you ->
    [seat] You take
   *[other] { $seat } takes
} { $sips ->
    [one] a sip
   *[other] { $sips } sips
} ({ $total } in all).
    .points = { $you ->
        [seat] You take
       *[other] { $seat } takes
    } { $sips ->
        [one] a penalty point
       *[other] { $sips } penalty points
    } ({ $total } in all).
three_dice-lost = { $you ->
    [seat] You lose the round with { $points } points.
   *[other] { $seat } loses the round with { $points } points.
}
    .title = DOWN IT GOES!
three_dice-all_safe = Everyone is safe, so nobody drinks the pot. { $carry ->
    [0] It is emptied.
    [one] Its one sip stays in.
   *[other] Its { $carry } sips stay in.
}
    .title = ALL SAFE!
    .points = Everyone is safe, so nobody takes the pot. { $carry ->
        [0] It is emptied.
        [one] Its one penalty point stays in.
       *[other] Its { $carry } penalty points stay in.
    }
three_dice-roll_off = Roll-off, one die each: { $tied }. { $decides ->
    [loser] The lowest loses the round.
   *[starter] The highest starts the next round.
}
three_dice-rolled_off = { $you ->
    [seat] You roll a { $face }.
   *[other] { $seat } rolls a { $face }.
}
three_dice-left = { $you ->
    [seat] You’ve left the game.
   *[other] { $seat } has left the game.
}
three_dice-stopped = The match ends here.
three_dice-voided = Round { $round } is void: nobody drinks its pot.
    .points = Round { $round } is void: nobody takes its pot.
three_dice-match_over = The match is over after { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}. In first place: { $winners }.
    .title = DICE DOWN!

# The table, in the game's own voice.
three_dice-sat = { $you ->
    [who] You pull up a chair and set down a glass. Cheers!
   *[other] { $who } pulls up a chair and sets down a glass. Cheers!
}
    .points = { $you ->
        [who] You pull up a chair and rattle the dice. Welcome!
       *[other] { $who } pulls up a chair and rattles the dice. Welcome!
    }
three_dice-bot_sat = { $who }, a bot, joins the round. A small oil, please.
    .points = { $who }, a bot, joins the round and counts without fingers.
three_dice-readied = { $you ->
    [who] You have something to sip and are ready.
   *[other] { $who } has something to sip and is ready.
}
    .points = { $you ->
        [who] You’re ready to roll.
       *[other] { $who } is ready to roll.
    }
three_dice-unreadied = { $you ->
    [who] You go for a refill: not ready yet.
   *[other] { $who } goes for a refill: not ready yet.
}
    .points = { $you ->
        [who] You’re off for a moment: not ready yet.
       *[other] { $who } is off for a moment: not ready yet.
    }

# The options of the rules, for forms and help.
option-special_locks = Whether a special roll ends the turn at once, or may be rerolled in the hope of something better.
option-shit_stairs_sip = Whether shit stairs cost a sip on every roll, or only if a turn ends on them.
    .points = Whether shit stairs cost a penalty point on every roll, or only if a turn ends on them.
option-tie = Who drinks when players tie for lowest: all of them, the loser of a roll-off, or the first or last to roll.
    .points = Who takes the pot when players tie for lowest: all of them, the loser of a roll-off, or the first or last to roll.
option-all_safe = What happens to the pot when everyone is safe: it is emptied or carried over into the next round.
option-first_roll_456 = Whether 4-5-6 as the first roll of a round is 69 points or a false start.
option-award_split = Whether you may split the sips you give away among several players.
    .points = Whether you may split the penalty points you give away among several players.
option-gentlemen = The gentlemen’s rule for the last roll of a round: breaking it earns a frown, nothing at all, or is forbidden.
option-lowest_roll = Whether everyone drinks a sip when a player rolls 2-2-3.
    .points = Whether everyone takes a penalty point when a player rolls 2-2-3.
option-turn_order = Whether players roll in seat order, or are shuffled behind the starter in every round.
option-match = Whether the match has a fixed number of rounds, or goes on until the host ends it.
option-rounds = How many rounds a match of fixed length has.

# The moves, for menus.
move-keep = Stay
move-reroll = Reroll { $dice }
move-award = { $sips ->
    [none] Give the sips to { $to }
    [one] Give one sip to { $to }
   *[other] Give { $sips } sips to { $to }
}
    .points = { $sips ->
        [none] Give the penalty points to { $to }
        [one] Give one penalty point to { $to }
       *[other] Give { $sips } penalty points to { $to }
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

# The board on the page. Players who prefer points to sips read what stands under .points.
board-whose = { $whose ->
    [you] Your dice
   *[other] { $name }’s dice
}
board-no-dice = Nobody has thrown yet.
board-points = { $points ->
    [one] point
   *[other] points
}
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
board-in-pot = in the pot
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
board-round-before = Last round
board-hand-of = { $name }:
board-to-roll = { $count ->
    [0] everyone has rolled
   *[other] { $count } to roll
}
board-lowest-drinks = Lowest so far drinks
    .points = Lowest so far takes the pot
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
board-turn = { $whose ->
    [you] Your roll
   *[other] { $name }’s roll
}
board-drinks = Drink up!
    .points = Penalty points
board-gives = { $whose ->
    [you] Your sips to give away
   *[other] { $name } chooses who drinks
}
    .points = { $whose ->
        [you] Your points to give away
       *[other] { $name } chooses who takes them
    }
board-order = { $between ->
    [0] You’re next.
    [1] Then { $name }, then you.
   *[other] Then { $name } and { $more ->
        [one] one more
       *[other] { $more } more
    }, then you.
}
board-choose = Stay, or throw again?
board-choose-lead = { board-rolls }. Tap the dice you keep.
board-throw-again = { $count ->
    [0] Throw again
   *[other] Throw { $count } again
}
board-stay = { $roll ->
    [safe] Stay, safe
   *[plain] Stay on { $points }
}
board-lapse = { $roll ->
    [safe] If time runs out, you stay and are safe.
   *[plain] If time runs out, you stay on { $points }.
}
board-all-kept = You’re keeping all three. Tap one to throw it again.
board-gentlemen = The gentlemen’s rule: your last roll must still be able to lose. Choose other dice.
board-gentlemen-stay = The gentlemen’s rule: you can’t stay with a roll that can’t lose.
board-award = { $sips ->
    [one] One sip to give away
   *[other] { $sips } sips to give away
}
    .points = { $sips ->
        [one] One penalty point to give away
       *[other] { $sips } penalty points to give away
    }
board-award-lead = Tap the face of the player who drinks.
    .points = Tap the face of the player who takes them.
board-award-lapse = If time runs out, { $name } drinks.
    .points = If time runs out, { $name } takes them.
board-award-whom = Choose a player
board-award-many = How many at a time?
board-so-far = { $sips ->
    [one] one sip so far
   *[other] { $sips } sips so far
}
    .points = { $sips ->
        [one] one penalty point so far
       *[other] { $sips } penalty points so far
    }
# What a winner is remembered for.
board-figure-dry = Didn’t drink a single sip
    .points = Not a single penalty point
board-figure-luckiest = Luckiest throw: { $dice }
board-figure-sips = Drank only { $sips ->
    [one] one sip
   *[other] { $sips } sips
}
    .points = Took only { $sips ->
        [one] one penalty point
       *[other] { $sips } penalty points
    }
board-figure-rounds = { $lost ->
    [0] Lost no round
   *[other] Lost { $lost } of { $played } rounds
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
hint-choose = Tap the dice you keep, then throw the others again, or stay.
hint-wait = Watch the line: the player who is lowest when the round ends drinks the pot.
    .points = Watch the line: the player who is lowest when the round ends takes the pot.

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
board-option-all_safe = Everyone safe
board-option-all_safe-reset = the pot is emptied
board-option-all_safe-carry_over = the pot stays
board-option-first_roll_456 = First roll 4-5-6
board-option-first_roll_456-plain = 69 points
board-option-first_roll_456-false_start = a false start
board-option-award_split = Awards may be split
board-option-gentlemen = Gentlemen’s rule
board-option-gentlemen-warn = a frown
board-option-gentlemen-off = off
board-option-gentlemen-enforce = enforced
board-option-lowest_roll = 2-2-3
board-option-lowest_roll-off = nothing happens
board-option-lowest_roll-everyone_drinks = one for everyone
board-option-turn_order = Turns
board-option-turn_order-seat = seat by seat
board-option-turn_order-shuffle = shuffled each round
board-option-match = Match
board-option-match-rounds = fixed number of rounds
board-option-match-open = until the host ends it
board-option-rounds = Rounds

mindroll-dealt = Round { $round }: everyone gets a new die. Calls run from { $least } to { $most }.
mindroll-starts = { $seat } starts.
mindroll-called = { $seat } calls { $total }.
mindroll-chosen = { $seat } is chosen to answer.
mindroll-revealed = { $seat } reveals against { $caller }, who called { $call }!
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

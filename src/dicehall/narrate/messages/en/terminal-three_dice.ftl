# The board in the terminal.
left = left
safe = safe
sip = { $count ->
    [one] sip
   *[other] sips
}
rounds-played = Rounds played: { $count }.
roll-of = Roll { $used } of { $most }.
rolls = Rolls: { $limit }.
rolls-up-to = Rolls: up to { $most }.
pot = { $round }. In the pot: { $sips ->
    [one] 1 sip
   *[other] { $sips } sips
}.

# What the dock of a running game says.

dock-watching = You are watching
dock-telling = Watch …
dock-tap = Tap anywhere for the next
dock-away = You were away
dock-missed = { $count ->
    [one] One turn went by.
   *[other] { $count } turns went by.
}
dock-skipped = { $count ->
    [one] One turn was skipped: see the story.
   *[other] { $count } turns were skipped: see the story.
}
dock-show-me = Show me
dock-jump = Jump to now
dock-leave = Leave
dock-hurry = Your time is almost up.
dock-lost = Your seat is kept; your time runs on.
seconds-left = { $count ->
    [one] second
   *[other] seconds
}

# The board in the terminal.
left = left
yours = yours
shown = The dice that were shown:
colour = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
    [blue] blue
    [black] black
   *[other] { $colour }
}
called = { $round }. { $name } calls { $total }.
highest = The highest call is { $most }.
no-call = { $round }. No call yet.
your-die = You hold a { $colour } { $number }.
scores = Scores: { $scores }

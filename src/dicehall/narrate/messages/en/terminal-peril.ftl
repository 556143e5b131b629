# The board in the terminal.
lives = { $name }: { $lives ->
    [one] 1 life
   *[other] { $lives } lives
}
in-peril = { $name } is in peril
in-peril-with = { $name } is in peril; the die is a d{ $sides }.
taken = Taken: { $numbers }.
nothing-yet = nothing yet
picks = everyone picks { $count ->
    [one] 1 number
   *[other] { $count } numbers
}
holds-die = and holds the die
survivor = { $name } is the Ultimate Survivor
drawing = drawing the Peril Player

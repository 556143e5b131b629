# The board in the terminal.
out = out
nobody = nobody
rerolls-left = Re-rolls left: { $left }.
holder = In StLucia: { $name }.
goal = { $points } points win. H heals, A attacks, P is a token
signs = ♥ health  p points  t tokens  ♛ in StLucia
player = { $name }: health { $health ->
    [0] none, out
   *[other] { $health }
}, points { $points }, tokens { $tokens }

# What the page says of teams.

team = Team
team-badge = Team { $label }
team-yours = Your team
team-means = A badge beside your name, for fun. It changes nothing in the game.
team-label = Name of the team
team-label-hint = Up to 20 characters. Someone here has it already? Then you join their team and wear their badge.
team-unnamed = No name yet
team-look = { $colour }, { $pattern }
team-colour = Colour
team-colour-red = red
team-colour-orange = orange
team-colour-gold = gold
team-colour-green = green
team-colour-teal = teal
team-colour-blue = blue
team-colour-violet = violet
team-colour-rose = rose
team-pattern = Pattern
team-pattern-plain = plain
team-pattern-stripes = stripes
team-pattern-dots = dots
team-pattern-check = check
team-pattern-chevron = chevron
team-pattern-halves = halves

## At a table

team-join = Join a team at this table
team-wear = Wear this badge
team-give = Give this badge
team-take-off = Take the badge off
team-take-off-of = Take off the badge of { $name }
team-of = Team of { $name }
team-profile = To wear a badge wherever you sit down,
team-profile-more = keep it in your account
team-evening = Teams tonight
team-wins = { $count ->
    [one] 1 win
   *[other] { $count } wins
}

# What the page says of teams.

team = Team
team-badge = Team { $label }
team-yours = Your team
team-means = A badge beside your name, for fun. It changes nothing in the game.
team-label = Name of the team
team-label-hint = Up to 20 characters. If a team has this name already, you join it and wear its badge.
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

## In your account

team-account-lead = A badge beside your name, for fun. You wear it wherever you sit down from now on, and in tournaments that you enter. At the table you can change it or take it off.
team-keep = Keep this team
team-change = Change your team
team-drop = Remove your team
team-kept = Your team is kept.
team-dropped = You’re in no team any more.

## In a tournament

team-enter = Enter with a team
team-enter-means = To change it later, leave and enter again before the tournament starts.
team-enter-one = a team
team-enter-other = another team
team-enter-none = no team
team-enter-choose = Choose a team
team-enter-join = Teams in this tournament
team-enter-done = Done
team-standings = Teams
team-rank = Rank
team-column = team
team-points-sum = The points of all members.
team-points-best = { $count ->
    [one] The points of the best member.
   *[other] The points of the best { $count } members.
}
team-not-counted = doesn’t count
team-more = { $count ->
    [one] and one more
   *[other] and { $count } more
}
team-nobody = Nobody has entered with a team.
team-won = Winning team:

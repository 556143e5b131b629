# What the terminal says about teams.
# A refusal is one line after "dicehall: ", so it begins small and has no full stop.

# How a team looks.
look = { $colour }, { $pattern }
colour-red = red
colour-orange = orange
colour-gold = gold
colour-green = green
colour-teal = teal
colour-blue = blue
colour-violet = violet
colour-rose = rose
pattern-plain = plain
pattern-stripes = stripes
pattern-dots = dots
pattern-check = check
pattern-chevron = chevron
pattern-halves = halves

# At a table.
mark-team = team { $label }
won = { $count } won
more-teams = and { $count ->
    [one] 1 more team
   *[other] { $count } more teams
}
evening-score = Won this evening by teams: { $score }

# Choosing one.
teams = Teams
join-team = Join { $label } ({ $look })
new-team = Join another team
take-off = Take your badge off
team-of-bot = Give a bot a team
take-off-of = Take someone’s badge off
whose-team = Give a team to which bot?
whose-badge = Take whose badge off?
which-team = Which team for { $name }?
which-label = The team’s label, 1 to 20 characters
which-colour = The colour of { $label }
which-pattern = The pattern of { $label }

# Your profile.
profile-team = { $name } keeps { $label } ({ $look }).
profile-none = { $name } keeps no team. Choose one: dicehall account team LABEL
profile-kept = { $name } keeps { $label } ({ $look }) from now on, and wears it wherever they sit down next.
profile-dropped = { $name } keeps no team any more.

# In a tournament.
enter-for = Enter with which team?
enter-alone = Without a team
scoring = { $count ->
    [0] Teams, by the points of all members
    [one] Teams, by the points of the best member
   *[other] Teams, by the points of the best { $count }
}
team-line = { $rank }. { $label }: { $points } { $unit ->
    [one] point
   *[many] points
} ({ $members })
member = { $name } { $points }{ $counts ->
    [no] {" "}(not counted)
   *[yes] {""}
}

"""A tournament as a log: pure, like a table's core.

`decide.decide(tournament, who, command, now, inputs)` answers a command with the entries to append, the tournament
after them and the secret to keep beside the log, or with a refusal; it changes nothing, and `who` is None for the hall.
`log.evolve` folds one entry, so a tournament is the fold of its log and of nothing else; `state.save` is only a cache.
After every entry, and after every start of the hall, the shell does what `agenda.to_do` lists (each of it may be done
again), sends `TimeUp` once `agenda.due_at` has come, and hands in as many codes as `agenda.codes_wanted` says.
`public_view.public_view` is all that anyone may see. Nothing here knows a clock, a disk, a socket or a name.
"""

# What the page says about the dice of a finished game, after it has checked them by itself.

seal-checking = Checking the dice …
seal-held = The dice are checked when the round has ended: other tables still play with them.
seal-ok = Dice checked
seal-partly = Dice partly checked
seal-broken = Dice check failed
seal-silent = Dice not checked
seal-heading = Were the dice fair?
seal-lead-ok = This page checked the dice of this game by itself.
seal-lead-partly = This page checked the dice of this game by itself, as far as it could.
seal-lead-broken = Something is wrong with the dice of this game. This browser keeps the evidence: you find it again under “How it works”.
seal-lead-silent = The hall did not send the record of this game, so nothing was checked.
seal-again = Try again
seal-holds = Holds
seal-fails = Does not hold
seal-unchecked = Not checked
seal-evidence = Save the evidence
seal-beyond = No check can show whether the operator’s machine looked at the dice ahead of time.
seal-more = How it works

seal-record-unreadable = The record of this game cannot be read.
seal-commitment-ok = The hall was bound to these dice before the game: all 64 digits of its commitment match what you saw then.
seal-commitment-failed = The commitment in the record is not the one that this page saw before the game.
seal-commitment-absent = Was the hall bound to these dice before the game? You were not here at the start.
seal-commitment-none = The hall was not bound to any dice in this game.
seal-secret-ok = The secret that the hall revealed is the one that it committed to.
seal-secret-failed = The secret that the hall revealed is not the one that it committed to.
seal-secret-missing = The hall did not reveal the secret that the dice came from.
seal-seeds-ok = The players’ seeds are those that were told at the start.
seal-seeds-failed = The players’ seeds in the record are not those that were told at the start.
seal-seeds-absent = Were the players’ seeds changed after the start? You were not here then.
seal-own-ok = Your own seed was mixed into the dice.
seal-own-failed = Your seed in the record is not one that this page sent. If you also used another device for this game, that one may have sent it.
seal-own-spectator = You did not play, so no seed of yours was mixed in.
seal-own-none = Was your own seed mixed in? You sent no seed after the hall had committed to the dice.
seal-own-quick = Was your own seed mixed in? At this quick table you sent no seed after the hall had committed to the dice, so nothing of yours protected them.
seal-own-entrants = Was your own seed mixed in? The seeds of all entrants were, and this page does not know which of them is yours.
seal-own-elsewhere = Was your own seed mixed in? Another browser or device of yours sent one, and this page does not know it.
seal-dice-ok = { $count ->
    [one] The one roll or draw follows from the secret and the seeds.
   *[other] All { $count } rolls and draws follow from the secret and the seeds.
}
seal-dice-failed = In line { $line } the record says { $written }, but the secret and the seeds give { $again }.
seal-dice-unknown = Do the rolls follow from the secret and the seeds? This page does not know the dice of this game; “dicehall verify” does.
seal-dice-rules = { $count ->
    [one] One draw among tied players: only “dicehall verify” knows who was in it.
   *[other] { $count } draws among tied players: only “dicehall verify” knows who was in them.
}
seal-shown-ok = { $count ->
    [0] No die was shown to everyone in this game.
    [one] The die that everyone was shown is the one in the record.
   *[other] All { $count } dice that everyone was shown are those in the record.
}
seal-shown-failed = The dice in the record are not those that you were shown during the game.
seal-shown-absent = Are the dice in the record those that were shown? You did not see the whole game.
seal-shown-unknown = Are the dice in the record those that were shown? This page does not know the dice of this game.
seal-digest-ok = Nothing in the record was changed since the end of the game.
seal-digest-failed = The record was changed: its digest does not match its lines.
seal-digest-other = The record is not the one whose digest you were told at the end of the game.
seal-digest-absent = The record matches its own digest, but you were not here when that was told.
seal-signed-ok = The hall signed its commitment, the seats and seeds, and the end of this game.
seal-signed-failed = The hall’s signature does not fit this record.
seal-signed-none = Did the hall sign this game? The record carries no signature.
seal-signed-gone = Did the hall sign this game? It signed earlier ones, but this record carries no signature.
seal-key-ok = The hall used the same key as in earlier games that you checked here.
seal-key-first = Is it the hall’s own key? This browser has seen it for the first time and will remember it: { $key }
seal-key-other = Is it the hall’s own key? It is not the one that this browser remembers. Ask the operator whether the key was changed: { $key }
seal-log-ok = The game is in the hall’s public log, up to line { $number }.
seal-log-failed = The game is not in the hall’s public log where the record says.
seal-log-absent = Is the game in the hall’s public log? The hall did not say.

# What the page says in the sheet of odds.

odds-reckoning = Reckoning…
odds-moment = As it was a moment ago.
odds-trouble = The hall does not answer. Close this and ask again.
odds-mine = You win { $share } of games from here
odds-public = What a spectator can know
odds-players = Chance to win
odds-moves-mine = What each of your moves is worth
odds-moves = What each move is worth to { $name }
odds-any-move = Whatever you choose
odds-risks = Risk assessment
odds-risks-sentence = What the next throw may bring, by the numbers picked so far.
odds-risk-plot_twist = Plot twist
odds-risk-direct_hit = Direct hit
odds-risk-no_shield = No shield
odds-exact = exact
odds-rounded = exact, ±{ $margin }
odds-about = about, ±{ $margin }
odds-model-any = How anyone plays makes no difference to these.
odds-model-best = If everyone plays as well as possible.
odds-model-hard = If everyone, you too, plays on like a hard bot.
odds-model-normal = If everyone, you too, plays on like a normal bot.
odds-model-easy = If everyone, you too, plays on like an easy bot.
odds-model-simple = If everyone, you too, plays on like a simple bot.
odds-playouts = Estimated from { $games } games played on from here. Hidden dice count as unknown, whatever was said about them.
odds-open-end = The match has no set length: this is as if it were stopped after a while.

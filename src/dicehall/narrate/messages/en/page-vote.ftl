# What players of a rated game read when the host asks to end it without a result.

vote-asked = { $name } asks to end this rated game without a result for anyone. Play on, and you say no.
vote-agree = I agree
vote-waiting = It ends without a result if these agree too: { $names }. Play on, and you take it back.

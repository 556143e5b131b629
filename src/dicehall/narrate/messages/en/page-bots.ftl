# What the page says about bots.

host-bot-level = Bot level
bot-level = { $level ->
    [easy] Easy bot
    [normal] Normal bot
    [hard] Hard bot
    [uniform] Random bot
   *[other] { $name }
}
bot-character = { $kind }, { $temper ->
    [bold] bold
    [careful] careful
    [talkative] talkative
   *[other] { $temper }
}

# What the terminal says about theme nights.
# A refusal is one line after "dicehall: ", so it begins small and has no full stop.

when = { $day ->
    [today] today
    [tomorrow] tomorrow
   *[other] { $date }
}, { $time }
there = { $same ->
    [yes] ({ $time } in { $place })
   *[no] ({ $date }, { $time } in { $place })
}
off = { $title } was called off.
off-down = The hall was closed when it should have begun: { $when }.
on = on since { $when }
enter = you can enter; it starts { $when }
by-link = Only those who have its host's link can enter.
evening = { $title } · { $game } · { $begins }
table = table
tournament = tournament
any-time = any time
the-hall = the hall
none = There are no theme nights at { $url }.
opened = Your evening is open as { $code }, and you host it.
go = Go there with: { $command }

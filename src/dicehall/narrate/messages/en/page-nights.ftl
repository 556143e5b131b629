# What the page says of theme nights.

title-nights = Theme nights · Dicehall
night-table = Theme night
night-heading = Theme nights
night-lead = An evening with a theme: a game, a look, a few words of welcome, and perhaps a time.
night-silent = The hall isn’t answering. Check your connection and try again.

## What is on and what comes

night-tonight = Tonight and soon
night-all = All theme nights
night-on = On since
night-enter = You can enter. Starts
night-when = { $day ->
    [today] Today
    [tomorrow] Tomorrow
   *[other] { $date }
}, { $time }
night-there = { $same ->
    [yes] ({ $time } in { $place })
   *[no] ({ $date }, { $time } in { $place })
}
night-to-table = Go to the table
night-to-table-of = Go to the table of { $title }
night-by-link = by link only
night-to-tournament = Go to the tournament
night-to-tournament-of = Go to the tournament of { $title }
night-off = { $title } was called off.
night-off-down = The hall was closed when it should have begun:

## Reminders and the calendar

night-remind = Remind me
night-reminded = You’ll be reminded
night-remind-of = Remind me of { $title }
night-remind-notification = Your browser sends a notification when it begins, if a page of this hall is open.
night-remind-page = Your browser doesn’t allow notifications. An open page of this hall says it when it begins.
night-reminder = { $title } begins now.
night-reminder-tournament = You can enter { $title } now.
night-calendar = Calendar
night-calendar-lead = Subscribe, and your own calendar shows the coming weeks and keeps itself up to date.
night-calendar-link = Address of the calendar
night-subscribe = Subscribe
night-copied = Copied.

## Opening one now

night-house = Theme nights
night-now = Open one now
night-now-lead = One tap makes it a table with you as host.
night-open = Open
night-open-of = Open { $title }
night-open-as = Open it as { $name }

## For hosts

night-mine = Your themes
night-mine-lead = Keep up to ten. Those with a time start by themselves.
night-mine-account = With an account you can keep themes of your own, and give them a time.
night-to-account = Make an account
night-new = Plan a theme night
night-any-time = any time
night-is-over = its time is over
night-change = Change
night-change-of = Change { $title }
night-remove = Remove
night-remove-means = { $title } won’t take place any more. An evening that has begun goes on.
night-share = Share this theme
night-share-link = Link to { $title }
night-share-means = Whoever opens the link can keep a copy of it.

## The form

night-shared = A theme night for you
night-shared-lead = Someone has shared this theme. Keep it in this hall as it is, or change it first.
night-changing = Change this theme
night-gone = This theme is no longer here, or it isn’t yours to change.
night-no-game = This hall doesn’t have the game of this theme.
night-title = Title
night-title-example = Your evening
night-welcome = Words of welcome
night-look = Look
night-look-hall = Hall
night-look-harbour = Harbour
night-look-garden = Garden
night-look-lantern = Lantern
night-look-frost = Frost
night-look-carnival = Carnival
night-sounds = Sounds
night-sounds-means = People who have turned sound off hear nothing anyway.
night-sounds-all = all
night-sounds-dice = only the dice
night-sounds-none = none
night-preview = Preview
night-link-means = Everyone sees the evening, but only people with its link can enter. You get the link when it opens.
night-when-label = When it takes place
night-when-never = whenever someone opens it
night-when-weekly = every week
night-when-once = once
night-weekday = Day of the week
night-day = Day
night-at = Time
night-zone = Place
night-begins = Begins:
night-past = That time has passed. Choose one that is still to come.
night-far = That is too far away. Choose a time in the next two years.
night-keep = Keep this theme
night-save = Save changes
night-back = All theme nights

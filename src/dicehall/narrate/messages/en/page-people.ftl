# People: friends, blocks and invitations, on their pages and at a table.

title-people = People · Dicehall
people-heading = People
people-lead = Only you see these lists.
people-here = here now
people-away = not here right now
people-at-table = at table { $code }
people-join = Join
people-join-table = Join at table { $code }
people-join-whole = Join { $name } at table { $code }
people-play = Play { $name }
people-invite = Invite
people-invite-whole = Invite { $name } to table { $code }
people-invite-table = Invite to table { $code }
people-invited = { $name } is invited to table { $code }.
people-add = Add friend
people-added = { $name } is your friend now. They aren’t told.
people-remove = Remove friend
people-removed = { $name } is no longer among your friends.
people-mutual = You’ve added each other.
people-one-sided = You’ll see whether { $name } is here once they add you, too.
people-account = Make an account to add friends
people-block = Block
people-block-whole = Block { $name }
people-unblock = Unblock
people-unblock-whole = Unblock { $name }
people-block-means = { $name } can’t invite you, sit down at your tables or write to you. They aren’t told.
people-blocked = You’ve blocked { $name }.
people-unblocked = { $name } is unblocked.
people-never-mind = Never mind
people-page = Games and results
people-yourself = That’s you.

## Playing someone

people-play-lead = Opens a private table and keeps a seat for { $name }.
people-play-open = Open the table and invite { $name }
people-play-open-as = Open the table as { $you } and invite { $name }

## /people

people-friends = Friends
people-friends-none = Nobody yet. Add friends here or on their page.
people-friends-account = Friends need an account: a guest’s list would soon be lost.
people-add-name = Name
people-recent = Played with lately
people-recent-none = Other people from your games will be here.
people-recent-game = { $game }, { $day }
people-blocks = Blocked
people-blocks-none = You haven’t blocked anyone.
people-nobody = Friends, people from your games, and people you’ve blocked are listed here once you have a name.

# What the page says where a table cannot be shown.

gone-closed = This table is closed
gone-closed-cure = Table { $code } has closed for the evening. There are other tables in the hall.
gone-kicked = You were asked to leave
gone-kicked-cure = The host of { $code } has removed you. If it was a mistake, ask them to let you back in, then try again.
gone-no_table = No such table
gone-no_table-cure = There is no table { $code }. Codes have four letters, or six for private tables. Check yours again.
gone-locked = 🔒 GAME LOCKED
gone-locked-cure = Access denied: the host has locked this table. Try again a little later.
gone-locked-nameless = Access denied: the host has locked this table. If you were watching, ask them to unlock it for a moment: without a name you can’t be recognised.
gone-knocking = Knocking …
gone-knocking-cure = Table { $code } is private. The host sees your name and has to let you in. Wait here. If you came without the link, you can ask for it.
gone-no_knocking = A private table
gone-no_knocking-cure = The host of { $code } has turned knocking off. You need the link of the table, or an invitation.
gone-no_name = A private table
gone-no_name-cure = Table { $code } is private. Choose a name, so that the host knows who is knocking.
gone-no_spectators = Nobody can watch yet
gone-no_spectators-cure = At table { $code } a tournament plays with the same dice as at its other tables. You can watch as soon as the round is over.
gone-knock-as = Knock as { $name }
gone-full = The table is full
gone-other = This table can’t be shown
gone-title = Table { $code } · Dicehall

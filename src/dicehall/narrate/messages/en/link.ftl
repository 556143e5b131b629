# What a messenger shows under the link of a table.

link-title = { $game } at table { $code } · Dicehall
link-description = { $sentence } Open the link to join the table.

# What the page says on the big screen in the room, and in the sheet that offers it.

share-title = Invite friends
share-how = Tell them the code, send the link, or let them scan the picture. They can play or watch.
share-how-watch = Tell them the code, send the link, or let them scan the picture. They can watch this table.
share-nobody = Nobody can watch this table until the round is over: all its tables play with the same dice.
share-qr = QR code for table { $code }
share-point = Point a phone’s camera at it.
share-tv = On a television
share-tv-how = Open this address on the big screen in the room. It shows the game to everyone, and nobody’s secrets.
share-tv-open = Open it here
tv-join = Join with the code
tv-watch = Watch with the code
tv-round = Round { $number }. The game starts when everyone is here.
tv-scan = or scan

"""What is live: sockets, the messages over them, and who hears what."""

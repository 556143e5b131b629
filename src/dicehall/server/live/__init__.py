"""Live play: sockets, the messages over them, and who hears what."""

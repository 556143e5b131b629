"""Gates: processes that hold sockets for a hall, so that it can use more than one core."""

"""What all of HTTP shares, and what is for everyone: the guard, problems, headers, the page, games and tables."""

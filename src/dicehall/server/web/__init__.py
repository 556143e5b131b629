"""What all of HTTP shares: requests within bounds, one guard, problems in words, headers, plain pages."""

"""Simple players that look for a weakness, one module for each game; no bot in the hall plays like them."""

"""Spectators predict who wins, with chips that buy nothing: pools, purses and a board of the best predictors. Pure."""

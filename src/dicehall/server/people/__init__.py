"""Guests and accounts: signing in, your own account, passkeys, and deleting it."""

"""People: guests, accounts, sign-ins and chat."""

# What the page says of theme nights.

night-table = Theme night

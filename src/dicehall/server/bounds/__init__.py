"""How much each visitor may do, and who may do what: limits, rates, addresses and rights."""

"""The asyncio shell around the core: live tables, their clocks, and the hall that holds them."""

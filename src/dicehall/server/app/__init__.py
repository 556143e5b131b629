"""Everything put together: the HTTP application, the running server, health, and the types of the page."""

"""Everything put together: the parts of a hall, the HTTP application, the running server, health, the page's types."""

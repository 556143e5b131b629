"""What a person sees and types at a table: the full screen, the plain face, menus and boards."""

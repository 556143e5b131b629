"""The files of a hall: its folder, its databases, backup and restore."""

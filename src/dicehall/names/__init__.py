"""Names that people may take, and names that look alike."""

"""What a hall on several machines is put through, and the one checker that holds it to what it has said."""

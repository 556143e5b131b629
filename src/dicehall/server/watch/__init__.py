"""What whoever runs a hall can see of it: its health, its numbers, its log."""

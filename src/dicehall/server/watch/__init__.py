"""What the operator of a hall can see of it: its numbers and its log."""

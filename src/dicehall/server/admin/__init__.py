"""What administrators see and do; every action is written into the hall log first."""

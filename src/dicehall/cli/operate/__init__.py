"""What the operator of a hall runs: the hall itself, the doctor and progress bars."""

"""What the operator of a hall runs: the hall itself, backups and the doctor."""

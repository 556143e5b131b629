# Dice to keep.

keep-die = Keep die { $number }: { $face }
keep-kept = kept
keep-again = again

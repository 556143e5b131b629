"""What every part of the command line uses: errors, words, questions, lists and the rulebook."""

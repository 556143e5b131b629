"""Three Dice: played on by the easy bot, because the others think too long to play a thousand games at once."""

from dicehall.bots.three_dice import easy
from dicehall.odds.models import Played

MODEL = Played(easy, "easy")

"""The bots of King of StLucia."""

from dicehall.bots.stlucia.house import house

__all__ = ["house"]

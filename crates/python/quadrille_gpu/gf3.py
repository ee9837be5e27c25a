"""The vertex processor of the GeForce 3: words, function to the bit, time by the cycle."""

from ._native import Gf3Program as Program
from ._native import Gf3Timing as Timing

__all__ = ["Program", "Timing"]

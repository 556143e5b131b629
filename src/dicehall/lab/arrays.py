"""NumPy; or CuPy, which does the same on a GPU, where `DICEHALL_ARRAYS=cupy` asks for it."""

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
else:
    np = import_module(os.environ.get("DICEHALL_ARRAYS", "numpy"))

__all__ = ["np"]

"""A wheel carries the built page; an editable install leaves it to `make`."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build = subprocess.run([sys.executable, str(Path(self.root) / "web" / "build.py")], check=False)
        if build.returncode != 0:
            sys.exit("The page is not built, so there is no wheel: see above.")

"""The TOML files of the program itself, parsed once and for all.

Python keeps the compiled form of its own files beside them and makes it anew when a file has
changed; here it does the same for data. Where nothing can be kept, a file is parsed each time.
"""

from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any


class _Toml(SourceFileLoader):
    """Compiles a TOML file as if it were the expression for its contents."""

    # The type stubs have this method static in one base class and not in the other.
    def source_to_code(  # type: ignore[override]
        self, data: Any, path: Any, *, _optimize: int = -1
    ) -> CodeType:
        import tomllib

        return compile(repr(tomllib.loads(bytes(data).decode())), path, "eval")


def parsed(path: Path) -> dict[str, Any]:
    """What a packaged file says, fresh for every caller; it may hold no dates."""
    code = _Toml(path.stem, str(path)).get_code(path.stem)
    assert code is not None
    found: dict[str, Any] = eval(code)
    return found

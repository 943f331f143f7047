"""The TOML files of the program itself, parsed once and for all.

Python keeps the compiled form of its own files beside them and makes it anew when a file has
changed; here it does the same for data. Where nothing can be kept, a file is parsed each time.
"""

from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any


class Packaged(SourceFileLoader):
    """A TOML file, compiled as if it were the expression for its contents."""

    def __init__(self, path: str) -> None:
        super().__init__(path, path)

    # The type stubs have this method static in one base class and not in the other.
    def source_to_code(  # type: ignore[override]
        self, data: Any, path: Any, *, _optimize: int = -1
    ) -> CodeType:
        import tomllib

        return compile(repr(tomllib.loads(bytes(data).decode())), path, "eval")

    def read_bytes(self) -> bytes:
        return self.get_data(self.path)

    def parsed(self) -> dict[str, Any]:
        """What the file says, fresh for every caller; it may hold no dates."""
        code = self.get_code(self.name)
        assert code is not None
        found: dict[str, Any] = eval(code)
        return found

"""What the command line says when something can't be done, and the exit status then."""

from typing import Final

# Exit statuses of a program that a signal ended.
HUNG_UP: Final = 129  # when its terminal closed
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def of_disk(error: OSError) -> str:
    """Say in a sentence what's wrong with a file or folder."""
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{error.strerror or error}"


class UserError(Exception):
    """A mistake the user can fix: one sentence, shown without a traceback.

    The status is the exit status: 2 for a wrong command line, 1 for everything else.
    """

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status

"""The command line of chez-tui and, in time, its screens."""

__version__ = "0.1.0"

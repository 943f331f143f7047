"""The encrypted connection between two programs, and everything that may be said on it."""

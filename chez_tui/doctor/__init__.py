"""What works on this machine, what doesn't, and what to do about it."""

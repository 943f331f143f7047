"""The editions as data: one folder each."""

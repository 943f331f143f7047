"""What is measured, and against what: `python -m benchmarks` prints one table of ratios."""
